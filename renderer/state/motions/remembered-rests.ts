import { localsOfNamed, type NamedRest } from '../../../core/formats/clips/named-rest.ts';
import { tellsItsRest } from '../../../core/formats/clips/rest-of-takes.ts';
import { isNamed, type RestChoice } from '../../../core/formats/clips/source-rest.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { OpenedCharacter } from '../../../electron/contract.ts';
import type { Studio } from '../studio.ts';

/** Skeletons that a window remembers, the last ones. */
const MOST_SKELETONS = 32;

/** How skeletons rest, as takes and profiles told while the window was open; the last first. */
const remembered = new WeakMap<Studio, readonly NamedRest[]>();

/** Remembers how a skeleton rests for files that hold it and come without others beside them; a choice that is none of a skeleton says nothing to others. */
export function rememberRest(studio: Studio, rest: RestChoice | undefined): void {
  if (!isNamed(rest)) return;
  const others = (remembered.get(studio) ?? []).filter((each) => each !== rest);
  remembered.set(studio, [rest, ...others].slice(0, MOST_SKELETONS));
}

/** A motion's file with how its skeleton rests: as the takes beside it tell, else as others of the same skeleton did, unless its own skin tells it. */
export function withRememberedRest(studio: Studio, file: OpenedCharacter, rig: Rig): OpenedCharacter {
  const { scene, restOfTakes } = file;
  rememberRest(studio, restOfTakes);
  if (restOfTakes || tellsItsRest({ scene, rig })) return file;
  const same = (remembered.get(studio) ?? []).find((rest) => localsOfNamed(rig, scene, rest) !== null);
  return same ? { ...file, restOfTakes: { ...same, label: 'as its skeleton rested in a take or profile before' } } : file;
}
