import { sharedExpressions } from '../../humanoid/transfer/expression-names.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { expressionTrack, type Clip, type Track } from '../clip.ts';

/** The tracks of a clip's expressions for another character, as far as that has expressions of the same names. */
export function broughtExpressions(from: Skeleton, clip: Clip, to: Skeleton): Track[] {
  const places = new Map(sharedExpressions(from, to).map(([own, other]) => [expressionTrack(own), expressionTrack(other)]));
  return clip.tracks.flatMap((track) => {
    const joint = places.get(track.joint);
    return joint === undefined ? [] : [{ ...track, joint }];
  });
}
