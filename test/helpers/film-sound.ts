import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';

/** What is heard of a film; null where nothing is. */
export async function filmSound(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ readonly codec: string | null; readonly channels: number; readonly seconds: number } | null> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  try {
    const track = await input.getPrimaryAudioTrack();
    return track && { codec: track.codec, channels: track.numberOfChannels, seconds: await track.computeDuration() };
  } finally {
    input.dispose();
  }
}
