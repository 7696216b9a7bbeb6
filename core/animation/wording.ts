/** How lengths and frames stand in a sentence about a clip. */
export interface Wording {
  /** A length in metres. */
  readonly length: (metres: number) => string;
  /** A frame of the clip by its number, from 0. */
  readonly frame: (frame: number) => string;
}

/** Millimetres and numbers of frames. */
export const PLAIN_WORDING: Wording = {
  length: (metres) => `${(1000 * metres).toFixed(1)} mm`,
  frame: (frame) => `frame ${frame}`,
};
