import { z } from 'zod';
import { FRAME_RATES, type Clip } from '../../../core/animation/clip.ts';
import { trimClip } from '../../../core/animation/recut.ts';
import { bringTogether, deepestBetween, type CapturedPerson } from '../../../core/document/bring-together.ts';
import { placeActor } from '../../../core/document/edits/actors.ts';
import { addClip } from '../../../core/document/edits/clips.ts';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import { motionOfClip } from '../../../core/document/motion-of-clip.ts';
import { playedClipOf, sceneActor } from '../../../core/document/played-scene.ts';
import type { Project } from '../../../core/document/project.ts';
import { clipToData } from '../../../core/document/serialize-parts.ts';
import { namedActor } from '../../../core/document/work-on-actor.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { fromPlace, ORIGIN, shortTurn, type Place } from '../../../core/math/place.ts';
import { chooseClip } from '../choose-clip.ts';
import { fidelityOf } from '../describe-fidelity.ts';
import { contactFacts, factsOfContacts } from './contact-words.ts';
import { actorFacts, clipFacts, factsOfActors, factsOfClip, rounded, sceneName, stepAnswer, stepIn } from './facts.ts';
import { newId } from './new-id.ts';
import type { OpenDocument } from './open-document.ts';
import { bvhChoices } from './project-words.ts';
import type { Session } from './session.ts';
import { word } from './word.ts';

const person = z.strictObject({
  actor: sceneName.describe('the character of the scene that does it, by name or id'),
  source: z.string().min(1).max(4096).describe('GLB, glTF, VRM, VRMA, FBX or BVH file with the motion of one person'),
  clip: z.string().min(1).max(1000).describe('which clip of it; default: the first').exactOptional(),
});

type Person = z.output<typeof person>;

/** What a capture's body has: it is not posed, so that its limits are no matter. */
const PLAIN = { preset: 'standard', corrections: {}, limits: {}, stiffness: {} } as const;

export const CAPTURE_WORDS = {
  retargetTogether: word({
    title: 'Retarget people who were captured together',
    description:
      'Brings the motions of two or more people of one capture, a file each, onto as many characters of the scene, as one new clip. Where a hand stays on somebody else is found in the capture, and kept as a contact on bodies of other sizes; the characters are placed so that they meet. The answer has a fidelity report for each, and one for all together.',
    effect: 'changes',
    given: {
      people: z.array(person).min(2).max(8).describe('whoever comes first stays where it stands'),
      name: sceneName.describe("default: the first clip's own").exactOptional(),
      fps: z.literal(FRAME_RATES).exactOptional(),
      bvh: bvhChoices.exactOptional(),
    },
    answer: z.object({
      ...stepAnswer,
      clip: clipFacts,
      actors: z.array(actorFacts),
      fidelity: z
        .array(z.record(z.string(), z.unknown()))
        .describe(
          'one for each, as retarget answers: degrees, millimetres, seconds; "broken" names what is worse than it should be',
        ),
      together: z.object({
        contacts: z.array(contactFacts).describe('what touches, and how far it is from holding'),
        millimetres: z.number().describe('how deep two bodies are in each other at most'),
        captured: z.number().describe('the same in the capture'),
      }),
      notes: z.array(z.string()),
    }),
    run: async (session, { people, name, fps, bvh }) => {
      const document = await session.present();
      const ids = people.map(({ actor }) => namedActor(document.project, actor).id);
      if (new Set(ids).size < ids.length) throw new Error('retargetTogether: expected another character for each person');
      const brought: Brought[] = [];
      for (const [i, each] of people.entries())
        brought.push(await bring(session, document, each, ids[i]!, { fps: fps ?? brought[0]?.person.actor.clip.fps, bvh }));
      const captured = begunTogether(brought);
      const placed = bringTogether(captured);
      const called = name ?? brought[0]!.person.actor.clip.name;
      const first = await session.workOn(ids[0]!);
      const id = newId(first, 'clips', 'motion', called);
      const { step } = await stepIn(session, `Retarget “${called}” of ${people.length}`, (project) =>
        captured.slice(1).reduce(
          (next, { actor }, i) => {
            const { clip, place } = placed[i + 1]!;
            return withMotionOf(next, actor, { ...clip, id, name: called }, place);
          },
          addClip(project, { ...placed[0]!.clip, id, name: called }),
        ),
      );
      const after = await session.present();
      const { project, rig, rigOf } = after;
      const bodies = captured.map(({ actor }) => {
        const { view, rig: own } = sceneActor(project, rig, rigOf, actor.id)!;
        return { rig: own, place: view.place, clip: playedClipOf(project, rig, rigOf, actor.id)! };
      });
      const sources = captured.map(({ source }) => ({ ...source, place: ORIGIN }));
      return {
        step,
        clip: factsOfClip(project.clips.find((each) => each.id === id)!),
        actors: factsOfActors(after),
        fidelity: brought.map(({ fidelity }) => fidelity),
        together: {
          contacts: factsOfContacts(after),
          millimetres: rounded(1000 * deepestBetween(bodies)),
          captured: rounded(1000 * deepestBetween(sources)),
        },
        notes: brought.flatMap(({ notes }) => notes),
      };
    },
  }),
} as const;

interface Brought {
  readonly person: CapturedPerson;
  /** Whether the first frame of the capture was left out. */
  readonly leavesFirst: boolean;
  readonly fidelity: Record<string, unknown>;
  readonly notes: readonly string[];
}

async function bring(
  session: Session,
  { project, rig, rigOf }: OpenDocument,
  { source: path, clip: wanted }: Person,
  id: string,
  { fps, bvh }: { readonly fps: number | undefined; readonly bvh: z.output<typeof bvhChoices> | undefined },
): Promise<Brought> {
  const actor = sceneActor(project, rig, rigOf, id);
  if (!actor) throw new Error(`the file of "${id}" cannot be read`);
  const file = await session.characters.open(session.pathOf(path), bvh);
  const motions = await session.motions.list(file.hash);
  const index = motions.indexOf(chooseClip(motions, wanted, `"${file.fileName}"`));
  const original = await session.motions.read(file.hash, index, PLAIN);
  const { clip, report, leavesFirst } = await session.motions.retarget('retarget', {
    source: { characterHash: file.hash, index },
    characterHash: actor.view.character.hash,
    rig: actor.view.rig,
    options: { ...(fps !== undefined && { fps }), ...(file.restOfTakes && { known: file.restOfTakes }) },
  });
  const frame = 1 / original.fps;
  const source = leavesFirst ? trimClip(original, frame, original.duration) : original;
  return {
    person: { source: { rig: buildRig(file.scene), clip: source }, actor: { id, rig: actor.rig, clip } },
    leavesFirst,
    fidelity: fidelityOf(actor.rig, report),
    notes: file.warnings ?? [],
  };
}

/** People of one capture begin together: where a calibration pose of one is left out, all leave that frame. */
function begunTogether(brought: readonly Brought[]): readonly CapturedPerson[] {
  if (!brought.some(({ leavesFirst }) => leavesFirst)) return brought.map(({ person: each }) => each);
  return brought.map(({ person: each, leavesFirst }) => {
    if (leavesFirst) return each;
    const { source, actor } = each;
    const frame = 1 / source.clip.fps;
    const later = (clip: Clip) => trimClip(clip, frame, clip.duration);
    return { source: { ...source, clip: later(source.clip) }, actor: { ...actor, clip: later(actor.clip) } };
  });
}

/** An actor that is not worked on does this in a clip, and stands where it is seen from the one that is. */
function withMotionOf(
  project: Project,
  { id, rig }: { readonly id: string; readonly rig: Rig },
  clip: Clip,
  seen: Place,
): Project {
  const motion = motionOfClip(clipToData(rig.skeleton, clip, jointKeys(rig.skeleton)));
  const actors = project.actors.map((actor) =>
    actor.id === id ? { ...actor, motions: { ...actor.motions, [clip.id]: motion } } : actor,
  );
  const { place } = project;
  return placeActor({ ...project, actors }, id, { at: fromPlace(place, seen.at), turn: shortTurn(place.turn + seen.turn) });
}
