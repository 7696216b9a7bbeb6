import { setPose, setSolverSetting } from '../../../core/document/edits/posing.ts';
import type { Project } from '../../../core/document/project.ts';
import { canLook, lookAt, sightIn } from '../../../core/humanoid/pulling/request/gaze.ts';
import { sizeOf } from '../../../core/humanoid/body/rig.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { commitEdit } from '../editing.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';

/** Metres ahead of the eyes of a figure 1.75 m tall at which a new point to look at stands. */
const AHEAD = 0.8;

/** The point that head and eyes look at: world, metres; null where they look at none. */
export function gazeOf({ document }: StudioState): Vec3 | null {
  return document?.history.present.solver.gaze ?? null;
}

/** The project in which head and eyes look at no point. */
export function withoutGaze(project: Project): Project {
  return project.solver.gaze ? setSolverSetting(project, 'gaze', null) : project;
}

/** Whether the character has a head that can look at a point. */
export function hasSight({ document }: StudioState): boolean {
  return document !== null && canLook(document.rig);
}

/** Gives head and eyes a point to look at, straight ahead of them as they are, or lets them go. */
export function toggleGaze(studio: Studio): void {
  const state = studio.getState();
  const pose = shownPose(state);
  if (!state.document || !pose) return;
  const { rig } = state.document;
  const ahead = gazeOf(state) ? null : (sightIn(rig, pose, AHEAD * sizeOf(rig))?.ahead ?? null);
  commitEdit(studio, ahead ? 'Look at a point' : 'Look at nothing', (project) => setSolverSetting(project, 'gaze', ahead));
}

/** Moves the point that is looked at, with head and eyes, in one step of the history. */
export function moveGaze(studio: Studio, gaze: Vec3): void {
  const state = studio.getState();
  const pose = shownPose(state);
  if (!state.document || !pose) return;
  const looking = lookAt(state.document.rig, pose, gaze);
  commitEdit(studio, 'Look at a point', (project) =>
    setPose(setSolverSetting(project, 'gaze', gaze), looking, state.session.playback.time),
  );
}
