import type { Rig } from '../../humanoid/body/rig.ts';
import { KEY_TIME_TOLERANCE } from '../../math/tolerances.ts';
import { clamp } from '../../math/angles.ts';
import { distance, lerp, subtract, ZERO } from '../../math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import { multiply, quatAt, rotate, slerp } from '../../math/quat.ts';
import { smooth } from '../../math/soft-stretch.ts';
import type { StandingSpan } from '../clip.ts';
import { CONTACT_SETTINGS } from '../contacts.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import { contactPoints } from '../holding/contact-points.ts';
import { solveLimbs, type PlannedLimb } from '../holding/solve-limbs.ts';
import { SHORTEST_CONTACT, stillPart } from '../holding/still-part.ts';
import { clipFromPoses } from '../clip-from-poses.ts';
import { posesAt } from '../joint-paths.ts';
import { bodyWay } from './body-way.ts';
import { carryBody } from './carriage.ts';
import { planFeet, stepKinds, type EndWorlds, type FootMove, type FootPlan, type StepKind } from './foot-moves.ts';
import { limitKeeper } from './keep-limits.ts';
import { footAt } from './foot-at.ts';
import type { Gap } from './gap.ts';
import { riseWithin, rollFoot } from '../roll-foot.ts';

/** A gap that is filled. */
export interface FilledGap {
  /** One a frame, both ends included. */
  readonly poses: readonly Pose[];
  /** What stands meanwhile; seconds from the first pose on. */
  readonly contacts: readonly StandingSpan[];
}

/** Seconds of a gap in which a foot that stands nowhere goes as its leg turns, and from which on it goes its own way through the world. */
const LED: readonly [asLeg: number, own: number] = [0.2, 0.5];
/** Share of its length to which a leg is stretched before its heel rises over the ball, and radians by which it rises at most. */
const STRETCHED = 0.999;
const STEEPEST = 1;
/** Metres by which two keys of a foot that stands may differ when it is held in its place. */
const SAME = 1e-3;
/** Leg lengths by which points of a foot that stand may differ in height. */
const LEVEL = CONTACT_SETTINGS.rise;

/** The ways of changing place that differ in a gap; none where the feet have not to change theirs from standing to standing. */
export function kindsOfGap(rig: Rig, gap: Gap): readonly StepKind[] {
  return stepKinds(rig, endWorlds(rig, gap), gap.fps);
}

/** The poses that a body takes in a gap, feet in their places and joints inside their limits. */
export function fillGap(rig: Rig, gap: Gap, kind: StepKind, strength: number): FilledGap {
  const { frames, fps } = gap;
  const worlds = endWorlds(rig, gap);
  const plans = planFeet(rig, worlds, frames, fps, kind);
  const poses = bodyWay(rig, gap, strength);
  if (stepKinds(rig, worlds, fps).length > 0) carryBody(rig, gap, plans, kind, poses, strength);
  const within = limitKeeper(rig.skeleton, [gap.first, gap.last]);
  for (let time = 1; time < frames; time++) within(poses[time]!);
  const limbs = plans.map((plan) => plannedLeg(rig, gap, plan, poses));
  const clip = clipFromPoses(rig.skeleton, poses, { id: 'gap', name: 'gap', fps, loop: false });
  const solved = posesAt(
    rig.skeleton,
    solveLimbs(rig, clip, limbs, poses, 0),
    poses.map((_, time) => time / fps),
  );
  for (let time = 1; time < frames; time++) within(solved[time]!);
  const filled = solved.map((pose, time) => (time === 0 ? gap.first : time === frames ? gap.last : pose));
  const contacts = plans.flatMap((plan) => contactsOf(rig, gap, worlds, plan));
  return { poses: filled, contacts: contacts.flatMap((span) => stillPart(rig, filled, fps, span) ?? []) };
}

function endWorlds({ skeleton }: Rig, { before, first, last, after }: Gap): EndWorlds {
  const [a, b, c, d] = [before, first, last, after].map((pose) => forwardKinematics(skeleton, pose));
  return { before: a!, first: b!, last: c!, after: d! };
}

function plannedLeg({ skeleton }: Rig, { frames, fps, first, last }: Gap, plan: FootPlan, poses: readonly Pose[]): PlannedLimb {
  const { limb, toes } = plan.foot;
  const led = clamp((frames / fps - LED[0]) / (LED[1] - LED[0]), 0, 1);
  return {
    limb,
    toes,
    sole: null,
    goal: (time) => {
      const { share, isPlanted, ...foot } = footAt(plan, time, fps);
      const world = forwardKinematics(skeleton, poses[time]!);
      const [ownPlace, ownRotation] = [worldPosition(world, limb.end), worldRotation(world, limb.end)];
      const flat =
        plan.moves.length === 1 && isFree(plan.moves[0]!, frames)
          ? {
              place: lerp(ownPlace, foot.place, led),
              rotation: foot.rotation ? slerp(ownRotation, foot.rotation, led) : ownRotation,
            }
          : { place: foot.place, rotation: foot.rotation ?? ownRotation };
      const arm = rotate(flat.rotation, plan.foot.ball);
      const rise = riseWithin(subtract(worldPosition(world, limb.upper), flat.place), arm, STRETCHED * limb.length);
      const { place, rotation } = isPlanted ? rollFoot(flat, arm, Math.min(rise, STEEPEST)) : flat;
      const bent = toes < 0 ? null : slerp(rotationOf(first, toes), rotationOf(last, toes), smooth(share));
      return {
        place,
        rotation,
        toes: bent && multiply(multiply(flat.rotation, quatAt(skeleton.rest, toes)), bent),
        held: isPlanted ? [{ joint: limb.end, offset: ZERO, place, priority: 1 }] : [],
      };
    },
  };
}

/** Whether a foot moves in the whole gap. */
function isFree({ from, to, lift, isStanding }: FootMove, frames: number): boolean {
  return from <= 0 && to >= frames && lift === 0 && !isStanding;
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
