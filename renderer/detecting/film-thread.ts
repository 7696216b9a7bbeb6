// A thread of the window that makes the motion of a film: see `solve-film.ts`.
import { motionOfFilm } from '../../core/formats/pictures/motion-of-film.ts';
import type { FilmAnswer, FilmRequest } from './solve-film.ts';

addEventListener('message', ({ data }: MessageEvent<FilmRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's messages have none.
  (postMessage as (answer: FilmAnswer) => void)(answerTo(data));
});

function answerTo({ rig, settings, examples }: FilmRequest): FilmAnswer {
  try {
    return { motion: motionOfFilm(rig, settings, examples) };
  } catch (error) {
    // Any other error is a fault of the program, which breaks the thread off.
    if (!(error instanceof RangeError)) throw error;
    return { refusal: error.message };
  }
}
