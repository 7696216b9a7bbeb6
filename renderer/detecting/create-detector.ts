import type { Detection, DetectorAnswer, DetectorRequest } from './detection.ts';
import { DETECTOR_FILES } from './detector-files.ts';

/** Finds a person in pictures, on a thread of its own. Nothing leaves the machine. */
export interface Detector {
  /**
   * Who is seen in a picture, which is closed; null where nobody is. `follows`: whether it is the next one of a film, of which `milliseconds` rise from picture
   * to picture. Rejects with one sentence.
   */
  detect(picture: ImageBitmap, follows?: boolean, milliseconds?: number): Promise<Detection | null>;
  /** Ends the thread, and what it is at: that is rejected as cancelled. */
  close(): void;
}

/** What a detector sees of a picture that stands alone, and of its mirror image; null where it sees nobody. */
export interface Looks {
  readonly straight: Detection | null;
  readonly mirrored: Detection | null;
}

/** Looks at a picture, which is closed, and at its mirror image. Rejects with one sentence. */
export async function lookTwice(detector: Detector, picture: ImageBitmap): Promise<Looks> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this window cannot draw pictures');
  context.setTransform(-1, 0, 0, 1, picture.width, 0);
  context.drawImage(picture, 0, 0);
  const straight = await detector.detect(picture);
  return { straight, mirrored: await detector.detect(canvas.transferToImageBitmap()) };
}

/** Looks at a picture that stands alone, and at one of a film. */
const LOOKS = { alone: 3, following: 1 } as const;

/** Loads the detector; `onProgress` hears how far that is, 0 to 1. An aborted `signal` ends it whenever that is. Rejects with one sentence. */
export async function createDetector(onProgress: (share: number) => void, signal: AbortSignal): Promise<Detector> {
  const worker = new Worker(new URL('./detector-thread.ts', import.meta.url));
  let settle: ((answer: DetectorAnswer) => void) | null = null;
  const hear = (said: DetectorAnswer): void => {
    if (said.kind === 'progress') return onProgress(said.share);
    settle?.(said);
    settle = null;
  };
  const end = (sentence: string): void => {
    worker.terminate();
    hear({ kind: 'failed', sentence });
  };
  worker.addEventListener('message', ({ data }: MessageEvent<DetectorAnswer>) => hear(data));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    end(`the detector could not be started: ${event.message}`);
  });
  const ask = (request: DetectorRequest, transfer: Transferable[] = []): Promise<DetectorAnswer> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new Error('cancelled'));
      settle = (said) => (said.kind === 'failed' ? reject(new Error(said.sentence)) : resolve(said));
      worker.postMessage(request, transfer);
    });
  signal.addEventListener('abort', () => end('cancelled'), { once: true });
  await ask({ kind: 'load', files: DETECTOR_FILES });
  return {
    detect: async (picture, follows = false, milliseconds = 0) => {
      const looks = follows ? LOOKS.following : LOOKS.alone;
      const said = await ask({ kind: 'detect', picture, follows, looks, milliseconds }, [picture]);
      return said.kind === 'seen' ? said.detection : null;
    },
    close: () => end('cancelled'),
  };
}
