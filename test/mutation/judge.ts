/** One change to the source that was tried. */
export interface Mutant {
  readonly file: string;
  /** Where the change begins, from 1. */
  readonly lineNumber: number;
  /** The source line in which it begins, without its indentation. */
  readonly line: string;
  /** `before → after`. */
  readonly change: string;
  /** Null for a change that a sample left out. */
  readonly isNoticed: boolean | null;
}

/** A change that no test can notice, because the program does the same with it, or that is not worth a test; and why. */
export interface Judgement {
  readonly file: string;
  readonly line: string;
  readonly change: string;
  readonly why: string;
}

/** How well the tests of an area watch it. */
export interface Verdict {
  readonly noticed: number;
  /** Survivors that were judged. */
  readonly judged: number;
  /** Survivors that nobody has judged yet. */
  readonly open: readonly Mutant[];
  /** Changes that a sample left out. */
  readonly leftOut: number;
  /** Judgements of these files that fit no survivor any more, nor a change that was left out. */
  readonly outdated: readonly Judgement[];
}

/** Sorts what came of the mutants of some files, `judgements` being those of the whole project. */
export function judge(files: readonly string[], mutants: readonly Mutant[], judgements: readonly Judgement[]): Verdict {
  const survivors = mutants.filter(({ isNoticed }) => isNoticed === false);
  const isSame = (judgement: Judgement, mutant: Mutant) =>
    judgement.file === mutant.file && judgement.line === mutant.line && judgement.change === mutant.change;
  const open = survivors.filter((mutant) => !judgements.some((judgement) => isSame(judgement, mutant)));
  return {
    noticed: mutants.filter(({ isNoticed }) => isNoticed === true).length,
    judged: survivors.length - open.length,
    open,
    leftOut: mutants.filter(({ isNoticed }) => isNoticed === null).length,
    outdated: judgements.filter(
      (judgement) =>
        files.includes(judgement.file) && !mutants.some((mutant) => mutant.isNoticed !== true && isSame(judgement, mutant)),
    ),
  };
}

/** Noticed changes in percent of those that could be noticed; 100 when there were none. */
export function scoreOf({ noticed, open }: Pick<Verdict, 'noticed' | 'open'>): number {
  const all = noticed + open.length;
  return all === 0 ? 100 : (100 * noticed) / all;
}

/** The two-sided quantile of a normal distribution for 95 %. */
const QUANTILE = 1.959964;

/**
 * Between how many percent the whole area's score lies with a certainty of 95 %, going by a random sample of it: Wilson's interval (1927), whose
 * width is narrowed by √(1 − n / N) for a sample of n out of N.
 */
export function rangeOfScore({
  noticed,
  open,
  leftOut,
}: Pick<Verdict, 'noticed' | 'open' | 'leftOut'>): readonly [number, number] {
  const n = noticed + open.length;
  if (n === 0) return [0, 100];
  const share = noticed / n;
  const z = QUANTILE * Math.sqrt(leftOut / (n + leftOut));
  const middle = (share + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  return [100 * (middle - half), 100 * (middle + half)];
}

/** Where a change is in a source text: lines and columns from 1, the end behind the last character. */
export interface Range {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** Longest text of a change: a judgement is read by people. */
const LONGEST = 120;

/** What a mutant is known by from version to version: its line and its change, not its place. */
export function describeChange(source: string, { start, end }: Range, replacement: string): { line: string; change: string } {
  const lines = source.split('\n');
  const parts = lines.slice(start.line - 1, end.line);
  parts[parts.length - 1] = parts.at(-1)!.slice(0, end.column - 1);
  parts[0] = parts[0]!.slice(start.column - 1);
  return { line: lines[start.line - 1]!.trim(), change: `${shorten(parts.join('\n'))} → ${shorten(replacement)}` };
}

function shorten(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain.length <= LONGEST ? plain : `${plain.slice(0, LONGEST - 1)}…`;
}
