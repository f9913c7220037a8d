import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { deflateSync } from "node:zlib";

const { helpers } = await import(process.env.KRATZEN_MODULE);
const { frames } = JSON.parse(readFileSync(process.env.KRATZEN_FIXTURES, "utf8")).sessions[0];

test("labels of a chart keep apart and stay inside", () => {
  const placed = helpers.spread([50, 51, 52, 10], 14, 5, 100);
  const sorted = placed.slice().sort((a, b) => a - b);
  for (let at = 1; at < sorted.length; at += 1) assert.ok(sorted[at] - sorted[at - 1] >= 14);
  assert.ok(sorted[0] >= 5 && sorted[3] <= 100);
});

test("an axis has a few round numbers", () => {
  assert.deepEqual(helpers.ticks(0, 100), [0, 50, 100]);
  assert.deepEqual(helpers.ticks(180, 200), [180, 185, 190, 195, 200]);
  assert.ok(helpers.ticks(-7, 31).includes(0));
});

test("a name that is too long gets smaller, then is cut", () => {
  assert.deepEqual(helpers.fitted("Anna", 200, 18, 13), ["Anna", 18]);
  const [text, size] = helpers.fitted("X".repeat(200), 140, 18, 13);
  assert.equal(size, 13);
  assert.ok(text.endsWith("…") && text.length < 20);
});

test("a page's data is inflated", async () => {
  const bytes = deflateSync(Buffer.from(JSON.stringify({ name: "Ä" })));
  assert.deepEqual(await helpers.inflate(helpers.bytesOf(bytes.toString("base64"))), { name: "Ä" });
});

test("why a card may be played or not", () => {
  const at = frames.steps.findIndex((step) => step.verdict === "illegal");
  const step = frames.steps[at];
  const view = { frames, tables: helpers.makeTables(frames), voice: helpers.makeVoice(frames, "en", "german") };
  const bad = helpers.whyCard(view, at, step.card, step.seat);
  assert.deepEqual([bad.verdict, bad.rule], ["no", "K-5.1"]);
  assert.match(bad.text, /^Not allowed: Bells were led, and Vroni holds the Ober of Bells and the Ace of Bells/);
  const good = helpers.whyCard(view, at, step.legal[0], step.seat);
  assert.equal(good.verdict, "yes");
  assert.match(helpers.whyCard(view, at, 0, (step.seat + 1) % 4).text, /turn of Vroni/);
});
