import { describe, expect, test } from 'vitest';
import { frameTimes, posesAt } from '../../../../core/animation/joint-paths.ts';
import { slideOfContacts } from '../../../../core/animation/holding/contact-spans.ts';
import { playedClip } from '../../../../core/animation/played-clip.ts';
import { motionOfFilm } from '../../../../core/formats/pictures/motion-of-film.ts';
import type { FilmedFrame } from '../../../../core/humanoid/picture/smooth-people.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { limbErrors, limbPlaces } from '../../../benchmarks/pictures/measure.ts';
import { steppingMannequin } from '../../../helpers/capture-files.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { filmOf } from '../../../helpers/seen-people.ts';

const { poses } = steppingMannequin();
/** The same body with limits. */
const rig = buildRig(readGlbScene(MANNEQUIN));
const FPS = 30;
const SETTINGS = { id: 'film', name: 'Film', fps: FPS };
const NONE = { arms: new Float64Array(0), legs: new Float64Array(0) };

const filmed = (of: readonly (typeof poses)[number][], off: number, isHidden?: (frame: number) => boolean) =>
  filmOf(rig, of, off, FPS, isHidden);

const motionOf = (film: readonly FilmedFrame[], count = film.length) => motionOfFilm(rig, { ...SETTINGS, film, count }, NONE);

/** Degrees by which limbs are off, of all frames, ascending. */
function errorsOf(found: readonly (typeof poses)[number][], frames = [...found.keys()]): number[] {
  return frames.flatMap((i) => limbErrors(limbPlaces(rig, found[i]!), limbPlaces(rig, poses[i]!))).toSorted((a, b) => a - b);
}

const atShare = (values: readonly number[], share: number) => values[Math.floor(share * (values.length - 1))]!;

describe('The motion of a film', () => {
  const { clip, doubts } = motionOf(filmed(poses, 0.01));
  const found = posesAt(rig.skeleton, clip, frameTimes(clip));

  test('has a frame for each of the film, and limbs where they were', () => {
    expect(found.length).toBe(poses.length);
    expect(doubts.length).toBe(poses.length);
    const errors = errorsOf(found);
    expect(atShare(errors, 0.5)).toBeLessThan(10);
    expect(atShare(errors, 0.9)).toBeLessThan(24);
  });

  test('is inside limits, and what stands in it stays in its place as it is played', () => {
    const { skeleton } = rig;
    const played = playedClip(rig, clip, {});
    for (const pose of posesAt(skeleton, played, frameTimes(played))) expect(isInsideLimits(skeleton, pose)).toBe(true);
    const parts = new Set(clip.contacts!.map(({ part }) => part));
    expect([...parts].some((part) => part.startsWith('left'))).toBe(true);
    expect([...parts].some((part) => part.startsWith('right'))).toBe(true);
    expect(slideOfContacts(rig, clip, played).largest).toBeLessThan(1e-3);
  });

  test('bridges frames in which nobody was found, and says that nothing of them was seen', () => {
    const isHidden = (i: number) => i >= 20 && i < 26;
    const bridged = motionOf(filmed(poses, 0.01, isHidden));
    const over = posesAt(rig.skeleton, bridged.clip, frameTimes(bridged.clip));
    expect(atShare(errorsOf(over, [20, 21, 22, 23, 24, 25]), 0.5)).toBeLessThan(15);
    expect(bridged.doubts[23]!.sure.leftWrist).toBeLessThan(0.5);
    expect(bridged.doubts[10]!.sure.leftWrist).toBeGreaterThan(0.9);
  });

  test('has the frames of the clip, whatever the pace of the film', () => {
    const slower = filmed(poses, 0).filter((_, i) => i % 2 === 0);
    const { clip: same } = motionOf(slower, poses.length);
    const between = posesAt(rig.skeleton, same, frameTimes(same));
    const odd = Array.from({ length: 20 }, (_, i) => 2 * i + 11);
    expect(between.length).toBe(poses.length);
    expect(atShare(errorsOf(between, odd), 0.5)).toBeLessThan(10);
  });

  test('of somebody who stands still trembles by less than half a degree', () => {
    const still = motionOf(
      filmed(
        Array.from({ length: 40 }, () => poses[0]!),
        0.002,
      ),
    ).clip;
    const calm = posesAt(rig.skeleton, still, frameTimes(still)).map((pose) => limbPlaces(rig, pose));
    const trembles = calm.slice(1).flatMap((places, i) => limbErrors(places, calm[i]!));
    expect(Math.hypot(...trembles) / Math.sqrt(trembles.length)).toBeLessThan(0.5);
  });

  test('of one frame stands still, and that of nobody is refused in a sentence', () => {
    expect(motionOf(filmed(poses.slice(0, 1), 0)).clip.duration).toBeCloseTo(1 / FPS, 9);
    expect(() => motionOf(filmed(poses.slice(0, 3), 0, () => true))).toThrow(
      /^the film must show somebody in one frame at least/,
    );
  });
});
