import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { projectFolder } from '../../vite-targets.ts';
import { findOrInstallBrowser } from '../browser.ts';
import { runNode, runTool, type ToolRun } from '../tools.ts';
import { countPlaywright, countTests, countVitest, NOTHING, type Counts } from './counts.ts';
import { findMissingFromLock, type LockFile } from './lock-file.ts';

/** One line of the summary of `npm test`. */
export interface Step {
  readonly name: string;
  readonly run: () => Counts;
}

const PASSED: Counts = { ...NOTHING, passed: 1 };
const FAILED: Counts = { ...NOTHING, failed: 1 };

/** Every check, in the order in which they run; the build comes before the tests that use it. */
export const STEPS: readonly Step[] = [
  { name: 'lock', run: checkLockFile },
  tool('types-core', 'tsc', ['-p', 'core']),
  tool('types-renderer', 'tsc', ['-p', 'renderer']),
  tool('types-electron', 'tsc', ['-p', 'electron']),
  tool('types-test', 'tsc', ['-p', '.']),
  tool('lint', 'oxlint', ['--type-aware', '--deny-warnings']),
  tool('format', 'oxfmt', ['--list-different']),
  tool('dead-code', 'knip', ['--no-progress']),
  { name: 'build', run: () => judge(runNode([join('build', 'scripts', 'build.ts')], { quiet: true })) },
  { name: 'unit', run: () => runUnitTests() },
  { name: 'journeys', run: () => runJourneys() },
  { name: 'desktop', run: () => runDesktopJourneys() },
];

/**
 * The checks of these names, in their own order; of test files and folders of tests only those tests. All checks for no names. Throws an `Error`
 * with one sentence for a name that is neither.
 */
export function stepsOf(names: readonly string[]): readonly Step[] {
  const isCheck = (name: string) => STEPS.some((step) => step.name === name);
  const paths = names.filter((name) => !isCheck(name));
  const unknown = paths.find((path) => !isTestPath(path));
  if (unknown !== undefined) {
    const checks = STEPS.map(({ name }) => name).join(', ');
    throw new Error(`There is no check or test "${unknown}"; the checks are ${checks}.`);
  }
  const inFolder = (folder: string) => paths.filter((path) => path.replaceAll('\\', '/').includes(folder));
  const desktop = inFolder('test/journeys/desktop/');
  const journeys = inFolder('test/journeys').filter((path) => !desktop.includes(path));
  const units = paths.filter((path) => !journeys.includes(path) && !desktop.includes(path));
  const needsBuild = journeys.length + desktop.length > 0;
  const wanted = STEPS.filter(({ name }) => names.length === 0 || names.includes(name) || (name === 'build' && needsBuild));
  return [
    ...wanted,
    ...(units.length > 0 ? [{ name: 'unit', run: () => runUnitTests(units) }] : []),
    ...(journeys.length > 0 ? [{ name: 'journeys', run: () => runJourneys(journeys) }] : []),
    ...(desktop.length > 0 ? [{ name: 'desktop', run: () => runDesktopJourneys(desktop) }] : []),
  ];
}

function isTestPath(path: string): boolean {
  const way = relative(join(projectFolder, 'test'), resolve(projectFolder, path));
  return !way.startsWith('..') && !isAbsolute(way) && existsSync(resolve(projectFolder, path));
}

function tool(name: string, command: string, parameters: readonly string[]): Step {
  return { name, run: () => judge(runTool(command, parameters, { quiet: true })) };
}

function judge({ succeeded, output }: ToolRun): Counts {
  if (succeeded) return PASSED;
  console.log(output.trimEnd());
  return FAILED;
}

function checkLockFile(): Counts {
  const lock: LockFile = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'));
  const missing = findMissingFromLock(lock);
  for (const sentence of missing) console.log(sentence);
  return missing.length === 0 ? PASSED : FAILED;
}

function runUnitTests(paths: readonly string[] = []): Counts {
  const report = reportFile(paths.length > 0 ? 'chosen-unit.json' : 'unit.json');
  const { succeeded } = runTool(
    'vitest',
    [
      'run',
      '--config',
      join('test', 'vitest.config.ts'),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...paths,
    ],
    { environment: extentOf(paths) },
  );
  return countTests(
    existsSync(report) ? countVitest(JSON.parse(readFileSync(report, 'utf8')), projectFolder, triesAll(paths)) : NOTHING,
    succeeded,
  );
}

function runJourneys(paths: readonly string[] = []): Counts {
  if (findOrInstallBrowser() === null) {
    console.log('No Chromium could be installed: install one, or name it in LIMBER_CHROMIUM.');
    return FAILED;
  }
  return runPlaywright('playwright.config.ts', 'journeys.json', paths);
}

/** The journeys on the packed program, which their configuration packs. */
function runDesktopJourneys(paths: readonly string[] = []): Counts {
  return runPlaywright('desktop.config.ts', 'desktop.json', paths);
}

function runPlaywright(configuration: string, reportName: string, paths: readonly string[]): Counts {
  const report = reportFile(paths.length > 0 ? `chosen-${reportName}` : reportName);
  const { succeeded } = runTool(
    'playwright',
    ['test', '--config', join('test', configuration), '--reporter=list,json', ...paths],
    { environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...extentOf(paths) } },
  );
  return countTests(existsSync(report) ? countPlaywright(JSON.parse(readFileSync(report, 'utf8'))) : NOTHING, succeeded);
}

/** Whether every rig, seed and journey is tried: in `npm run test-all`, and of files of tests that are named. */
function triesAll(paths: readonly string[]): boolean {
  return paths.length > 0 || process.env['LIMBER_TEST_ALL'] !== undefined;
}

function extentOf(paths: readonly string[]): Readonly<Record<string, string>> {
  return triesAll(paths) ? { LIMBER_TEST_ALL: '1' } : {};
}

/** Where a runner writes its report; the one of an earlier run is removed. */
function reportFile(name: string): string {
  const folder = join(projectFolder, 'coverage', 'reports');
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, name), { force: true });
  return join(folder, name);
}
