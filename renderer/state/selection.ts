import { handlesOf, type HandleName } from '../../core/humanoid/body/handles.ts';
import type { Selection, ToolName } from './session-state.ts';
import type { Studio, StudioState } from './studio.ts';

/** The joint that is selected, by itself or through its handle. */
export function selectedJoint(state: StudioState): number | null {
  const { joint, handle } = state.session.selection;
  if (joint !== null || handle === null || !state.document) return joint;
  return handlesOf(state.document.rig).find(({ name }) => name === handle)?.joint ?? null;
}

/** The handle that is selected, by itself or because its joint is. */
export function selectedHandle(state: StudioState): HandleName | null {
  const { joint, handle } = state.session.selection;
  if (handle !== null || joint === null || !state.document) return handle;
  return handlesOf(state.document.rig).find((each) => each.joint === joint)?.name ?? null;
}

const BEND_HANDLES: ReadonlySet<HandleName> = new Set(['leftElbow', 'rightElbow', 'leftKnee', 'rightKnee']);

/** Elbows and knees choose which way a limb bends; they cannot be pinned. */
export function isBendHandle(handle: HandleName): boolean {
  return BEND_HANDLES.has(handle);
}

/** The selected handle if it is one that can be pinned. */
export function pinnableHandle(state: StudioState): HandleName | null {
  const handle = selectedHandle(state);
  return handle === null || isBendHandle(handle) ? null : handle;
}

/** The selected handle while the arrow keys move it. */
export function keyboardHandle({ session }: StudioState): HandleName | null {
  return session.keyboardHandle === session.selection.handle ? session.keyboardHandle : null;
}

/** Selects a handle that the arrow keys move from then on, until something else is selected. */
export function selectByKeyboard(studio: Studio, handle: HandleName): void {
  const { document } = studio.getState();
  const joint = document && handlesOf(document.rig).find(({ name }) => name === handle)?.joint;
  select(studio, { joint: joint ?? null, handle });
  studio.setState({ session: { ...studio.getState().session, keyboardHandle: handle } });
}

/** Selects a joint or a handle; the inspector shows it. */
export function select(studio: Studio, selection: Selection): void {
  if (studio.getState().session.keyboardHandle !== null)
    studio.setState({ session: { ...studio.getState().session, keyboardHandle: null } });
  const { session } = studio.getState();
  if (session.selection.joint === selection.joint && session.selection.handle === selection.handle) return;
  const hasSelection = selection.joint !== null || selection.handle !== null;
  const inspectorPage = hasSelection ? 'selection' : session.inspectorPage;
  studio.setState({ session: { ...session, selection, inspectorPage } });
}

export function setTool(studio: Studio, tool: ToolName): void {
  const { session } = studio.getState();
  if (session.tool !== tool) studio.setState({ session: { ...session, tool } });
}
