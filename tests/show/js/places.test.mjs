import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const { helpers } = await import(process.env.KRATZEN_MODULE);
const { frames } = JSON.parse(readFileSync(process.env.KRATZEN_FIXTURES, "utf8")).sessions[0];
const { moved, dealAt, faultPlaces, readPlace, writePlace, readSeat } = helpers;
const last = frames.steps.length - 1;

test("first, last, next, previous stay inside", () => {
  assert.equal(moved(frames, 5, "first"), 0);
  assert.equal(moved(frames, 5, "last"), last);
  assert.equal(moved(frames, last, "next"), last);
  assert.equal(moved(frames, 0, "previous"), 0);
  assert.equal(moved(frames, 5, "next"), 6);
});

test("deals and tricks", () => {
  const second = frames.deals[1];
  assert.equal(moved(frames, 0, "next_deal"), second.first);
  assert.equal(moved(frames, second.first + 3, "previous_deal"), second.first);
  assert.equal(moved(frames, second.first, "previous_deal"), 0);
  assert.equal(moved(frames, last, "next_deal"), last);
  const lead = moved(frames, 0, "next_trick");
  assert.deepEqual([frames.steps[lead].kind, frames.steps[lead].play, frames.steps[lead].trick], ["play", 1, 1]);
  assert.equal(moved(frames, moved(frames, lead, "next_trick"), "previous_trick"), lead);
});

test("violations one after the other", () => {
  const places = faultPlaces(frames);
  assert.equal(places.length, 3);
  const met = [];
  for (let at = 0, next; (next = moved(frames, at, "next_violation")) !== at; at = next) met.push(next);
  assert.deepEqual(met, places);
  assert.equal(moved(frames, last, "previous_violation"), places[2]);
});

test("the next choice skips forced cards", () => {
  for (let at = 0, next; (next = moved(frames, at, "next_choice")) !== at; at = next) {
    const step = frames.steps[next];
    assert.ok((step.legal || []).length > 1 || (step.choices || []).length > 1);
  }
});

test("the address names deal, step and seat, and is read back", () => {
  for (const at of [0, 17, 100, last]) assert.equal(readPlace(frames, writePlace(frames, at, -1)), at);
  assert.equal(writePlace(frames, frames.deals[2].first + 16, 1), "#deal=3&step=17&seat=B");
  assert.equal(readSeat(frames, "#deal=3&seat=b"), 1);
  assert.equal(readSeat(frames, "#seat=F"), -1);
  assert.equal(readPlace(frames, "#deal=3&step=9999"), frames.deals[2].last);
  assert.equal(readPlace(frames, "#nothing"), null);
  assert.equal(readPlace(frames, "#deal=99&step=x<script>"), frames.deals[0].first);
});

test("keys", () => {
  const key = (name, more = {}) => helpers.command({ key: name, ...more });
  assert.deepEqual(["ArrowRight", "ArrowUp", "PageDown", "Home", " ", ".", ",", "?"].map((name) => key(name)),
    ["next", "previous_trick", "next_deal", "first", "play", "next_violation", "previous_violation", "help"]);
  assert.equal(key("ArrowRight", { ctrlKey: true }), "");
  assert.equal(key("a"), "");
});

test("tables add up", () => {
  const tables = helpers.makeTables(frames);
  assert.equal(tables.length, frames.steps.length);
  assert.equal(dealAt(frames, frames.deals[3].first + 2), 3);
  assert.equal(tables[last].trump, frames.steps.map((step) => step.table.trump).filter((one) => one !== undefined).pop());
});
