import { describe, expect, test } from 'vitest';
import {
  addCounts,
  countPlaywright,
  countTests,
  countVitest,
  describeCounts,
  NOTHING,
} from '../../build/scripts/testing/counts.ts';

describe('the last line of npm test', () => {
  test('says how many passed and failed, and what was skipped where something was', () => {
    expect(describeCounts({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
    expect(describeCounts({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  });

  test('adds up the steps', () => {
    const sum = addCounts({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 });
    expect(sum).toEqual({ passed: 11, failed: 22, skipped: 33 });
  });

  test('counts a file of tests that could not be loaded as a failure', () => {
    const report = {
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        { status: 'passed', assertionResults: [1, 2, 3, 4, 5] },
        { status: 'failed', assertionResults: [1] },
        { status: 'failed', assertionResults: [] },
      ],
    };
    expect(countVitest(report)).toEqual({ passed: 5, failed: 2, skipped: 3 });
  });

  test('counts a journey that passed only when repeated as a failure', () => {
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 7 };
    expect(countPlaywright({ stats })).toEqual({ passed: 4, failed: 2, skipped: 7 });
  });

  test('never calls a run good that ended badly', () => {
    expect(countTests(NOTHING, false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countTests({ passed: 4, failed: 2, skipped: 0 }, false)).toEqual({ passed: 4, failed: 2, skipped: 0 });
    expect(countTests({ passed: 4, failed: 0, skipped: 0 }, true)).toEqual({ passed: 4, failed: 0, skipped: 0 });
  });
});
