import type { Goal } from '../../../ik/request/goals.ts';
import type { Solver } from '../../../ik/solver-with.ts';
import { clamp } from '../../../math/angles.ts';
import { conjugate, IDENTITY, multiply, rotate } from '../../../math/quat.ts';
import { add, scale, subtract, ZERO, type Vec3 } from '../../../math/vec3.ts';
import {
  forwardKinematics,
  pointOf,
  worldAtRest,
  worldPosition,
  worldRotation,
  type WorldTransforms,
} from '../../../skeleton/forward-kinematics.ts';
import { moveBy, type Pose } from '../../../skeleton/pose.ts';
import type { HumanoidBone } from '../../body/bones.ts';
import { sided, SIDES } from '../../body/found-bones.ts';
import { handleKind, handleOf, handlesOf, isFingerHandle, type HandleName } from '../../body/handles.ts';
import { perRig } from '../../body/per-rig.ts';
import { LYING } from '../../body/resting-height.ts';
import { sizeOf, type Rig } from '../../body/rig.ts';
import { isReached, tryFrom, type Attempt } from '../request/attempt.ts';
import { PIN_PRIORITY } from '../request/pull-goals.ts';
import { placeIn, type PullMove } from '../request/pull-move.ts';

/** A point of the body that the floor stops. */
interface ContactPoint {
  /** The handle that it goes along with. */
  readonly part: HandleName;
  readonly joint: number;
  /** In the joint's frame, metres. */
  readonly offset: Vec3;
  /** Metres of flesh below it. */
  readonly flesh: number;
  /** How many joints may move to keep it above the floor, counted up from its own; undefined for all. */
  readonly links: number | undefined;
}

/** Metres by which a point of a figure 1.75 m tall may sink in before it is stopped. */
const UNNOTICED = 2e-3;
/** Metres of the same that no part may be in the floor in the end. */
const DEEP = 4e-3;
/** Solves that lift what has sunk in. */
const ROUNDS = 4;
/** Joints that turn for the bend of what is pulled: its own limb gives way, not the body. */
const BEND_LINKS = 2;
/** Of a pinned foot its pin comes first and what is pulled last. A pinned hand stays, and its fingers give way by themselves. */
const SOLE = { priority: PIN_PRIORITY / 2 };
const FINGERS = { maxLinks: 1, soft: true };
/** Share of the way from ankle to ball that the toes reach beyond the ball. Our choice. */
const TOES_AHEAD = 0.45;
/** Metres of flesh about the last joint of a finger, as a share of the body's height. */
const FINGER = 0.005;

/** Soles, hands, knees, elbows, hips and head: what comes to lie on a floor. */
const contactPoints: (rig: Rig) => readonly ContactPoint[] = perRig((rig) => {
  const { humanoid, skeleton, report } = rig;
  const rest = worldAtRest(skeleton);
  const points: ContactPoint[] = [];
  const put = (part: HandleName, bone: HumanoidBone, links: number | undefined, flesh: number, at?: Vec3): void => {
    const joint = humanoid[bone];
    if (joint === undefined) return;
    const offset = at ? rotate(conjugate(worldRotation(rest, joint)), subtract(at, worldPosition(rest, joint))) : ZERO;
    points.push({ part, joint, offset, flesh, links });
  };
  const lying = (part: HandleName): number => (LYING[part] ?? 0) * report.height;
  put('hips', 'hips', undefined, lying('hips'));
  put('head', 'head', undefined, lying('head'));
  for (const side of SIDES) {
    const [foot, toes, hand] = [sided(side, 'Foot'), sided(side, 'Toes'), sided(side, 'Hand')] as const;
    put(sided(side, 'Knee'), sided(side, 'LowerLeg'), undefined, lying(sided(side, 'Knee')));
    put(sided(side, 'Elbow'), sided(side, 'LowerArm'), 2, lying(sided(side, 'Elbow')));
    put(hand, hand, 3, lying(hand));
    for (const { name, joint, offset } of handlesOf(rig))
      if (isFingerHandle(name) && name.startsWith(side))
        points.push({ part: hand, joint, offset, flesh: FINGER * report.height, links: 6 });
    const onFloor = ([x, , z]: Vec3): Vec3 => [x, report.floor, z];
    if (humanoid[foot] === undefined) continue;
    const heel = onFloor(worldPosition(rest, humanoid[foot]));
    put(foot, foot, 3, 0, heel);
    if (humanoid[toes] === undefined) continue;
    const ball = onFloor(worldPosition(rest, humanoid[toes]));
    put(foot, foot, 3, 0, ball);
    put(foot, toes, 4, 0, add(ball, scale(subtract(ball, heel), TOES_AHEAD)));
  }
  return points;
});

/** World y below which a point may not go: the floor, or where the pose that was grabbed has it already. */
function lowest(rig: Rig, before: WorldTransforms, { joint, offset, flesh }: ContactPoint): number {
  return Math.min(rig.report.floor + flesh, pointOf(before, joint, offset)[1]);
}

/** Metres by which points are above that. */
function heightsAbove(rig: Rig, before: WorldTransforms) {
  return (world: WorldTransforms, point: ContactPoint): number =>
    pointOf(world, point.joint, point.offset)[1] - lowest(rig, before, point);
}

/** The target as high as the pulled part of the body, turned as it will be, has to be above the floor. */
export function aboveFloor(move: PullMove): Vec3 {
  const { rig, snapshot, handle: name, rotation, target } = move;
  const before = forwardKinematics(rig.skeleton, snapshot);
  if (handleKind(name) !== 'position') return target;
  const place = placeIn(move, snapshot);
  const turn = rotation ? multiply(rotation, conjugate(worldRotation(before, handleOf(rig, name)!.joint))) : IDENTITY;
  const needs = contactPoints(rig)
    .filter(({ part }) => part === name)
    .map((point) => lowest(rig, before, point) - rotate(turn, subtract(pointOf(before, point.joint, point.offset), place))[1]);
  return [target[0], Math.max(target[1], ...needs), target[2]];
}

/**
 * The attempt solved again with every point of the body that has sunk into the floor put back onto it, until none has. Limbs that nobody pulls lift by
 * themselves; what is pinned keeps its place.
 */
export function stopAtFloor(solver: Solver, rig: Rig, move: PullMove, found: Attempt): Attempt {
  const above = heightsAbove(rig, forwardKinematics(rig.skeleton, move.snapshot));
  const lifted = new Map<ContactPoint, Goal>();
  let attempt = found;
  for (let round = 0; round < ROUNDS; round++) {
    const world = forwardKinematics(rig.skeleton, attempt.outcome.pose);
    const slack = UNNOTICED * sizeOf(rig);
    let hasSunk = false;
    for (const point of contactPoints(rig)) {
      const { part, joint, offset, links } = point;
      const isPinned = move.pins[part]?.translation === true && part !== move.handle;
      const isSole = isPinned && part.endsWith('Foot');
      // Of a hand that is pinned only the fingers may still move.
      if (isPinned && !isSole && handleOf(rig, part)?.joint === joint) continue;
      const height = above(world, point);
      if (height > -slack && !lifted.has(point)) continue;
      hasSunk ||= height <= -slack;
      const most = joint === move.limb?.bend ? BEND_LINKS : links;
      const own = isSole ? SOLE : isPinned ? FINGERS : most !== undefined ? { maxLinks: most } : {};
      const target = add(pointOf(world, joint, offset), [0, Math.max(0, -height), 0]);
      lifted.set(point, { kind: 'position', joint, offset, target, tolerance: slack / 2, priority: PIN_PRIORITY, ...own });
    }
    if (!hasSunk && (isReached(attempt) || !isReached(found))) return attempt;
    const { pose } = attempt.outcome;
    attempt = tryFrom(solver, pose, [...found.goals, ...lifted.values()], { ...found.options, reference: pose, restarts: 0 });
  }
  return attempt;
}

/** Whether a part of the body is deeper in the floor than may go unnoticed, pinned parts too. */
export function isSunk(rig: Rig, { snapshot }: PullMove, { outcome }: Attempt): boolean {
  const above = heightsAbove(rig, forwardKinematics(rig.skeleton, snapshot));
  const world = forwardKinematics(rig.skeleton, outcome.pose);
  return contactPoints(rig).some((point) => above(world, point) < -DEEP * sizeOf(rig));
}

/** Metres above the floor within which a part of a figure 1.75 m tall lies on it. */
const LYING_ON = 0.012;

/** Whether a hand or a foot has come to lie on the floor, with its palm, its sole or a finger. */
export function touchesFloor(rig: Rig, pose: Pose, handle: HandleName): boolean {
  const world = forwardKinematics(rig.skeleton, pose);
  const most = rig.report.floor + LYING_ON * sizeOf(rig);
  return contactPoints(rig).some(
    ({ part, joint, offset, flesh }) => part === handle && pointOf(world, joint, offset)[1] <= most + flesh,
  );
}

/** Metres above the floor within which a foot of a figure 1.75 m tall stands on it. */
const STANDS = 0.03;

/**
 * The move of hips, chest or head that comes to stand: where it would push free feet into the floor, the whole body goes along until the lowest foot is on
 * it, and what is there stays from then on. The same move where no free foot sinks in.
 */
export function standOnFloor(rig: Rig, move: PullMove, { outcome }: Attempt): PullMove {
  if (move.limb || handleKind(move.handle) === 'local') return move;
  const feet = contactPoints(rig).filter(({ part }) => part.endsWith('Foot') && !move.pins[part]?.translation);
  const [before, after] = [move.snapshot, outcome.pose].map((pose) => forwardKinematics(rig.skeleton, pose)) as [
    WorldTransforms,
    WorldTransforms,
  ];
  const above = heightsAbove(rig, before);
  const slack = UNNOTICED * sizeOf(rig);
  if (!feet.some((point) => above(after, point) < -slack)) return move;
  const way = subtract(move.target, placeIn(move, move.snapshot));
  const drop = Math.min(...feet.map((point) => above(before, point)));
  const share = way[1] < -slack ? clamp(drop / -way[1], 0, 1) : 0;
  const standing = feet.filter((point) => above(before, point) < drop + STANDS * sizeOf(rig)).map(({ part }) => part);
  const stays = { translation: true, rotation: true, weight: 1 };
  const pins = Object.fromEntries(standing.map((part) => [part, stays]));
  return { ...move, snapshot: moveBy(move.snapshot, scale(way, share)), pins: { ...move.pins, ...pins } };
}
