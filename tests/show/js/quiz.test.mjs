import assert from "node:assert/strict";
import test from "node:test";

const { helpers } = await import(process.env.KRATZEN_QUIZ);
const { isRight, markOf, counted, fillWords } = helpers;
const options = (...right) => right.map((one) => ({ label: "", says: "", right: one }));
const legal = { kind: "legal", options: options(true, false, true) };
const winner = { kind: "winner", options: options(false, true, false) };
const muss = { kind: "call", options: options(true, false, true) };
const free = { kind: "call", open: true, options: options(true, true, true) };
const settle = { kind: "settle", options: [{ amount: 3 }, { amount: -3 }] };

test("all legal cards, and no other", () => {
  assert.equal(isRight(legal, [2, 0]), true);
  assert.equal(isRight(legal, [0]), false);
  assert.equal(isRight(legal, [0, 1, 2]), false);
  assert.deepEqual([0, 1, 2].map((at) => markOf(legal, [0, 1], at)), [true, false, false]);
});

test("one of several right words is right", () => {
  assert.equal(isRight(muss, [0]), true);
  assert.equal(isRight(muss, [2]), true);
  assert.equal(isRight(muss, [1]), false);
  assert.deepEqual([0, 1, 2].map((at) => markOf(muss, [1], at)), [true, false, true]);
  assert.deepEqual([0, 1, 2].map((at) => markOf(winner, [1], at)), [null, true, null]);
});

test("where all is allowed nothing is wrong", () => {
  for (const at of [0, 1, 2]) {
    assert.equal(isRight(free, [at]), true);
    assert.equal(markOf(free, [0], at), null);
  }
});

test("amounts in the order of the seats", () => {
  assert.equal(isRight(settle, [3, -3]), true);
  assert.equal(isRight(settle, [-3, 3]), false);
  assert.deepEqual([0, 1].map((at) => markOf(settle, [3, 3], at)), [true, false]);
});

test("the score counts answers to questions that are there", () => {
  assert.deepEqual(counted([legal, winner, settle], { 0: { chosen: [0, 2] }, 1: { chosen: [0] }, 9: { chosen: [0] } }), { right: 1, answered: 2, all: 3 });
});

test("words are filled by name", () => {
  assert.equal(fillWords("{n} of {all}", { n: 1, all: 8 }), "1 of 8");
});
