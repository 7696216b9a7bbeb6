/** What a joint's name can stand for. `shoulder`, `arm`, `leg` and `hip` mean different bones in different naming families. */
export type BoneRole =
  | 'hips'
  | 'hip'
  | 'trunk'
  | 'neck'
  | 'head'
  | 'eye'
  | 'jaw'
  | 'clavicle'
  | 'shoulder'
  | 'upperArm'
  | 'lowerArm'
  | 'wrist'
  | 'hand'
  | 'palm'
  | 'upperLeg'
  | 'leg'
  | 'lowerLeg'
  | 'foot'
  | 'toes'
  | 'thumb'
  | 'index'
  | 'middle'
  | 'ring'
  | 'little'
  | 'finger';

export type NamedSide = 'left' | 'right' | null;

export interface NamedBone {
  /** Null when the name says nothing, or names a helper. */
  readonly role: BoneRole | null;
  readonly side: NamedSide;
  /** Numbers of the name in order; "Finger12" of 3ds Max Biped gives 1 and 2. */
  readonly numbers: readonly number[];
  /** Place along a finger where the name tells it: 0 metacarpal, 1 proximal, 2 intermediate, 3 distal. */
  readonly phalanx: number | null;
  /** Controls, IK targets, twist bones, sockets, ends: never part of the body. */
  readonly isHelper: boolean;
  /** A helper that marks where the bone above it ends. */
  readonly isEnd: boolean;
}

const PREFIX = /^(?:mixamorig\d*|valvebiped|bip\d*|character\d+|cc_base|def|armature)[\s_.:-]*/i;

/** Words of a name that say nothing about the bone. */
const NOISE = wordSet(
  'mixamorig def bip biped valvebiped armature jnt bone bn bind skin sk rig skeleton human character main',
  'base center centre stretch bend b c j f g m o x cc',
);

/** Words of controls, targets, sockets and twist bones. */
const HELPER = wordSet(
  'ik fk pole target control ctrl ctl con mch org handle end leaf tip nub site twist roll helper slot handslot socket dummy',
  'weapon prop attach attachment tweak adjust sec corrective driver effector locator loc null goal hold holder grip item marker',
);

/** Helpers that mark where the bone above them ends. */
const END = wordSet('end leaf tip nub site');

const SIDES = new Map<string, 'left' | 'right'>([
  ...[...wordSet('left l lft lf')].map((word) => [word, 'left'] as const),
  ...[...wordSet('right r rgt rt')].map((word) => [word, 'right'] as const),
]);

const WORDS = new Map<string, BoneRole>(
  (
    [
      ['hips', 'hips hip pelvis'],
      [
        'trunk',
        'spine chest upperchest lowerchest chestupper chestlower abdomen abdomenlower abdomenupper torso tummy belly stomach',
      ],
      [
        'trunk',
        'waist lowerback upperback back thorax ribcage trunk lowerspine upperspine spinelower spineupper spinemid lumbar',
      ],
      ['neck', 'neck lowerneck upperneck necklower neckupper necktwist'],
      ['head', 'head'],
      ['jaw', 'jaw'],
      ['eye', 'eye eyeball'],
      ['clavicle', 'clavicle collar collarbone clav'],
      ['shoulder', 'shoulder shldr'],
      ['upperArm', 'upperarm uparm arm armupper bicep humerus'],
      ['lowerArm', 'lowerarm lowarm loarm forearm elbow armlower'],
      ['wrist', 'wrist'],
      ['hand', 'hand'],
      ['palm', 'palm'],
      ['upperLeg', 'upperleg upleg thigh legupper femur'],
      ['leg', 'leg'],
      ['lowerLeg', 'lowerleg lowleg loleg leglower calf shin knee tibia'],
      ['foot', 'foot ankle'],
      ['toes', 'toe toes ball'],
      ['thumb', 'thumb'],
      ['index', 'index'],
      ['middle', 'middle mid'],
      ['ring', 'ring'],
      ['little', 'little pinky pinkie'],
      ['finger', 'finger fingers'],
    ] as const
  ).flatMap(([role, words]) => words.split(' ').map((word) => [word, role] as const)),
);

/** Words that decorate a finger's name, with the place along the finger where they tell it. */
const FINGER_WORDS = new Map<string, number | null>([
  ['hand', null],
  ['finger', null],
  ['metacarpal', 0],
  ['inhand', 0],
  ['in', 0],
  ['proximal', 1],
  ['prox', 1],
  ['intermediate', 2],
  ['inter', 2],
  ['medial', 2],
  ['distal', 3],
  ['dist', 3],
]);

const FINGERS = new Set<BoneRole>(['thumb', 'index', 'middle', 'ring', 'little']);

function wordSet(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/** Reads a joint's name in the families of VRM, Mixamo, Unreal, Rigify, Unity and HumanIK, 3ds Max Biped, KayKit, Quaternius, BVH. */
export function readBoneName(name: string): NamedBone {
  const plain = name
    .slice(name.lastIndexOf(':') + 1)
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(PREFIX, '');
  const words: string[] = [];
  const numbers: number[] = [];
  let side: NamedSide = null;
  for (const token of splitWords(plain)) {
    if (/^\d\d$/.test(token) && words.at(-1) === 'finger') numbers.push(Number(token[0]), Number(token[1]));
    else if (/^\d+$/.test(token)) numbers.push(Number(token));
    else if (side === null && SIDES.has(token)) side = SIDES.get(token)!;
    else words.push(token);
  }
  // A neck that is only named for its twist is the neck.
  const isHelper = words.some((word) => HELPER.has(word)) && words.filter((word) => !NOISE.has(word)).join('') !== 'necktwist';
  const meaningful = words.filter((word) => !NOISE.has(word));
  const nothing = { role: null, side, numbers, phalanx: null, isHelper, isEnd: words.some((word) => END.has(word)) };
  if (isHelper || meaningful.length === 0) return nothing;
  const finger = readFinger(meaningful);
  if (finger) return { ...nothing, ...finger };
  const word = meaningful.join('');
  if (WORDS.has(word)) return { ...nothing, role: asSided(word, side) };
  // "lhand", "rthumb", "leftarm": a side written together with a word in lower case.
  const glued = /^(left|right|l|r)(.+)$/.exec(word);
  if (glued && side === null && WORDS.has(glued[2]!)) {
    const gluedSide = SIDES.get(glued[1]!)!;
    return { ...nothing, role: asSided(glued[2]!, gluedSide), side: gluedSide };
  }
  return nothing;
}

/** "LeftUpLeg01" → left, up, leg, 01. */
function splitWords(name: string): string[] {
  return name
    .replace(/([\p{Ll}])([\p{Lu}])/gu, '$1_$2')
    .replace(/([\p{Lu}])([\p{Lu}][\p{Ll}])/gu, '$1_$2')
    .replace(/(\p{L})(\p{N})/gu, '$1_$2')
    .replace(/(\p{N})(\p{L})/gu, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter((token) => token !== '');
}

function readFinger(words: readonly string[]): { role: BoneRole; phalanx: number | null } | null {
  let role: BoneRole | null = null;
  let phalanx: number | null = null;
  for (const word of words) {
    const meaning = WORDS.get(word);
    if (meaning && FINGERS.has(meaning)) {
      if (role) return null;
      role = meaning;
    } else if (FINGER_WORDS.has(word)) phalanx = FINGER_WORDS.get(word) ?? phalanx;
    else return null;
  }
  return role && { role, phalanx };
}

/** A hip with a side is the top of a leg; a pelvis with a side only connects one. */
function asSided(word: string, side: NamedSide): BoneRole | null {
  if (side !== null && word === 'hip') return 'hip';
  if (side !== null && WORDS.get(word) === 'hips') return null;
  return WORDS.get(word)!;
}
