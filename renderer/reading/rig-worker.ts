// A thread of the window that builds rigs: see `rig-builder.ts`.
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { RigAnswer, RigRequest } from './rig-builder.ts';

addEventListener('message', ({ data }: MessageEvent<RigRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's messages have none.
  (postMessage as (answer: RigAnswer) => void)(answerTo(data));
});

function answerTo({ id, scene, options }: RigRequest): RigAnswer {
  try {
    return { id, rig: buildRig(scene, options) };
  } catch (error) {
    // Any other error is a fault of the program, which breaks the thread off.
    if (!(error instanceof RangeError)) throw error;
    return { id, refusal: error.message };
  }
}
