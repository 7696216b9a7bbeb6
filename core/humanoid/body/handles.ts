import { checkOneOf } from '../../math/check-values.ts';
import { conjugate, rotate } from '../../math/quat.ts';
import { cross, distance, length, normalize, rejectFrom, scale, subtract, UNIT_Y, ZERO, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { armBend, legBend } from './body-geometry.ts';
import type { HumanoidBone } from './bones.ts';
import { sided, SIDES, sideOf } from './found-bones.ts';
import { perRig } from './per-rig.ts';
import type { Rig } from './rig.ts';
import { bodyOf } from './rig-body.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';

/** What an animator can grab. Limb ends, trunk and head are position handles; elbows and knees are poles; shoulders, toes and fingers are local. */
export const HANDLE_NAMES = [
  'hips',
  'chest',
  'head',
  'leftHand',
  'rightHand',
  'leftFoot',
  'rightFoot',
  'leftElbow',
  'rightElbow',
  'leftKnee',
  'rightKnee',
  'leftShoulder',
  'rightShoulder',
  'leftToes',
  'rightToes',
  'leftThumb',
  'leftIndex',
  'leftMiddle',
  'leftRing',
  'leftLittle',
  'rightThumb',
  'rightIndex',
  'rightMiddle',
  'rightRing',
  'rightLittle',
] as const;

/** A handle of {@link HANDLE_NAMES}. */
export type HandleName = (typeof HANDLE_NAMES)[number];

/** What dragging a handle sets. */
export type HandleKind = 'position' | 'pole' | 'local';

/** Which kind a handle is of. */
export function handleKind(name: HandleName): HandleKind {
  if (/Elbow|Knee/.test(name)) return 'pole';
  return isFingerHandle(name) || /Shoulder|Toes/.test(name) ? 'local' : 'position';
}

/** Whether a handle is the tip of a finger. */
export function isFingerHandle(name: HandleName): boolean {
  return /Thumb|Index|Middle|Ring|Little/.test(name);
}

/** A place of a character that can be pulled. */
export interface Handle {
  /** Which it is. */
  readonly name: HandleName;
  /** Whether dragging sets its place, or the side to which the limb bends, or turns a few joints of its own towards a place. */
  readonly kind: HandleKind;
  /** Index of the joint that is grabbed. */
  readonly joint: number;
  /** The grabbed point in the joint's frame, metres. */
  readonly offset: Vec3;
  /** How many joints turn for a local handle, counted up from its own; 0 for others. */
  readonly links: number;
  /** For a pole: where the elbow or knee points at rest, world unit vector. Null for a position handle. */
  readonly pole: Vec3 | null;
}

/** What of a pinned handle stays. */
export interface PinSettings {
  /** Whether it keeps its place in the world. */
  readonly translation: boolean;
  /** Whether it keeps its rotation in the world. */
  readonly rotation: boolean;
  /** > 0, default 1. */
  readonly weight: number;
  /** The bone of another limb, the trunk or the head that it goes along with; default: it stays in the world. Hands and feet only. */
  readonly on?: HumanoidBone;
  /**
   * Share of inverse kinematics in the limb, 0 to 1, default 1. At 1 hand or foot keeps its place, at 0 (FK) the limb goes along with the body as if it were not
   * pinned; in between its joints stand between the two. Hands and feet only.
   */
  readonly ik?: number;
}

/** Which handles stay where they are while others are dragged. A missing handle is not pinned. */
export type Pins = Readonly<Partial<Record<HandleName, PinSettings>>>;

/** The pins that hold something: without those of limbs in FK. The same object where all do. */
export function holdingPins(pins: Pins): Pins {
  const entries = Object.entries(pins);
  return entries.some(([, pin]) => pin.ik === 0) ? Object.fromEntries(entries.filter(([, pin]) => pin.ik !== 0)) : pins;
}

/** Pins that keep these handles where they are, turned as they are. */
export function pinned(...handles: readonly HandleName[]): Pins {
  for (const handle of handles) checkHandle(handle);
  return Object.fromEntries(handles.map((handle) => [handle, { translation: true, rotation: true, weight: 1 }]));
}

/** Throws a `RangeError` of one sentence unless it is one of {@link HANDLE_NAMES}. */
export function checkHandle(handle: HandleName): void {
  checkOneOf(handle, HANDLE_NAMES, 'a handle');
}

/** Share of the body's height from which a joint below another marks where its bone ends. */
const SHORTEST = 2e-3;

const BONES: Readonly<Record<HandleName, readonly HumanoidBone[]>> = {
  hips: ['hips'],
  chest: ['upperChest', 'chest', 'spine'],
  head: ['head', 'neck'],
  leftHand: ['leftHand'],
  rightHand: ['rightHand'],
  leftFoot: ['leftFoot'],
  rightFoot: ['rightFoot'],
  leftElbow: ['leftLowerArm'],
  rightElbow: ['rightLowerArm'],
  leftKnee: ['leftLowerLeg'],
  rightKnee: ['rightLowerLeg'],
  leftShoulder: ['leftShoulder'],
  rightShoulder: ['rightShoulder'],
  leftToes: ['leftToes'],
  rightToes: ['rightToes'],
  leftThumb: ['leftThumbDistal', 'leftThumbProximal', 'leftThumbMetacarpal'],
  leftIndex: ['leftIndexDistal', 'leftIndexIntermediate', 'leftIndexProximal'],
  leftMiddle: ['leftMiddleDistal', 'leftMiddleIntermediate', 'leftMiddleProximal'],
  leftRing: ['leftRingDistal', 'leftRingIntermediate', 'leftRingProximal'],
  leftLittle: ['leftLittleDistal', 'leftLittleIntermediate', 'leftLittleProximal'],
  rightThumb: ['rightThumbDistal', 'rightThumbProximal', 'rightThumbMetacarpal'],
  rightIndex: ['rightIndexDistal', 'rightIndexIntermediate', 'rightIndexProximal'],
  rightMiddle: ['rightMiddleDistal', 'rightMiddleIntermediate', 'rightMiddleProximal'],
  rightRing: ['rightRingDistal', 'rightRingIntermediate', 'rightRingProximal'],
  rightLittle: ['rightLittleDistal', 'rightLittleIntermediate', 'rightLittleProximal'],
};

/**
 * The handles a rig has, in the order of `HANDLE_NAMES`: hands are the wrists, feet the ankles, the hips the root; shoulders, toes and fingers are grabbed at
 * their tips.
 */
export const handlesOf: (rig: Rig) => readonly Handle[] = perRig(findHandles);

function findHandles(rig: Rig): readonly Handle[] {
  const poles = restPoles(rig);
  return HANDLE_NAMES.flatMap((name): Handle[] => {
    const bone = BONES[name].find((each) => rig.humanoid[each] !== undefined);
    if (bone === undefined) return [];
    const joint = rig.humanoid[bone]!;
    const kind = handleKind(name);
    if (kind === 'local') return localHandle(rig, name, joint);
    return [{ name, kind, joint, offset: ZERO, links: 0, pole: kind === 'pole' ? (poles.get(name) ?? null) : null }];
  });
}

/** The handle of that name; undefined where the rig has none. */
export function handleOf(rig: Rig, name: HandleName): Handle | undefined {
  return handlesOf(rig).find((handle) => handle.name === name);
}

/** Share of the bone before it that the last bone of a finger is long, and toes, where no joint marks their end. Our choice, by usual proportions. */
const TIP_SHARE = { finger: 0.8, toes: 0.5 } as const;

/** Shoulders (clavicles) end at the upper arm, toes and fingers at a joint or, where there is none, a share of the bone before further on. */
function localHandle(rig: Rig, name: HandleName, joint: number): Handle[] {
  const { skeleton, humanoid } = rig;
  const world = worldAtRest(skeleton);
  const at = worldPosition(world, joint);
  const upperArm = humanoid[sided(sideOf(name), 'UpperArm')];
  const isFinger = isFingerHandle(name);
  const end = name.endsWith('Shoulder') ? upperArm : skeleton.parents.findIndex((parent) => parent === joint);
  const marked = end === undefined || end < 0 ? at : worldPosition(world, end);
  const parent = skeleton.parents[joint]!;
  if (parent < 0 || (name.endsWith('Shoulder') && !hangsFrom(skeleton.parents, upperArm ?? -1, joint))) return [];
  const before = subtract(at, worldPosition(world, parent));
  const ahead = isFinger ? scale(before, TIP_SHARE.finger) : scale(rejectFrom(before, UNIT_Y), TIP_SHARE.toes);
  const way = distance(marked, at) > SHORTEST * rig.report.height ? subtract(marked, at) : ahead;
  if (!(length(way) > 0)) return [];
  const offset = rotate(conjugate(worldRotation(world, joint)), way);
  const own = new Set(BONES[name].map((bone) => humanoid[bone]));
  let links = 0;
  for (let each = joint; each >= 0 && own.has(each); each = skeleton.parents[each]!) links++;
  return [{ name, kind: 'local', joint, offset, links, pole: null }];
}

/** Elbows and knees point away from where their limb bends to. */
function restPoles(rig: Rig): Map<HandleName, Vec3> {
  const body = bodyOf(rig);
  const poles = new Map<HandleName, Vec3>();
  const pointing = (axis: Vec3, upper: Vec3, lower: Vec3): Vec3 => {
    const along = normalize([upper[0] + lower[0], upper[1] + lower[1], upper[2] + lower[2]], upper);
    return normalize(cross(along, axis));
  };
  for (const side of SIDES) {
    const [upperArm, lowerArm] = [sided(side, 'UpperArm'), sided(side, 'LowerArm')];
    const [upperLeg, lowerLeg] = [sided(side, 'UpperLeg'), sided(side, 'LowerLeg')];
    if (body.has(upperArm) && body.has(lowerArm)) {
      poles.set(`${side}Elbow`, pointing(armBend(body, side).axis, body.direction(upperArm), body.direction(lowerArm)));
    }
    if (body.has(upperLeg) && body.has(lowerLeg)) {
      poles.set(`${side}Knee`, pointing(legBend(body, side).axis, body.direction(upperLeg), body.direction(lowerLeg)));
    }
  }
  return poles;
}
