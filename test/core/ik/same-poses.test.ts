import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashProblems, hashWorkloads, type HashedSolves } from '../../helpers/pose-hashes.ts';

/** What the solver made of the same requests when this file was written; LIMBER_KEEP_POSES=1 writes it anew, for a change that is meant to change poses. */
const KEPT = join(import.meta.dirname, 'same-poses.json');

function hashAll(): HashedSolves[] {
  return [...hashWorkloads(20), ...[1, 101, 201, 301].map((first) => hashProblems(first, 100))];
}

/** The engine that the requests were made with; others may have other sines, of which the requests are made. */
const ENGINE = process.versions.v8;

interface Kept {
  readonly engine: string;
  readonly solves: readonly HashedSolves[];
}

test('requests of earlier versions give the same bytes', () => {
  const now = hashAll();
  if (process.env['LIMBER_KEEP_POSES'] === '1')
    writeFileSync(KEPT, `${JSON.stringify({ engine: ENGINE, solves: now } satisfies Kept, null, 2)}\n`);
  const { engine, solves: kept }: Kept = JSON.parse(readFileSync(KEPT, 'utf8'));
  expect(kept.map(({ name }) => name)).toEqual(now.map(({ name }) => name));
  if (engine === ENGINE) return expect(now).toEqual(kept);
  const comparable = kept.filter(({ name, asked }) => now.some((other) => other.name === name && other.asked === asked));
  if (comparable.length < kept.length)
    console.warn(`${kept.length - comparable.length} requests differ on this engine: not compared`);
  expect(now.filter(({ name }) => comparable.some((each) => each.name === name))).toEqual(comparable);
});
