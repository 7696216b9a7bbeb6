import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { RigOptions } from '../../core/humanoid/rigging/rig-options.ts';
import type { CharacterScene } from '../../core/skeleton/scene.ts';

export interface RigRequest {
  readonly id: number;
  readonly scene: CharacterScene;
  readonly options: RigOptions | undefined;
}

export type RigAnswer =
  | { readonly id: number; readonly rig: Rig }
  | { readonly id: number; /** One sentence. */ readonly refusal: string };

/** Builds a rig without stopping the window. Rejects with a `RangeError` of one sentence where no body can be posed. */
export type RigBuilder = (scene: CharacterScene, options?: RigOptions) => Promise<Rig>;

/**
 * Builds rigs one after another on a thread, which is started for the first of them and kept: a character of 300 joints takes a quarter of a second.
 * `startWorker` starts the thread of `rig-worker.ts`.
 */
export function createRigBuilder(startWorker: () => Worker): RigBuilder {
  const waiting = new Map<number, PromiseWithResolvers<Rig>>();
  let worker: Worker | null = null;
  let asked = 0;

  function start(): Worker {
    const started = startWorker();
    started.addEventListener('message', ({ data }: MessageEvent<RigAnswer>) => {
      const answer = waiting.get(data.id);
      waiting.delete(data.id);
      if ('rig' in data) answer?.resolve(data.rig);
      else answer?.reject(new RangeError(data.refusal));
    });
    started.addEventListener('error', ({ message }) => {
      started.terminate();
      worker = null;
      for (const answer of waiting.values())
        answer.reject(new Error(`the skeleton was not read: the work on it broke off (${message})`));
      waiting.clear();
    });
    return started;
  }

  return (scene, options) => {
    worker ??= start();
    const id = asked++;
    const answer = Promise.withResolvers<Rig>();
    waiting.set(id, answer);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's messages have none.
    worker.postMessage({ id, scene, options } satisfies RigRequest);
    return answer.promise;
  };
}
