import { handleKind, type HandleName, type Pins } from '../../core/humanoid/body/handles.ts';
import { limbOf } from '../../core/humanoid/body/limbs.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { Goal } from '../../core/ik/request/goals.ts';
import type { Outcome } from '../../core/ik/request/outcome.ts';
import { createSolver } from '../../core/ik/solver.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import { commitPose } from '../state/editing.ts';
import { setFeedback, setPreview } from '../state/preview.ts';
import { shownPose, type Studio } from '../state/studio.ts';
import { handleLabel } from './geometry/handle-places.ts';
import { sided, sideOf } from '../../core/humanoid/body/found-bones.ts';

/** Joints that move for an elbow or a knee: itself, its upper joint, and of an arm the clavicle. */
const LINKS = { Elbow: 3, Knee: 2 } as const;
/** What is pinned goes before the place of a bend. */
const PINNED = 1;

/**
 * A solve that brings an elbow or a knee as near to a place as its limb lets it. The hand or foot keeps its place where that is pinned, else as far as the bend leaves it;
 * null for a character without that limb. World, metres.
 */
export function solveBend(rig: Rig, pose: Pose, handle: HandleName, place: Vec3, pins: Pins): Outcome | null {
  const limb = limbOf(rig, handle);
  if (!limb || handleKind(handle) !== 'pole') return null;
  const isElbow = handle.endsWith('Elbow');
  const maxLinks = isElbow ? LINKS.Elbow : LINKS.Knee;
  const world = forwardKinematics(rig.skeleton, pose);
  const end = sided(sideOf(handle), isElbow ? 'Hand' : 'Foot');
  const isHeld = pins[end]?.translation === true;
  const held = isHeld ? { priority: PINNED } : { soft: true };
  const joint = limb.end;
  const goals: Goal[] = [
    { kind: 'position', joint: limb.bend, target: place, maxLinks },
    { kind: 'position', joint, target: worldPosition(world, joint), maxLinks: maxLinks + 1, ...held },
    { kind: 'orientation', joint, target: worldRotation(world, joint), maxLinks: 1, soft: true },
  ];
  return createSolver(rig.skeleton).solve(pose, goals, { restarts: 0, reference: pose });
}

/** Brings an elbow or a knee to a place that was typed, in one step of the history. */
export function placeBend(studio: Studio, handle: HandleName, place: Vec3): void {
  const state = studio.getState();
  const pose = shownPose(state);
  if (!state.document || !pose || !place.every(Number.isFinite)) return;
  const { rig, history } = state.document;
  const started = performance.now();
  const outcome = solveBend(rig, pose, handle, place, history.present.pins);
  if (!outcome) return;
  const milliseconds = performance.now() - started;
  setPreview(studio, { pose: outcome.pose, cause: 'pull' });
  setFeedback(studio, { outcome, milliseconds, handle, origin: null, followed: [], move: null });
  commitPose(studio, `Place ${handleLabel(handle).toLowerCase()}`, outcome.pose);
}
