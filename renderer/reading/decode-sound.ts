import type { Peaks } from './peaks.ts';

/** Files with these names may hold a sound that a browser decodes. */
const SOUNDS = /\.(?:wav|wave|mp3|ogg|oga|opus|m4a|aac|flac|weba)$/i;

export function isSound(fileName: string): boolean {
  return SOUNDS.test(fileName);
}

/** Seconds of the longest sound: decoded, it takes half a gigabyte. */
const LONGEST = 20 * 60;
/** Samples a second that every sound is brought to. */
export const SOUND_RATE = 48_000;

/** A sound that can be heard and drawn. */
export interface DecodedSound {
  readonly buffer: AudioBuffer;
  readonly peaks: Peaks;
}

/** Decodes what this browser can decode. Rejects with one sentence for a file that is no sound, or is too long. `bytes` stay as they are. */
export async function decodeSound(bytes: Uint8Array<ArrayBuffer>): Promise<DecodedSound> {
  const context = new OfflineAudioContext(1, 1, SOUND_RATE);
  const buffer = await context.decodeAudioData(bytes.slice().buffer).catch(() => {
    throw new Error('it is no sound that this browser can decode (WAV, MP3, OGG, M4A or FLAC)');
  });
  checkSeconds(buffer.duration);
  return { buffer, peaks: await peaksOf(buffer) };
}

/** Throws an `Error` with one sentence for a length that is too long, or nothing. */
export function checkSeconds(seconds: number): void {
  if (seconds > LONGEST)
    throw new Error(`it lasts ${Math.round(seconds / 60)} minutes, more than the ${LONGEST / 60} that a sound may last`);
  if (!(seconds > 0)) throw new Error('it is empty: nothing of it can be heard');
}

/** Found on a thread of its own, that ends with the work. */
function peaksOf(buffer: AudioBuffer): Promise<Peaks> {
  const worker = new Worker(new URL('./peaks-worker.ts', import.meta.url), { type: 'module' });
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, channel) => buffer.getChannelData(channel).slice());
  return new Promise<Peaks>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Peaks>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('its waveform could not be drawn: the work on it broke off')));
    worker.postMessage(
      { rate: buffer.sampleRate, channels },
      channels.map((values) => values.buffer),
    );
  }).finally(() => worker.terminate());
}
