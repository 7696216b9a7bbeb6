import type { MediaFile } from '../../core/document/project-data.ts';

/** Files of sounds and references lie beside a project as they came; the window decodes them. */
export interface MediaMessages {
  /** Keeps the bytes of a file that was dropped or chosen, and tells their hash, by which a project speaks of it. */
  'media.keep': (bytes: Uint8Array) => string;
  /** A file of the project in `folder` (null: it was never saved), or one that was kept. */
  'media.read': (file: MediaFile, folder: string | null) => Uint8Array;
}
