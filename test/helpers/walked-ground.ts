import { contactPoints, footPoints, solePointsOf } from '../../core/animation/holding/contact-points.ts';
import { frameTimes, posesAt } from '../../core/animation/joint-paths.ts';
import {
  createGround,
  createSurface,
  createTouch,
  findContacts,
  forwardKinematics,
  placeSurface,
  type Clip,
  type Ground,
  type Quat,
  type Rig,
  type Shape,
  type Surface,
  type Vec3,
} from '../../core/index.ts';
import { pointOf } from '../../core/skeleton/forward-kinematics.ts';

/** Grounds that lie in the way of a walk: a height of steps, an angle of slopes, both ways. For a figure of 1.75 m. */
export const GROUNDS = ['stairs up', 'stairs down', 'slope up', 'slope down', 'narrow stairs up'] as const;
export type GroundName = (typeof GROUNDS)[number];
const RISE = 0.2;
const TREAD = 0.62;
const NARROW = 0.31;
const SLOPE = Math.tan((15 * Math.PI) / 180);

/** The ground of that name for a clip that walks on a level floor: it begins half a metre after the start, and goes on level behind it. */
export function groundFor(rig: Rig, clip: Clip, name: GroundName): Ground {
  const size = rig.report.height / 1.75;
  const poses = posesAt(rig.skeleton, clip, [0, clip.duration]);
  const [start, end] = poses.map((pose) => pointOf(forwardKinematics(rig.skeleton, pose), rig.humanoid.hips!, [0, 0, 0])) as [
    Vec3,
    Vec3,
  ];
  const far = Math.hypot(end[0] - start[0], end[2] - start[2]);
  const heading = Math.atan2(end[0] - start[0], end[2] - start[2]);
  const { floor } = rig.report;
  const put = (shape: Shape, along: number, up: number, isTurned = false): Surface => {
    const half = (heading + (isTurned ? Math.PI : 0)) / 2;
    const turn: Quat = [0, Math.sin(half), 0, Math.cos(half)];
    return placeSurface(
      createSurface(shape),
      [start[0] + Math.sin(heading) * along, floor + up, start[2] + Math.cos(heading) * along],
      turn,
    );
  };
  const width = 3 * size;
  const platform = (height: number, from: number, up: number): Surface =>
    put({ kind: 'box', size: [width, height, 4 * size] }, from + 2 * size, up);
  const from = 0.5 * size;
  if (name.startsWith('slope')) {
    const [length, height] = [far, far * SLOPE];
    const ramp: Shape = { kind: 'ramp', length, height, width };
    if (name === 'slope up') return createGround([put(ramp, from + length / 2, 0), platform(height, from + length, 0)], floor);
    return createGround([put(ramp, length / 2, -height, true), platform(height, -4 * size, -height)], floor - height);
  }
  const tread = (name === 'narrow stairs up' ? NARROW : TREAD) * size;
  const steps = Math.floor((far - 0.6 * size) / (TREAD * size));
  const [length, height] = [steps * tread, steps * RISE * size];
  const stairs: Shape = { kind: 'stairs', steps, rise: RISE * size, tread, width };
  if (name === 'stairs down')
    return createGround(
      [put(stairs, far - length / 2, -height, true), platform(height, far - length - 4 * size, -height)],
      floor - height,
    );
  return createGround([put(stairs, from + length / 2, 0), platform(height, from + length, 0)], floor);
}

/** How a clip walks over ground; millimetres at the size of a figure of 1.75 m, degrees. */
export interface WalkedGround {
  /** Heels and balls that stand: the most that they are above the ground, and in it. */
  readonly above: number;
  readonly inside: number;
  /** The most that a held point moves in a frame. */
  readonly slide: number;
  /** The most that any point of a sole is in the ground. */
  readonly swing: number;
  /** The least and the most that a knee is bent. */
  readonly knees: readonly [number, number];
  /** Metres that the hips get up from beginning to end. */
  readonly climb: number;
}

/** Measures a clip against the ground that it walks over; `flat` is the clip on a level floor, whose contacts say when feet stand. */
export function measureWalk(rig: Rig, flat: Clip, clip: Clip, ground: Ground): WalkedGround {
  const size = rig.report.height / 1.75;
  const mm = (metres: number): number => (1000 * metres) / size;
  const worlds = posesAt(rig.skeleton, clip, frameTimes(clip)).map((pose) => forwardKinematics(rig.skeleton, pose));
  const feet = footPoints(rig);
  const touch = createTouch();
  let [above, inside, slide, swing] = [0, 0, 0, 0];
  for (const { part, from, to } of flat.contacts ?? findContacts(rig, flat)) {
    if (part.endsWith('Hand')) continue;
    const point = contactPoints(rig).find((each) => each.part === part)!;
    const foot = feet.find(({ side }) => part.startsWith(side))!;
    // The ball is a joint, so far above the sole.
    const thick = part.endsWith('Ball') ? Math.hypot(...foot.ball.map((value, k) => value - foot.ballSole[k]!)) : 0;
    let before: Vec3 | null = null;
    for (let frame = Math.round(from * clip.fps); frame <= Math.round(to * clip.fps); frame++) {
      const at = pointOf(worlds[frame]!, point.joint, point.offset);
      const height = ground.heightBelow(at[0], at[1] + 0.15 * size, at[2], touch);
      const gap = mm((at[1] - height) * touch.normal[1]! - thick);
      if (!part.endsWith('Toe')) above = Math.max(above, gap);
      inside = Math.max(inside, -gap);
      if (before) slide = Math.max(slide, mm(Math.hypot(at[0] - before[0], at[1] - before[1], at[2] - before[2])));
      before = at;
    }
  }
  for (const { joint, offset } of feet.flatMap(solePointsOf))
    for (const world of worlds) {
      const at = pointOf(world, joint, offset);
      const height = ground.heightBelow(at[0], at[1] + 0.15 * size, at[2]);
      if (Number.isFinite(height)) swing = Math.max(swing, mm(height - at[1]));
    }
  const bends = worlds.flatMap((world) =>
    feet.map(({ limb }) => {
      const [top, middle, end] = [limb.upper, limb.bend, limb.end].map((joint) => pointOf(world, joint, [0, 0, 0])) as [
        Vec3,
        Vec3,
        Vec3,
      ];
      const [u, v] = [middle.map((value, k) => value - top[k]!), end.map((value, k) => value - middle[k]!)];
      const cosine = u.reduce((sum, value, k) => sum + value * v[k]!, 0) / (Math.hypot(...u) * Math.hypot(...v));
      return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
    }),
  );
  const hips = [worlds[0]!, worlds.at(-1)!].map((world) => pointOf(world, rig.humanoid.hips!, [0, 0, 0])[1]);
  return { above, inside, slide, swing, knees: [Math.min(...bends), Math.max(...bends)], climb: (hips[1]! - hips[0]!) / size };
}
