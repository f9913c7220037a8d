// Run by pytest (tests/show/test_module.py), which joins the module and writes the fixtures.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const { helpers } = await import(process.env.KRATZEN_MODULE);
const fixtures = JSON.parse(readFileSync(process.env.KRATZEN_FIXTURES, "utf8"));

test("sentences are those of Python, in both languages and packs", () => {
  for (const { frames, said } of fixtures.sessions) {
    for (const [key, sentences] of Object.entries(said)) {
      const [lang, pack] = key.split("-");
      const voice = helpers.makeVoice(frames, lang, pack);
      assert.deepEqual(frames.steps.map((step) => voice.step(step)), sentences);
    }
  }
});

test("a fact that is missing leaves a question mark", () => {
  const voice = helpers.makeVoice(fixtures.sessions[0].frames, "en", "german");
  assert.equal(voice.fill("{seat:seat} {nothing} {card:card}", { seat: 0 }), "Resi ? ?");
  assert.equal(voice.fill("{a:change} {b:change} {c:change}", { a: 3, b: -3, c: 0 }), "+3 −3 0");
});

test("what stands in brackets is left out when a fact in it is missing", () => {
  const voice = helpers.makeVoice(fixtures.sessions[0].frames, "en", "german");
  assert.equal(voice.fill("Anna antes {amount}[; the pot is {pot}]", { amount: 5 }), "Anna antes 5");
  assert.equal(voice.fill("Anna antes {amount}[; the pot is {pot}]", { amount: 5, pot: 0 }), "Anna antes 5; the pot is 0");
  assert.equal(voice.fill("{card:the} wins", { card: 32 }), "The Weli wins");
});

test("a replacement pattern in a name stays text", () => {
  const voice = helpers.makeVoice({ ...fixtures.sessions[0].frames, players: ["$& $1"] }, "en", "german");
  assert.equal(voice.fill("{seat:seat}", { seat: 0 }), "$& $1");
  assert.equal(voice.word("step_of", { n: "$&", all: 2 }), "Step $& of 2");
});

test("masks of seats", () => {
  assert.deepEqual(helpers.members(0b101001), [0, 3, 5]);
});
