import { weightIndex, type Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';

/** Pairs of numbers of expressions that two characters (or two files) call the same. */
export function sharedExpressions(from: Skeleton, to: Skeleton): readonly (readonly [from: number, to: number])[] {
  const places = new Map(to.expressions?.map((name, i) => [name, i]));
  return (from.expressions ?? []).flatMap((name, i) => {
    const place = places.get(name);
    return place === undefined ? [] : [[i, place] as const];
  });
}

/** Gives `target`, a pose of `to`, the weights that `pose` of `from` has of the expressions that both characters have. */
export function bringExpressions(from: Skeleton, pose: Pose, to: Skeleton, target: Pose): void {
  for (const [i, place] of sharedExpressions(from, to)) target[weightIndex(target, place)] = pose[weightIndex(pose, i)]!;
}

/** Ways in which names tell sides, as VRM, Apple's face shapes and modelling programs have them. */
const SIDES: readonly (readonly [RegExp, string])[] = [
  [/Left$/, 'Right'],
  [/Right$/, 'Left'],
  [/([._-])L$/, '$1R'],
  [/([._-])R$/, '$1L'],
  [/([._-])left$/, '$1right'],
  [/([._-])right$/, '$1left'],
];

/** Pairs of numbers of expressions of which the one is the other in a mirror: blinkLeft and blinkRight, both ways. */
export function mirroredExpressions(names: readonly string[] = []): readonly (readonly [from: number, to: number])[] {
  return names.flatMap((name, i) => {
    const side = SIDES.find(([pattern]) => pattern.test(name));
    const other = side ? names.indexOf(name.replace(...side)) : -1;
    return other < 0 ? [] : [[i, other] as const];
  });
}

/** Gives `mirrored` the weights of `pose`, those of the left and the right exchanged. */
export function mirrorExpressions(names: readonly string[] | undefined, pose: Pose, mirrored: Pose): void {
  if (!names) return;
  for (let i = 0; i < names.length; i++) mirrored[weightIndex(mirrored, i)] = pose[weightIndex(pose, i)]!;
  for (const [from, to] of mirroredExpressions(names)) mirrored[weightIndex(mirrored, to)] = pose[weightIndex(pose, from)]!;
}
