import { clamp } from '../../../../core/math/angles.ts';
import {
  beginPlanar,
  escapePlanar,
  stepPlanarJoint,
  stepPlanarSweep,
  type PlanarBone,
  type PlanarPoint,
  type PlanarSolve,
} from '../../../../core/planar/planar.ts';
import { chainOf, exampleNamed, FEWEST_BONES, MOST_BONES, type ExampleName } from './plane-examples.ts';

/** What the playground shows. */
export interface Playground {
  readonly example: ExampleName;
  /** The chain that the present solve began with. */
  readonly start: readonly PlanarBone[];
  readonly solve: PlanarSolve;
  /** Whether it goes on by itself. */
  readonly isRunning: boolean;
}

/** Metres from the target that count as there. */
export const PLANE_TOLERANCE = 0.005;
/** Sweeps after which a run gives up. */
export const MOST_SWEEPS = 1000;
/** Metres from the root to the edges of the picture in which the target can be moved. */
export const PLANE_EDGE: PlanarPoint = { x: 1.35, y: 1.08 };
/** Joint updates made so far over those made by one more tick of a run: it starts joint by joint and speeds up. */
const HURRY = 10;
/** Sweeps made at once when the target is moved, so that the chain stays with it. */
const SWEEPS_AT_ONCE = 12;

export function openExample(example: ExampleName, bones = exampleNamed(example).bones): Playground {
  const { bend, target } = exampleNamed(example);
  const start = chainOf(clamp(Math.round(bones), FEWEST_BONES, MOST_BONES), bend);
  return { example, start, solve: beginPlanar(start, target(start), PLANE_TOLERANCE), isRunning: false };
}

/** The number of bones, without the effector. */
export function boneCount({ start }: Playground): number {
  return start.length - 1;
}

/** Back to the example's chain and target. */
export function resetPlayground(playground: Playground): Playground {
  return openExample(playground.example, boneCount(playground));
}

/** Moves the target, at most to the picture's edge, and begins anew from the present chain; `follow` lets the chain go after it. */
export function moveTarget(playground: Playground, to: PlanarPoint, follow: boolean): Playground {
  const target = { x: clamp(to.x, -PLANE_EDGE.x, PLANE_EDGE.x), y: clamp(to.y, -PLANE_EDGE.y, PLANE_EDGE.y) };
  const start = playground.solve.bones;
  let solve = beginPlanar(start, target, PLANE_TOLERANCE);
  if (follow) for (let sweep = 0; sweep < SWEEPS_AT_ONCE; sweep++) solve = stepPlanarSweep(solve);
  return { ...playground, start, solve, isRunning: follow && canGoOn(solve) };
}

/** One joint further; a locked chain is bent instead. */
export function stepJoint(playground: Playground): Playground {
  return { ...playground, solve: escapePlanar(playground.solve) ?? stepPlanarJoint(playground.solve), isRunning: false };
}

/** To the end of the present sweep; a locked chain is bent instead. */
export function stepSweep(playground: Playground): Playground {
  return { ...playground, solve: escapePlanar(playground.solve) ?? stepPlanarSweep(playground.solve), isRunning: false };
}

/** Whether another step changes anything. */
export function canGoOn(solve: PlanarSolve): boolean {
  return (solve.status === 'processing' && solve.sweeps < MOST_SWEEPS) || escapePlanar(solve) !== null;
}

/** One tick of a run: a few more joint updates, up to the next lock or end. */
export function advance(playground: Playground): Playground {
  const freed = escapePlanar(playground.solve);
  if (freed) return { ...playground, solve: freed };
  let { solve } = playground;
  const until = solve.updates + Math.max(1, Math.floor(solve.updates / HURRY));
  while (solve.status === 'processing' && solve.updates < until && solve.sweeps <= MOST_SWEEPS) solve = stepPlanarJoint(solve);
  return { ...playground, solve, isRunning: canGoOn(solve) };
}

/** Everything that a run does, without the picture in between. */
export function runToEnd(playground: Playground): Playground {
  let present: Playground = { ...playground, isRunning: true };
  while (present.isRunning) present = advance(present);
  return present;
}
