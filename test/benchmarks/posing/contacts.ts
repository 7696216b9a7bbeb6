import { placeShape } from '../../../core/humanoid/body/body-shape.ts';
import { handlesOf, pinned, type HandleName } from '../../../core/humanoid/body/handles.ts';
import { limbOf } from '../../../core/humanoid/body/limbs.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { contactsOf, depthsOf } from '../../../core/humanoid/touching/overlaps.ts';
import { createPuller } from '../../../core/humanoid/pulling/puller.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { add, distance, dot, lerp, scale, subtract, vec3At, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, pointOf } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../../core/skeleton/pose.ts';

/** How a body fares with itself over random drags from rest, feet pinned, without and with `bodyStops`. */
export interface ContactFigures {
  readonly drags: number;
  /** Drags after which parts are in each other deeper than {@link DEEP} beyond what they are at rest. */
  readonly free: number;
  readonly stopped: number;
  /** Drags of limbs that the body holds back by more than {@link DEEP}, and in how many of them the limb, or what would go in without stops, touches: within {@link TOUCHING}. */
  readonly held: number;
  readonly touching: number;
  /** Drags that do not reach their target. */
  readonly missedFree: number;
  readonly missedStopped: number;
  /** Milliseconds that a drag takes more: of all, at the median and for one in ten. */
  readonly median: number;
  readonly tenth: number;
}

/** Metres of a figure 1.75 m tall. */
const DEEP = 5e-3;
const TOUCHING = 2e-3;

/** Drags every handle in turn: hands anywhere about the trunk, the others up to 35 cm away. */
export function measureContacts(rig: Rig, drags: number): ContactFigures {
  const random = seededRandom(7);
  const about = (): number => 2 * random() - 1;
  const size = rig.report.height / 1.75;
  const rest = restPose(rig.skeleton);
  const world = forwardKinematics(rig.skeleton, rest);
  const handles = handlesOf(rig).filter(({ kind }) => kind !== 'local');
  const names = handles.map(({ name }) => name);
  const pins = pinned(...(['leftFoot', 'rightFoot'] as const).filter((name) => names.includes(name)));
  const puller = createPuller(rig);
  const isDeep = deepIn(rig);
  const gap = gapAbout(rig);
  const more: number[] = [];
  const counts = { free: 0, stopped: 0, held: 0, touching: 0, missedFree: 0, missedStopped: 0 };
  for (let i = 0; i < drags; i++) {
    const { name, joint, offset } = handles[i % names.length]!;
    const place = pointOf(world, joint, offset);
    const target: Vec3 = isHand(name)
      ? [about() * 0.5 * size, rig.report.floor + (1.1 + 0.7 * about()) * size, about() * 0.4 * size]
      : add(place, scale([about(), about(), about()], 0.35 * size));
    const timed = (bodyStops: boolean) => {
      const pull = puller.begin(rest, name, pins);
      const started = performance.now();
      const { pose, status } = pull.to(target, { bodyStops });
      return { pose, missed: status === 'reached' ? 0 : 1, milliseconds: performance.now() - started };
    };
    const [free, stopped] = [timed(false), timed(true)];
    more.push(stopped.milliseconds - free.milliseconds);
    counts.free += isDeep(free.pose) ? 1 : 0;
    counts.stopped += isDeep(stopped.pose) ? 1 : 0;
    const away = (pose: Pose): number => distance(pointOf(forwardKinematics(rig.skeleton, pose), joint, offset), target);
    if (limbOf(rig, name) && free.missed === 0 && away(stopped.pose) - away(free.pose) > DEEP * size) {
      counts.held++;
      counts.touching += Math.abs(gap(stopped.pose, name, free.pose)) <= TOUCHING * size ? 1 : 0;
    }
    counts.missedFree += free.missed;
    counts.missedStopped += stopped.missed;
  }
  const sorted = more.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (drags - 1))]!;
  return { drags, ...counts, median: at(0.5), tenth: at(0.9) };
}

function isHand(name: HandleName): boolean {
  return name.endsWith('Hand');
}

function deepIn(rig: Rig): (pose: Pose) => boolean {
  const contacts = contactsOf(rig);
  const deep = (DEEP * rig.report.height) / 1.75;
  return (pose) =>
    depthsOf(contacts, placeShape(rig.shape, forwardKinematics(rig.skeleton, pose))).some(
      (depth, i) => depth - contacts.restDepths[i]! > deep,
    );
}

/**
 * Metres between what holds a limb back and what it holds: the least of the pairs that go into each other without stops, and of those of the limb and the rest
 * of the body that do not overlap at rest; negative inside, beyond what they are at rest.
 */
function gapAbout(rig: Rig): (pose: Pose, name: HandleName, free: Pose) => number {
  const contacts = contactsOf(rig);
  const { shape, pairs, limbs, restDepths } = contacts;
  const placedIn = (pose: Pose): Float64Array => placeShape(shape, forwardKinematics(rig.skeleton, pose));
  return (pose, name, free) => {
    const placed = placedIn(pose);
    const freely = depthsOf(contacts, placedIn(free));
    const limb = name.replace('Elbow', 'Hand').replace('Knee', 'Foot');
    const ends = (capsule: number): [Vec3, Vec3] => [vec3At(placed, 2 * capsule), vec3At(placed, 2 * capsule + 1)];
    return Math.min(
      ...pairs.map(({ first, second }, i) => {
        const isOwn = (limbs[first] === limb) !== (limbs[second] === limb) && restDepths[i] === 0;
        const isInTheWay = freely[i]! - restDepths[i]! > (TOUCHING * rig.report.height) / 1.75;
        if (!isOwn && !isInTheWay) return Infinity;
        return betweenSegments(ends(first), ends(second)) - shape[first]!.radius - shape[second]!.radius + restDepths[i]!;
      }),
    );
  };
}

/** Metres between two segments: along the first, the distance to the second is a convex function. */
function betweenSegments([a, b]: [Vec3, Vec3], [c, d]: [Vec3, Vec3]): number {
  const axis = subtract(d, c);
  const square = dot(axis, axis);
  const distanceAt = (share: number): number => {
    const point = lerp(a, b, share);
    const along = square === 0 ? 0 : Math.min(1, Math.max(0, dot(subtract(point, c), axis) / square));
    return distance(point, lerp(c, d, along));
  };
  let [low, high] = [0, 1];
  for (let third = 0; third < 40; third++) {
    const [one, other] = [(2 * low + high) / 3, (low + 2 * high) / 3];
    if (distanceAt(one) < distanceAt(other)) high = other;
    else low = one;
  }
  return distanceAt((low + high) / 2);
}
