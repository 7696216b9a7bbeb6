import type { NodeBinding } from '../../skeleton/binding.ts';
import type { Expressions } from '../../skeleton/expressions.ts';
import type { AnyNames, Skeleton } from '../../skeleton/skeleton.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { BodyShape } from './body-shape.ts';
import type { HumanoidBone, HumanoidMap } from './bones.ts';
import type { Soles } from './sole.ts';
import type { RigSprings } from './rig-springs.ts';

/** How far joints go: as most people’s, as a supple one’s, a dancer’s, a stiff one’s, or anywhere. */
export const LIMIT_PRESETS = ['standard', 'flexible', 'dancer', 'stiff', 'free'] as const;

export type LimitPreset = (typeof LIMIT_PRESETS)[number];

/**
 * A character made ready for posing. Immutable; a change of mapping, preset or limits makes a new one. The compiler tells its poses from those of others
 * where the rig is given a name of its own: `const mira: Rig<'mira'> = buildRig(scene)`.
 */
export interface Rig<Names = AnyNames> {
  /** The joints with their limits. */
  readonly skeleton: Skeleton<Names>;
  /** How the joints sit on the nodes of the file. */
  readonly binding: NodeBinding;
  /** Which joint stands for which bone. */
  readonly humanoid: HumanoidMap;
  /** Its flesh, fitted to what is drawn. */
  readonly shape: BodyShape;
  /** Where soles are of feet that do not stand on them at rest; missing where both do. */
  readonly soles?: Soles;
  /** Its facial expressions, whose weights poses hold; missing where it has none. */
  readonly expressions?: Expressions;
  /** Its joints that swing, in hair and clothes; missing where it has none. */
  readonly springs?: RigSprings;
  /** What the limits were made with. */
  readonly preset: LimitPreset;
  /** What was found, and how surely. */
  readonly report: RigReport;
}

/** Why the map is what it is, in words an animator can act on. */
export interface RigReport {
  /** One for each bone that was found. */
  readonly matches: readonly BoneMatch[];
  /** Bones of a full humanoid for which no joint was found; not those that the character is said to do without. */
  readonly missing: readonly HumanoidBone[];
  /** Joints that no humanoid bone uses (helpers, hair, props); they follow their parents. */
  readonly unmapped: readonly number[];
  /** Unit vector along a world axis: where the character looks at rest. */
  readonly facing: Vec3;
  /** Metres, floor to top of the head, at rest. */
  readonly height: number;
  /** Metres, floor to the hips, at rest. */
  readonly hipHeight: number;
  /** World y of the lowest point of the feet at rest, metres. */
  readonly floor: number;
  /** Sentences about what may need a correction by hand. */
  readonly warnings: readonly string[];
}

/** A bone that was found. */
export interface BoneMatch {
  /** Which bone. */
  readonly bone: HumanoidBone;
  /** Index of the joint that stands for it. */
  readonly joint: number;
  /** 0 to 1. */
  readonly confidence: number;
  /** One short phrase: `named "upperarm_l"`, `declared by the file`, `second joint of the left leg`. */
  readonly reason: string;
}

/** Metres of the figure for which lengths of our choice are meant. */
const USUAL_HEIGHT = 1.75;

/** How tall a character is beside a figure of 1.75 m: what lengths that are meant for that one are multiplied by. */
export function sizeOf({ report }: Rig): number {
  return report.height / USUAL_HEIGHT;
}
