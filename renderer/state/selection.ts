import { handleKind, handlesOf, isFingerHandle, type HandleName } from '../../core/humanoid/body/handles.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { NOTHING_SELECTED, type Selection, type ToolName } from './session-state.ts';
import type { Studio, StudioState } from './studio.ts';
import { sideOf } from '../../core/humanoid/body/found-bones.ts';

/** The joint that is selected, by itself or through its handle; of several the one that was chosen last. */
export function selectedJoint(state: StudioState): number | null {
  return jointOf(state, state.session.selection);
}

/** The handle that is selected, by itself or because its joint is; of several the one that was chosen last. */
export function selectedHandle(state: StudioState): HandleName | null {
  return handleOf(state, state.session.selection);
}

/** All that is selected, what was chosen last first; empty where nothing is. */
export function allSelected({ session: { selection, alsoSelected } }: StudioState): readonly Selection[] {
  return isNothing(selection) ? [] : [selection, ...alsoSelected];
}

/** The joints that are selected, by themselves or through their handles, each once. */
export function selectedJoints(state: StudioState): readonly number[] {
  return [...new Set(allSelected(state).flatMap((each) => jointOf(state, each) ?? []))];
}

/** The handles that are selected, by themselves or because their joints are, each once. */
export function selectedHandles(state: StudioState): readonly HandleName[] {
  return [...new Set(allSelected(state).flatMap((each) => handleOf(state, each) ?? []))];
}

/** Elbows and knees choose which way a limb bends. */
export function isBendHandle(handle: HandleName): boolean {
  return handleKind(handle) === 'pole';
}

/** The selected handles that can be pinned. */
export function pinnableHandles(state: StudioState): readonly HandleName[] {
  return selectedHandles(state).filter((handle) => handleKind(handle) === 'position');
}

/** Whether a handle is shown and gone to: fingers are while their hand or one of them is selected. */
export function isOffered(state: StudioState, handle: HandleName): boolean {
  if (!isFingerHandle(handle)) return true;
  const side = sideOf(handle);
  return selectedHandles(state).some((each) => each === `${side}Hand` || (isFingerHandle(each) && each.startsWith(side)));
}

/** The selected handle while the arrow keys move it. */
export function keyboardHandle({ session }: StudioState): HandleName | null {
  return session.keyboardHandle === session.selection.handle ? session.keyboardHandle : null;
}

/** A handle with the joint that it moves, so that its limit and its numbers are at hand. */
export function handleSelection(rig: Rig | undefined, handle: HandleName): Selection {
  return { joint: (rig && handlesOf(rig).find(({ name }) => name === handle)?.joint) ?? null, handle };
}

/** What a row of the outliner selects: a joint with the handle that pulls it; elbows and knees, whose handles only say where they point, as bones. */
export function rowSelection(rig: Rig, joint: number): Selection {
  return { joint, handle: pullingHandle(rig, joint) };
}

/** The handle that pulls a joint; null where none does. */
export function pullingHandle(rig: Rig, joint: number): HandleName | null {
  return handlesOf(rig).find((each) => each.joint === joint && each.kind !== 'pole')?.name ?? null;
}

/** Selects a handle that the arrow keys move from then on, until something else is selected. */
export function selectByKeyboard(studio: Studio, handle: HandleName): void {
  select(studio, handleSelection(studio.getState().document?.rig, handle));
  studio.setState({ session: { ...studio.getState().session, keyboardHandle: handle } });
}

/** Lets the arrow keys move the selected handle, with what is selected beside it. */
export function holdByKeyboard(studio: Studio, handle: HandleName): void {
  const { session } = studio.getState();
  if (session.selection.handle !== handle) selectByKeyboard(studio, handle);
  else if (session.keyboardHandle !== handle) studio.setState({ session: { ...session, keyboardHandle: handle } });
}

/** Selects a joint or a handle and nothing else; the inspector shows it. */
export function select(studio: Studio, selection: Selection): void {
  selectAll(studio, isNothing(selection) ? [] : [selection]);
}

/** Selects all of these, the first of them as what was chosen last. */
export function selectAll(studio: Studio, [first = NOTHING_SELECTED, ...others]: readonly Selection[]): void {
  const { session } = studio.getState();
  const isSame = sameSelections([first, ...others], [session.selection, ...session.alsoSelected]);
  if (isSame && session.keyboardHandle === null) return;
  studio.setState({
    session: {
      ...session,
      keyboardHandle: null,
      selection: isSame ? session.selection : first,
      alsoSelected: isSame ? session.alsoSelected : others,
      inspectorPage: isNothing(first) ? session.inspectorPage : 'selection',
    },
  });
}

/** Selects something too, or takes it out of what is selected. */
export function toggleSelected(studio: Studio, selection: Selection): void {
  const others = withoutSelected(studio.getState(), selection);
  const wasSelected = isSelected(studio.getState(), selection);
  selectAll(studio, wasSelected ? others : [selection, ...others]);
}

/** Selects a prop and nothing else. */
export function selectProp(studio: Studio, prop: string): void {
  select(studio, { ...NOTHING_SELECTED, prop });
}

/** Selects a camera and nothing else. */
export function selectCamera(studio: Studio, camera: string): void {
  select(studio, { ...NOTHING_SELECTED, camera });
}

/** Selects several things beside what is selected. */
export function selectToo(studio: Studio, added: readonly Selection[]): void {
  const state = studio.getState();
  const others = allSelected(state).filter((each) => !added.some((other) => isSameThing(state, each, other)));
  selectAll(studio, [...added, ...others]);
}

/** Makes one of several selected things the one that was chosen last; selects it alone where it is none of them. */
export function activate(studio: Studio, selection: Selection): void {
  const state = studio.getState();
  selectAll(studio, isSelected(state, selection) ? [selection, ...withoutSelected(state, selection)] : [selection]);
}

/** Whether a joint or handle is selected, alone or with others. */
export function isSelected(state: StudioState, selection: Selection): boolean {
  return allSelected(state).some((each) => isSameThing(state, each, selection));
}

export function setTool(studio: Studio, tool: ToolName): void {
  const { session } = studio.getState();
  if (session.tool !== tool) studio.setState({ session: { ...session, tool } });
}

function withoutSelected(state: StudioState, selection: Selection): readonly Selection[] {
  return allSelected(state).filter((each) => !isSameThing(state, each, selection));
}

/** A joint and its handle are the same thing. */
function isSameThing(state: StudioState, a: Selection, b: Selection): boolean {
  const joint = jointOf(state, a);
  if (a.prop !== b.prop || a.camera !== b.camera) return false;
  return joint === null ? a.handle === b.handle && jointOf(state, b) === null : joint === jointOf(state, b);
}

function jointOf({ document }: StudioState, { joint, handle }: Selection): number | null {
  if (joint !== null || handle === null || !document) return joint;
  return handleSelection(document.rig, handle).joint;
}

function handleOf({ document }: StudioState, { joint, handle }: Selection): HandleName | null {
  if (handle !== null || joint === null || !document) return handle;
  return handlesOf(document.rig).find((each) => each.joint === joint)?.name ?? null;
}

function isNothing({ joint, handle, prop, camera }: Selection): boolean {
  return joint === null && handle === null && prop === undefined && camera === undefined;
}

function sameSelections(a: readonly Selection[], b: readonly Selection[]): boolean {
  return (
    a.length === b.length &&
    a.every(
      ({ joint, handle, prop, camera }, i) =>
        joint === b[i]?.joint && handle === b[i]?.handle && prop === b[i]?.prop && camera === b[i]?.camera,
    )
  );
}
