import { describe, expect, test } from 'vitest';
import { describeChange, judge, scoreOf, type Judgement, type Mutant } from './judge.ts';

const mutant = (change: string, isNoticed: boolean, lineNumber = 1): Mutant => ({
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
    expect(judge(['a.ts'], mutants, [judged('z')])).toEqual({ noticed: 1, judged: 1, open: [mutants[1]], outdated: [] });
  });

  test('that were judged but are noticed or gone are told, those of other files are not', () => {
    const judgements = [judged('x'), judged('gone'), judged('gone', 'b.ts')];
    expect(judge(['a.ts'], [mutant('x', true)], judgements).outdated).toEqual(judgements.slice(0, 2));
    const elsewhere = { ...judged('y'), line: 'if (c < d) return;' };
    expect(judge(['a.ts'], [mutant('y', false)], [elsewhere])).toMatchObject({ judged: 0, outdated: [elsewhere] });
  });

  test('are scored without those that are judged', () => {
    expect(scoreOf({ noticed: 3, open: [mutant('y', false)] })).toBe(75);
    expect(scoreOf({ noticed: 0, open: [] })).toBe(100);
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
