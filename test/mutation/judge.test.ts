import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../../build/vite-targets.ts';
import { seededRandom } from '../../core/math/random.ts';
import { describeChange, judge, rangeOfScore, scoreOf, type Judgement, type Mutant } from './judge.ts';
import { drawSample } from './sample.ts';

const mutant = (change: string, isNoticed: boolean | null, lineNumber = 1): Mutant => ({
  file: 'a.ts',
  lineNumber,
  line: 'if (a < b) return;',
  change,
  isNoticed,
});
const judged = (change: string, file = 'a.ts'): Judgement => ({ file, line: 'if (a < b) return;', change, why: 'Equal.' });

describe('changes of the source', () => {
  test('that no test noticed are open until they are judged, wherever their line has moved', () => {
    const mutants = [mutant('x', true), mutant('y', false), mutant('z', false, 7)];
    expect(judge(['a.ts'], mutants, [])).toMatchObject({ noticed: 1, judged: 0, open: [mutants[1], mutants[2]] });
    expect(judge(['a.ts'], mutants, [judged('z')])).toEqual({
      noticed: 1,
      judged: 1,
      open: [mutants[1]],
      leftOut: 0,
      outdated: [],
    });
  });

  test('that were judged but are noticed or gone are told, those of other files are not', () => {
    const judgements = [judged('x'), judged('gone'), judged('gone', 'b.ts')];
    expect(judge(['a.ts'], [mutant('x', true)], judgements).outdated).toEqual(judgements.slice(0, 2));
    const elsewhere = { ...judged('y'), line: 'if (c < d) return;' };
    expect(judge(['a.ts'], [mutant('y', false)], [elsewhere])).toMatchObject({ judged: 0, outdated: [elsewhere] });
  });

  test('that a sample left out are counted apart, and outdate no judgement', () => {
    expect(judge(['a.ts'], [mutant('x', null), mutant('y', true), mutant('z', null)], [judged('x')])).toEqual({
      noticed: 1,
      judged: 0,
      open: [],
      leftOut: 2,
      outdated: [],
    });
  });

  test('are scored without those that are judged', () => {
    expect(scoreOf({ noticed: 3, open: [mutant('y', false)] })).toBe(75);
    expect(scoreOf({ noticed: 0, open: [] })).toBe(100);
  });
});

test('the changes that were judged are of lines that are there', () => {
  const judgements: readonly Judgement[] = JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8'));
  const isThere = ({ file, line }: Judgement): boolean =>
    readFileSync(join(projectFolder, file), 'utf8')
      .split('\n')
      .some((each) => each.trim() === line);
  expect(judgements.length).toBeGreaterThan(20);
  expect(judgements.filter((judgement) => !isThere(judgement))).toEqual([]);
});

describe('the score of a sample', () => {
  const open = (count: number) => Array.from({ length: count }, () => mutant('y', false));

  test('lies within Wilson’s interval where it is a small part of the whole', () => {
    const [low, high] = rangeOfScore({ noticed: 8, open: open(2), leftOut: 1e9 });
    expect(low).toBeCloseTo(49.0162, 3);
    expect(high).toBeCloseTo(94.3318, 3);
  });

  test('is the score itself where nothing was left out, and anything where nothing was tried', () => {
    const [low, high] = rangeOfScore({ noticed: 3, open: open(1), leftOut: 0 });
    expect([low, high]).toEqual([75, 75]);
    expect(rangeOfScore({ noticed: 0, open: [], leftOut: 5 })).toEqual([0, 100]);
  });

  test('is held by the interval in 19 of 20 samples (2,000 samples of 60 of 200, seed 5)', () => {
    const random = seededRandom(5);
    let held = 0;
    for (let trial = 0; trial < 2000; trial++) {
      const left = Array.from({ length: 200 }, (_, i) => i < 170);
      let noticed = 0;
      for (let i = 0; i < 60; i++) if (left.splice(Math.floor(random() * left.length), 1)[0]!) noticed++;
      const [low, high] = rangeOfScore({ noticed, open: open(60 - noticed), leftOut: 140 });
      if (low <= 85 && 85 <= high) held++;
    }
    expect(held / 2000).toBeGreaterThan(0.93);
    expect(held / 2000).toBeLessThan(0.98);
  });
});

describe('a sample of changes', () => {
  const changes = Array.from({ length: 1000 }, (_, i) => ({
    fileName: join(projectFolder, 'core', `${i % 7}.ts`),
    location: { start: { line: i, column: 1 } },
    replacement: 'x',
  }));

  test('is the same for the same seed in whatever order they come, and another for another', () => {
    const sample = drawSample(changes, { size: 100, seed: 1 });
    expect(new Set(sample).size).toBe(100);
    expect(new Set(drawSample(changes.toReversed(), { size: 100, seed: 1 }))).toEqual(new Set(sample));
    expect(new Set(drawSample(changes, { size: 100, seed: 2 }))).not.toEqual(new Set(sample));
    expect(drawSample(changes, { size: 5000, seed: 1 })).toHaveLength(1000);
  });

  test('takes all parts of the sources alike (seeds 1 to 50)', () => {
    let early = 0;
    for (let seed = 1; seed <= 50; seed++)
      early += drawSample(changes, { size: 100, seed }).filter(({ location }) => location.start.line < 500).length;
    expect(Math.abs(early / 5000 - 0.5)).toBeLessThan(0.03);
  });
});

describe('the text of a change', () => {
  const source = 'first\n  const a = b +\n    c;\n';
  const range = (...[line, column, endLine, endColumn]: [number, number, number, number]) => ({
    start: { line, column },
    end: { line: endLine, column: endColumn },
  });

  test('is what stood there and what stands there now, each on one line', () => {
    expect(describeChange(source, range(2, 13, 3, 6), 'b\n - c')).toEqual({ line: 'const a = b +', change: 'b + c → b - c' });
    expect(describeChange(source, range(2, 13, 2, 14), 'x')).toEqual({ line: 'const a = b +', change: 'b → x' });
  });

  test('is cut where it is long', () => {
    const { change } = describeChange('x'.repeat(500), range(1, 1, 1, 501), '{}');
    expect(change).toBe(`${'x'.repeat(119)}… → {}`);
  });
});
