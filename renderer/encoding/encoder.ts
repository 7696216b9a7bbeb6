/** A film in the making. Frames are handed over one after the other; none is kept longer than it takes to encode it. */
export interface Encoder {
  /** Takes what the canvas shows as the next frame. */
  add(canvas: OffscreenCanvas): Promise<void>;
  /** Writes what is left. */
  finish(): Promise<void>;
  /** Lets go of everything; nothing is written any more. */
  cancel(): Promise<void>;
  /** The encoding inside the file where that was a choice, else null. */
  readonly codec: string | null;
  /** Sentences about what the file is not. */
  readonly notes: readonly string[];
}

/** What is encoded. */
export interface Film {
  readonly width: number;
  readonly height: number;
  /** Frames a second. */
  readonly fps: number;
  /** Frames that will come. */
  readonly count: number;
  /** Whether frames can be seen through. */
  readonly hasAlpha: boolean;
  /** What is heard from the first frame on; missing: nothing. */
  readonly sound?: AudioBuffer;
  /** What pictures of a sequence are called, before their numbers. */
  readonly name: string;
}

/** Where the bytes go: to the end of the file, or as a file with this name into the folder. */
export type Write = (bytes: Uint8Array, name?: string) => Promise<void>;

/** The pixels of a canvas: RGBA rows, top row first, colours not multiplied by alpha. */
export function pixelsOf(canvas: OffscreenCanvas): Uint8ClampedArray {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Pictures cannot be read back here.');
  return context.getImageData(0, 0, canvas.width, canvas.height).data;
}

/** The PNG of a canvas. */
export async function pngOf(canvas: OffscreenCanvas): Promise<Uint8Array> {
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
}
