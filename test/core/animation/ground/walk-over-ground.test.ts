import { expect, test } from 'vitest';
import {
  createGround,
  createSurface,
  findContacts,
  limitExcess,
  placeSurface,
  walkOverGround,
  type Clip,
  type Rig,
} from '../../../../core/index.ts';
import { frameTimes, posesAt } from '../../../../core/animation/joint-paths.ts';
import { TRIES_ALL, few } from '../../../helpers/extent.ts';
import { sharedClips, type SharedClip } from '../../../helpers/shared-clips.ts';
import { GROUNDS, groundFor, measureWalk, type GroundName } from '../../../helpers/walked-ground.ts';

/** Captured walks on a level floor, with the contacts that are found in them: one on the mannequin in `npm test`. */
const WALKS: readonly (SharedClip & { readonly flat: Clip })[] = [
  ...sharedClips((file) => /cmu-12_01-walk|mh-12_03-walk/.test(file)),
]
  .filter(({ name, onto }) => TRIES_ALL || (name.startsWith('cmu') && onto === 'mannequin'))
  .map((walk) => ({ ...walk, flat: { ...walk.clip, contacts: findContacts(walk.rig, walk.clip) } }));
if (WALKS.length === 0) console.log('SKIP walks over ground: the folder ../shared/data is not there');

const CASES = WALKS.flatMap(({ name, onto, rig, flat }) =>
  GROUNDS.map((ground): [string, string, GroundName, Rig, Clip] => [name, onto, ground, rig, flat]),
);

test.skipIf(CASES.length === 0).each(few(CASES, 2))(
  '%s, %s, over %s: feet stand on it and nowhere in it, and no leg is straight',
  (_, onto, name, rig, flat) => {
    const ground = groundFor(rig, flat, name);
    const walked = walkOverGround(rig, flat, ground);
    const { above, inside, slide, swing, knees, climb } = measureWalk(rig, flat, walked, ground);
    // Of narrow stairs heels may hang over the edge.
    if (name !== 'narrow stairs up') expect(above).toBeLessThan(2);
    expect(inside).toBeLessThan(2);
    expect(swing).toBeLessThan(2);
    expect(slide).toBeLessThan(1);
    expect(knees[0]).toBeGreaterThan(10);
    expect(knees[1]).toBeLessThan(150);
    expect(name.endsWith('up') ? climb : -climb).toBeGreaterThan(0.6);
    const legs = (['leftUpperLeg', 'leftLowerLeg', 'rightUpperLeg', 'rightLowerLeg'] as const).map((bone) => rig.humanoid[bone]!);
    // Two narrow treads a step are 40 cm: hips of a captured body whose ankles leave their limits by themselves go beyond theirs, too.
    if (name === 'narrow stairs up' && onto === 'own') return;
    for (const pose of posesAt(rig.skeleton, walked, frameTimes(walked)))
      for (const joint of legs) expect(limitExcess(rig.skeleton, pose, joint)).toBeLessThan(0.01);
  },
);

test.skipIf(WALKS.length === 0)(
  'a walk over the floor that it was taken on stays as it was but for what its feet slid and stood off it',
  () => {
    // A captured body of joints alone stands on these, which the capture had some way over the floor.
    const { rig, flat } = WALKS.find(({ onto }) => onto === 'mannequin')!;
    const walked = walkOverGround(rig, flat, createGround([], rig.report.floor));
    const [was, is] = [flat, walked].map((clip) => posesAt(rig.skeleton, clip, [0.5, 1.5, 2.5, 3.5]));
    for (const [i, pose] of is!.entries())
      for (const k of [0, 1, 2]) expect(Math.abs(pose[k]! - was![i]![k]!)).toBeLessThan(0.02);
    expect(walked.loop).toBe(false);
    expect(walked.contacts).toBe(undefined);
  },
);

test.skipIf(WALKS.length === 0)(
  'the body goes up smoothly: no frame is more than a centimetre from the middle of its neighbours',
  () => {
    const { rig, flat } = WALKS[0]!;
    const ground = groundFor(rig, flat, 'stairs up');
    const walked = walkOverGround(rig, flat, ground);
    const times = Array.from({ length: Math.floor(flat.duration * 30) }, (_, i) => i / 30);
    const heights = posesAt(rig.skeleton, walked, times).map((pose) => pose[1]!);
    expect(heights.at(-1)! - heights[0]!).toBeGreaterThan(0.9);
    for (let i = 1; i + 1 < heights.length; i++)
      expect(Math.abs(heights[i]! - (heights[i - 1]! + heights[i + 1]!) / 2), `frame ${i}`).toBeLessThan(0.01);
  },
);

test('where there is nothing to stand on, and what is no ground, is told', () => {
  const walk = WALKS[0];
  if (!walk) return;
  const { rig, flat } = walk;
  expect(() => walkOverGround(rig, flat, null as never)).toThrow('the ground must be an object, got null');
  expect(() => createGround([null as never])).toThrow('a surface of the ground must be an object, got null');
  const nowhere = createGround([placeSurface(createSurface({ kind: 'box', size: [1, 1, 1] }), [50, 0, 50])], null);
  const walked = walkOverGround(rig, flat, nowhere);
  for (const pose of posesAt(rig.skeleton, walked, [1, 2])) expect([...pose].every(Number.isFinite)).toBe(true);
});
