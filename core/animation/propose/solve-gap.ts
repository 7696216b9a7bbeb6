import type { Ground } from '../../contact/ground.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { KEY_TIME_TOLERANCE } from '../../math/tolerances.ts';
import { distance } from '../../math/vec3.ts';
import { forwardKinematics, pointOf } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { StandingSpan } from '../clip.ts';
import { CONTACT_SETTINGS } from '../contacts.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Stance } from '../ground/stance.ts';
import { crossBetween } from '../ground/walk-over-ground.ts';
import { contactPoints } from '../holding/contact-points.ts';
import { solveLimbs, type PlannedLimb } from '../holding/solve-limbs.ts';
import { SHORTEST_CONTACT, stillPart } from '../holding/still-part.ts';
import { clipFromPoses } from '../clip-from-poses.ts';
import { posesAt } from '../joint-paths.ts';
import { bodyWay } from './body-way.ts';
import { carryBody } from './carriage.ts';
import { planFeet, stepKinds, type EndWorlds, type FootMove, type FootPlan, type StepKind } from './foot-moves.ts';
import { limitKeeper } from './keep-limits.ts';
import type { Gap } from './gap.ts';
import { flatFoot, plannedLeg } from './gap-foot.ts';
import { knownGap } from './learned/gap-features.ts';
import { learnedWay, type MotionTable } from './learned/motion-table.ts';
import { footWithLeg } from './foot-with-leg.ts';
import { addResidual } from './learned/residual-way.ts';
import { footAlong, legOverGround, solveClear, walkingFoot } from './legs-over-ground.ts';

/** A gap that is filled. */
export interface FilledGap {
  /** One a frame, both ends included. */
  readonly poses: readonly Pose[];
  /** What stands meanwhile; seconds from the first pose on. */
  readonly contacts: readonly StandingSpan[];
}

/** Likeness to captured motion, 0 to 1, from which on feet go as learned legs lead them. */
const FAMILIAR = 0.5;
/** Metres by which two keys of a foot that stands may differ when it is held in its place. */
const SAME = 1e-3;
/** Leg lengths by which points of a foot that stand may differ in height. */
const LEVEL = CONTACT_SETTINGS.rise;

/** The ways of changing place that differ in a gap; none where the feet have not to change theirs from standing to standing. */
export function kindsOfGap(rig: Rig, gap: Gap): readonly StepKind[] {
  return stepKinds(rig, endWorlds(rig, gap), gap.fps);
}

/** How to fill a gap. */
export interface Filling {
  /** How feet that stand at both ends change their places. */
  readonly kind: StepKind;
  /** How far the motion leaves the straight way. */
  readonly strength: number;
  /** What was learned of captured motion; empty: nothing. */
  readonly learned: MotionTable;
}

/** A pose at an end of a gap, and how it is on the ground. */
export interface GapEnd {
  readonly pose: Pose;
  readonly stance: Stance;
}

/** Ground that a gap on a level floor is carried over, and how its two ends are there. */
export interface GroundBelow {
  readonly ground: Ground;
  readonly ends: readonly [GapEnd, GapEnd];
}

/** The poses that a body takes in a gap, feet in their places and joints inside their limits; `below`: null where the floor is level. */
export function fillGap(rig: Rig, gap: Gap, how: Filling, below: GroundBelow | null = null): FilledGap {
  const worlds = endWorlds(rig, gap);
  const { plans, poses } = below ? fillOver(rig, gap, worlds, how, below) : fillLevel(rig, gap, worlds, how);
  const contacts = plans.flatMap((plan) => contactsOf(rig, gap, worlds, plan));
  return { poses, contacts: contacts.flatMap((span) => stillPart(rig, poses, gap.fps, span) ?? []) };
}

/** What feet do in a gap, and the poses that follow. */
interface PlannedGap {
  readonly plans: readonly FootPlan[];
  readonly poses: readonly Pose[];
}

function fillLevel(rig: Rig, gap: Gap, worlds: EndWorlds, how: Filling): PlannedGap {
  const { plans, poses } = carriedBody(rig, gap, worlds, how);
  const legs = plans.map((plan) => plannedLeg(rig, plan, (time) => flatFoot(rig, gap, plan, poses[time]!, time), poses));
  return { plans, poses: solvedGap(rig, gap, poses, legs, [gap.first, gap.last]) };
}

/** How far the body goes with what its feet do, legs not yet solved. */
function carriedBody(
  rig: Rig,
  gap: Gap,
  worlds: EndWorlds,
  { kind, strength, learned }: Filling,
  over?: { readonly more: number },
) {
  const plans = planFeet(rig, worlds, gap, kind, over?.more);
  const poses = bodyWay(rig, gap, strength);
  const isStepping = stepKinds(rig, worlds, gap.fps).length > 0;
  const familiarity = isStepping ? 0 : learnBody(rig, gap, learned, poses, strength);
  if (isStepping) carryBody(rig, gap, plans, kind, poses, strength, over !== undefined);
  const within = limitKeeper(rig.skeleton, [gap.first, gap.last]);
  for (const pose of poses.slice(1, -1)) within(pose);
  if (familiarity < FAMILIAR) return { plans, poses };
  return { plans: plans.map((plan) => footWithLeg(rig, gap, plan, poses) ?? plan), poses };
}

/** Changes the poses of a gap, in place, by how captured bodies left the way that their speeds led them; how like those this gap is, 0 to 1. */
function learnBody(rig: Rig, gap: Gap, learned: MotionTable, poses: readonly Pose[], strength: number): number {
  const { features, heading } = knownGap(rig, gap);
  const way = learnedWay(learned, features, gap.frames / gap.fps);
  if (!way) return 0;
  addResidual(rig, poses, way.waves, heading, strength);
  return way.familiarity;
}

/** The poses with their legs solved, inside the limits that both ends keep, which are shown as they are. */
function solvedGap(
  rig: Rig,
  { frames, fps }: Gap,
  poses: readonly Pose[],
  legs: readonly PlannedLimb[],
  ends: readonly [Pose, Pose],
): readonly Pose[] {
  const clip = clipFromPoses(rig.skeleton, poses, { id: 'gap', name: 'gap', fps, loop: false });
  const times = poses.map((_, time) => time / fps);
  const solved = posesAt(rig.skeleton, solveLimbs(rig, clip, legs, poses, 0), times);
  const within = limitKeeper(rig.skeleton, ends);
  for (const pose of solved.slice(1, -1)) within(pose);
  return solved.map((pose, time) => (time === 0 ? ends[0] : time === frames ? ends[1] : pose));
}

/** Leg lengths from the height of one stand to that of the next up to which a walk needs no shorter steps, strides that it makes more for that, and seconds of a step at least. */
const COMFORTABLE = 0.3;
const MORE_STRIDES = 5;
const SHORTEST_STEP = 0.35;

function fillOver(rig: Rig, gap: Gap, worlds: EndWorlds, how: Filling, below: GroundBelow): PlannedGap {
  const { ground, ends } = below;
  const stances = [ends[0].stance, ends[1].stance] as const;
  const across = (more: number) => {
    const { plans, poses } = carriedBody(rig, gap, worlds, how, { more });
    const feet = plans.map((plan) => (time: number) => flatFoot(rig, gap, plan, poses[time]!, time));
    const walking = plans.map((plan, i) => walkingFoot(rig, plan, feet[i]!, gap.frames));
    return { plans, feet, walking, crossed: crossBetween(rig, walking, poses, gap.fps, ground, stances) };
  };
  let best = across(0);
  for (let more = 1; how.kind === 'walk' && more <= MORE_STRIDES; more++) {
    if (best.crossed.highestStep <= COMFORTABLE * legLength(rig)) break;
    const next = across(more);
    const steps = next.plans.reduce((sum, { moves }) => sum + moves.length, 0);
    if (gap.frames < SHORTEST_STEP * gap.fps * steps) break;
    if (next.crossed.highestStep < best.crossed.highestStep) best = next;
  }
  const { plans, feet, walking, crossed } = best;
  const shown = ends.map(({ pose }) => pose) as [Pose, Pose];
  const poses = solveClear(rig, ground, walking, (lifts) => {
    const legs = plans.map((plan, i) =>
      legOverGround(rig, plan, footAlong(plan, crossed.ways[i]!, feet[i]!, lifts[i]!), crossed.poses),
    );
    return solvedGap(rig, gap, crossed.poses, legs, shown);
  });
  return { plans, poses };
}

function endWorlds({ skeleton }: Rig, { before, first, last, after }: Gap): EndWorlds {
  const [a, b, c, d] = [before, first, last, after].map((pose) => forwardKinematics(skeleton, pose));
  return { before: a!, first: b!, last: c!, after: d! };
}

/** The points of a foot that stand while it does: those that are as low as its lowest. */
function contactsOf(rig: Rig, { frames, fps }: Gap, { first, last }: EndWorlds, plan: FootPlan): readonly StandingSpan[] {
  const isStill = ({ isStanding, start, end }: FootMove) => isStanding && distance(start, end) < SAME;
  const stops = [0, ...plan.moves.flatMap((move) => (isStill(move) ? [] : [move.from, move.to])), frames];
  const points = contactPoints(rig).filter(({ part }) => part.startsWith(plan.foot.side) && !part.endsWith('Hand'));
  const spans: StandingSpan[] = [];
  for (let i = 0; i + 1 < stops.length; i += 2) {
    const [from, to] = [Math.ceil(stops[i]!) / fps, Math.floor(stops[i + 1]!) / fps];
    if (!(to - from >= SHORTEST_CONTACT - KEY_TIME_TOLERANCE)) continue;
    const world = i === 0 ? first : last;
    const heights = points.map(({ joint, offset }) => pointOf(world, joint, offset)[1]);
    const lowest = Math.min(...heights);
    const level = LEVEL * legLength(rig);
    spans.push(...points.flatMap(({ part }, k) => (heights[k]! < lowest + level ? [{ part, from, to }] : [])));
  }
  return spans;
}
