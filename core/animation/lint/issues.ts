import { checkFinite } from '../../math/check-numbers.ts';
import { checkObject } from '../../math/check-values.ts';
import { jointInSentence, jointLabel } from '../../humanoid/body/joint-labels.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { toDegrees, toRadians } from '../../math/angles.ts';
import { GRAVITY } from '../../math/gravity.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { expressionOf, ROOT_TRACK } from '../clip.ts';
import { PLAIN_WORDING, type Wording } from '../wording.ts';

/** What several issues of a kind are called together, the gravest kinds first; the last three are about keys, not about the motion. */
const KIND_NAMES = {
  limit: 'Outside the limits',
  flip: 'Flips between two frames',
  pop: 'Pops of one frame',
  speed: 'Sudden changes of speed',
  slide: 'Sliding feet',
  floor: 'Soles under the floor',
  flight: 'Flights that do not fall freely',
  landing: 'Landings without give',
  spin: 'Rotations that change in the air',
  balance: 'Stands that nothing carries',
  push: 'Feet that push against air',
  contact: 'Missed contacts',
  direction: 'Contacts in another direction',
  overlap: 'Bodies in each other',
  seam: 'Loop gaps',
  seamSpeed: 'Changes of speed at the loop',
  doubled: 'Doubled keys',
  behind: 'Keys behind the end',
  dead: 'Keys that change nothing',
} as const;

/**
 * What can be wrong with a clip: a joint outside its limit, one that turns over between two frames (`flip`), one that leaves its way for a single
 * frame (`pop`), one whose speed jumps; a planted foot that slides, a sole under the floor; a body in the air that does not fall freely (`flight`), one
 * that comes down without give (`landing`), one that turns otherwise though it is in the air (`spin`), one that stands still where nothing carries it
 * (`balance`), a foot that carries it above the floor (`push`); a loop whose end is not its beginning (`seam`), or which ends
 * at another speed than it begins with (`seamSpeed`); two keys of a joint in one frame, keys behind the clip's end, keys without which the motion is
 * the same (`dead`). In a scene a hand that misses what its contact says it touches (`contact`) or is turned otherwise than that says (`direction`), and two bodies that are in
 * each other (`overlap`).
 */
export type IssueKind = keyof typeof KIND_NAMES;

/** All kinds, in the order of their gravity. */
export const ISSUE_KINDS = /* @__PURE__ */ Object.keys(KIND_NAMES) as readonly IssueKind[];

/** Something wrong with a stretch of a clip. */
export interface ClipIssue {
  /** What is wrong. */
  readonly kind: IssueKind;
  /** Index of the joint; −1 for the root's translation; null where keys of several joints are meant. */
  readonly joint: number | null;
  /** Seconds on the clip's timeline. */
  readonly from: number;
  readonly to: number;
  /** Seconds on the clip's timeline at which it is worst: where to look. */
  readonly worst: number;
  /**
   * The largest in the stretch. Radians (`limit`, `flip`, `pop`, `seam`, `direction`), radians a second (`speed`, `seamSpeed`, `spin`), metres a frame (`slide`), metres
   * (`floor`, `flight`, `balance`, `push`, `contact`, `overlap`, the root's `seam`), metres a second (the root's `seamSpeed`), those each second (`landing`), or a number of keys.
   */
  readonly amount: number;
  /** Of `contact`, `direction` and `overlap`: what is missed, or whose body it is in, as a sentence calls it. */
  readonly other?: string;
  /** Of `contact`: from the hand to where it should be, where most is missed, metres in the actor's own space. */
  readonly way?: Vec3;
  /** One sentence for the animator. */
  readonly message: string;
}

/** From where on something is wrong. */
export interface LintSettings {
  /** Radians outside a limit. Default 0.1°. */
  readonly limit?: number;
  /** Radians between two frames from which a joint counts as flipped. Default 60°. */
  readonly flip?: number;
  /** Radians by which a joint leaves both its neighbouring frames while these agree. Default 15°. */
  readonly pop?: number;
  /** Change of a joint's speed from one frame to the next, radians a second. Default 20. */
  readonly speedJump?: number;
  /** Metres that a planted foot may move in a frame. Default 1 mm. */
  readonly slide?: number;
  /** Metres that a sole may be under the floor. Default 10 mm. */
  readonly floor?: number;
  /** Metres by which the centre of mass leaves the parabola of a flight, root mean square. Default 50 mm. */
  readonly flight?: number;
  /** Metres a second, each second, in which a landing stops the body. Default 4.5 times gravity; captured leaps take up to 4.1. */
  readonly landing?: number;
  /** Radians a second by which the turning of a body changes in the air, at its mean moment of inertia. Default 180°. */
  readonly spin?: number;
  /** Metres by which a body that stands still has its centre of mass outside what carries it. Default 50 mm. */
  readonly balance?: number;
  /** Metres by which a foot that carries the body is above where feet stand before and after. Default 30 mm. */
  readonly push?: number;
  /** Metres by which a contact with another actor, a prop or the own body is missed. Default 2 mm. */
  readonly contact?: number;
  /** Radians by which a hand is turned otherwise than a contact keeps it. Default 2°. */
  readonly direction?: number;
  /** Metres by which the bodies of two actors are in each other, by the capsules that stop pulls. Default 5 mm. */
  readonly overlap?: number;
  /** Radians between a joint's first and last rotation in a loop. Default 2°; the root may be 10 mm elsewhere. */
  readonly seam?: number;
  /**
   * Change of a joint's speed where a loop begins again, with its direction, radians a second, in a joint that changes it nowhere else by half as much.
   * Default 180°; of the root 0.3 m a second.
   */
  readonly seamSpeed?: number;
  /** Kinds that are not looked for. */
  readonly ignore?: readonly IssueKind[];
}

/** What is used where a setting is not given. */
export const DEFAULT_LINT: Required<LintSettings> = {
  limit: toRadians(0.1),
  flip: toRadians(60),
  pop: toRadians(15),
  speedJump: 20,
  slide: 1e-3,
  floor: 0.01,
  flight: 0.05,
  landing: 4.5 * GRAVITY,
  spin: toRadians(180),
  balance: 0.05,
  push: 0.03,
  contact: 2e-3,
  direction: toRadians(2),
  overlap: 5e-3,
  seam: toRadians(2),
  seamSpeed: toRadians(180),
  ignore: [],
};

/** Metres by which the root may be elsewhere at the end of a loop than at its beginning. */
export const SEAM_DISTANCE = 0.01;

/** Metres a second by which the root may change its speed there. */
export const SEAM_ROOT_SPEED = 0.3;

/** Throws a `RangeError` of one sentence unless it is an issue that stands somewhere in time, with an amount. */
export function checkIssue(issue: ClipIssue): void {
  checkObject(issue, 'the issue');
  for (const field of ['from', 'to', 'worst', 'amount'] as const) checkFinite(issue[field], `the issue: ${field}`);
}

/** Whether an issue is about how keys are kept rather than about the motion: worth knowing, but nothing that is seen. */
export function isNote(issue: Pick<ClipIssue, 'kind'>): boolean {
  checkObject(issue, 'the issue');
  const { kind } = issue;
  return kind === 'dead' || kind === 'behind';
}

/** The kinds that no body could do by its muscles and the floor alone. */
export const PHYSICS_KINDS = ['flight', 'landing', 'spin', 'balance', 'push'] as const satisfies readonly IssueKind[];

/** Whether an issue is of one of the {@link PHYSICS_KINDS}. */
export function isAgainstPhysics({ kind }: Pick<ClipIssue, 'kind'>): boolean {
  return PHYSICS_KINDS.some((each) => each === kind);
}

/** What several issues of a kind are called together. */
export function issueKindName(kind: IssueKind): string {
  return KIND_NAMES[kind];
}

/** The name of what a track moves: `body` for the root, what `label` says of a joint, an expression's own name. */
function nameOfTrack(rig: Rig, joint: number, body: string, label: (rig: Rig, joint: number) => string): string {
  if (joint === ROOT_TRACK) return body;
  return joint < ROOT_TRACK ? (rig.skeleton.expressions?.[expressionOf(joint)] ?? '') : label(rig, joint);
}

/** What is wrong in one sentence. */
export function issueSentence(
  rig: Rig,
  { kind, joint, amount, other = 'what it touches' }: Pick<ClipIssue, 'kind' | 'joint' | 'amount' | 'other'>,
  { length }: Pick<Wording, 'length'> = PLAIN_WORDING,
): string {
  const name = joint === null ? '' : nameOfTrack(rig, joint, 'The body', jointLabel);
  const within = joint === null ? '' : nameOfTrack(rig, joint, 'the body', jointInSentence);
  const degrees = (digits: number) => `${toDegrees(amount).toFixed(digits)}°`;
  const keys = amount === 1 ? '1 key' : `${amount} keys`;
  switch (kind) {
    case 'limit':
      return `${name} is ${degrees(1)} outside its limit`;
    case 'flip':
      return `${name} rotates by ${degrees(0)} between two frames`;
    case 'pop':
      return `${name} leaves its path by ${degrees(0)} in one frame and comes back`;
    case 'speed':
      return `${name} changes its speed by ${degrees(0)} a second between two frames`;
    case 'slide':
      return `${name} slides by ${length(amount)} a frame while it is planted`;
    case 'floor':
      return `The sole at the ${within} is ${length(amount)} under the floor`;
    case 'flight':
      return `In the air ${within} is ${length(amount)} off a free fall`;
    case 'landing':
      return `The landing stops ${within} at ${(amount / GRAVITY).toFixed(1)} times gravity`;
    case 'spin':
      return `In the air ${within} changes its rotation by ${degrees(0)} a second, from nothing`;
    case 'balance':
      return `${name} stands still with its weight ${length(amount)} outside the feet`;
    case 'push':
      return `${name} carries the body ${length(amount)} above the floor`;
    case 'contact':
      return `${name} misses ${other} by ${length(amount)}`;
    case 'direction':
      return `${name} is rotated ${degrees(1)} away from how it is kept on ${other}`;
    case 'overlap':
      return `${name} is ${length(amount)} inside ${other}`;
    case 'seam':
      return joint === ROOT_TRACK ? `Body: loop gap ${length(amount)}` : `${name}: loop gap ${degrees(1)}`;
    case 'seamSpeed':
      return joint === ROOT_TRACK
        ? `The body changes its speed by ${length(amount)} a second where the loop begins again`
        : `${name} changes its speed by ${degrees(0)} a second where the loop begins again`;
    case 'doubled':
      return `${keys} of ${within} too many in one frame`;
    case 'behind':
      return `${keys} behind the end of the clip ${amount === 1 ? 'is' : 'are'} never played`;
    case 'dead':
      return `${keys} could go without any change of the motion`;
  }
}
