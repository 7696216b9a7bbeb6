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

const NOISE = new Set([
  'mixamorig',
  'def',
  'bip',
  'biped',
  'valvebiped',
  'armature',
  'jnt',
  'bone',
  'bn',
  'bind',
  'skin',
  'sk',
  'rig',
  'skeleton',
  'b',
  'c',
  'j',
  'f',
  'g',
  'm',
  'cc',
  'base',
  'center',
  'centre',
  'mid',
  'human',
  'character',
  'main',
  'o',
  'x',
]);

const HELPER = new Set([
  'ik',
  'fk',
  'pole',
  'target',
  'control',
  'ctrl',
  'ctl',
  'con',
  'mch',
  'org',
  'handle',
  'end',
  'leaf',
  'tip',
  'nub',
  'twist',
  'roll',
  'helper',
  'slot',
  'handslot',
  'socket',
  'dummy',
  'weapon',
  'prop',
  'attach',
  'attachment',
  'tweak',
  'adjust',
  'sec',
  'corrective',
  'driver',
  'effector',
  'locator',
  'loc',
  'null',
  'goal',
  'hold',
  'holder',
  'grip',
  'item',
  'site',
  'marker',
]);

const END = new Set(['end', 'leaf', 'tip', 'nub', 'site']);

const SIDES: Readonly<Record<string, NamedSide>> = {
  left: 'left',
  l: 'left',
  lft: 'left',
  lf: 'left',
  right: 'right',
  r: 'right',
  rgt: 'right',
  rt: 'right',
};

const WORDS: Readonly<Record<string, BoneRole>> = {
  hips: 'hips',
  hip: 'hips',
  pelvis: 'hips',
  spine: 'trunk',
  chest: 'trunk',
  upperchest: 'trunk',
  lowerchest: 'trunk',
  chestupper: 'trunk',
  chestlower: 'trunk',
  abdomen: 'trunk',
  abdomenlower: 'trunk',
  abdomenupper: 'trunk',
  torso: 'trunk',
  tummy: 'trunk',
  belly: 'trunk',
  stomach: 'trunk',
  waist: 'trunk',
  lowerback: 'trunk',
  upperback: 'trunk',
  back: 'trunk',
  thorax: 'trunk',
  ribcage: 'trunk',
  trunk: 'trunk',
  lowerspine: 'trunk',
  upperspine: 'trunk',
  spinelower: 'trunk',
  spineupper: 'trunk',
  lumbar: 'trunk',
  neck: 'neck',
  lowerneck: 'neck',
  upperneck: 'neck',
  necklower: 'neck',
  neckupper: 'neck',
  head: 'head',
  jaw: 'jaw',
  eye: 'eye',
  eyeball: 'eye',
  clavicle: 'clavicle',
  collar: 'clavicle',
  collarbone: 'clavicle',
  clav: 'clavicle',
  shoulder: 'shoulder',
  upperarm: 'upperArm',
  uparm: 'upperArm',
  arm: 'upperArm',
  armupper: 'upperArm',
  bicep: 'upperArm',
  humerus: 'upperArm',
  lowerarm: 'lowerArm',
  lowarm: 'lowerArm',
  loarm: 'lowerArm',
  forearm: 'lowerArm',
  elbow: 'lowerArm',
  armlower: 'lowerArm',
  wrist: 'wrist',
  hand: 'hand',
  palm: 'palm',
  upperleg: 'upperLeg',
  upleg: 'upperLeg',
  thigh: 'upperLeg',
  legupper: 'upperLeg',
  femur: 'upperLeg',
  leg: 'leg',
  lowerleg: 'lowerLeg',
  lowleg: 'lowerLeg',
  loleg: 'lowerLeg',
  leglower: 'lowerLeg',
  calf: 'lowerLeg',
  shin: 'lowerLeg',
  knee: 'lowerLeg',
  tibia: 'lowerLeg',
  foot: 'foot',
  ankle: 'foot',
  toe: 'toes',
  toes: 'toes',
  ball: 'toes',
  thumb: 'thumb',
  index: 'index',
  middle: 'middle',
  ring: 'ring',
  little: 'little',
  pinky: 'little',
  pinkie: 'little',
  finger: 'finger',
  fingers: 'finger',
};

/** Words that decorate a finger's name, with the place along the finger where they tell it. */
const FINGER_WORDS: Readonly<Record<string, number | null>> = {
  hand: null,
  finger: null,
  metacarpal: 0,
  inhand: 0,
  in: 0,
  proximal: 1,
  prox: 1,
  intermediate: 2,
  inter: 2,
  medial: 2,
  distal: 3,
  dist: 3,
};

const FINGERS = new Set<BoneRole>(['thumb', 'index', 'middle', 'ring', 'little']);

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
    else if (side === null && SIDES[token]) side = SIDES[token];
    else words.push(token);
  }
  const isHelper = words.some((word) => HELPER.has(word));
  const meaningful = words.filter((word) => !NOISE.has(word));
  const nothing = { role: null, side, numbers, phalanx: null, isHelper, isEnd: words.some((word) => END.has(word)) };
  if (isHelper || meaningful.length === 0) return nothing;
  const finger = readFinger(meaningful);
  if (finger) return { ...nothing, ...finger };
  const word = meaningful.join('');
  if (WORDS[word]) return { ...nothing, role: asSided(word, side) };
  // "lhand", "rthumb", "leftarm": a side written together with a word in lower case.
  const glued = /^(left|right|l|r)(.+)$/.exec(word);
  if (glued && side === null && WORDS[glued[2]!]) {
    const gluedSide = SIDES[glued[1]!]!;
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
    const meaning = WORDS[word];
    if (meaning && FINGERS.has(meaning)) {
      if (role) return null;
      role = meaning;
    } else if (word in FINGER_WORDS) phalanx = FINGER_WORDS[word] ?? phalanx;
    else return null;
  }
  return role && { role, phalanx };
}

/** A hip with a side is the top of a leg; a pelvis with a side only connects one. */
function asSided(word: string, side: NamedSide): BoneRole | null {
  if (side !== null && word === 'hip') return 'hip';
  if (side !== null && WORDS[word] === 'hips') return null;
  return WORDS[word]!;
}
