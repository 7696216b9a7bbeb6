import { isFinger } from '../../../core/humanoid/body/bones.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { boneOf } from '../../../core/humanoid/body/joint-labels.ts';

/** What turning about one of a joint's axes is called. */
export interface AxisWords {
  readonly label: string;
  /** What it is above 0 and below. */
  readonly plus: string;
  readonly minus: string;
  /** −1 where the joint's own axis counts the other way: both sides of the body then have the same numbers for the same movement. */
  readonly sign: 1 | -1;
}

type Words = readonly [label: string, plus: string, minus: string];

/** About x and y of the cone and about the bone, as the frames of `core/humanoid/anatomy` lie on the left side and in the middle. */
type ConeWords = readonly [x: Words, y: Words, twist: Words];

const ROTATION: Words = ['Rotation', 'Internal rotation', 'External rotation'];
const TRUNK: ConeWords = [
  ['Side bend', 'Side bend to the right', 'Side bend to the left'],
  ['Flexion', 'Flexion', 'Extension'],
  ['Rotate', 'Rotate to the left', 'Rotate to the right'],
];
const EYE: ConeWords = [
  ['Sideways', 'Look to the left', 'Look to the right'],
  ['Upwards', 'Look up', 'Look down'],
  ['Roll', 'Roll', 'Roll back'],
];
const FINGER: ConeWords = [
  ['Spread', 'Towards the thumb', 'Towards the little finger'],
  ['Flexion', 'Flexion', 'Extension'],
  ['Roll', 'Roll', 'Roll back'],
];
const THUMB: ConeWords = [
  ['Palmar abduction', 'Palmar abduction', 'Adduction'],
  ['Flexion', 'Flexion', 'Extension'],
  ['Roll', 'Roll', 'Roll back'],
];
const OF_LIMBS: Readonly<Record<string, ConeWords>> = {
  Shoulder: [
    ['Retraction', 'Retraction', 'Protraction'],
    ['Elevation', 'Elevation', 'Depression'],
    ['Roll', 'Roll forward', 'Roll back'],
  ],
  UpperArm: [['Abduction, level', 'Abduction, level', 'Adduction, level'], ['Elevation', 'Raise', 'Lower'], ROTATION],
  Hand: [
    ['Extension', 'Extension', 'Flexion'],
    ['Deviation', 'Radial deviation', 'Ulnar deviation'],
    ['Pronation', 'Pronation', 'Supination'],
  ],
  UpperLeg: [['Abduction', 'Abduction', 'Adduction'], ['Flexion', 'Flexion', 'Extension'], ROTATION],
  Foot: [
    ['Rotate out', 'Rotate out', 'Rotate in'],
    ['Dorsiflexion', 'Dorsiflexion', 'Plantarflexion'],
    ['Eversion', 'Eversion', 'Inversion'],
  ],
};
const FLEXION: Words = ['Flexion', 'Flexion', 'Extension'];
const RAISED_TOES: Words = ['Extension', 'Extension', 'Flexion'];

/** What the axes of a joint are called, in the order of its angles (see `jointAngles`); null for joints that are no bones of the body or turn freely. */
export function axisWords(rig: Rig, joint: number): readonly AxisWords[] | null {
  const bone = boneOf(rig, joint);
  const kind = rig.skeleton.limits[joint]?.kind;
  if (bone === null || (kind !== 'hinge' && kind !== 'swingTwist')) return null;
  if (kind === 'hinge') return [named(bone.endsWith('Toes') ? RAISED_TOES : FLEXION, 1)];
  const words = coneWordsOf(bone);
  if (!words) return null;
  const aside = bone.startsWith('right') ? -1 : 1;
  const [x, y, twist] = words;
  return [named(x, bone.endsWith('Eye') ? 1 : aside), named(y, 1), named(twist, aside)];
}

/** Where a limit ends: the four half-angles of a cone, the two ends of a twist or of a hinge. */
export type LimitEnd = 'plusX' | 'minusX' | 'plusY' | 'minusY' | 'twistMin' | 'twistMax' | 'min' | 'max';

const UNNAMED_ENDS: Readonly<Record<LimitEnd, string>> = {
  plusX: 'Swing +X',
  minusX: 'Swing −X',
  plusY: 'Swing +Y',
  minusY: 'Swing −Y',
  twistMin: 'Twist back',
  twistMax: 'Twist',
  min: 'Smallest bend',
  max: 'Largest bend',
};

/** What the ends of a joint's limit are called: by its own words where it has some. */
export function limitWords(rig: Rig, joint: number): Readonly<Record<LimitEnd, string>> {
  const words = axisWords(rig, joint);
  const [x, y, twist] = words ?? [];
  if (x && !y) return { ...UNNAMED_ENDS, min: `Least ${x.label.toLowerCase()}`, max: `Most ${x.label.toLowerCase()}` };
  if (!x || !y || !twist) return UNNAMED_ENDS;
  const [plusX, minusX] = inDirection(x);
  const [plusY, minusY] = inDirection(y);
  const [twistMax, twistMin] = inDirection(twist);
  return { ...UNNAMED_ENDS, plusX, minusX, plusY, minusY, twistMin, twistMax };
}

/** What it is called in the direction that the joint's own axis counts, and against it. */
function inDirection({ plus, minus, sign }: AxisWords): readonly [string, string] {
  return sign > 0 ? [plus, minus] : [minus, plus];
}

function named([label, plus, minus]: Words, sign: 1 | -1): AxisWords {
  return { label, plus, minus, sign };
}

function coneWordsOf(bone: HumanoidBone): ConeWords | null {
  if (bone.endsWith('Eye')) return EYE;
  if (isFinger(bone)) return bone.includes('Thumb') ? THUMB : FINGER;
  const part = bone.replace(/^(left|right)/, '');
  return part === bone ? (bone === 'hips' || bone === 'jaw' ? null : TRUNK) : (OF_LIMBS[part] ?? null);
}
