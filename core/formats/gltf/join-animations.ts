import { differentNames } from '../../math/different-names.ts';
import { isRecord } from '../text/json-text.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * The animations of several parts of one file, those that belong together made one: the last ones of every part are the clips of these names, one
 * by one; of those before, the first of a name belongs to the first of that name in the other parts, the second to the second. Those without a name
 * stay alone. The clips come last, in their order, and get a number behind their name where another animation has it.
 */
export function joinAnimations(parts: readonly (readonly Json[])[], clips: readonly string[]): Json[] {
  const groups = new Map<string, Json[]>();
  const add = (key: string, animation: Json): void => {
    const group = groups.get(key);
    if (group) group.push(animation);
    else groups.set(key, [animation]);
  };
  parts.forEach((animations, part) => {
    const seen = new Map<string, number>();
    animations.slice(0, animations.length - clips.length).forEach((animation, i) => {
      const { name } = animation;
      if (typeof name !== 'string') return add(`alone ${part} ${i}`, animation);
      const time = (seen.get(name) ?? 0) + 1;
      seen.set(name, time);
      add(`named ${time} ${name}`, animation);
    });
  });
  const own = [...groups.values()].map((group) => mergeAnimations(group));
  const differing = differentNames({ taken: own.map((animation) => animation['name']) });
  const ofClips = clips.map((clip, c) => {
    const name = differing(clip);
    // What a part says of its clip is true of that part alone.
    const { extras: _, ...merged } = mergeAnimations(parts.map((animations) => animations.at(c - clips.length)!));
    return { ...merged, name };
  });
  return [...own, ...ofClips];
}

/** One animation with the channels of all, those of each on its own samplers. */
function mergeAnimations(animations: readonly Json[]): Json {
  const samplers: unknown[] = [];
  const channels: unknown[] = [];
  for (const animation of animations) {
    const before = samplers.length;
    samplers.push(...(animation['samplers'] as unknown[]));
    for (const channel of animation['channels'] as Json[]) {
      channels.push({ ...channel, sampler: Number(channel['sampler']) + before });
    }
  }
  const both = animations.map(({ extensions }) => extensions).filter(isRecord);
  const extensions: Json = Object.assign({}, ...both);
  return { ...animations[0], samplers, channels, ...(both.length > 0 && { extensions }) };
}
