import { describe, expect, test } from 'vitest';
import {
  addCounts,
  countPlaywright,
  countTests,
  countVitest,
  describeCounts,
  describeSlowest,
  lastLine,
  NOTHING,
} from '../../build/scripts/testing/counts.ts';

describe('the last line of npm test', () => {
  test('says how many passed and failed, and what was skipped where something was', () => {
    expect(describeCounts({ ...NOTHING, passed: 12 })).toBe('12 passed, 0 failed');
    expect(describeCounts({ ...NOTHING, passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  });

  test('says that nothing was tested on sample files where there are none', () => {
    const counts = { ...NOTHING, passed: 12, skipped: 3 };
    expect(lastLine(counts, { folder: '../shared/data', isThere: false })).toBe(
      '12 passed, 0 failed, 3 skipped; nothing on sample files, ../shared/data is not there',
    );
    expect(lastLine(counts, { folder: '../shared/data', isThere: true })).toBe('12 passed, 0 failed, 3 skipped');
  });

  test('adds up the steps', () => {
    const sum = addCounts(
      { passed: 1, failed: 2, skipped: 3, skips: ['a'], failures: ['x'], repeats: ['r'], times: [{ place: 'm', seconds: 1 }] },
      {
        passed: 10,
        failed: 20,
        skipped: 30,
        skips: ['b', 'c'],
        failures: ['y'],
        repeats: ['s'],
        times: [{ place: 'n', seconds: 2 }],
      },
    );
    expect(sum).toEqual({
      passed: 11,
      failed: 22,
      skipped: 33,
      skips: ['a', 'b', 'c'],
      failures: ['x', 'y'],
      repeats: ['r', 's'],
      times: [
        { place: 'm', seconds: 1 },
        { place: 'n', seconds: 2 },
      ],
    });
  });

  test('names the ten slowest, slowest first', () => {
    const times = Array.from({ length: 12 }, (_, i) => ({ place: `file ${i}`, seconds: i === 4 ? 100 : i / 8 }));
    const lines = describeSlowest(times);
    expect(lines).toHaveLength(10);
    expect(lines.slice(0, 2)).toEqual([' 100.0 s  file 4', '   1.4 s  file 11']);
  });

  test('counts a file of tests that could not be loaded as a failure', () => {
    const results = (...statuses: string[]) => statuses.map((status) => ({ status }));
    const report = {
      numPassedTests: 5,
      numFailedTests: 1,
      testResults: [
        {
          name: '/p/test/a.test.ts',
          status: 'passed',
          startTime: 1000,
          endTime: 3500,
          assertionResults: results('passed', 'pending', 'skipped'),
        },
        {
          name: '/p/test/b.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'failed', fullName: 'sums add', failureMessages: ['\u001b[31mError: 3 is not 4\u001b[39m\n  at b.ts:1'] },
            { status: 'todo' },
          ],
        },
        { name: '/p/test/c.test.ts', status: 'failed', message: 'Error: no such file', assertionResults: [] },
      ],
    };
    expect(countVitest(report, '/p', false)).toEqual({
      passed: 5,
      failed: 2,
      skipped: 3,
      skips: ['test/a.test.ts: 2', 'test/b.test.ts: 1'],
      failures: ['test/b.test.ts sums add: Error: 3 is not 4', 'test/c.test.ts: Error: no such file'],
      repeats: [],
      times: [
        { place: 'test/a.test.ts', seconds: 2.5 },
        { place: 'test/b.test.ts', seconds: 0 },
        { place: 'test/c.test.ts', seconds: 0 },
      ],
    });
  });

  test('says of what only `npm run test-all` makes that it was skipped where it was to be made', () => {
    const assertionResults = ['sums add @all', 'sums add'].map((fullName) => ({ status: 'skipped', fullName }));
    const report = {
      numPassedTests: 0,
      numFailedTests: 0,
      testResults: [{ name: '/p/test/a.test.ts', status: 'passed', assertionResults }],
    };
    expect(countVitest(report, '/p', false).skips).toEqual(['test/a.test.ts: 1']);
    expect(countVitest(report, '/p', true).skips).toEqual(['test/a.test.ts: 2']);
  });

  test('names a journey that passed only when repeated, and says why others were skipped', () => {
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 3 };
    const skipped = (projectName: string, description?: string) => ({
      projectName,
      status: 'skipped',
      annotations: [{ type: 'skip', ...(description && { description }) }],
    });
    const passed = { projectName: 'browser', status: 'expected', annotations: [] };
    const failed = (status: string, ...errors: string[]) => ({
      ...passed,
      status,
      results: errors.map((message) => ({ duration: 1500, error: { message } })),
    });
    const inner = { specs: [{ tests: [passed, skipped('electron', 'no program')] }] };
    const own = [
      { tests: [skipped('browser')] },
      { title: 'pulls', file: 'a.spec.ts', tests: [failed('unexpected', 'Error: late\nmore'), failed('flaky', 'Error: once')] },
    ];
    const suites = [{ suites: [inner, inner], specs: own }];
    expect(countPlaywright({ stats, suites })).toEqual({
      passed: 5,
      failed: 1,
      skipped: 3,
      skips: ['journeys in browser: 1', 'journeys in electron (no program): 2'],
      failures: ['a.spec.ts pulls (browser): Error: late'],
      repeats: ['a.spec.ts pulls (browser): Error: once'],
      times: [
        { place: 'a.spec.ts pulls (browser)', seconds: 1.5 },
        { place: 'a.spec.ts pulls (browser)', seconds: 1.5 },
        { place: '(browser)', seconds: 0 },
        { place: '(browser)', seconds: 0 },
      ],
    });
  });

  test('never calls a run good that ended badly', () => {
    expect(countTests(NOTHING, false)).toEqual({ ...NOTHING, failed: 1 });
    expect(countTests({ ...NOTHING, passed: 4, failed: 2 }, false)).toEqual({ ...NOTHING, passed: 4, failed: 2 });
    expect(countTests({ ...NOTHING, passed: 4 }, true)).toEqual({ ...NOTHING, passed: 4 });
  });
});
