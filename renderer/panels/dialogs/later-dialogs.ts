import type { Studio } from '../../state/studio.ts';
import { loadedLater } from '../widgets/loaded-later.tsx';

/** Dialogs that the first pull needs no code of. */
export const LATER = {
  AboutDialog: loadedLater('About dialog', async () => (await import('./about-dialog.tsx')).AboutDialog),
  BuildLibraryDialog: loadedLater('dialog', async () => (await import('./build-library-dialog.tsx')).BuildLibraryDialog),
  CameraDialog: loadedLater('dialog', async () => (await import('./camera-dialog.tsx')).CameraDialog),
  ChooseLibraryDialog: loadedLater('dialog', async () => (await import('./choose-library-dialog.tsx')).ChooseLibraryDialog),
  DroppedDialog: loadedLater('dialog', async () => (await import('./dropped-dialog.tsx')).DroppedDialog),
  ExportDialog: loadedLater('Export dialog', async () => (await import('./export-dialog.tsx')).ExportDialog),
  FilePropsDialog: loadedLater('dialog', async () => (await import('./file-props-dialog.tsx')).FilePropsDialog),
  FilesDialog: loadedLater('Files dialog', async () => (await import('./files-dialog.tsx')).FilesDialog),
  HandbookDialog: loadedLater('Handbook', async () => (await import('../handbook/handbook-dialog.tsx')).HandbookDialog),
  ImportReportDialog: loadedLater('Import report', async () => (await import('./import-report-dialog.tsx')).ImportReportDialog),
  LegendDialog: loadedLater('Legend', async () => (await import('./legend-dialog.tsx')).LegendDialog),
  LiveAddressDialog: loadedLater('dialog', async () => (await import('./live-address-dialog.tsx')).LiveAddressDialog),
  MotionDialog: loadedLater('Motion dialog', async () => (await import('../motion/motion-dialog.tsx')).MotionDialog),
  OntoOthersDialog: loadedLater('dialog', async () => (await import('./onto-others-dialog.tsx')).OntoOthersDialog),
  PictureDialog: loadedLater('Picture dialog', async () => (await import('../pictures/picture-dialog.tsx')).PictureDialog),
  PlainBonesDialog: loadedLater('dialog', async () => (await import('./plain-bones-dialog.tsx')).PlainBonesDialog),
  SettingsDialog: loadedLater('Settings', async () => (await import('../settings/settings-dialog.tsx')).SettingsDialog),
  ShortcutsDialog: loadedLater('list of shortcuts', async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog),
  SimplifyDialog: loadedLater('Simplify dialog', async () => (await import('./simplify-dialog.tsx')).SimplifyDialog),
  TogetherDialog: loadedLater('dialog', async () => (await import('../motion/together-dialog.tsx')).TogetherDialog),
  UpdatesDialog: loadedLater('Updates dialog', async () => (await import('./updates-dialog.tsx')).UpdatesDialog),
} as const;

/** Fetches their code when there is time after the first change of the document: the first pull does not wait for it. */
export function preloadAfterFirstEdit(studio: Studio): void {
  const stop = studio.subscribe(({ document }) => {
    if (!document || document.history.past.length === 0) return;
    stop();
    requestIdleCallback(() => void preloadDialogs().catch(() => undefined));
  });
}

/** Fetches their code, so that they open at once. */
export async function preloadDialogs(): Promise<void> {
  await Promise.all(Object.values(LATER).map(({ preload }) => preload()));
}
