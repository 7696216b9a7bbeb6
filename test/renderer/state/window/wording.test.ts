import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { issueSentence } from '../../../../core/animation/lint/issues.ts';
import { barSentence } from '../../../../core/animation/fidelity/retarget-report.ts';
import { wordingIn } from '../../../../renderer/state/window/wording.ts';
import { smallBiped } from '../../../helpers/small-biped.ts';

const { rig } = smallBiped();

const METRIC = wordingIn({ lengths: 'cm', times: 'frames' }, 24);
const IMPERIAL = wordingIn({ lengths: 'in', times: 'seconds' }, 24);

test('findings of the check tell lengths in the unit that is set', () => {
  const issue = { kind: 'slide', joint: rig.humanoid.leftFoot!, amount: 0.0127 } as const;
  expect(issueSentence(rig, issue, METRIC)).toBe('Left foot slides by 13 mm a frame while it is planted');
  expect(issueSentence(rig, issue, IMPERIAL)).toBe('Left foot slides by 0.50 in a frame while it is planted');
});

test('what a brought motion does worse than it should tells frames as the timeline counts', () => {
  const report = {
    limbs: { mean: 0, p95: 0 },
    knees: { mean: 0, straight: 0, straightInSource: 0 },
    soles: { median: 0, p95: 0 },
    slide: { p95: 0.0508, source: 0 },
    leaps: [12, 30],
    turns: [],
    floorPenetration: 0,
    hands: { count: 0, kept: 0, largest: 0 },
  };
  expect(barSentence(report, { figure: 'leaps', bar: 0 }, METRIC)).toBe('the hips leap in 2 frames, first at frame 12');
  expect(barSentence(report, { figure: 'leaps', bar: 0 }, IMPERIAL)).toBe('the hips leap in 2 frames, first at 0.50 s');
  expect(barSentence(report, { figure: 'slide', bar: 0.0254 }, IMPERIAL)).toBe(
    'planted feet slide 2.0 in a second, more than 1.0 in',
  );
});

test('nothing in the window writes a length or a frame by itself', () => {
  const sources = ['panels', 'state', 'commands', 'tools'].flatMap((folder) => sourcesIn(join('renderer', folder)));
  const byItself = /\}\s?(?:mm|cm|m)\b[^{}]*`|(?:at|to|from|frame) frame \$\{|'frame \$\{/;
  const found = sources.filter((path) => !TELLING.has(path) && byItself.test(readFileSync(path, 'utf8')));
  expect(found).toEqual([]);
});

/** Where lengths and frames are put into words; a BVH file's unit is told in metres, and pictures carry the numbers of their frames. */
const TELLING = new Set([
  'renderer/state/window/units.ts',
  'renderer/state/window/times.ts',
  'renderer/panels/motion/reading-choices.tsx',
  'renderer/tools/pictures/moments.ts',
]);

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}
