import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PLANTABLE_BONES } from '../../../core/animation/contacts.ts';
import { fillFrameWorlds } from '../../../core/animation/frame-worlds.ts';
import { standingFeet, type Stand, type StandingFoot } from '../../../core/animation/retarget/foot-stands.ts';
import { finish } from '../../../core/animation/steps.ts';
import { poseFeet, dropsWithin } from '../../../core/animation/retarget/pose-limbs.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { planFoot } from '../../../core/animation/retarget/plan-feet.ts';
import type { FootPath } from '../../../core/animation/foot-path.ts';
import { angleBetween, quatAt, rotate } from '../../../core/math/quat.ts';
import { add, distance, vec3At, type Vec3 } from '../../../core/math/vec3.ts';

const FPS = 30;
const FRAMES = 60;
const LEG = 0.8;
const SOLE = 0.08;
const TOES: Vec3 = [0, -0.06, 0.13];
/** The frame in which the body is highest, by so many metres more than the leg is long. */
const TOP = 30;

/** A foot that stands all the time under a body that rises to `most` metres over the leg's reach and comes down again within eight frames. */
function rising(most: number, toes: Vec3 | null, isStanding = true) {
  const worlds = Array.from({ length: FRAMES }, (_, frame) => {
    const over = most - (Math.abs(frame - TOP) * 4 * most) / 8;
    const top = SOLE + LEG + Math.max(-0.05, over);
    return {
      positions: Float64Array.of(0, SOLE, 0, 0, top, 0, 0, top / 2, 0.01),
      rotations: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
    };
  });
  const stands: Stand[] = isStanding ? [{ first: 0, last: FRAMES - 1, level: 0, attitude: 'flat' }] : [];
  const foot: StandingFoot = {
    side: 'left',
    limb: { name: 'leftLeg', end: 0, upper: 1, bend: 2, hock: -1, joints: [0, 2, 1], length: LEG },
    shape: {
      standing: SOLE,
      toes,
      toesStanding: toes ? SOLE + toes[1] : SOLE,
      ball: toes ?? [0, -SOLE, 0.13],
      up: [0, 1, 0],
      ahead: [0, 0, 1],
      snap: 0.05,
    },
    sourceTop: 0,
    sourceAnkle: 0,
    sourceFloor: 0,
    toes: toes ? 0 : -1,
    knowsToes: toes !== null,
    ankleStands: stands,
    toeStands: stands,
  };
  const path = planFoot(foot, worlds, FPS);
  const reach = (frame: number) => distance(vec3At(worlds[frame]!.positions, 1), vec3At(path.positions, frame));
  return { worlds, foot, path, reach, drops: dropsWithin([{ foot, path }], worlds, FPS) };
}

const eachFrame = (valueOf: (frame: number) => number) => Array.from({ length: FRAMES }, (_, frame) => valueOf(frame));

const toesAt = (path: FootPath, frame: number) => add(vec3At(path.positions, frame), rotate(quatAt(path.rotations, frame), TOES));

/** Radians by which the foot is raised over its toes, which do not turn along. */
const riseIn = (path: FootPath, frame: number) => angleBetween(quatAt(path.rotations, frame), quatAt(path.toeRotations, frame));

describe('a leg that is too short for where its foot stands @all', () => {
  test('raises the heel over toes that keep their place, until it reaches', () => {
    const { path, reach, drops } = rising(0.02, TOES);
    for (let frame = 0; frame < FRAMES; frame++) {
      expect(reach(frame), `frame ${frame}`).toBeLessThan(LEG + 1e-9);
      expect(distance(toesAt(path, frame), [0, SOLE + TOES[1], TOES[2]])).toBeLessThan(1e-9);
    }
    // As little as does it, and the body stays where it is.
    expect(reach(TOP)).toBeCloseTo(LEG, 9);
    expect(Math.max(...drops)).toBe(0);
  });

  test('raises it no sooner and no longer than that', () => {
    const { path } = rising(0.02, TOES);
    for (const frame of [0, TOP - 3, TOP + 3, FRAMES - 1]) expect(riseIn(path, frame)).toBeLessThan(1e-9);
    for (const frame of [TOP - 1, TOP, TOP + 1]) expect(riseIn(path, frame)).toBeGreaterThan(0.01);
  });

  test('raises it as far as an ankle pitches a foot for its toes', () => {
    const { path, reach } = rising(0.055, TOES);
    const rise = riseIn(path, TOP);
    expect(rise).toBeGreaterThan(0.4);
    expect(rise).toBeLessThan(0.6);
    expect(reach(TOP)).toBeCloseTo(LEG, 9);
    expect(distance(toesAt(path, TOP), [0, SOLE + TOES[1], TOES[2]])).toBeLessThan(1e-9);
  });

  test('leaves the heel where no rise would be enough, and under a foot that does not stand', () => {
    for (const { path } of [rising(0.2, TOES), rising(0.02, TOES, false)]) {
      for (let frame = 0; frame < FRAMES; frame++) expect(riseIn(path, frame)).toBeLessThan(1e-9);
    }
  });

  test('brings the body down where the foot has no toes to rise on, and no faster than gently', () => {
    const { reach, drops } = rising(0.02, null);
    for (let frame = 0; frame < FRAMES; frame++) expect(reach(frame) - drops[frame]!).toBeLessThan(LEG + 1e-9);
    expect(drops[TOP]).toBeCloseTo(0.02, 9);
    for (let frame = 1; frame < FRAMES; frame++) {
      expect(Math.abs(drops[frame]! - drops[frame - 1]!)).toBeLessThan((0.2501 * LEG) / FPS);
    }
    expect(Math.max(...rising(0.2, null).drops)).toBe(0);
  });

  test('does little else for a frame that needs a little more than what is done at most @all', () => {
    const step = 2e-4;
    const [raised, lowered] = [0.05, 0.02].map((from, k) =>
      Array.from({ length: 300 }, (_, i) => {
        const { path, drops } = rising(from + step * i, k === 0 ? TOES : null);
        return eachFrame((frame) => (k === 0 ? riseIn(path, frame) : drops[frame]!));
      }),
    );
    const jumps = (each: readonly number[][]) =>
      Math.max(...each.slice(1).flatMap((now, i) => now.map((value, frame) => Math.abs(value - each[i]![frame]!))));
    expect(Math.max(...lowered!.flat())).toBeGreaterThan(0.03);
    expect(jumps(lowered!)).toBeLessThan(5 * step);
    expect(Math.max(...raised!.flat())).toBeGreaterThan(0.5);
    expect(jumps(raised!)).toBeLessThan(0.1);
    expect(Math.max(...raised!.at(-1)!, ...lowered!.at(-1)!)).toBe(0);
  });

  test('leaves the body where the other leg would have to bend for it', () => {
    const [short, other] = [rising(0.03, null), rising(-0.001, null)];
    const { worlds, foot, path } = short;
    // The other leg stands straight under the same body.
    const [x, , z] = vec3At(path.positions, 0);
    const higher = other.path.positions.map((value, i) =>
      i % 3 === 1 ? worlds[(i - 1) / 3]!.positions[4]! - 0.999 * LEG : i % 3 === 0 ? x : z,
    );
    const both = [
      { foot, path },
      { foot: { ...foot, side: 'right' as const }, path: { ...other.path, positions: higher } },
    ];
    expect(Math.max(...short.drops)).toBeGreaterThan(0.029);
    expect(Math.max(...dropsWithin(both, worlds, FPS))).toBeLessThan(0.003);
  });
});

test('toes lie on the floor under a raised heel', () => {
  const rig = buildRig(readCharacterScene(readGltf(readFileSync(MANNEQUIN))));
  const { skeleton, humanoid } = rig;
  const rest = restPose(skeleton);
  // The legs at rest are nearly straight.
  const raised = rest.slice();
  raised[1]! += 0.03;
  const poses = Array.from({ length: 5 }, () => raised);
  const contacts = PLANTABLE_BONES.map((bone) => ({ bone, joint: humanoid[bone]!, first: 0, last: 4 }));
  const worlds = fillFrameWorlds(skeleton, poses);
  const [posed] = finish(poseFeet(rig, poses, standingFeet(rig, rig, contacts, worlds, 1), FPS));
  const [before, after] = [rest, posed!].map((pose) => forwardKinematics(skeleton, pose));
  for (const side of ['left', 'right'] as const) {
    const [foot, toes] = [humanoid[`${side}Foot`]!, humanoid[`${side}Toes`]!];
    expect(worldPosition(after!, foot)[1] - worldPosition(before!, foot)[1]).toBeGreaterThan(0.005);
    expect(angleBetween(worldRotation(after!, foot), worldRotation(before!, foot))).toBeGreaterThan(0.04);
    expect(Math.abs(worldPosition(after!, toes)[1] - worldPosition(before!, toes)[1])).toBeLessThan(1e-4);
    expect(angleBetween(worldRotation(after!, toes), worldRotation(before!, toes))).toBeLessThan(1e-3);
  }
});
