import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { toRadians } from '../../math/angles.ts';
import { exp } from '../../math/elementary.ts';
import { quantile } from '../../math/quantile.ts';
import { angleBetween, IDENTITY, rotate, shortestArc } from '../../math/quat.ts';
import { add, distance, lerp, scale, subtract, vec3At, ZERO, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest, worldPosition, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { createFrameWorlds, fillFrameWorlds } from '../frame-worlds.ts';
import { rootTranslationOf, type Pose } from '../../skeleton/pose.ts';
import { askedLegs, sinkingOf, yawsForFeet, type Need } from './feet-needs.ts';
import type { Comparison } from './compare-rigs.ts';
import { followLegs } from './follow-legs.ts';
import { leastTurn } from './least-turn.ts';
import { legRootJoints, tiltPelvis, yawPelvis } from './tilt-pelvis.ts';
import { limitPace } from '../smoothing.ts';
import { LOWEST_SHARE, withoutRaised, type StandingFoot } from './foot-stands.ts';

/** The feet that show where the floor is, and those of them that keep their places. */
interface PlantedFeet {
  readonly stands: readonly StandingFoot[];
  readonly feet: readonly StandingFoot[];
  /** Whether the source never stands: then it is as high over its floor as the skeleton's rest shows that. */
  readonly floats: boolean;
}

/** A body at its place, and the feet that stand there. */
interface PlacedBody {
  readonly poses: Pose[];
  readonly feet: readonly StandingFoot[];
}

/** Seconds over which what the body does for planted feet comes and goes (standard deviation of a Gaussian). */
const BLEND = 0.12;
/** Legs a second by which the body may be shifted while the source's stands still. */
const OWN_PACE = 0.09;
/** Radians a second by which the pelvis may be yawed while the source's does not turn. */
const OWN_YAW = toRadians(30);
/** Leg lengths by which one leg root may be raised further over the other for legs of other proportions. */
const MOST_TILT = 0.04;
/** Share of the body's own place among what planted feet ask for: it goes back where no foot stands nearby in time. */
const OWN_WEIGHT = 1e-3;

/**
 * The poses with the body where the source's is: the leg roots follow the source's (`source`: where stretching bones have them), in leg lengths, by the midpoint and by how much one is
 * higher than the other, and then, as far as feet are on the floor, what legs of other proportions reach. One constant height brings the planted soles onto the floor, or the floor of a body that floats onto the other.
 * From there the body goes along with what keeps planted feet at their places with the least turn of its legs, smoothed over time; its pelvis turns to two that stand. Feet that lie above others stand no more.
 */
export function placeBody(
  from: Rig,
  to: Rig,
  source: readonly WorldTransforms[],
  poses: readonly Pose[],
  { stands, feet, floats }: PlantedFeet,
  { turn, size }: Comparison,
  fps: number,
): PlacedBody {
  const frames = createFrameWorlds(to.skeleton, poses.length);
  const origins = [from, to].map((rig) => legRoots(rig, worldAtRest(rig.skeleton)));
  const rises = risesIn(from, source)?.map((rise) => size * rise);
  const moved = rises ? tiltPelvis(to, poses, rises) : poses.map((pose) => pose.slice());
  const placed = fillFrameWorlds(to.skeleton, moved, frames);
  const reached = risesIn(to, placed);
  moved.forEach((pose, frame) => {
    const root = legRoots(from, source[frame]!);
    const [x, , z] = add(origins[1]!, rotate(turn, scale(subtract(root, origins[0]!), size)));
    moveBody(pose, subtract([x, size * root[1], z], legRoots(to, placed[frame]!)));
  });
  const beside = { source, worlds: fillFrameWorlds(to.skeleton, moved, frames), leg: legLength(from) };
  const { shifts: byLegs, rises: further } = followLegs(feet, beside, { turn, size }, MOST_TILT * legLength(to), fps);
  const tilted = reached
    ? tiltPelvis(
        to,
        moved,
        reached.map((rise, frame) => rise + further[frame]!),
      )
    : moved;
  const worldsWith = (each: readonly Pose[]) => fillFrameWorlds(to.skeleton, movedBodies(each, byLegs), frames);
  const up = floats
    ? to.report.floor - size * from.report.floor
    : liftOntoFloor(stands, worldsWith(tilted), source, legLength(from));
  const lift: Vec3 = [0, up, 0];
  for (const pose of tilted) moveBody(pose, lift);
  const atPlace = worldsWith(tilted);
  const standing = feet.map((foot) => withoutRaised(foot, atPlace));
  const yawed = yawPelvis(to, tilted, yawsForFeet(askedLegs(standing, atPlace), yawRates(from, source, fps), fps));
  const lifted = worldsWith(yawed);
  const needs = askedLegs(standing, lifted).flatMap((legs, frame) => {
    const { shift: move } = leastTurn(legs, 0);
    return legs.map((): Need => ({ frame, move }));
  });
  const ups = [...needs, ...standing.flatMap((foot) => sinkingOf(foot, lifted))];
  const [sideways, upwards] = [needs, ups].map((each) => smoothedMean(each, moved.length, fps));
  const wanted = byLegs.map((shift, frame) => add(shift, [sideways![frame]![0], upwards![frame]![1], sideways![frame]![2]]));
  return { poses: movedBodies(yawed, keepPace(wanted, stepRates(from, to, source, size, fps))), feet: standing };
}

/** Metres by which the left leg root is higher than the right one in each frame; null for a body without both. */
function risesIn(rig: Rig, worlds: readonly WorldTransforms[]): Float64Array | null {
  const roots = legRootJoints(rig);
  return roots && Float64Array.from(worlds, ({ positions }) => positions[3 * roots[0] + 1]! - positions[3 * roots[1] + 1]!);
}

/** The midpoint of the joints of the thighs; the hips where there are none. */
export function legRoots(rig: Rig, world: WorldTransforms): Vec3 {
  const left = rig.humanoid.leftUpperLeg;
  const right = rig.humanoid.rightUpperLeg;
  const hips = worldPosition(world, rig.humanoid.hips ?? rig.skeleton.root);
  if (left === undefined || right === undefined) return hips;
  return lerp(worldPosition(world, left), worldPosition(world, right), 0.5);
}

/** The poses with their bodies moved, each by its own move. */
export function movedBodies(poses: readonly Pose[], moves: readonly Vec3[]): Pose[] {
  return poses.map((pose, frame) => {
    const result = pose.slice();
    moveBody(result, moves[frame]!);
    return result;
  });
}

/** Moves the body of a pose, in place. */
function moveBody(pose: Pose, by: Vec3): void {
  pose.set(add(rootTranslationOf(pose), by));
}

/** Leg lengths above its lowest height up to which an ankle of the source is as low as that. */
const LOW = 0.02;

/** Whether a foot that has toes lies whenever it stands. */
function liesWithToes({ ankleStands, knowsToes }: StandingFoot): boolean {
  return knowsToes && ankleStands.every(({ attitude }) => attitude === 'lies');
}

/**
 * Metres by which all frames go up for the planted soles to stand: the median, or the most for a body that lies all the time. Where nothing is planted, ankles stand where those of the source are
 * lowest.
 */
function liftOntoFloor(
  feet: readonly StandingFoot[],
  worlds: readonly WorldTransforms[],
  source: readonly WorldTransforms[],
  leg: number,
): number {
  const ankles = feet.flatMap(({ ankleStands, limb, shape }) =>
    ankleStands.flatMap(({ first, last, level }) =>
      worlds.slice(first, last + 1).map((world) => shape.standing + level - worldPosition(world, limb.end)[1]),
    ),
  );
  if (ankles.length > 0) return quantile(ankles, feet.every(liesWithToes) ? 1 : 0.5);
  const toes = feet.flatMap(({ toeStands, toes: joint, shape }) =>
    toeStands.flatMap(({ first, last, level }) =>
      worlds.slice(first, last + 1).map((world) => shape.toesStanding + level - worldPosition(world, joint)[1]),
    ),
  );
  if (toes.length > 0) return quantile(toes, 0.5);
  const heightOf = (joint: number, frame: number) => worldPosition(source[frame]!, joint)[1];
  const frames = [...worlds.keys()];
  const floor = quantile(
    feet.flatMap(({ sourceAnkle }) => frames.map((frame) => heightOf(sourceAnkle, frame))),
    LOWEST_SHARE,
  );
  const low = feet.flatMap(({ limb, shape, sourceAnkle }) =>
    frames
      .filter((frame) => heightOf(sourceAnkle, frame) < floor + LOW * leg)
      .map((frame) => shape.standing - worldPosition(worlds[frame]!, limb.end)[1]),
  );
  return quantile(low, 0.5);
}

/** What the needs ask for in each frame: the mean over the feet, smoothed over time; nothing where no foot stands nearby in time. */
function smoothedMean(needs: readonly Need[], count: number, fps: number): Vec3[] {
  const sums: Vec3[] = Array.from({ length: count }, () => ZERO);
  const weights = new Float64Array(count);
  for (const { frame, move } of needs) {
    sums[frame] = add(sums[frame]!, move);
    weights[frame]! += 1;
  }
  return sums.map((_, frame) => meanAround(sums, weights, frame, fps));
}

function meanAround(sums: readonly Vec3[], weights: Float64Array, frame: number, fps: number): Vec3 {
  const reach = Math.max(1, Math.round(3 * BLEND * fps));
  let x = 0;
  let y = 0;
  let z = 0;
  let total = OWN_WEIGHT;
  for (let f = Math.max(0, frame - reach); f <= Math.min(sums.length - 1, frame + reach); f++) {
    if (weights[f] === 0) continue;
    const seconds = (f - frame) / fps;
    const weight = exp(-((seconds / BLEND) ** 2) / 2);
    const share = weight / weights[f]!;
    const sum = sums[f]!;
    x += sum[0] * share;
    y += sum[1] * share;
    z += sum[2] * share;
    total += weight;
  }
  return scale([x, y, z], 1 / total);
}

/**
 * Metres by which the body may be shifted from each frame to the next, along each axis: a little, and as much as the source's body moves
 * itself, so that it never leaps where the source's goes gently.
 */
export function stepRates(from: Rig, to: Rig, source: readonly WorldTransforms[], size: number, fps: number): Float64Array {
  const little = (OWN_PACE * legLength(to)) / fps;
  return Float64Array.from({ length: Math.max(0, source.length - 1) }, (_, frame) => {
    const step = distance(legRoots(from, source[frame]!), legRoots(from, source[frame + 1]!));
    return (little + size * step) / Math.sqrt(3);
  });
}

/** Radians by which the pelvis may be yawed further from each frame to the next: a little, and as much as the source's turns itself. */
function yawRates(from: Rig, source: readonly WorldTransforms[], fps: number): Float64Array {
  const roots = legRootJoints(from);
  const across = ({ positions }: WorldTransforms) =>
    roots ? subtract(vec3At(positions, roots[0]), vec3At(positions, roots[1])) : ZERO;
  return Float64Array.from({ length: Math.max(0, source.length - 1) }, (_, frame) => {
    return OWN_YAW / fps + angleBetween(shortestArc(across(source[frame]!), across(source[frame + 1]!)), IDENTITY);
  });
}

/** The shifts with every axis limited in pace. */
export function keepPace(shifts: readonly Vec3[], rates: Float64Array): Vec3[] {
  const [x, y, z] = ([0, 1, 2] as const).map((c) =>
    limitPace(
      Float64Array.from(shifts, (shift) => shift[c]),
      rates,
    ),
  );
  return shifts.map((_, frame) => [x![frame]!, y![frame]!, z![frame]!]);
}
