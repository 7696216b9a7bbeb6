import { closeDialog } from '../../state/session.ts';
import type { Dialog } from '../../state/studio.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { AboutDialog } from './about-dialog.tsx';
import { DroppedDialog } from './dropped-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { FilesDialog } from './files-dialog.tsx';
import { ImportReportDialog } from './import-report-dialog.tsx';
import { MotionDialog } from '../motion/motion-dialog.tsx';
import { SettingsDialog } from '../settings/settings-dialog.tsx';
import { LegendDialog } from './legend-dialog.tsx';
import { PaletteDialog } from './palette-dialog.tsx';
import { RecoverDialog } from './recover-dialog.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { SimplifyDialog } from './simplify-dialog.tsx';
import { UpdatesDialog } from './updates-dialog.tsx';
import { UnsavedDialog } from './unsaved-dialog.tsx';

/** The dialogs that are open, the last one on top. */
export function Dialogs() {
  const { studio } = useServices();
  const dialogs = useStudio((state) => state.session.dialogs);
  return dialogs.map((dialog, depth) => (
    <OneDialog key={`${depth}:${dialog.name}`} dialog={dialog} onClose={() => closeDialog(studio, dialog)} />
  ));
}

function OneDialog({ dialog, onClose }: { dialog: Dialog; onClose: () => void }) {
  switch (dialog.name) {
    case 'files':
      return <FilesDialog mode={dialog.mode} request={dialog.request} onAnswer={dialog.answer} />;
    case 'dropped':
      return <DroppedDialog paths={dialog.paths} onAnswer={dialog.answer} />;
    case 'unsaved':
      return <UnsavedDialog onAnswer={dialog.answer} />;
    case 'recover':
      return <RecoverDialog edits={dialog.edits} onAnswer={dialog.answer} />;
    case 'exportClip':
      return <ExportDialog what="clip" onClose={onClose} />;
    case 'exportPose':
      return <ExportDialog what="pose" onClose={onClose} />;
    case 'importReport':
      return <ImportReportDialog onClose={onClose} />;
    case 'motion':
      return <MotionDialog source={dialog.source} onClose={onClose} />;
    case 'palette':
      return <PaletteDialog onClose={onClose} />;
    case 'settings':
      return <SettingsDialog onClose={onClose} />;
    case 'simplify':
      return <SimplifyDialog onClose={onClose} />;
    case 'legend':
      return <LegendDialog onClose={onClose} />;
    case 'shortcuts':
      return <ShortcutsDialog onClose={onClose} />;
    case 'updates':
      return <UpdatesDialog onClose={onClose} />;
    case 'about':
      return <AboutDialog onClose={onClose} />;
  }
}
