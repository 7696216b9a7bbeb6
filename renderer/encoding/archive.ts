import { Zip, ZipPassThrough } from 'fflate';
import { pngOf, type Encoder, type Film, type Write } from './encoder.ts';
import { frameName } from './sequence.ts';

/** A date that every archive has: the same frames give the same bytes. The first that archives know. */
const DATE = new Date(1980, 0, 1, 12);

/** Numbered PNGs in a zip archive; they are compressed already. */
export function encodeArchive(film: Film, write: Write): Encoder {
  const ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, bytes) => {
    if (error) failure = error;
    else ready.push(bytes);
  });
  const flush = async () => {
    if (failure) throw failure;
    for (const bytes of ready.splice(0)) await write(bytes);
  };
  let index = 0;
  return {
    codec: null,
    notes: [],
    async add(canvas) {
      const file = new ZipPassThrough(frameName(film, index++));
      file.mtime = DATE;
      zip.add(file);
      file.push(await pngOf(canvas), true);
      await flush();
    },
    async finish() {
      zip.end();
      await flush();
    },
    cancel: async () => zip.terminate(),
  };
}
