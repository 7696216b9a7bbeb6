import { savePose } from '../../../core/document/edits/library.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import type { SampledPose, SampleSource } from '../../../electron/contract.ts';
import { chooseFile, joinPath, lastPart, suggestedFolder } from '../window/choose-file.ts';
import { startJob } from '../jobs.ts';
import { editPoses } from './edit-poses.ts';
import { inShownLibrary, libraryName, PROJECT_LIBRARY } from './folders/shown-library.ts';
import { MOTION_EXTENSIONS } from '../motions/motion.ts';
import { attempting, isCancelled, messageOf, notify, settleNotice, tellFailure } from '../window/notify.ts';
import { whileWorking } from '../session.ts';
import type { Studio } from '../studio.ts';
import type { Viewport } from '../window/viewport.ts';

/** How motions become poses. */
export interface BuildSettings {
  /** Moments looked at in a second. */
  readonly fps: number;
  /** How much poses must differ, see `SampleRequest.difference`. */
  readonly difference: number;
  /** Whether poses are kept that only mirror another. */
  readonly mirrored: boolean;
}

export const DEFAULT_BUILD: BuildSettings = { fps: 10, difference: 0.08, mirrored: false };

/** Pixels of a picture. */
const PIXELS = 160;
/** Share of the work after which the files are read, and after which their poses are found. */
const READ = 0.3;
const FOUND = 0.6;
/** Files that cannot be used and are named. */
const MOST_NAMED = 2;

/** Asks for a file with motions, or for a folder of which all are taken. Empty where nothing was chosen. */
export async function chooseMotionFiles(studio: Studio, kind: 'file' | 'folder'): Promise<readonly string[]> {
  const path = await chooseFile(studio, 'open', {
    title: kind === 'file' ? 'Add a motion file' : 'Add a folder of motions',
    kind: kind === 'file' ? 'character' : 'folder',
    suggested: suggestedFolder(studio.getState()),
    extensions: kind === 'file' ? MOTION_EXTENSIONS : [],
  });
  if (path === null || kind === 'file') return path === null ? [] : [path];
  const about = { file: lastPart(path), failed: 'cannot be read' };
  const list = await attempting(studio, 'motion', about, () => studio.desktop.call('files.list', path, MOTION_EXTENSIONS));
  if (list?.files.length === 0) notify(studio, 'info', `“${lastPart(list.folder)}” holds no files with motions.`);
  return list?.files.map((file) => joinPath(list.folder, file)) ?? [];
}

/**
 * Adds the poses of motion files that differ from each other to the library that is shown, with pictures, a folder for each clip, as one step. Files that
 * cannot be used are passed over and named. It can be cancelled: then nothing is added.
 */
export async function buildLibrary(
  studio: Studio,
  viewport: Viewport | null,
  files: readonly string[],
  settings: BuildSettings,
): Promise<void> {
  const { document, session } = studio.getState();
  if (!document || files.length === 0) return;
  const { source } = session.library;
  const isSame = () => {
    const now = studio.getState();
    return now.document?.rig === document.rig && now.session.library.source === source;
  };
  const stop: Stop = { isWanted: false, end: () => undefined };
  const work = async (onProgress: (share: number) => void) => {
    const { sources, unusable } = await readMotions(studio, files, stop, (share) => onProgress(READ * share));
    const found =
      sources.length === 0
        ? []
        : await samplePoses(studio, sources, settings, stop, (share) => onProgress(READ + (FOUND - READ) * share));
    const poses: SavedPose[] = [];
    for (const sample of found) {
      if (stop.isWanted || !isSame()) throw new Error(CANCELLED);
      poses.push(await pictured(viewport, sample));
      onProgress(FOUND + (1 - FOUND) * (poses.length / found.length));
    }
    return { poses, clips: sources.length, unusable };
  };
  try {
    const { poses, clips, unusable } = await whileWorking(studio, 'Building the library', work, () => {
      stop.isWanted = true;
      stop.end();
    });
    if (!isSame()) return;
    const kept = poses.map((saved) => inShownLibrary(studio.getState(), withFreeId(saved)));
    const label = `Add ${counted(kept.length, 'pose')} of ${counted(clips, 'clip')}`;
    const isKept = kept.length > 0 && (await editPoses(studio, label, (library) => kept.reduce(savePose, library)));
    if (kept.length > 0 && !isKept) return;
    const name = source === null ? PROJECT_LIBRARY : libraryName(source, session.settings.libraries);
    const undo = kept.length === 0 ? [] : [source === null ? 'edit.undo' : 'library.undo'];
    settleNotice(studio, 'library');
    notify(studio, unusable.length > 0 ? 'warning' : 'info', summary(kept.length, clips, name, unusable), ...undo);
  } catch (error) {
    if (!isCancelled(error)) tellFailure(studio, 'library', error, null);
  }
}

/** What a job that was ended says. */
const CANCELLED = 'cancelled';

interface Stop {
  isWanted: boolean;
  /** Ends the job that is under way. */
  end: () => void;
}

async function readMotions(
  studio: Studio,
  files: readonly string[],
  stop: Stop,
  onProgress: (share: number) => void,
): Promise<{ readonly sources: readonly SampleSource[]; readonly unusable: readonly string[] }> {
  const sources: SampleSource[] = [];
  const unusable: string[] = [];
  for (const [i, path] of files.entries()) {
    if (stop.isWanted) throw new Error(CANCELLED);
    try {
      const opening = startJob(
        studio,
        (job) => studio.desktop.call('character.openPath', path, {}, job),
        () => undefined,
      );
      stop.end = opening.cancel;
      const { hash } = await opening.result;
      const motions = await studio.desktop.call('motion.list', hash);
      if (motions.length === 0) throw new Error('it holds no motion');
      const name = lastPart(path).replace(/\.[^.]+$/, '');
      motions.forEach((motion, index) =>
        sources.push({ characterHash: hash, index, name: motions.length === 1 ? name : `${name} ${motion.name}` }),
      );
    } catch (error) {
      if (isCancelled(error)) throw error;
      unusable.push(`${lastPart(path)} (${messageOf(error).replace(/\.$/, '')})`);
    }
    onProgress((i + 1) / files.length);
  }
  return { sources, unusable };
}

async function samplePoses(
  studio: Studio,
  sources: readonly SampleSource[],
  settings: BuildSettings,
  stop: Stop,
  onProgress: (share: number) => void,
): Promise<readonly SampledPose[]> {
  const { document } = studio.getState();
  if (!document) return [];
  const { character, rig } = document.history.present;
  const request = { sources, characterHash: character.hash, rig, ...settings };
  const job = startJob(studio, (name) => studio.desktop.call('motion.samplePoses', name, request), onProgress);
  stop.end = job.cancel;
  return job.result;
}

async function pictured(viewport: Viewport | null, sample: SampledPose): Promise<SavedPose> {
  const pose = Float64Array.from(sample.pose);
  const thumbnail = (await viewport?.thumbnail(pose, PIXELS)) ?? '';
  return { ...sample, pose, thumbnail, isFavourite: false };
}

/** Motion that is sampled again must not replace poses that were changed since. */
function withFreeId(saved: SavedPose): SavedPose {
  return { ...saved, id: crypto.randomUUID() };
}

function summary(poses: number, clips: number, library: string, unusable: readonly string[]): string {
  const added =
    poses === 0
      ? 'No pose was added.'
      : `${counted(poses, 'pose')} of ${counted(clips, 'clip')} ${poses === 1 ? 'is' : 'are'} in “${library}” now.`;
  if (unusable.length === 0) return added;
  const more = unusable.length - MOST_NAMED;
  return `${added} Left out: ${unusable.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more files` : ''}.`;
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
