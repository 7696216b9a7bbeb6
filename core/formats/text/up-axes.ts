import type { Quat } from '../../math/quat.ts';

/** Axes that may point up in a file, likeliest first. */
export const UP_AXES = ['y', 'z', '-z', 'x', '-x', '-y'] as const;
export type UpAxis = (typeof UP_AXES)[number];

const HALF = Math.SQRT1_2;

/** The turns that bring an axis up to +Y; forward stays where it can. */
const TURNS: Readonly<Record<UpAxis, Quat>> = {
  y: [0, 0, 0, 1],
  z: [-HALF, 0, 0, HALF],
  '-z': [HALF, 0, 0, HALF],
  x: [0, 0, HALF, HALF],
  '-x': [0, 0, -HALF, HALF],
  '-y': [0, 0, 1, 0],
};

export function turnOf(axis: UpAxis): Quat {
  return TURNS[axis];
}

/** What is told of a body that was set upright; `lay` as its scene has it. */
export function lyingNote(lay: string): string {
  return lay === 'rest'
    ? 'the body lies at rest in its file: it was set upright, its clips stay as they are'
    : `the body lies in its file, as if ${lay.toUpperCase()} were up: it was set upright. Is it meant to lie?`;
}
