import { activeClip } from '../../../core/document/edits/clips.ts';
import { addSound, changeSound, LOUDEST, muteSound, removeSound, type SoundPart } from '../../../core/document/edits/sounds.ts';
import { freeId, takenIds } from '../../../core/document/ids.ts';
import type { SoundData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { chooseFiles } from '../../reading/choose-files.ts';
import { isSound } from '../../reading/decode-sound.ts';
import { commitEdit } from '../editing.ts';
import { freeName } from '../scene/free-name.ts';
import { showInspectorPage, whileWorking } from '../session.ts';
import type { Studio, StudioState } from '../studio.ts';
import { frameAt } from '../timeline/clips.ts';
import { setTimelineSession } from '../timeline/set-timeline-session.ts';
import { settleNotice, tellFailure } from '../window/notify.ts';
import { decodeFile, endInFile, lengthOf, setSoundFile } from './sound-files.ts';

export const isSoundFile = isSound;

/** Times its own amplitude that a sound can have at most. */
export const LOUDEST_SOUND = LOUDEST;

/** Asks for a file of sound and puts it onto the timeline. */
export async function chooseSound(studio: Studio): Promise<void> {
  const [file] = await chooseFiles('audio/*');
  if (file) await addSoundFile(studio, file);
}

/** Puts a file of sound onto the timeline of the clip: it begins at the playhead. The file is kept with the project as it came. */
export async function addSoundFile(studio: Studio, file: File): Promise<void> {
  const { document } = studio.getState();
  if (!document) return;
  try {
    const work = async () => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const decoded = await decodeFile(bytes);
      return { decoded, hash: await studio.desktop.call('media.keep', bytes) };
    };
    const { decoded, hash } = await whileWorking(studio, `Reading ${file.name}`, work, () => {});
    if (studio.getState().document?.identity !== document.identity) return;
    setSoundFile(studio, hash, decoded);
    putOn(studio, file.name, hash);
    settleNotice(studio, 'opening');
  } catch (error) {
    tellFailure(studio, 'opening', error, { file: file.name, failed: 'was not added' });
  }
}

function putOn(studio: Studio, fileName: string, hash: string): void {
  const { document, session } = studio.getState();
  if (!document) return;
  const { present } = document.history;
  const clip = activeClip(present);
  const name = freeName(
    present.sounds.map((sound) => sound.name),
    fileName.replace(/\.[^.]*$/, '') || fileName,
  );
  const id = newSoundId(studio.getState(), present);
  const at = frameAt(clip, session.playback.time) / clip.fps;
  commitEdit(studio, `Add ${name}`, (project) =>
    addSound(project, { id, name, fileName, hash, clip: clip.id, at, from: 0, volume: 1 }),
  );
  chooseSoundRow(studio, id);
}

/** An id that no sound and no file of one has. */
export function newSoundId({ document }: StudioState, { sounds }: Project): string {
  return freeId('sound-1', takenIds('sounds', sounds, document?.revisions ?? null));
}

/** The sound that was chosen last, while it is on the timeline; the only one there where there is but one. */
export function chosenSound({ document, session }: StudioState): SoundData | null {
  if (!document) return null;
  const { sounds, activeClip: clip } = document.history.present;
  const there = sounds.filter((sound) => sound.clip === clip);
  return there.find(({ id }) => id === session.timeline.sound) ?? (there.length === 1 ? there[0]! : null);
}

/** Whether a sound is on the timeline. */
export function hasSounds({ document }: StudioState): boolean {
  const present = document?.history.present;
  return present?.sounds.some(({ clip }) => clip === present.activeClip) ?? false;
}

export function chooseSoundRow(studio: Studio, id: string): void {
  setTimelineSession(studio, { sound: id });
  showInspectorPage(studio, 'selection');
}

export function deleteSound(studio: Studio, { id, name }: SoundData): void {
  commitEdit(studio, `Delete ${name}`, (project) => removeSound(project, id));
}

/** Lets a sound begin at a frame of the clip. */
export function moveSound(studio: Studio, sound: SoundData, frame: number): void {
  const { document } = studio.getState();
  const fps = document && activeClip(document.history.present).fps;
  if (fps) change(studio, `Move ${sound.name}`, sound, { at: frame / fps });
}

/** Lets a sound begin or end at a time of the timeline, seconds, as far as its file goes; the rest of it stays where it is. */
export function trimSound(studio: Studio, sound: SoundData, end: 'from' | 'to', time: number): void {
  const part = trimmed(studio.getState(), sound, end, time);
  if (part) change(studio, `Trim ${sound.name}`, sound, part);
}

/** Seconds of the shortest part that a sound is trimmed to. */
const SHORTEST_PART = 0.01;

/** A sound with some of it changed, while it is dragged. */
export function changedSound(sound: SoundData, part: SoundPart): SoundData {
  return { ...sound, ...part };
}

/** What trimming changes of a sound; null where it leaves nothing. */
export function trimmed(state: StudioState, sound: SoundData, end: 'from' | 'to', time: number): SoundPart | null {
  const last = endInFile(state, sound);
  const inFile = Math.min(Math.max(0, sound.from + time - sound.at), lengthOf(state, sound) ?? Infinity);
  if (end === 'to') return inFile - sound.from < SHORTEST_PART ? null : { to: inFile };
  return last - inFile < SHORTEST_PART ? null : { from: inFile, at: sound.at + inFile - sound.from };
}

export function toggleSound(studio: Studio, { id, name, isMuted }: SoundData): void {
  commitEdit(studio, isMuted ? `Unmute ${name}` : `Mute ${name}`, (project) => muteSound(project, id, !isMuted));
}

/** Makes a sound louder or softer: from 0 to twice its own volume. */
export function setVolume(studio: Studio, sound: SoundData, volume: number): void {
  const kept = Math.round(100 * Math.min(Math.max(0, volume), LOUDEST)) / 100;
  change(studio, `Volume of ${sound.name}`, sound, { volume: kept });
}

export function nameSound(studio: Studio, sound: SoundData, name: string): void {
  if (name.trim() !== '') change(studio, 'Rename sound', sound, { name: name.trim() });
}

function change(studio: Studio, label: string, { id }: SoundData, part: SoundPart): void {
  commitEdit(studio, label, (project) => changeSound(project, id, part));
}
