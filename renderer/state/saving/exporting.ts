import type { Clip } from '../../../core/animation/clip.ts';
import { springClip } from '../../../core/animation/spring-clip.ts';
import type { Project } from '../../../core/document/project.ts';
import { playedActiveClip, playedActors } from '../../../core/document/played-scene.ts';
import type { ExportReport } from '../../../electron/contract.ts';
import { asFileName, chooseFile, folderOf, joinPath, lastPart } from '../window/choose-file.ts';
import { shownClip } from '../timeline/clips.ts';
import type { DocumentState } from '../document-state.ts';
import { characterOf } from '../scene/characters.ts';
import { startJob, type Job } from '../jobs.ts';
import { isCancelled, notify, settleNotice, tellFailure } from '../window/notify.ts';
import { whileWorking } from '../session.ts';
import type { ExportedClips, LastExport } from '../session-state.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';
import { rigsBeside } from '../scene/rigs.ts';

/** What a clip can be written as. */
export const CLIP_FORMATS = [
  { value: 'glb', label: 'GLB: the character’s own file with the clip added' },
  { value: 'vrma', label: 'VRMA: motion for any VRM character' },
  { value: 'fbx', label: 'FBX: motion on the character’s skeleton' },
  { value: 'bvh', label: 'BVH: motion on a skeleton' },
  { value: 'usdz', label: 'USDZ: mesh, materials and motion for USD' },
  { value: 'usda', label: 'USDA: the same as text, without pictures' },
  { value: 'json', label: 'JSON: the clip’s keys by joint name' },
] as const;

export type ClipFormat = (typeof CLIP_FORMATS)[number]['value'];

/** The format that a path's extension names; GLB for any other. */
export function formatOf(path: string): ClipFormat {
  const extension = path.toLowerCase().split('.').at(-1);
  return CLIP_FORMATS.find(({ value }) => value === extension)?.value ?? 'glb';
}

/** The path with another extension; null for a folder, which has none. */
export function withExtension(path: string, extension: string | null): string {
  const bare = path.replace(/(?<=[^/\\])\.[^./\\]*$/, '');
  return extension === null ? bare : `${bare}.${extension}`;
}

/** Where an export of something (the clip goes by its own name) is suggested: the folder that was set for exports, else the project's `exports` folder, or the documents folder while there is no project. */
export function suggestedExportPath(state: StudioState, what: string, extension: string | null = 'glb'): string {
  const { document, session } = state;
  const character = document?.history.present.character.name ?? 'character';
  const name = what === 'clip' ? (shownClip(state)?.name ?? what) : what;
  const bare = asFileName(`${character} ${name}`);
  const file = extension === null ? bare : `${bare}.${extension}`;
  const own = document?.folder ? joinPath(document.folder, 'exports') : session.app?.documentsFolder;
  const folder = session.settings.exportsFolder ?? own;
  return folder === undefined ? file : joinPath(folder, file);
}

/** Asks where to write a file with this extension, or a folder where it is null. */
export async function chooseExportPath(studio: Studio, suggested: string, extension: string | null): Promise<string | null> {
  const extensions = extension === null ? [] : [extension];
  return chooseFile(studio, 'save', { title: 'Export to', kind: 'export', suggested, extensions });
}

/** Whether the user must be asked before an export to this path: it would replace a file that is not one of the exports made so far. */
export async function replacesFile(studio: Studio, path: string): Promise<boolean> {
  return studio.desktop.call('export.replaces', path);
}

/** The project's clips that hold keys. */
export function keyedClips({ clips }: Project): readonly Clip[] {
  return clips.filter(({ tracks }) => tracks.length > 0);
}

/** Writes clips as a job that `onProgress` hears of. Is refused with a sentence for the user. */
export function exportClips(
  studio: Studio,
  path: string,
  what: ExportedClips,
  onProgress: (share: number) => void = nobody,
): Job<ExportReport> {
  const write = async (job: string) => {
    const { document } = studio.getState();
    if (!document) throw new Error('There is no clip to export: open a character and set keys first.');
    const { present } = document.history;
    const { rig } = document;
    if (what.scene) return exportScene(studio, document, job, path, what);
    const ids = what.kind === 'all' ? keyedClips(present).map(({ id }) => id) : [present.activeClip];
    const played = ids.map((activeClip) => playedActiveClip({ ...present, activeClip }, rig, rigsBeside(document)));
    const clips = what.springs ? played.map((clip) => springClip(rig, clip)) : played;
    const { khrCharacter = false } = what;
    const request = { characterHash: present.character.hash, rig: present.rig, clips, path, khrCharacter };
    const asked = what.kind === 'all' ? request : { ...request, range: what.range ?? {} };
    const report = await studio.desktop.call('export.clip', job, asked);
    rememberExport(studio, { what, path, character: present.character.hash });
    return report;
  };
  return startJob(studio, write, onProgress);
}

async function exportScene(
  studio: Studio,
  document: DocumentState,
  job: string,
  path: string,
  what: ExportedClips,
): Promise<ExportReport> {
  const { present } = document.history;
  const clips = what.kind === 'all' ? keyedClips(present).map(({ id }) => id) : [present.activeClip];
  const actors = playedActors(present, document.rig, rigsBeside(document), { clips, swings: what.springs ?? false });
  // A thing whose file is not there is left out, as an actor is.
  const props = present.props.filter(({ form }) => form.kind !== 'file' || characterOf(document, form.hash) !== null);
  const range = what.kind === 'all' ? {} : { range: what.range ?? {} };
  const report = await studio.desktop.call('export.scene', job, { actors, props, cameras: present.cameras, path, ...range });
  rememberExport(studio, { what, path, character: present.character.hash });
  return report;
}

/** Writes the pose on screen, in the same way. */
export function exportPose(studio: Studio, path: string, onProgress: (share: number) => void = nobody): Job<ExportReport> {
  const write = async (job: string) => {
    const { document } = studio.getState();
    const pose = shownPose(studio.getState());
    if (!document || !pose) throw new Error('There is no pose to export: open a character first.');
    const { character, rig } = document.history.present;
    const report = await studio.desktop.call('export.pose', job, { characterHash: character.hash, rig, pose: [...pose], path });
    rememberExport(studio, { what: 'pose', path, character: character.hash });
    return report;
  };
  return startJob(studio, write, onProgress);
}

function rememberExport(studio: Studio, lastExport: LastExport): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, lastExport } });
}

/** The last export, where the character that it was of is still open. */
export function lastExportOf({ document, session: { lastExport } }: StudioState): LastExport | null {
  return document && lastExport?.character === document.history.present.character.hash ? lastExport : null;
}

/** Does the last export once more, with what is on the timeline or on screen now, into the same file. */
export async function exportAgain(studio: Studio): Promise<void> {
  const last = lastExportOf(studio.getState());
  if (!last) return;
  const { what, path } = last;
  let tell: (share: number) => void = nobody;
  const heard = (share: number) => tell(share);
  const job = what === 'pose' ? exportPose(studio, path, heard) : exportClips(studio, path, what, heard);
  const show = (onProgress: (share: number) => void) => {
    tell = onProgress;
    return job.result;
  };
  try {
    const report = await whileWorking(studio, `Exporting ${lastPart(path)}`, show, job.cancel);
    settleNotice(studio, 'exporting');
    notify(studio, 'info', `${lastPart(path)} is written and read back, in ${lastPart(folderOf(path))}.`);
    for (const warning of report.warnings) notify(studio, 'warning', warning);
  } catch (error) {
    if (isCancelled(error)) return;
    tellFailure(studio, 'exporting', error, { file: lastPart(path), failed: 'was not exported' }, 'file.exportClip');
  }
}

const nobody = () => undefined;
