import { describe, expect, test } from 'vitest';
import { createLivePerson } from '../../../../core/formats/pictures/live-person.ts';
import type { FilmedFrame } from '../../../../core/humanoid/picture/smooth-people.ts';
import type { SeenPerson } from '../../../../core/humanoid/picture/seen-person.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { distance } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import type { Pose } from '../../../../core/skeleton/pose.ts';
import { limbErrors, limbPlaces } from '../../../benchmarks/pictures/measure.ts';
import { steppingMannequin } from '../../../helpers/capture-files.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { filmOf } from '../../../helpers/seen-people.ts';

const { poses } = steppingMannequin();
const rig = buildRig(readGlbScene(MANNEQUIN));
const NONE = { arms: new Float64Array(0), legs: new Float64Array(0) };
const FPS = 30;

function follow(film: readonly FilmedFrame[]): Pose[] {
  const person = createLivePerson(rig, NONE);
  return film.map(({ time, seen }) => person(seen!, time));
}

const hipsOf = (pose: Pose) => worldPosition(forwardKinematics(rig.skeleton, pose), rig.humanoid.hips!);

describe('A character that moves as a person before a camera', () => {
  const found = follow(filmOf(rig, poses, 0.01, FPS));

  test('has its limbs about where the person’s are, though it knows nothing of what comes', () => {
    const errors = found.flatMap((pose, i) => limbErrors(limbPlaces(rig, pose), limbPlaces(rig, poses[i]!)));
    errors.sort((a, b) => a - b);
    expect(errors[errors.length >> 1]).toBeLessThan(10);
    expect(errors[Math.floor(0.9 * errors.length)]).toBeLessThan(20);
  });

  test('is inside limits, and its lowest sole is on the floor', () => {
    for (const pose of found) {
      expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
      const world = forwardKinematics(rig.skeleton, pose);
      const ankles = (['leftFoot', 'rightFoot'] as const).map((foot) => worldPosition(world, rig.humanoid[foot]!)[1]);
      expect(Math.min(...ankles)).toBeGreaterThan(0.04);
      expect(Math.min(...ankles)).toBeLessThan(0.25);
    }
  });

  test('that stands still trembles by less than half a degree', () => {
    const still = Array.from({ length: 60 }, () => poses[0]!);
    const calm = follow(filmOf(rig, still, 0.002, FPS)).map((pose) => limbPlaces(rig, pose));
    const trembles = calm.slice(30).flatMap((places, i) => limbErrors(places, calm[29 + i]!));
    expect(Math.hypot(...trembles) / Math.sqrt(trembles.length)).toBeLessThan(0.5);
  });

  test('goes as far to its left as the person does, and not by itself', () => {
    const still = Array.from({ length: 90 }, () => poses[0]!);
    const film = filmOf(rig, still, 0, FPS);
    const there = follow(film).at(-1)!;
    expect(distance(hipsOf(there), hipsOf(follow(film)[0]!))).toBeLessThan(0.01);
    // Half a metre to the right of the picture, of which 0.63 times the distance of 4 m is as high as it is.
    const moved = film.map(({ time, seen }) => ({ time, seen: aside(seen!, time < 1 ? 0 : 0.5 / (0.63 * 4)) }));
    const [x, , z] = hipsOf(follow(moved).at(-1)!);
    expect(x - hipsOf(there)[0]).toBeGreaterThan(0.4);
    expect(x - hipsOf(there)[0]).toBeLessThan(0.6);
    expect(Math.abs(z - hipsOf(there)[2])).toBeLessThan(0.1);
  });
});

function aside(seen: SeenPerson, by: number): SeenPerson {
  return Object.fromEntries(
    Object.entries(seen).map(([part, point]) => [part, { ...point, right: point.right + by }]),
  ) as unknown as SeenPerson;
}
