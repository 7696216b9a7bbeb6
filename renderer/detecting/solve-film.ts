import type { FilmMotion, FilmSettings } from '../../core/formats/pictures/motion-of-film.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { LimbExamples } from '../../core/humanoid/picture/limb-examples.ts';

export interface FilmRequest {
  readonly rig: Rig;
  readonly settings: FilmSettings;
  readonly examples: LimbExamples;
}

export type FilmAnswer = { readonly motion: FilmMotion } | { readonly refusal: string };

/** Makes the motion of a film on a thread of its own. An aborted `signal` rejects it as cancelled. Rejects with one sentence. */
export function solveFilm(request: FilmRequest, signal: AbortSignal): Promise<FilmMotion> {
  const worker = new Worker(new URL('./film-thread.ts', import.meta.url), { type: 'module' });
  return new Promise<FilmMotion>((resolve, reject) => {
    const cancel = (): void => reject(new Error('cancelled'));
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel, { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<FilmAnswer>) =>
      'motion' in data ? resolve(data.motion) : reject(new RangeError(data.refusal)),
    );
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(`the motion was not made: the work on it broke off (${message})`)),
    );
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's messages have none.
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
