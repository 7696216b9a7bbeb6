import type { ExportReport } from '../../electron/contract.ts';
import { asFileName, chooseFile, joinPath } from './choose-file.ts';
import { shownClip } from './clips.ts';
import { shownPose, type Studio, type StudioState } from './studio.ts';

/** Where an export is suggested: the project's `exports` folder, or the documents folder while there is no project. */
export function suggestedExportPath(state: StudioState, what: 'clip' | 'pose'): string {
  const { document, session } = state;
  const character = document?.history.present.character.name ?? 'character';
  const name = what === 'clip' ? (shownClip(state)?.name ?? 'clip') : 'pose';
  const file = `${asFileName(`${character} ${name}`)}.glb`;
  const folder = document?.folder ? joinPath(document.folder, 'exports') : session.app?.documentsFolder;
  return folder === undefined ? file : joinPath(folder, file);
}

export async function chooseExportPath(studio: Studio, suggested: string): Promise<string | null> {
  return chooseFile(studio, 'save', { title: 'Export to', kind: 'export', suggested, extensions: ['glb'] });
}

/** Writes the active clip. Rejects with a sentence for the user. */
export async function exportClip(studio: Studio, path: string): Promise<ExportReport> {
  const { document } = studio.getState();
  const clip = shownClip(studio.getState());
  if (!document || !clip) throw new Error('There is no clip to export: open a character and set keys first.');
  const { character, rig } = document.history.present;
  return studio.desktop.call('export.clip', { characterHash: character.hash, rig, clip, path });
}

/** Writes the pose on screen. Rejects with a sentence for the user. */
export async function exportPose(studio: Studio, path: string): Promise<ExportReport> {
  const { document } = studio.getState();
  const pose = shownPose(studio.getState());
  if (!document || !pose) throw new Error('There is no pose to export: open a character first.');
  const { character, rig } = document.history.present;
  return studio.desktop.call('export.pose', { characterHash: character.hash, rig, pose: [...pose], path });
}
