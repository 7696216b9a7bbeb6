import { withPeople, type ChosenGiveWay } from '../../../core/document/bring-together.ts';
import { freeId, takenIds } from '../../../core/document/ids.ts';
import { addActor } from '../../../core/document/edits/actors.ts';
import { rigSettingsFromData } from '../../../core/document/read-settings.ts';
import type { ActorData } from '../../../core/document/project-data.ts';
import type { Project, RigSettings } from '../../../core/document/project.ts';
import { actorsOf, othersOf, presentActor } from '../../../core/document/work-on-actor.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { BroughtTogether, OpenedCharacter } from '../../../electron/contract.ts';
import type { DocumentState } from '../document-state.ts';
import { commitEdit } from '../editing.ts';
import { startJob, whileOpening, type Job } from '../jobs.ts';
import { hasGround, overGround } from '../props/on-things.ts';
import { unmarkActor } from '../scene/actor-marks.ts';
import { canWorkOn } from '../scene/characters.ts';
import { bringCharacter, freshActor, namesIn, newActorId } from '../scene/edit-actors.ts';
import { freeName } from '../scene/free-name.ts';
import { placeBeside, turnLike } from '../scene/free-place.ts';
import { plainSettings, rigOfActor } from '../scene/rigs.ts';
import type { Studio } from '../studio.ts';
import { showStart } from '../timeline/playback.ts';
import { isCancelled, settleNotice, tellFailure } from '../window/notify.ts';
import { chooseMotionFile, knownOf, readSource, type MotionFile } from './motion.ts';
import type { MotionSource } from './motion-source.ts';
import { peopleOf, showPeople } from './show-people.ts';

/** Who gets the motion of a person: an actor of the scene by its id, or a new one. No id holds a colon. */
export type Part = string;
const ANOTHER: Part = 'new:another';
const A_MANNEQUIN: Part = 'new:mannequin';

/** Reads files of people who were captured together, each behind `sources`, and asks who gets their motions. */
export async function openPeople(
  studio: Studio,
  files: readonly MotionFile[],
  sources: readonly MotionSource[] = [],
): Promise<void> {
  const read = [...sources];
  for (const { name, open } of files) {
    try {
      const next = (job: string) => open({}, job).then((file) => readSource(studio, file, open, {}, job));
      read.push(...peopleOf(await whileOpening(studio, name, next)));
    } catch (error) {
      if (!isCancelled(error)) tellFailure(studio, 'motion', error, { file: name, failed: 'gave no motion' });
      return;
    }
  }
  settleNotice(studio, 'motion');
  await showPeople(studio, read);
}

/** Asks for the file of somebody else who was captured with these people, and takes the place of what `close` closes. */
export async function addCaptured(studio: Studio, sources: readonly MotionSource[], close: () => void): Promise<void> {
  const file = await chooseMotionFile(studio, 'Add somebody of the same capture');
  if (!file) return;
  close();
  await openPeople(studio, [file], sources);
}

/** Somebody who can get the motion of a person, as a list offers it. */
export interface OfferedPart {
  readonly value: Part;
  readonly label: string;
}

/** The actors of the scene whose files are there and who are not locked, and new ones. */
export function offeredParts(
  document: DocumentState,
  locked: ReadonlySet<string>,
  mannequin: OpenedCharacter,
): readonly OfferedPart[] {
  const { present } = document.history;
  const { workedOn, character } = present;
  const free = actorsOf(present).filter(({ id }) => id === workedOn || (canWorkOn(document, id) && !locked.has(id)));
  return [
    ...free.map(({ id, name }) => ({ value: id, label: name })),
    { value: ANOTHER, label: `Add another ${character.name}` },
    ...(character.hash === mannequin.hash ? [] : [{ value: A_MANNEQUIN, label: 'Add a mannequin' }]),
  ];
}

/** Who gets whose motion to begin with: the actors in their order, then others like the one that is worked on. */
export function firstParts(offered: readonly OfferedPart[], people: number): readonly Part[] {
  const actors = offered.filter(({ value }) => !isNew(value));
  return Array.from({ length: people }, (_, i) => actors[i]?.value ?? ANOTHER);
}

/** The same with another part for one of them; who had it gets theirs. */
export function withPart(parts: readonly Part[], person: number, part: Part): readonly Part[] {
  const had = isNew(part) ? -1 : parts.indexOf(part);
  return parts.map((each, i) => (i === person ? part : i === had ? parts[person]! : each));
}

function isNew(part: Part): boolean {
  return part === ANOTHER || part === A_MANNEQUIN;
}

/** An actor that gets the motion of a person. */
export interface CastActor {
  readonly id: string;
  readonly name: string;
  readonly rig: Rig;
  readonly settings: RigSettings;
  readonly hash: string;
  /** One that is not in the scene yet. */
  readonly fresh: ActorData | null;
}

/** Who gets the motion of each person; new actors with ids and names that nobody has. */
export function castOf(document: DocumentState, parts: readonly Part[], mannequin: OpenedCharacter): readonly CastActor[] {
  const { present } = document.history;
  const cast: CastActor[] = [];
  for (const part of parts) {
    const there = actorOfScene(document, part);
    if (there) {
      cast.push(there);
      continue;
    }
    const isMannequin = part === A_MANNEQUIN;
    const { rig, actor } = isMannequin
      ? freshActor(mannequin, {})
      : { rig: document.rig, actor: presentActor(present, document.rig) };
    const id = newActorId(present, document.revisions, cast);
    const name = freeName([...namesIn(present), ...cast.map((each) => each.name)], actor.name);
    const place = placeBeside(document, rig, turnLike(document, rig));
    const settings = isMannequin ? plainSettings({}) : present.rig;
    const fresh = { ...actor, id, name, place, pins: {}, unkeyed: null, motions: {} };
    cast.push({ id, name, rig, settings, hash: actor.hash, fresh });
  }
  return cast;
}

/** The actor with this id. Null where nobody has it, as when others took the actor away meanwhile. */
function actorOfScene(document: DocumentState, id: string): CastActor | null {
  const { present } = document.history;
  if (id === present.workedOn) {
    const { character, rig: settings } = present;
    return { id, name: character.name, rig: document.rig, settings, hash: character.hash, fresh: null };
  }
  const actor = othersOf(present).find((each) => each.id === id);
  const rig = actor && rigOfActor(document, actor);
  if (!rig) return null;
  return { id, name: actor.name, rig, settings: rigSettingsFromData(actor.rig, rig.skeleton), hash: actor.hash, fresh: null };
}

/** What a list calls a person: the file, and which of its people. */
export function personLabel({ character: { fileName }, person }: MotionSource): string {
  return person === undefined ? fileName : `${fileName}, person ${person + 1}`;
}

/** Which motion of which file a person does. */
export interface CapturedMotion {
  readonly source: MotionSource;
  readonly index: number;
}

/** Retargets the motions onto the cast, one an actor. `onProgress` hears 0 to 1; the result is refused with a sentence. */
export function retargetTogether(
  studio: Studio,
  people: readonly CapturedMotion[],
  cast: readonly CastActor[],
  fps: number | null,
  onProgress: (share: number) => void,
  gives: readonly ChosenGiveWay[] = [],
): Job<BroughtTogether> {
  return startJob(
    studio,
    (job) =>
      studio.desktop.call('motion.retargetTogether', job, {
        people: people.map(({ source, index }, i) => ({
          actor: cast[i]!.id,
          source: {
            characterHash: source.character.hash,
            index,
            ...(source.person !== undefined && { person: source.person }),
          },
          characterHash: cast[i]!.hash,
          rig: cast[i]!.settings,
          options: {
            ...(fps !== null && { fps }),
            ...knownOf(source),
            ...(Object.keys(source.bones).length > 0 && { bones: source.bones }),
          },
        })),
        ...(gives.length > 0 && { gives }),
      }),
    onProgress,
  );
}

/** Puts what they do on the timeline as one clip, with actors that are not there yet, as one undoable step; where they `walk`, over the things that feet stand on. */
export function keepTogether(
  studio: Studio,
  cast: readonly CastActor[],
  { people }: BroughtTogether,
  mannequin: OpenedCharacter,
  walk = false,
): void {
  const state = studio.getState();
  const { document } = state;
  if (!document) return;
  const { present } = document.history;
  if (cast.some(({ hash }) => hash === mannequin.hash)) bringCharacter(studio, mannequin);
  const { id: wanted, name } = people[0]!.clip;
  const id = freeId(wanted, takenIds('clips', present.clips, document.revisions));
  const placed = cast.map((actor, i) => ({ ...actor, ...people[i]!, id: actor.id }));
  const fresh = cast.flatMap((actor) => actor.fresh ?? []);
  const brought = (project: Project, doing: typeof placed): Project =>
    withPeople(fresh.reduce(addActor, project), doing, { id, name });
  const over = (project: Project): typeof placed => {
    // Where they come to stand says what is under them.
    const stood = brought(project, placed);
    return placed.map((person) => {
      const { place } = person.id === stood.workedOn ? stood : stood.actors.find((each) => each.id === person.id)!;
      return { ...person, clip: overGround(state, document, person.clip, { rig: person.rig, place }) };
    });
  };
  commitEdit(studio, `Retarget “${name}” onto ${cast.length} characters`, (project) =>
    brought(project, walk && hasGround(state) ? over(project) : placed),
  );
  for (const actor of fresh) unmarkActor(studio, actor.id);
  showStart(studio);
}
