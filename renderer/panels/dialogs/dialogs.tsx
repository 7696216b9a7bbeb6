import { closeDialog } from '../../state/session.ts';
import type { Dialog } from '../../state/window/notices-and-dialogs.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { LATER } from './later-dialogs.ts';
import { PaletteDialog } from './palette-dialog.tsx';
import { RecoverDialog } from './recover-dialog.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
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
      return <LATER.FilesDialog mode={dialog.mode} request={dialog.request} onAnswer={dialog.answer} />;
    case 'dropped':
      return <LATER.DroppedDialog paths={dialog.paths} together={dialog.together} onAnswer={dialog.answer} />;
    case 'chooseLibrary':
      return <LATER.ChooseLibraryDialog names={dialog.names} count={dialog.count} onAnswer={dialog.answer} />;
    case 'fileProps':
      return <LATER.FilePropsDialog props={dialog.props} onAnswer={dialog.answer} />;
    case 'plainBones':
      return <LATER.PlainBonesDialog reason={dialog.reason} onAnswer={dialog.answer} />;
    case 'liveAddress':
      return <LATER.LiveAddressDialog direction={dialog.direction} address={dialog.address} onAnswer={dialog.answer} />;
    case 'camera':
      return <LATER.CameraDialog onAnswer={dialog.answer} />;
    case 'unsaved':
      return <UnsavedDialog next={dialog.next} mayAdd={dialog.mayAdd ?? false} onAnswer={dialog.answer} />;
    case 'replace':
      return <ReplaceDialog next={dialog.next} onAnswer={dialog.answer} />;
    case 'recover':
      return <RecoverDialog edits={dialog.edits} onAnswer={dialog.answer} />;
    case 'exportClip':
      return <LATER.ExportDialog what="clip" onClose={onClose} />;
    case 'exportPose':
      return <LATER.ExportDialog what="pose" onClose={onClose} />;
    case 'exportPictures':
      return <LATER.PictureDialog onClose={onClose} />;
    case 'importReport':
      return <LATER.ImportReportDialog onClose={onClose} />;
    case 'motion':
      return <LATER.MotionDialog source={dialog.source} onClose={onClose} />;
    case 'together':
      return <LATER.TogetherDialog sources={dialog.sources} mannequin={dialog.mannequin} onClose={onClose} />;
    case 'palette':
      return <PaletteDialog onClose={onClose} />;
    case 'settings':
      return <LATER.SettingsDialog onClose={onClose} />;
    case 'simplify':
      return <LATER.SimplifyDialog onClose={onClose} />;
    case 'ontoOthers':
      return <LATER.OntoOthersDialog onClose={onClose} />;
    case 'buildLibrary':
      return <LATER.BuildLibraryDialog onClose={onClose} />;
    case 'handbook':
      return <LATER.HandbookDialog onClose={onClose} />;
    case 'legend':
      return <LATER.LegendDialog onClose={onClose} />;
    case 'shortcuts':
      return <LATER.ShortcutsDialog onClose={onClose} />;
    case 'updates':
      return <LATER.UpdatesDialog onClose={onClose} />;
    case 'about':
      return <LATER.AboutDialog onClose={onClose} />;
  }
}
