import type { SoundData } from '../../../core/document/project-data.ts';
import { checkSeconds, decodeSound, type DecodedSound } from '../../reading/decode-sound.ts';
import { checkMediaSize } from '../../reading/media-size.ts';
import { soundLength } from '../../encoding/sound-length.ts';
import type { Studio, StudioState } from '../studio.ts';
import { messageOf, settleNotice, tellFailure } from '../window/notify.ts';
import type { SoundFile } from './sound-file.ts';

/** The decoded sound, to be heard and drawn. Null while its file is being read, and where it cannot be read. */
export function decodedOf({ session }: Pick<StudioState, 'session'>, { hash }: Pick<SoundData, 'hash'>): DecodedSound | null {
  const file = session.soundFiles[hash];
  return file && 'buffer' in file ? file : null;
}

/** Where the part of a sound that is heard ends on the timeline, seconds; where its file is not read yet and it goes on to its end, where it begins. */
export function endOnTimeline(state: Pick<StudioState, 'session'>, sound: SoundData): number {
  return sound.at + endInFile(state, sound) - sound.from;
}

/** The same in its file. */
export function endInFile(state: Pick<StudioState, 'session'>, sound: SoundData): number {
  const { to, from } = sound;
  const length = lengthOf(state, sound);
  return Math.max(from, Math.min(to ?? length ?? from, length ?? Infinity));
}

/** Seconds that the file of a sound lasts; null until it is read. */
export function lengthOf(state: Pick<StudioState, 'session'>, sound: SoundData): number | null {
  return decodedOf(state, sound)?.buffer.duration ?? null;
}

/** Checks and decodes the bytes of a file. Rejects with one sentence. */
export async function decodeFile(bytes: Uint8Array<ArrayBuffer>): Promise<DecodedSound> {
  checkMediaSize(bytes.byteLength, 'a sound');
  const seconds = await soundLength(bytes);
  if (seconds !== null) checkSeconds(seconds);
  return decodeSound(bytes);
}

/** Keeps what was read of a file of sound. */
export function setSoundFile(studio: Studio, hash: string, file: SoundFile): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, soundFiles: { ...session.soundFiles, [hash]: file } } });
}

/** Reads the files of all sounds of the project that nobody has read yet. What cannot be heard is told once, and stays in the project. */
export async function readSoundFiles(studio: Studio): Promise<void> {
  const { document, session } = studio.getState();
  if (!document) return;
  const running = reading.get(studio) ?? new Map<string, Promise<boolean>>();
  reading.set(studio, running);
  for (const sound of document.history.present.sounds) {
    if (session.soundFiles[sound.hash] !== undefined || running.has(sound.hash)) continue;
    running.set(
      sound.hash,
      readSoundFile(studio, sound, document.folder).finally(() => running.delete(sound.hash)),
    );
  }
  const read = await Promise.all(running.values());
  if (read.length > 0 && read.every(Boolean)) settleNotice(studio, 'opening');
}

/** The files that are being read, by their hashes. */
const reading = new WeakMap<Studio, Map<string, Promise<boolean>>>();

/** Whether it can be heard. */
async function readSoundFile(studio: Studio, { fileName, hash }: SoundData, folder: string | null): Promise<boolean> {
  try {
    const bytes = await studio.desktop.call('media.read', { fileName, hash }, folder);
    setSoundFile(studio, hash, await decodeFile(bytes as Uint8Array<ArrayBuffer>));
    return true;
  } catch (error) {
    setSoundFile(studio, hash, { problem: messageOf(error) });
    tellFailure(studio, 'opening', error, { file: fileName, failed: 'is not heard' });
    return false;
  }
}
