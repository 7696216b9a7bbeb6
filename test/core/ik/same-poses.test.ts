import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashProblems, hashWorkloads, type HashedSolves } from '../../helpers/pose-hashes.ts';

/** What the solver made of the same requests when this file was written; LIMBER_KEEP_POSES=1 writes it anew, for a change that is meant to change poses. */
const KEPT = join(import.meta.dirname, 'same-poses.json');

function hashAll(): HashedSolves[] {
  return [...hashWorkloads(20), ...[1, 101, 201, 301].map((first) => hashProblems(first, 100))];
}

test('requests of earlier versions give the same bytes', () => {
  const now = hashAll();
  if (process.env['LIMBER_KEEP_POSES'] === '1') writeFileSync(KEPT, `${JSON.stringify(now, null, 2)}\n`);
  const kept: HashedSolves[] = JSON.parse(readFileSync(KEPT, 'utf8'));
  // The requests are made with the engine's own sines, which may be others elsewhere: then there is nothing to compare.
  const comparable = kept.filter(({ name, asked }) => now.some((other) => other.name === name && other.asked === asked));
  if (comparable.length < kept.length)
    console.warn(`${kept.length - comparable.length} requests differ on this engine: not compared`);
  expect(now.filter(({ name }) => comparable.some((each) => each.name === name))).toEqual(comparable);
  expect(kept.map(({ name }) => name)).toEqual(now.map(({ name }) => name));
});
