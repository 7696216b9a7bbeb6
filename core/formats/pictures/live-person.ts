import { footPoints, solePointsOf } from '../../animation/holding/contact-points.ts';
import { facingFrame } from '../../humanoid/body/body-frame.ts';
import type { HumanoidBone } from '../../humanoid/body/bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { liftPeople, type LiftedPerson } from '../../humanoid/picture/lift-person.ts';
import type { LimbExamples } from '../../humanoid/picture/limb-examples.ts';
import { personLengths } from '../../humanoid/picture/person-lengths.ts';
import { SEEN_PARTS, type SeenPart, type SeenPerson } from '../../humanoid/picture/seen-person.ts';
import { buildRig } from '../../humanoid/rigging/build-rig.ts';
import { createRetarget } from '../../humanoid/transfer/retarget.ts';
import { IDENTITY } from '../../math/quat.ts';
import { createSpeedFilter, type SpeedFilterSettings } from '../../math/speed-filter.ts';
import { add, lerp, scale, subtract, vec3At, ZERO, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, pointOf } from '../../skeleton/forward-kinematics.ts';
import { restPose, rotationIndex, type Pose } from '../../skeleton/pose.ts';
import { captureScene } from '../captures/capture-scene.ts';
import { bodyOfLandmarks } from '../captures/landmark-body.ts';
import type { BodyPoint } from '../captures/landmark-names.ts';
import type { CompletePoints } from '../captures/landmark-tracks.ts';
import { localTurns, worldTurns } from '../captures/landmark-turns.ts';
import { pointsOfPerson } from './points-of-person.ts';

/** The pose of what a camera shows at a time, seconds; times rise. */
export type LivePerson<Names = unknown> = (seen: SeenPerson, seconds: number) => Pose<Names>;

/** What was seen of so many seconds tells, too, which way a limb leans now; and of so many pictures at most. */
const REMEMBERED = 0.4;
const MOST_REMEMBERED = 3;
/** How steady places are made: hertz, and hertz for a metre a second, or for a height of the picture a second, about the height of a person. Chosen by eye. */
const STEADY: SpeedFilterSettings = { still: 1.5, moving: 6 };
/** The way of the body before the camera, whose distance is told by how large the person looks and trembles most. */
const SLOW: SpeedFilterSettings = { still: 0.5, moving: 1 };
/** Numbers of a part that is seen: two of the picture, three that are believed. */
const NUMBERS = 5;

const PARTS = Object.keys(SEEN_PARTS) as SeenPart[];

/**
 * Lets a character move as one person does before a camera, picture by picture and without knowing what comes: what is seen is made steady, see
 * {@link createSpeedFilter}, given depth by what was seen last, and brought onto the character by its directions, inside its limits. Its lowest sole is on the floor, and it goes as the
 * person goes from where they were seen first. Throws a `RangeError` of one sentence where the character lacks an arm or a leg.
 */
export function createLivePerson<Names>(rig: Rig<Names>, examples: LimbExamples): LivePerson<Names> {
  const { lengths } = personLengths(rig);
  const filter = createSpeedFilter(NUMBERS * PARTS.length, STEADY);
  const wayFilter = createSpeedFilter(3, SLOW);
  const remembered: { readonly seen: SeenPerson; readonly seconds: number }[] = [];
  let begun: Begun<Names> | null = null;
  return (told, seconds) => {
    const seen = steadied(told, filter.next(numbersOf(told), seconds));
    while (remembered.length >= MOST_REMEMBERED || (remembered[0] && seconds - remembered[0].seconds > REMEMBERED))
      remembered.shift();
    remembered.push({ seen, seconds });
    const person = liftPeople(
      remembered.map((each) => each.seen),
      remembered.map((each) => each.seconds),
      lengths,
      examples,
    ).at(-1)!;
    const points = pointsOfPerson(seen, person);
    const way = vec3At(wayFilter.next(hipsOf(person), seconds), 0);
    begun ??= { way, steady: pointFilter([...points.keys()]), poseOf: poseReader(rig, points) };
    return placed(rig, begun.poseOf(begun.steady(points, seconds)), subtract(way, begun.way));
  };
}

/** What is known from the first picture on. */
interface Begun<Names> {
  /** Where the hips were, metres from the camera. */
  readonly way: Vec3;
  readonly steady: (points: CompletePoints, seconds: number) => CompletePoints;
  readonly poseOf: (points: CompletePoints) => Pose<Names>;
}

function hipsOf({ places }: LiftedPerson): Vec3 {
  return lerp(places.leftHip, places.rightHip, 0.5);
}

function numbersOf(seen: SeenPerson): number[] {
  return PARTS.flatMap((part) => [seen[part].right, seen[part].up, ...seen[part].believed]);
}

function steadied(seen: SeenPerson, numbers: Float64Array): SeenPerson {
  const points = PARTS.map((part, p) => {
    const [right, up] = [numbers[NUMBERS * p]!, numbers[NUMBERS * p + 1]!];
    const believed: Vec3 = [numbers[NUMBERS * p + 2]!, numbers[NUMBERS * p + 3]!, numbers[NUMBERS * p + 4]!];
    return [part, { right, up, believed, sure: seen[part].sure }] as const;
  });
  return Object.fromEntries(points) as unknown as SeenPerson;
}

/** Makes places steady: a limb whose depth is found anew comes there by a way. */
function pointFilter(names: readonly BodyPoint[]): (points: CompletePoints, seconds: number) => CompletePoints {
  const filter = createSpeedFilter(3 * names.length, STEADY);
  return (points, seconds) => {
    const steady = filter.next(
      names.flatMap((name) => points.get(name)!),
      seconds,
    );
    return new Map(names.map((name, n): [BodyPoint, Vec3] => [name, vec3At(steady, n)]));
  };
}

/** Poses of a character as points have them, whose body is the one that the first points show. */
function poseReader<Names>(rig: Rig<Names>, first: CompletePoints): (points: CompletePoints) => Pose<Names> {
  const body = bodyOfLandmarks([first]);
  const { scene } = captureScene(body.joints, { fps: 1, count: 1, rootIn: () => ZERO, turnIn: () => IDENTITY });
  const from = buildRig(scene);
  const retarget = createRetarget(from, rig);
  const pose = restPose(from.skeleton);
  const joints = body.joints.map(({ name }) => from.humanoid[name as HumanoidBone]!);
  return (points) => {
    localTurns(body, worldTurns(body, points)).forEach((turn, j) => pose.set(turn, rotationIndex(joints[j]!)));
    return retarget(pose);
  };
}

/** The pose with its lowest sole on the floor and its hips so far to the left and ahead as the person is of where they were first. */
function placed<Names>(rig: Rig<Names>, pose: Pose<Names>, [aside, , ahead]: Vec3): Pose<Names> {
  const world = forwardKinematics(rig.skeleton, pose);
  const soles = footPoints(rig).flatMap((foot) =>
    solePointsOf(foot).map(({ joint, offset }) => pointOf(world, joint, offset)[1]),
  );
  const { left, forward } = facingFrame(rig.report.facing);
  const way = add(scale(left, aside), scale(forward, ahead));
  const result = pose.slice() as Pose<Names>;
  result.set(add(vec3At(pose, 0), [way[0], rig.report.floor - Math.min(...soles), way[2]]), 0);
  return result;
}
