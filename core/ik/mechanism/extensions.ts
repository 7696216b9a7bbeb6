import type { Balancing } from './balance.ts';
import type { Compiling } from './compile-more-goals.ts';
import type { Coupling } from './coupling.ts';
import type { Following } from './moving-targets.ts';
import type { SweepState } from './sweep-state.ts';
import type { Workspace } from './workspace.ts';

/** What moves the root. */
export interface Rooting {
  /** Moves it as a step of a sweep. */
  stepRoot(ws: Workspace): void;
  /** Moves it to where a random start should begin. */
  centreRoot(ws: Workspace): void;
}

/** Kinds of joints, limits and goals that most chains do without. What is null is left out of a program by its bundler. */
export interface Extensions {
  /** Limits that depend on another joint, or on the joint's own swing. */
  readonly coupling: Coupling | null;
  /** The root's translation. */
  readonly rooting: Rooting | null;
  /** The step of a joint that slides. */
  readonly slideJoint: ((ws: Workspace, j: number) => void) | null;
  /** Sweeps in other orders than from the root down, or up to it. */
  readonly sweepChains: ((ws: Workspace, state: SweepState) => void) | null;
  /** Poles, and the goals below. */
  readonly compiling: Compiling | null;
  /** Goals for the centre of mass. */
  readonly balancing: Balancing | null;
  /** Goals between two joints, on a plane or on a line. */
  readonly following: Following | null;
}

/** Joints that turn, limits of their own, and targets that stand still. */
export const NO_EXTENSIONS: Extensions = {
  coupling: null,
  rooting: null,
  slideJoint: null,
  sweepChains: null,
  compiling: null,
  balancing: null,
  following: null,
};
