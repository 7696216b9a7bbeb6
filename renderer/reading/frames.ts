/** Frames that follow each other: those of a film, or pictures. */
export interface Frames {
  readonly count: number;
  /** When each begins, seconds after the first one, ascending; null for pictures, whose pace is told elsewhere. */
  readonly times: readonly number[] | null;
  /** Draws one of them, which fills the canvas and gives it its size. Rejects with one sentence. */
  draw(index: number, canvas: OffscreenCanvas): Promise<void>;
  /** Lets go of what it holds; nothing is drawn afterwards. */
  close(): void;
}

/** Pixels of the longer side that frames are brought down to: what a screen shows. */
const LONGEST_SIDE = 1600;

/** Gives a canvas the form of a frame that has so many pixels, and has it drawn. */
export function drawInto(
  canvas: OffscreenCanvas,
  frameWidth: number,
  frameHeight: number,
  draw: (context: OffscreenCanvasRenderingContext2D, width: number, height: number) => void,
): void {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(frameWidth, frameHeight));
  const [width, height] = [frameWidth, frameHeight].map((side) => Math.max(1, Math.round(scale * side))) as [number, number];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this window cannot draw pictures');
  context.clearRect(0, 0, width, height);
  draw(context, width, height);
}
