import { describe, expect, test } from 'vitest';
import type { Clip } from '../../../../core/animation/clip.ts';
import { contactPoints, footPoints, solePointsOf, type FootPoints } from '../../../../core/animation/holding/contact-points.ts';
import { createClip, setKey } from '../../../../core/animation/keys.ts';
import { playedClip } from '../../../../core/animation/played-clip.ts';
import { inbetweenKinds, proposeInbetween } from '../../../../core/animation/propose/propose-inbetween.ts';
import type { StepKind } from '../../../../core/animation/propose/foot-moves.ts';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { createGround, type Ground } from '../../../../core/contact/ground.ts';
import type { Shape } from '../../../../core/contact/shape.ts';
import { meshOfShape } from '../../../../core/contact/shape-mesh.ts';
import { createSurface, placeSurface } from '../../../../core/contact/surface.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { forwardKinematics, pointOf, worldRotation, type WorldTransforms } from '../../../../core/skeleton/forward-kinematics.ts';
import { angleBetween, fromAxisAngle, multiply, rotate, type Quat } from '../../../../core/math/quat.ts';
import { distance, type Vec3 } from '../../../../core/math/vec3.ts';
import { restPose, rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { TRIES_ALL, few } from '../../../helpers/extent.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const rig = buildRig(readGlbScene(MANNEQUIN));
const { skeleton } = rig;
const { floor } = rig.report;
const FPS = 30;
const RISE = 0.2;
const TREAD = 0.45;
const TILT = (15 * Math.PI) / 180;

/** Ground, and the same written down: how high it is so far ahead. */
interface Ahead {
  readonly ground: Ground;
  readonly heightAt: (z: number) => number;
  /** Radians that it rises there. */
  readonly slopeAt: (z: number) => number;
}

/** Steps of 20 cm that begin 0.3 m ahead, going up or down; ten of them. */
function stairs(isUp: boolean, isMesh = false): Ahead {
  const steps = 10;
  const long = steps * TREAD;
  const made: Shape = { kind: 'stairs', steps, rise: RISE, tread: TREAD, width: 4 };
  const shape = createSurface(isMesh ? { kind: 'mesh', ...meshOfShape(made) } : made);
  const about: Quat = isUp ? [0, 0, 0, 1] : [0, 1, 0, 0];
  const low = isUp ? floor : floor - steps * RISE;
  const up = (z: number) => (z < 0.3 ? 0 : Math.min(steps, Math.ceil((z - 0.3) / TREAD)));
  const stand = createSurface({ kind: 'box', size: [4, steps * RISE, 4] });
  const level = placeSurface(stand, [0, low, isUp ? 0.3 + long + 2 : 0.3 - 2]);
  return {
    ground: createGround([placeSurface(shape, [0, low, 0.3 + long / 2], about), level], low),
    heightAt: (z) => floor + (isUp ? 1 : -1) * RISE * (isUp ? up(z) : up(z) === 0 ? 0 : up(z) - 1),
    slopeAt: () => 0,
  };
}

/** A slope that begins at once and goes on. */
function slope(isUp: boolean): Ahead {
  const [long, high] = [12, 12 * Math.tan(TILT)];
  const shape = createSurface({ kind: 'ramp', length: long, height: high, width: 4 });
  const about: Quat = isUp ? [0, 0, 0, 1] : [0, 1, 0, 0];
  const tangent = (isUp ? 1 : -1) * Math.tan(TILT);
  const low = floor - 6 * Math.tan(TILT);
  return {
    ground: createGround([placeSurface(shape, [0, low, 0], about)], null),
    heightAt: (z) => floor + z * tangent,
    slopeAt: () => (isUp ? TILT : -TILT),
  };
}

test('the grounds are what they are said to be', () => {
  for (const { ground, heightAt } of [stairs(true), stairs(false), slope(true), slope(false)])
    for (const z of [-0.4, 0.1, 0.35, 0.7, 0.8, 1.1, 2.2, 3.2])
      expect(ground.heightBelow(0, heightAt(z) + 0.3, z), String(z)).toBeCloseTo(heightAt(z), 6);
});

/** The mannequin with each foot so far ahead, flat on the ground, hips between them and low enough. */
function standing({ heightAt, slopeAt }: Ahead, left: number, right: number): Pose {
  const rest = forwardKinematics(skeleton, restPose(skeleton));
  const soles = [left, right].map((z) => ({ z, y: heightAt(z), tilt: slopeAt(z) }));
  const goals = footPoints(rig).flatMap((foot) => {
    const { z, y, tilt } = soles[foot.side === 'left' ? 0 : 1]!;
    const turn = fromAxisAngle([1, 0, 0], -tilt);
    const ankle = pointOf(rest, foot.limb.end, [0, 0, 0]);
    const soleY = Math.min(...solePointsOf(foot).map(({ joint, offset }) => pointOf(rest, joint, offset)[1]));
    const arm = rotate(turn, [0, ankle[1] - soleY, 0]);
    const target: Vec3 = [ankle[0], y + arm[1], z + arm[2]];
    const maxLinks = foot.limb.joints.length;
    return [
      { kind: 'position' as const, joint: foot.limb.end, target, tolerance: 1e-5, maxLinks },
      {
        kind: 'orientation' as const,
        joint: foot.limb.end,
        target: multiply(turn, worldRotation(rest, foot.limb.end)),
        tolerance: 1e-4,
        maxLinks,
      },
    ];
  });
  // Of hips here and there, legs bent more or less, the first from which both feet are reached.
  const lowest = Math.min(...soles.map(({ y }) => y)) - floor;
  for (let drop = 0.01; drop < 0.25; drop += 0.02)
    for (const lean of [0, -0.1, 0.1, -0.2, 0.2]) {
      const pose = restPose(skeleton);
      pose[1] = lowest - drop;
      pose[2] = (left + right) / 2 + lean;
      const { pose: found, status } = createSolver(skeleton).solve(pose, goals);
      if (status === 'reached') return found;
    }
  throw new Error(`no stance at ${left} and ${right}`);
}

function between(first: Pose, last: Pose, frames: number): Clip {
  const empty = createClip('c', 'Clip', { fps: FPS, duration: frames / FPS, loop: false });
  return setKey(skeleton, setKey(skeleton, empty, 0, first), frames / FPS, last);
}

/** Millimetres that the deepest point of a sole is in the ground, that the lower foot is above it, and that a held point goes in a frame; degrees of knees. */
function measure(clip: Clip, { heightAt }: Ahead, frames: number) {
  const shown = playedClip(rig, clip, {});
  const worlds = Array.from({ length: frames + 1 }, (_, f) => forwardKinematics(skeleton, sampleClip(skeleton, shown, f / FPS)));
  const gapsIn = (world: WorldTransforms, foot: FootPoints): number[] =>
    solePointsOf(foot).map(({ joint, offset }) => {
      const [, y, z] = pointOf(world, joint, offset);
      return y - heightAt(z);
    });
  // Of a foot that has rolled over its ball the toes lie flat under that joint.
  const lowestIn = (world: WorldTransforms, foot: FootPoints): number => {
    const [, y, z] = pointOf(world, foot.limb.end, foot.ball);
    return Math.min(...gapsIn(world, foot), y - heightAt(z) - distance(foot.ball, foot.ballSole));
  };
  const kneeIn = (world: WorldTransforms, { limb }: FootPoints): number => {
    const [a, b, c] = [limb.upper, limb.bend, limb.end].map((joint) => pointOf(world, joint, [0, 0, 0])) as [Vec3, Vec3, Vec3];
    const [u, v] = [b.map((x, k) => x - a[k]!), c.map((x, k) => x - b[k]!)];
    const cosine = u.reduce((sum, x, k) => sum + x * v[k]!, 0) / (Math.hypot(...u) * Math.hypot(...v));
    return (Math.acos(Math.min(1, cosine)) * 180) / Math.PI;
  };
  const feet = footPoints(rig);
  const inside = Math.max(...worlds.flatMap((world) => feet.map((foot) => -Math.min(...gapsIn(world, foot)))));
  const above = Math.max(...worlds.map((world) => Math.min(...feet.map((foot) => lowestIn(world, foot)))));
  const slides = (clip.contacts ?? []).flatMap(({ part, from, to }) => {
    const { joint, offset } = contactPoints(rig).find((each) => each.part === part)!;
    const within = worlds.slice(Math.round(from * FPS), Math.round(to * FPS) + 1);
    return within.slice(1).map((world, i) => distance(pointOf(world, joint, offset), pointOf(within[i]!, joint, offset)));
  });
  // Frames on which a foot comes down.
  const landings = feet.flatMap((foot) =>
    worlds.slice(1).flatMap((world, f) => {
      const [before, now] = [worlds[f]!, world].map((each) => lowestIn(each, foot)) as [number, number];
      return before > 2e-3 && now <= 2e-3 ? [kneeIn(world, foot)] : [];
    }),
  );
  const knees = worlds.flatMap((world) => feet.map((foot) => kneeIn(world, foot)));
  return {
    inside: 1000 * inside,
    above: 1000 * above,
    slide: 1000 * Math.max(0, ...slides),
    landings,
    deepest: Math.max(...knees),
  };
}

/** Millimetres in a frame that the fastest of the feet that are within 2 mm of the ground goes while the other is in the air. */
function slideOfStanding(clip: Clip, { heightAt }: Ahead, frames: number): number {
  const worlds = Array.from({ length: frames + 1 }, (_, f) => forwardKinematics(skeleton, sampleClip(skeleton, clip, f / FPS)));
  const ballAt = (world: WorldTransforms, { limb, ball }: FootPoints) => pointOf(world, limb.end, ball);
  const above = (world: WorldTransforms, foot: FootPoints) => {
    const [, y, z] = ballAt(world, foot);
    return y - heightAt(z) - distance(foot.ball, foot.ballSole);
  };
  return Math.max(
    ...worlds.slice(1).flatMap((world, f) => {
      const [a, b] = footPoints(rig) as [FootPoints, FootPoints];
      const onGround = [a, b].filter((foot) => above(world, foot) < 2e-3 && above(worlds[f]!, foot) < 2e-3);
      return onGround.length === 1 ? [1000 * distance(ballAt(world, onGround[0]!), ballAt(worlds[f]!, onGround[0]!))] : [0];
    }),
  );
}

/** Degrees that a joint of a leg turns in a frame at most. */
function fastestTurn(clip: Clip, frames: number): number {
  const poses = Array.from({ length: frames + 1 }, (_, f) => sampleClip(skeleton, clip, f / FPS));
  const joints = footPoints(rig).flatMap(({ limb }) => limb.joints);
  const turns = poses
    .slice(1)
    .flatMap((pose, f) => joints.map((joint) => angleBetween(rotationOf(pose, joint), rotationOf(poses[f]!, joint))));
  return (Math.max(...turns) * 180) / Math.PI;
}

/** Millimetres that holding the contacts moves the lowest point of a foot. */
function movedByContacts(clip: Clip, ahead: Ahead, frames: number): number {
  const shown = playedClip(rig, clip, {});
  const lowest = (of: Clip, f: number) => {
    const world = forwardKinematics(skeleton, sampleClip(skeleton, of, f / FPS));
    return footPoints(rig).map((foot) =>
      Math.min(...solePointsOf(foot).map(({ joint, offset }) => pointOf(world, joint, offset)[1])),
    );
  };
  const moves = Array.from({ length: frames + 1 }, (_, f) => lowest(clip, f).map((y, k) => Math.abs(y - lowest(shown, f)[k]!)));
  return 1000 * Math.max(...moves.flat());
}

const CASES: readonly [string, Ahead, readonly [number, number], readonly [number, number], number, StepKind][] = [
  ['a step onto a tread', stairs(true), [0, 0], [0.5, 0.5], 40, 'step'],
  ['one step up stairs after another', stairs(true), [0, 0.5], [0.95, 1.4], 60, 'step'],
  ['a walk up stairs', stairs(true), [0, 0], [3.2, 3.2], 180, 'walk'],
  ['a walk up stairs of triangles', stairs(true, true), [0, 0], [3.2, 3.2], 180, 'walk'],
  ['a walk down stairs', stairs(false), [0, 0], [3.2, 3.2], 180, 'walk'],
  ['a walk up a slope', slope(true), [0, 0], [3.2, 3.2], 150, 'walk'],
  ['a walk down a slope', slope(false), [0, 0], [3.2, 3.2], 150, 'walk'],
  ['a step up a slope', slope(true), [0, 0], [0.4, 0.4], 45, 'step'],
];

describe.each(TRIES_ALL ? CASES : CASES.filter(([name]) => !/triangles|one step|a step up/.test(name)))(
  '%s',
  (_, ahead, from, to, frames, kind) => {
    const known = between(standing(ahead, ...from), standing(ahead, ...to), frames);
    const { clip, keys } = proposeInbetween(rig, known, 0, frames, { kind, ground: ahead.ground });

    test('feet stand on the ground within 2 mm, go through none of it and do not slide', () => {
      const { inside, above, slide } = measure(clip, ahead, frames);
      expect(inside).toBeLessThan(2);
      expect(above).toBeLessThan(2);
      expect(slide).toBeLessThan(1);
      expect(slideOfStanding(clip, ahead, frames)).toBeLessThan(2);
    });

    test('no leg comes down straight, and no knee bends more than a climb asks for', () => {
      const { landings, deepest } = measure(clip, ahead, frames);
      expect(landings.length).toBeGreaterThan(0);
      for (const knee of landings) expect(knee).toBeGreaterThan(10);
      expect(deepest).toBeLessThan(135);
    });

    test('no leg leaps from frame to frame, and contacts lift no foot off the ground', () => {
      expect(fastestTurn(clip, frames)).toBeLessThan(27);
      expect(movedByContacts(clip, ahead, frames)).toBeLessThan(5);
    });

    test('both keys are met exactly, with fewer keys than frames', () => {
      for (const frame of [0, frames])
        expect([...sampleClip(skeleton, clip, frame / FPS)]).toEqual(
          [...sampleClip(skeleton, known, frame / FPS)].map((value) => expect.closeTo(value, 9)),
        );
      expect(keys).toBeLessThan(0.9 * frames);
    });

    test('without the ground the same gap goes through it or floats above it, or knows of no foot that stands', () => {
      const { inside, above } = measure(proposeInbetween(rig, known, 0, frames, { kind }).clip, ahead, frames);
      const kinds = inbetweenKinds(rig, known, 0, frames);
      expect(kinds.includes(kind) ? Math.max(inside, above) : Infinity).toBeGreaterThan(15);
    });
  },
);

test('in a jump onto a tread both feet fly clear of its edge, and land on it', () => {
  const ahead = stairs(true);
  const known = between(standing(ahead, 0, 0), standing(ahead, 0.5, 0.5), 40);
  expect(inbetweenKinds(rig, known, 0, 40, ahead.ground)).toEqual(['step', 'jump']);
  const { clip } = proposeInbetween(rig, known, 0, 40, { kind: 'jump', ground: ahead.ground });
  const { inside, above } = measure(clip, ahead, 40);
  expect(inside).toBeLessThan(2);
  expect(above).toBeGreaterThan(50);
});

test('feet that stand on a tread each change their places as on a floor: only the ground says that they stand', () => {
  const ahead = stairs(true);
  const known = between(standing(ahead, 0, 0.5), standing(ahead, 0.95, 1.4), 60);
  expect(inbetweenKinds(rig, known, 0, 60)).toEqual([]);
  expect(inbetweenKinds(rig, known, 0, 60, ahead.ground)).toEqual(['walk', 'step', 'jump']);
});

test.each(
  few(
    [
      ['the floor', () => createGround([], floor)],
      [
        'a level stage',
        () => createGround([placeSurface(createSurface({ kind: 'box', size: [9, 1, 9] }), [0, floor - 1, 0])], null),
      ],
      [
        'a box that is out of the way',
        () => createGround([placeSurface(createSurface({ kind: 'box', size: [1, 1, 1] }), [5, floor, 5])], floor),
      ],
    ] as const,
    2,
  ),
)('over %s a gap is filled as it is without any ground', (_, ground) => {
  const level: Ahead = { ground: ground(), heightAt: () => floor, slopeAt: () => 0 };
  const known = between(standing(level, 0, 0), standing(level, 0.6, 0.6), 45);
  expect(proposeInbetween(rig, known, 0, 45, { ground: level.ground })).toEqual(proposeInbetween(rig, known, 0, 45));
});

test('what is no ground is refused in a sentence', () => {
  const known = between(restPose(skeleton), restPose(skeleton), 45);
  const sentence = 'the ground must be an object, got 3';
  expect(() => proposeInbetween(rig, known, 0, 45, { ground: 3 as never })).toThrow(sentence);
  expect(() => inbetweenKinds(rig, known, 0, 45, 3 as never)).toThrow(sentence);
});
