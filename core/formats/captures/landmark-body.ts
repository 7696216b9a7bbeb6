import { distance, length, lerp, subtract, type Vec3 } from '../../math/vec3.ts';
import type { CaptureJoint } from './capture-scene.ts';
import type { BodyPoint } from './landmark-names.ts';
import type { CompletePoints } from './landmark-tracks.ts';

/** The joints of a body seen by landmarks, by their bones' names. */
export interface LandmarkBody {
  readonly joints: readonly CaptureJoint[];
  readonly indexOf: ReadonlyMap<string, number>;
  /** Metres of thigh and shin. */
  readonly leg: number;
  /** Metres for one unit of the landmarks. */
  readonly unit: number;
}

/** Thigh and shin of a person in metres: what landmarks of no known unit are scaled to, and within which their own are believed. */
const LEG = { least: 0.6, usual: 0.83, most: 1.1 } as const;
/** Shares of the way from hips to shoulders at which the spine's joints are, and of that from shoulders to ears at which the head is. */
const [SPINE, CHEST, HEAD] = [0.25, 0.6, 0.6] as const;
/** How far an ankle is above the line from heel to toes, in lengths of the foot, where the heel is not known. */
const USUAL_INSTEP = 0.35;
/** A head's and a hand's length without landmarks of them, in lengths of the trunk. */
const [USUAL_NECK, USUAL_HAND, USUAL_FOOT] = [0.25, 0.17, 0.3] as const;

/** A body in a T-pose that looks along +Z, with the bones' median lengths. */
export function bodyOfLandmarks(frames: readonly CompletePoints[]): LandmarkBody {
  const over = (measure: (points: CompletePoints) => number) => median(frames.map(measure));
  const between = (from: BodyPoint, to: BodyPoint) =>
    frames[0]!.has(from) && frames[0]!.has(to) ? over((points) => distance(points.get(from)!, points.get(to)!)) : null;
  const both = (from: string, to: string) => {
    const lengths = (['left', 'right'] as const).map((side) =>
      between(`${side}${from}` as BodyPoint, `${side}${to}` as BodyPoint),
    );
    return lengths[0] !== null && lengths[1] !== null ? 0.5 * (lengths[0]! + lengths[1]!) : null;
  };
  const [thigh, shin] = [both('Hip', 'Knee') ?? 0, both('Knee', 'Ankle') ?? 0];
  const stated = thigh + shin;
  const unit = stated >= LEG.least && stated <= LEG.most ? 1 : LEG.usual / (stated > 1e-9 ? stated : 1);
  const trunk = unit * over((points) => distance(middleOf(points, 'Hip'), middleOf(points, 'Shoulder')));
  const neck =
    frames[0]!.has('leftEar') && frames[0]!.has('rightEar')
      ? unit * over((points) => distance(middleOf(points, 'Shoulder'), middleOf(points, 'Ear')))
      : USUAL_NECK * trunk;
  const foot = unit * (both('Ankle', 'Toes') ?? 0) || USUAL_FOOT * trunk;
  const instep = Math.min(0.8 * foot, unit * over(insteps) || USUAL_INSTEP * foot);
  const hand = unit * over((points) => handLength(points)) || USUAL_HAND * trunk;
  const [shoulders, hips] = [
    unit * (between('leftShoulder', 'rightShoulder') ?? 0),
    unit * (between('leftHip', 'rightHip') ?? 0),
  ];
  const joints: CaptureJoint[] = [];
  const indexOf = new Map<string, number>();
  const add = (name: string, parent: string | null, offset: Vec3) => {
    indexOf.set(name, joints.length);
    joints.push({ name, parent: parent === null ? -1 : indexOf.get(parent)!, offset });
  };
  add('hips', null, [0, 0, 0]);
  add('spine', 'hips', [0, SPINE * trunk, 0]);
  add('chest', 'spine', [0, (CHEST - SPINE) * trunk, 0]);
  add('neck', 'chest', [0, (1 - CHEST) * trunk, 0]);
  add('head', 'neck', [0, HEAD * neck, 0]);
  for (const [side, sign] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    add(`${side}UpperArm`, 'chest', [0.5 * sign * shoulders, (1 - CHEST) * trunk, 0]);
    add(`${side}LowerArm`, `${side}UpperArm`, [sign * unit * (both('Shoulder', 'Elbow') ?? 0), 0, 0]);
    add(`${side}Hand`, `${side}LowerArm`, [sign * unit * (both('Elbow', 'Wrist') ?? 0), 0, 0]);
    add(`${side}MiddleProximal`, `${side}Hand`, [sign * hand, 0, 0]);
    add(`${side}UpperLeg`, 'hips', [0.5 * sign * hips, 0, 0]);
    add(`${side}LowerLeg`, `${side}UpperLeg`, [0, -unit * thigh, 0]);
    add(`${side}Foot`, `${side}LowerLeg`, [0, -unit * shin, 0]);
    add(`${side}Toes`, `${side}Foot`, [0, -instep, Math.sqrt(foot * foot - instep * instep)]);
  }
  return { joints, indexOf, leg: unit * stated, unit };
}

/** The point halfway between left and right. */
export function middleOf(points: CompletePoints, part: 'Hip' | 'Shoulder' | 'Ear'): Vec3 {
  return lerp(points.get(`left${part}`)!, points.get(`right${part}`)!, 0.5);
}

/** How far the ankles are above the line from heel to toes; 0 without heels. */
function insteps(points: CompletePoints): number {
  const both = (['left', 'right'] as const).map((side) => {
    const [ankle, heel, toes] = [points.get(`${side}Ankle`), points.get(`${side}Heel`), points.get(`${side}Toes`)];
    if (!ankle || !heel || !toes) return 0;
    const sole = subtract(toes, heel);
    const [to, along] = [subtract(ankle, heel), length(sole)];
    if (!(along > 0)) return 0;
    const share = (to[0] * sole[0] + to[1] * sole[1] + to[2] * sole[2]) / (along * along);
    return distance(ankle, lerp(heel, toes, share));
  });
  return 0.5 * (both[0]! + both[1]!);
}

function handLength(points: CompletePoints): number {
  const [wrist, index, little] = [points.get('leftWrist'), points.get('leftIndex'), points.get('leftLittle')];
  return wrist && index && little ? distance(wrist, lerp(index, little, 0.5)) : 0;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
