import { selectedJoints } from '../selection.ts';
import { NOTHING_HIDDEN, type Hideable } from '../session-state.ts';
import type { Studio, StudioState } from '../studio.ts';

/** Whether the viewport does not show it, nor a click find it. */
export function isHidden({ session }: StudioState, what: Hideable, index: number): boolean {
  return session.hidden[what].has(index);
}

/** Hides some, or shows them again. */
export function setHidden(studio: Studio, what: Hideable, some: readonly number[], hides: boolean): void {
  const changed = new Set(studio.getState().session.hidden[what]);
  for (const index of some) {
    if (hides) changed.add(index);
    else changed.delete(index);
  }
  replace(studio, what, changed);
}

/** Hides all but some. */
export function isolate(studio: Studio, what: Hideable, some: readonly number[]): void {
  const { document } = studio.getState();
  if (!document) return;
  const hidden = new Set(what === 'joints' ? document.rig.skeleton.names.keys() : document.character.scene.meshNodes);
  for (const index of some) hidden.delete(index);
  replace(studio, what, hidden);
}

/** Hides the selected joints. */
export function hideSelected(studio: Studio): void {
  setHidden(studio, 'joints', selectedJoints(studio.getState()), true);
}

/** Hides all joints but the selected ones. */
export function isolateSelected(studio: Studio): void {
  isolate(studio, 'joints', selectedJoints(studio.getState()));
}

/** Shows all joints and all meshes again. */
export function showEverything(studio: Studio): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, hidden: NOTHING_HIDDEN } });
}

function replace(studio: Studio, what: Hideable, hidden: ReadonlySet<number>): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, hidden: { ...session.hidden, [what]: hidden } } });
}
