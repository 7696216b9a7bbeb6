import { SOUND_RATE } from '../../reading/decode-sound.ts';
import { piecesOfPass, type HeardSound } from './heard.ts';

/** What is heard from one time of a timeline to another, seconds, as one sound of two channels; null where nothing is. */
export async function mixSounds(sounds: readonly HeardSound[], from: number, to: number): Promise<AudioBuffer | null> {
  const playing = { range: [from, to], time: from, direction: 1, speed: 1, mode: 'once' } as const;
  const pieces = piecesOfPass(sounds, playing, 0);
  if (pieces.length === 0) return null;
  const context = new OfflineAudioContext(2, Math.max(1, Math.round((to - from) * SOUND_RATE)), SOUND_RATE);
  for (const { sound, when, offset, length } of pieces) {
    const source = new AudioBufferSourceNode(context, { buffer: sound.buffer });
    source.connect(new GainNode(context, { gain: sound.volume })).connect(context.destination);
    source.start(when, offset, length);
  }
  return context.startRendering();
}
