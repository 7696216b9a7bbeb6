import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';

/** The seconds that a file of sound says it lasts; null where it says nothing that can be read. */
export async function soundLength(bytes: Uint8Array<ArrayBuffer>): Promise<number | null> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  return input
    .computeDuration()
    .catch(() => null)
    .finally(() => input.dispose());
}
