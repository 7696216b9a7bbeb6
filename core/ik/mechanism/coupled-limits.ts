import type { Workspace } from './workspace.ts';

/** Takes the coupled limits as the present configuration has them, and brings cones that no longer fit inside. */
export function resolveLimits(ws: Workspace): void {
  if (isCoupled(ws)) ws.extensions.coupling!.resolveLimits(ws);
}

/** Gives the hinges that drive cones their whole ranges. */
export function freeDrivers(ws: Workspace): void {
  if (isCoupled(ws)) ws.extensions.coupling!.freeDrivers(ws);
}

/**
 * Narrows the ranges of hinges whose turning would push a cone that no goal may move: such a cone stands still for the whole solve, so each hinge
 * keeps to the angles around its present one that leave the cone where it stands.
 */
export function holdDrivers(ws: Workspace): void {
  if (isCoupled(ws)) ws.extensions.coupling!.holdDrivers(ws);
}

/**
 * Keeps hinge `j`, about to turn from `before` to `after`, where the cones that depend on it still hold what they stand at: the knee does not
 * straighten while the hip is bent further than a straight knee allows. Shortens the turn and returns true when it must.
 */
export function holdDriven(ws: Workspace, j: number, before: Float64Array, after: Float64Array): boolean {
  return isCoupled(ws) && ws.extensions.coupling!.holdDriven(ws, j, before, after);
}

/** Takes the cones that joint `j` drives, if it drives any, as its present rotation has them: after a turn that was tried and not taken. */
export function resolveDriven(ws: Workspace, j: number): void {
  if (isCoupled(ws)) ws.extensions.coupling!.resolveDriven(ws, j);
}

function isCoupled({ mechanism }: Workspace): boolean {
  return mechanism.limits.couplings !== null;
}
