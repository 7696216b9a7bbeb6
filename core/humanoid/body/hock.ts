import { dot, length, normalize, rejectFrom, subtract, UNIT_Y, vec3At, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest } from '../../skeleton/forward-kinematics.ts';
import type { Hocks } from './body-geometry.ts';
import type { HumanoidMap } from './bones.ts';
import { sided, SIDES, type Side } from './found-bones.ts';
import { perRig } from './per-rig.ts';
import type { Rig } from './rig.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';

/** The joints of a leg that was seen to have a hock, one way or the other. World places at rest, metres. */
export interface HockedLeg {
  readonly hip: Vec3;
  readonly knee: Vec3;
  readonly hock: Vec3;
  readonly foot: Vec3;
}

/** Share of its length by which the bone below a hock goes down at least: the middle foot of a person lies flatter. Our choice. */
const STEEP = 0.5;
/** Share of the hips' height above the foot that a hock is above it at least: ankles of people on tiptoe are lower. Our choice. */
const HIGH = 0.2;
/** Share of the bone before it that the bone below a hock is long at least: feet of people are shorter. Our choice. */
const LONG = 0.45;
/** Sine of the angle by which a shin above a hock leans at least: people stand on upright ones, however short. Our choice. */
const LEANS = 0.3;
/** Share of the way from knee to foot that a hock lies off the straight line at least: twist joints lie on it. Our choice. */
const OFF_LINE = 0.08;

/** Whether a joint between knee and foot is a hock: that of a leg which stands on its toes, as those of birds, cats and dinosaurs do. */
export function isHock({ hip, knee, hock, foot }: HockedLeg): boolean {
  const below = subtract(hock, foot);
  const long = length(below);
  const way = subtract(foot, knee);
  const shin = subtract(hock, knee);
  const off = length(rejectFrom(shin, normalize(way)));
  return (
    below[1] >= STEEP * long &&
    below[1] >= HIGH * (hip[1] - foot[1]) &&
    long >= LONG * length(shin) &&
    length(rejectFrom(shin, UNIT_Y)) >= LEANS * length(shin) &&
    off >= OFF_LINE * length(way) &&
    dot(below, way) < 0
  );
}

/** Of the joints between knee and foot the one that is a hock and lies farthest off the line between them; −1 where none is one. `at`: world, at rest. */
export function hockBetween(
  parents: ArrayLike<number>,
  at: (joint: number) => Vec3,
  [hip, knee, foot]: readonly [hip: number, knee: number, foot: number],
): number {
  if (!hangsFrom(parents, foot, knee)) return -1;
  let [found, most] = [-1, 0];
  const line = normalize(subtract(at(foot), at(knee)));
  for (let joint = parents[foot]!; joint !== knee; joint = parents[joint]!) {
    const off = length(rejectFrom(subtract(at(joint), at(knee)), line));
    if (off <= most || !isHock({ hip: at(hip), knee: at(knee), hock: at(joint), foot: at(foot) })) continue;
    [found, most] = [joint, off];
  }
  return found;
}

/** Joints of hocks, by side. */
export type HockJoints = Readonly<Partial<Record<Side, number>>>;

/** The hocks of a rig: joints of no bone between its knees and its feet. */
export const hocksOf: (rig: Rig) => HockJoints = perRig(({ skeleton, humanoid }) => {
  const { positions } = worldAtRest(skeleton);
  return hocksBetween(skeleton.parents, (joint) => vec3At(positions, joint), humanoid);
});

/** The same of joints that are no rig yet. */
export function hocksBetween(parents: ArrayLike<number>, at: (joint: number) => Vec3, map: HumanoidMap): HockJoints {
  const hocks: Partial<Record<Side, number>> = {};
  for (const side of SIDES) {
    const [hip, knee, foot] = (['UpperLeg', 'LowerLeg', 'Foot'] as const).map((part) => map[sided(side, part)]);
    if (hip === undefined || knee === undefined || foot === undefined) continue;
    const hock = hockBetween(parents, at, [hip, knee, foot]);
    if (hock >= 0) hocks[side] = hock;
  }
  return hocks;
}

/** Where hocks are, metres. */
export function placesOf({ left, right }: HockJoints, positions: readonly Vec3[]): Hocks {
  return {
    ...(left !== undefined && { left: positions[left]! }),
    ...(right !== undefined && { right: positions[right]! }),
  };
}
