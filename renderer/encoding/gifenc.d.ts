declare module 'gifenc' {
  /** Colours, each red, green and blue, 0 to 255. */
  export type Palette = number[][];

  export function quantize(rgba: Uint8Array | Uint8ClampedArray, most: number, options?: { format?: 'rgb565' }): Palette;
  export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: Palette, format?: 'rgb565'): Uint8Array;

  export interface FrameOptions {
    palette?: Palette;
    /** Milliseconds. */
    delay?: number;
    transparent?: boolean;
    transparentIndex?: number;
    /** What becomes of the frame before the next one: 1 it stays, 2 it is cleared away. */
    dispose?: number;
    /** 0 for ever. */
    repeat?: number;
  }

  export function GIFEncoder(): {
    writeFrame(indices: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
    reset(): void;
  };

  /** The same, for Node, where the package has no names. */
  const gifenc: {
    readonly GIFEncoder: typeof GIFEncoder;
    readonly quantize: typeof quantize;
    readonly applyPalette: typeof applyPalette;
  };
  export default gifenc;
}
