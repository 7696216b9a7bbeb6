import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../../core/ik/request/options.ts';
import { VISITING_ORDERS } from '../../../core/ik/request/orders.ts';
import type { Outcome } from '../../../core/ik/request/outcome.ts';
import { createPacker, createUnpacker } from '../../../electron/services/packing.ts';
import type { SolveRequest } from '../../../electron/services/solver-messages.ts';
import { aPoint, aRotation } from '../../helpers/arbitraries.ts';

const number = fc.double();
const whole = fc.nat(100);
/** A record with every field, an ordinary object, as a clone would be. */
function record<T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record(fields, { noNullPrototype: true });
}

const joints = fc.array(whole, { maxLength: 5 });
const pose = fc.array(number, { maxLength: 40 }).map((values) => Float64Array.from(values));
const numbers = fc.oneof(
  fc.array(number),
  pose,
  fc.float32Array({ maxLength: 9 }),
  fc.uint8Array({ maxLength: 9 }),
  fc.int32Array({ maxLength: 9 }),
);
const order = fc.constantFrom(...VISITING_ORDERS);

/** Any of the optional fields, given, given as undefined, or left out. */
function some(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<object> {
  const open = Object.entries(fields).map(([key, field]) => [key, fc.option(field, { nil: undefined })] as const);
  return fc.record(Object.fromEntries(open), { requiredKeys: [], noNullPrototype: true });
}

const shared = { weight: number, priority: number, soft: fc.boolean(), order, maxLinks: whole };

/** A goal's own fields and some of those that may be left out. */
function goalOf(own: fc.Arbitrary<object>, open: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Goal> {
  return fc.tuple(own, some({ ...shared, ...open })).map(([needed, rest]) => ({ ...needed, ...rest }) as Goal);
}

const goalKinds: Record<Goal['kind'], fc.Arbitrary<Goal>> = {
  position: goalOf(record({ kind: fc.constant('position'), joint: whole, target: aPoint() }), {
    offset: aPoint(),
    frame: whole,
    tolerance: number,
  }),
  plane: goalOf(record({ kind: fc.constant('plane'), joint: whole, target: aPoint(), normal: aPoint() }), { tolerance: number }),
  line: goalOf(record({ kind: fc.constant('line'), joint: whole, target: aPoint(), direction: aPoint() }), { offset: aPoint() }),
  direction: goalOf(record({ kind: fc.constant('direction'), joint: whole, axis: aPoint(), target: aPoint() }), {
    leverArm: number,
  }),
  orientation: goalOf(record({ kind: fc.constant('orientation'), joint: whole, target: aRotation() }), {
    tolerance: number,
    leverArm: number,
  }),
  aim: goalOf(record({ kind: fc.constant('aim'), joint: whole, axis: aPoint(), target: aPoint() }), {
    offset: aPoint(),
    tolerance: number,
  }),
  pole: goalOf(record({ kind: fc.constant('pole'), joint: whole, target: aPoint() }), {}),
  centreOfMass: goalOf(
    record({
      kind: fc.constant('centreOfMass'),
      masses: numbers,
      centres: numbers,
      support: fc.array(fc.tuple(number, number)),
    }),
    { tolerance: number },
  ),
};

const everyOption: { [K in keyof Required<Omit<SolveOptions, 'trace' | 'into'>>]: fc.Arbitrary<Required<SolveOptions>[K]> } = {
  order,
  maxIterations: whole,
  restarts: whole,
  maxUpdates: whole,
  seeds: fc.array(pose, { maxLength: 3 }),
  starts: record({ first: whole, count: whole }),
  randomSeed: fc.maxSafeInteger(),
  reference: pose,
  stiffness: numbers,
  rootStiffness: number,
  damping: number,
  maxStep: number,
  comfort: number,
  reserve: number,
};

const goal: fc.Arbitrary<Goal> = fc.oneof(...Object.values(goalKinds));
const request: fc.Arbitrary<SolveRequest> = fc.record(
  { start: pose, goals: fc.array(goal, { maxLength: 6 }), options: some(everyOption) },
  { requiredKeys: ['start', 'goals'], noNullPrototype: true },
);
const residual = record({
  distance: number,
  angle: number,
  reached: fc.boolean(),
  reason: fc.constantFrom(null, 'cannotMove', 'outOfReach', 'limits', 'conflict', 'unfinished'),
  conflicts: joints,
});
const outcome: fc.Arbitrary<Outcome> = record({
  status: fc.constantFrom('reached', 'stalled', 'limit'),
  pose,
  residuals: fc.array(residual, { maxLength: 6 }),
  distance: number,
  angle: number,
  cost: number,
  costs: fc.array(number, { maxLength: 4 }),
  settled: fc.boolean(),
  travel: number,
  iterations: whole,
  updates: whole,
  limited: joints,
  clamped: joints,
  start: record({ kind: fc.constantFrom('present', 'reference', 'seed', 'random'), index: whole }),
});

/** Every message through one channel, as a thread gets them: cloned, and the buffer handed over. */
function throughOne(messages: readonly (readonly unknown[])[]): unknown[][] {
  const packer = createPacker();
  const unpack = createUnpacker();
  return messages.map((values) => {
    const packed = packer.pack(values);
    return unpack(structuredClone(packed, { transfer: [packed.numbers.buffer] }));
  });
}

/** Several messages, so that the later ones build on what the first have sent. */
function messagesOf<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[][]> {
  return fc.array(fc.array(value, { maxLength: 4 }), { maxLength: 4 });
}

/** The first of these messages that do not come back as they were; null when all do. */
function changed(messages: fc.Arbitrary<unknown[][]>): unknown {
  return fc.check(fc.property(messages, (sent) => isDeepStrictEqual(throughOne(sent), sent))).counterexample;
}

describe('packing', () => {
  test.each(Object.entries(goalKinds))('gives every %s goal back as it was', (_, kind) => {
    expect(changed(messagesOf(kind))).toBeNull();
  });

  test.each(Object.entries<fc.Arbitrary<unknown>>(everyOption))('gives the option %s back as it was', (name, option) => {
    const options = messagesOf(option.map((value) => ({ [name]: value })));
    expect(changed(options)).toBeNull();
  });

  test('gives requests and outcomes back as they were, in messages of any mixture', () => {
    const messages = messagesOf(fc.oneof<fc.Arbitrary<unknown>[]>(request, outcome));
    expect(changed(messages)).toBeNull();
  });

  test('gives bad input back as it was, for the solver to refuse', () => {
    const bad = [
      undefined,
      null,
      {},
      [],
      { start: null, goals: [1, 'a', [], [[2]]] },
      { start: [Number.NaN, -0], goals: 'none' },
    ];
    expect(throughOne([bad])).toStrictEqual([bad]);
  });

  test('sends nothing but numbers for what looks like what went before', () => {
    const packer = createPacker();
    const at = (x: number): SolveRequest => ({
      start: Float64Array.of(x, 2),
      goals: [{ kind: 'position', joint: 4, target: [x, 0, 0] }],
    });
    expect(packer.pack([at(1), at(2)])).toMatchObject({ shapes: [{ kind: 'object' }], words: ['position'] });
    const { numbers: sent, shapes, words } = packer.pack([at(3)]);
    expect({ shapes, words }).toEqual({ shapes: [], words: [] });
    // One value, its shape, then the start, the word, the joint and the target, lists with their lengths.
    expect([...sent]).toEqual([1, 0, 2, 3, 2, 0, 4, 3, 3, 0, 0]);
  });

  test('refuses what is not plain data, and goes on', () => {
    const packer = createPacker();
    const unpack = createUnpacker();
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    for (const [value, told] of [
      [() => 0, 'a function'],
      [1n, 'a bigint'],
      [new Map(), 'an object of a class'],
      [new DataView(new ArrayBuffer(8)), 'an object of a class'],
      [new BigInt64Array(1), 'an object of a class'],
      [loop, 'holds itself'],
    ] as const) {
      expect(() => packer.pack([{ word: 'new' }, { value }])).toThrow(told);
    }
    const packed = packer.pack([{ word: 'new' }]);
    expect(unpack(packed)).toEqual([{ word: 'new' }]);
  });
});
