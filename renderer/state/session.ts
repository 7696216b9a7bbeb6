import type { Dialog, DialogName, Question, Work } from './window/notices-and-dialogs.ts';
import type { InspectorPage, LibrarySession, MessagePlace, SettingsPage, Space, ViewSettings } from './session-state.ts';
import type { Studio } from './studio.ts';

/** Shows or hides one kind of thing in the viewport. */
export function setView(studio: Studio, change: Partial<ViewSettings>): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, view: { ...session.view, ...change } } });
}

/** Whose axes a handle moves along and turns about. */
export function setSpace(studio: Studio, space: Space): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, space } });
}

/** Whether a handle that comes near to the floor is put on it, in the middle of a pull too. */
export function toggleFloorSnap(studio: Studio): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, snapsToFloor: !session.snapsToFloor } });
}

/** Whether the floor stops what is pulled from now on, and all that goes along. */
export function toggleFloorStops(studio: Studio): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, floorStops: !session.floorStops } });
}

/** Whether the body itself stops what is pulled from now on. */
export function toggleBodyStops(studio: Studio): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, bodyStops: !session.bodyStops } });
}

/** Whether an edited limit goes to the other side of the body too. */
export function setMirrorLimits(studio: Studio, mirrorLimits: boolean): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, mirrorLimits } });
}

export function showInspectorPage(studio: Studio, inspectorPage: InspectorPage): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, inspectorPage } });
}

export function setLibrarySession(studio: Studio, change: Partial<LibrarySession>): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, library: { ...session.library, ...change } } });
}

export function openDialog(studio: Studio, name: DialogName): void {
  const { session } = studio.getState();
  if (session.dialogs.some((dialog) => dialog.name === name)) return;
  studio.setState({ session: { ...session, dialogs: [...session.dialogs, { name }] } });
}

/** Opens the settings on one of their pages; default: on the one that was seen last. */
export function openSettings(studio: Studio, page?: SettingsPage): void {
  if (page) showSettingsPage(studio, page);
  openDialog(studio, 'settings');
}

export function showSettingsPage(studio: Studio, settingsPage: SettingsPage): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, settingsPage } });
}

/** Opens the handbook on one of its pages; default: on the one that was seen last. */
export function openHandbook(studio: Studio, page?: string): void {
  if (page !== undefined) showHandbookPage(studio, page);
  openDialog(studio, 'handbook');
}

export function showHandbookPage(studio: Studio, handbookPage: string): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, handbookPage } });
}

/** Opens a dialog about what was read for it. */
export function openDialogAbout(studio: Studio, dialog: Extract<Dialog, { readonly name: 'motion' | 'together' }>): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, dialogs: [...session.dialogs, dialog] } });
}

export function closeDialog(studio: Studio, dialog: Dialog): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, dialogs: session.dialogs.filter((other) => other !== dialog) } });
}

export function setMessagePlace(studio: Studio, messagePlace: MessagePlace): void {
  const { session } = studio.getState();
  if (session.messagePlace !== messagePlace) studio.setState({ session: { ...session, messagePlace } });
}

/** Opens a dialog that asks something and waits for its answer. */
export function ask<Answer>(studio: Studio, question: (answer: (value: Answer) => void) => Question): Promise<Answer> {
  return new Promise((resolve) => {
    const dialog = question((value) => {
      closeDialog(studio, dialog);
      resolve(value);
    });
    const { session } = studio.getState();
    studio.setState({ session: { ...session, dialogs: [...session.dialogs, dialog] } });
  });
}

/** Shows `label` with a bar while `task` runs; the task may tell how far it is, 0 to 1, and `cancel` ends it. */
export async function whileWorking<Result>(
  studio: Studio,
  label: string,
  task: (onProgress: (share: number) => void) => Promise<Result>,
  cancel: () => void,
): Promise<Result> {
  let work: Work = { label, progress: null, cancel };
  const isShown = () => studio.getState().session.work === work;
  setWork(studio, work);
  try {
    return await task((progress) => {
      if (!isShown()) return;
      work = { ...work, progress };
      setWork(studio, work);
    });
  } finally {
    if (isShown()) setWork(studio, null);
  }
}

function setWork(studio: Studio, work: Work | null): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, work } });
}
