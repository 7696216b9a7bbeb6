import { selectedJoints } from './selection.ts';
import type { Studio, StudioState } from './studio.ts';

/** Whether neither the viewport shows a joint nor a click finds it. */
export function isHidden({ session }: StudioState, joint: number): boolean {
  return session.hiddenJoints.has(joint);
}

/** Hides joints with their bones and handles, or shows them again. */
export function setHidden(studio: Studio, joints: readonly number[], hides: boolean): void {
  const { session } = studio.getState();
  const hidden = new Set(session.hiddenJoints);
  for (const joint of joints) {
    if (hides) hidden.add(joint);
    else hidden.delete(joint);
  }
  studio.setState({ session: { ...session, hiddenJoints: hidden } });
}

/** Hides what is selected. */
export function hideSelected(studio: Studio): void {
  setHidden(studio, selectedJoints(studio.getState()), true);
}

/** Hides all but what is selected. */
export function isolateSelected(studio: Studio): void {
  const state = studio.getState();
  if (!state.document) return;
  const shown = new Set(selectedJoints(state));
  const all = Array.from({ length: state.document.rig.skeleton.count }, (_, joint) => joint);
  studio.setState({ session: { ...state.session, hiddenJoints: new Set(all.filter((joint) => !shown.has(joint))) } });
}

/** Shows all joints and all meshes again. */
export function showEverything(studio: Studio): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, hiddenJoints: new Set(), hiddenMeshes: new Set() } });
}
