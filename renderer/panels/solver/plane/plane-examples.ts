import { planarPoints, type PlanarBone, type PlanarPoint } from '../../../../core/planar/planar.ts';

export type ExampleName = 'bent' | 'lock' | 'stretch' | 'onJoint' | 'behind' | 'beyond';

/** A chain and a target from which something can be learned. */
export interface PlaneExample {
  readonly value: ExampleName;
  readonly label: string;
  /** What to watch for. */
  readonly hint: string;
  /** Bones that it is shown with at first. */
  readonly bones: number;
  /** Radians by which each joint is bent at the start; 0 for a straight chain. */
  readonly bend: number;
  target(bones: readonly PlanarBone[]): PlanarPoint;
}

/** Metres of all bones together. */
export const CHAIN_LENGTH = 1;
export const FEWEST_BONES = 2;
export const MOST_BONES = 12;
/** The last bone's length over the first one's. */
const TAPER = 0.6;

export const PLANE_EXAMPLES: readonly PlaneExample[] = [
  {
    value: 'bent',
    label: 'A bent chain',
    hint: 'Each joint rotates the end onto its line to the target, from the end to the root.',
    bones: 4,
    bend: 0.35,
    target: () => ({ x: -0.35, y: 0.55 }),
  },
  {
    value: 'lock',
    label: 'Two-bone lock',
    hint: 'Straight, with the target on its line: every joint is at its best, and the end is not there.',
    bones: 2,
    bend: 0,
    target: () => ({ x: 0.45, y: 0 }),
  },
  {
    value: 'stretch',
    label: 'Full stretch',
    hint: 'Only the straight chain reaches it: the nearer it comes, the less each sweep helps.',
    bones: 3,
    bend: 0.5,
    target: () => ({ x: -0.6 * CHAIN_LENGTH, y: 0.8 * CHAIN_LENGTH }),
  },
  {
    value: 'onJoint',
    label: 'Target on a joint',
    hint: 'A joint that the target lies on has no direction to rotate to; the others do the work.',
    bones: 3,
    bend: 0.5,
    target: (bones) => {
      const { x, y } = planarPoints(bones)[1]!;
      return { x, y };
    },
  },
  {
    value: 'behind',
    label: 'Target behind the root',
    hint: 'On the line of a straight chain, the other way: it folds onto itself before it gets there.',
    bones: 3,
    bend: 0,
    target: () => ({ x: -0.6, y: 0 }),
  },
  {
    value: 'beyond',
    label: 'Out of reach',
    hint: 'The chain stretches towards it until no joint brings the end any nearer.',
    bones: 5,
    bend: 0.35,
    target: () => ({ x: 1.1, y: 0.6 }),
  },
];

export function exampleNamed(name: ExampleName): PlaneExample {
  return PLANE_EXAMPLES.find(({ value }) => value === name) ?? PLANE_EXAMPLES[0]!;
}

/** A chain of `count` bones that become shorter to the end, bent by the same angle at each joint. The last entry is the effector. */
export function chainOf(count: number, bend: number): PlanarBone[] {
  const shares = Array.from({ length: count }, (_, i) => 1 + ((TAPER - 1) * i) / (count - 1));
  const sum = shares.reduce((total, share) => total + share, 0);
  // The same total bend, however many bones share it.
  const angle = bend === 0 ? 0 : (4 * bend) / count;
  return [0, ...shares].map((share, i) => ({ x: (CHAIN_LENGTH * share) / sum, y: 0, angle: i < count ? angle : 0 }));
}
