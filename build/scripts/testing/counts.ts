import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** A file of tests, or a journey, and how long it took. */
export interface Timed {
  readonly place: string;
  readonly seconds: number;
}

/** How many tests of a step ended how. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What was skipped, a line for each place, with the reason where it is known. */
  readonly skips: readonly string[];
  /** What failed, a line for each test, with the first line of its error. */
  readonly failures: readonly string[];
  /** What failed once and passed when it was repeated, as {@link failures}. */
  readonly repeats: readonly string[];
  /** Each file of unit tests and each journey that ran. */
  readonly times: readonly Timed[];
}

export const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0, skips: [], failures: [], repeats: [], times: [] };

export function addCounts(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    skips: [...a.skips, ...b.skips],
    failures: [...a.failures, ...b.failures],
    repeats: [...a.repeats, ...b.repeats],
    times: [...a.times, ...b.times],
  };
}

/** How many of a step's tests are named with their times. */
const MOST_NAMED = 10;

/** A line for each of the slowest, slowest first. */
export function describeSlowest(times: readonly Timed[]): readonly string[] {
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, MOST_NAMED);
  return slowest.map(({ place, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${place}`);
}

/** `12 passed, 0 failed`, and what was skipped where something was. */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** The last line of all: the counts and, where the sample files are not `there`, that nothing was tested on them. */
export function lastLine(counts: Counts, samples: { readonly folder: string; readonly isThere: boolean }): string {
  return `${describeCounts(counts)}${samples.isThere ? '' : `; nothing on sample files, ${samples.folder} is not there`}`;
}

/** What a test runner's report says, corrected by its exit code: a run that failed has at least one failure. */
export function countTests(counts: Counts, succeeded: boolean): Counts {
  return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    /** Absolute path of the file. */
    readonly name: string;
    readonly status: string;
    /** When its first test began and its last ended, milliseconds. */
    readonly startTime?: number;
    readonly endTime?: number;
    /** Why the file could not be loaded. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName?: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/**
 * Counts of Vitest's JSON report; a file that could not even be loaded counts as one failure. Files are named from `folder`. What only `npm run test-all` makes is
 * not said to be skipped, unless it was to be made, too: `triesAll`.
 */
export function countVitest(report: VitestReport, folder: string, triesAll: boolean): Counts {
  const place = (name: string) => relative(folder, name).replaceAll('\\', '/');
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const skips = report.testResults.map(({ name, assertionResults }) => ({
    name,
    skipped: assertionResults.filter(
      ({ status, fullName = '' }) => status !== 'passed' && status !== 'failed' && (triesAll || !fullName.endsWith('@all')),
    ).length,
  }));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: skips.reduce((sum, { skipped }) => sum + skipped, 0),
    skips: skips.flatMap(({ name, skipped }) => (skipped === 0 ? [] : [`${place(name)}: ${skipped}`])),
    failures: [
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName = '', failureMessages = [] }) => describeFailure(`${place(name)} ${fullName}`, failureMessages[0])),
      ),
      ...broken.map(({ name, message }) => describeFailure(place(name), message)),
    ],
    repeats: [],
    times: report.testResults.map(({ name, startTime = 0, endTime = startTime }) => ({
      place: place(name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title?: string;
    readonly file?: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results?: readonly { readonly duration?: number; readonly error?: { readonly message?: string } }[];
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number; readonly skipped: number };
  readonly suites: readonly PlaywrightSuite[];
}

/** Counts of Playwright's JSON report; a test that passed when it was repeated counts as passed, and is named. */
export function countPlaywright({ stats, suites }: PlaywrightReport): Counts {
  const reasons = suites.flatMap(skippedIn);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    skips: [...new Set(reasons)].map((reason) => `${reason}: ${reasons.filter((other) => other === reason).length}`),
    failures: suites.flatMap((suite) => endedIn(suite, 'unexpected')),
    repeats: suites.flatMap((suite) => endedIn(suite, 'flaky')),
    times: suites.flatMap(timedIn),
  };
}

/** Each journey that ran, with all its attempts. */
function timedIn({ suites = [], specs = [] }: PlaywrightSuite): readonly Timed[] {
  const own = specs.flatMap(({ title = '', file = '', tests }) =>
    tests
      .filter(({ status }) => status !== 'skipped')
      .map(({ projectName, results = [] }) => ({
        place: `${file} ${title} (${projectName})`.trim(),
        seconds: results.reduce((sum, { duration = 0 }) => sum + duration, 0) / 1000,
      })),
  );
  return [...own, ...suites.flatMap(timedIn)];
}

/** A text with the first error of each journey that ended so. */
function endedIn({ suites = [], specs = [] }: PlaywrightSuite, end: 'unexpected' | 'flaky'): readonly string[] {
  const own = specs.flatMap(({ title = '', file = '', tests }) =>
    tests
      .filter(({ status }) => status === end)
      .map(({ projectName, results = [] }) =>
        describeFailure(`${file} ${title} (${projectName})`, results.find(({ error }) => error)?.error?.message),
      ),
  );
  return [...own, ...suites.flatMap((suite) => endedIn(suite, end))];
}

/** `place: error`, the error's first line only and without the colours that a terminal would show. */
function describeFailure(place: string, message = ''): string {
  const [line = ''] = stripVTControlCharacters(message).trim().split('\n');
  return `${place.trim()}${line === '' ? '' : `: ${line}`}`;
}

/** A text for each skipped journey: which host it wanted, and why there was none. */
function skippedIn({ suites = [], specs = [] }: PlaywrightSuite): readonly string[] {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ projectName, status, annotations }) => {
      if (status !== 'skipped') return [];
      const reason = annotations.find(({ type, description }) => type === 'skip' && description)?.description;
      return [`journeys in ${projectName}${reason ? ` (${reason})` : ''}`];
    }),
  );
  return [...own, ...suites.flatMap(skippedIn)];
}
