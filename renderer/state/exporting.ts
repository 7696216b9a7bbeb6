import type { Clip } from '../../core/animation/clip.ts';
import { playedClip } from '../../core/animation/played-clip.ts';
import type { Project } from '../../core/document/project.ts';
import { playedActiveClip } from '../../core/document/edits/clips.ts';
import type { ExportClipRequest, ExportReport } from '../../electron/contract.ts';
import { asFileName, chooseFile, joinPath } from './choose-file.ts';
import { shownClip } from './clips.ts';
import { startJob, type Job } from './jobs.ts';
import { shownPose, type Studio, type StudioState } from './studio.ts';

/** What a clip can be written as. */
export const CLIP_FORMATS = [
  { value: 'glb', label: 'GLB: the character’s own file with the clip added' },
  { value: 'vrma', label: 'VRMA: motion for any VRM character' },
  { value: 'fbx', label: 'FBX: motion on the character’s skeleton' },
  { value: 'bvh', label: 'BVH: motion on a skeleton' },
  { value: 'json', label: 'JSON: the clip’s keys by joint name' },
] as const;

export type ClipFormat = (typeof CLIP_FORMATS)[number]['value'];

/** The format that a path's extension names; GLB for any other. */
export function formatOf(path: string): ClipFormat {
  const extension = path.toLowerCase().split('.').at(-1);
  return CLIP_FORMATS.find(({ value }) => value === extension)?.value ?? 'glb';
}

/** The path with another format's extension. */
export function withFormat(path: string, format: ClipFormat): string {
  return `${path.replace(/\.[^./\\]*$/, '')}.${format}`;
}

/** Where an export is suggested: the folder that was set for exports, else the project's `exports` folder, or the documents folder while there is no project. */
export function suggestedExportPath(state: StudioState, what: 'clip' | 'pose'): string {
  const { document, session } = state;
  const character = document?.history.present.character.name ?? 'character';
  const name = what === 'clip' ? (shownClip(state)?.name ?? 'clip') : 'pose';
  const file = `${asFileName(`${character} ${name}`)}.glb`;
  const own = document?.folder ? joinPath(document.folder, 'exports') : session.app?.documentsFolder;
  const folder = session.settings.exportsFolder ?? own;
  return folder === undefined ? file : joinPath(folder, file);
}

export async function chooseExportPath(studio: Studio, suggested: string): Promise<string | null> {
  const format = formatOf(suggested);
  return chooseFile(studio, 'save', { title: 'Export to', kind: 'export', suggested, extensions: [format] });
}

/** Whether the user must be asked before an export to this path: it would replace a file that is not one of the exports made so far. */
export async function replacesFile(studio: Studio, path: string): Promise<boolean> {
  return studio.desktop.call('export.replaces', path);
}

/** The active clip, a part of it in seconds or at another rate, or all clips that hold keys. */
export type ExportedClips = { readonly kind: 'active'; readonly range?: ExportClipRequest['range'] } | { readonly kind: 'all' };

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
    const clips =
      what.kind === 'all'
        ? keyedClips(present).map((clip) => playedClip(document.rig, clip, present.pins))
        : [playedActiveClip(present, document.rig)];
    const request = { characterHash: present.character.hash, rig: present.rig, clips, path };
    return studio.desktop.call('export.clip', job, what.kind === 'all' ? request : { ...request, range: what.range ?? {} });
  };
  return startJob(studio, write, onProgress);
}

/** Writes the pose on screen, in the same way. */
export function exportPose(studio: Studio, path: string, onProgress: (share: number) => void = nobody): Job<ExportReport> {
  const write = async (job: string) => {
    const { document } = studio.getState();
    const pose = shownPose(studio.getState());
    if (!document || !pose) throw new Error('There is no pose to export: open a character first.');
    const { character, rig } = document.history.present;
    return studio.desktop.call('export.pose', job, { characterHash: character.hash, rig, pose: [...pose], path });
  };
  return startJob(studio, write, onProgress);
}

const nobody = () => undefined;
