import { z } from 'zod';
import { FRAME_RATES } from '../../../core/animation/clip.ts';
import { withPeople } from '../../../core/document/bring-together.ts';
import { sceneActor } from '../../../core/document/played-scene.ts';
import { namedActor } from '../../../core/document/work-on-actor.ts';
import { chooseClip } from '../choose-clip.ts';
import { fidelityOf } from '../describe-fidelity.ts';
import { contactFacts, factsOfContacts } from './contact-words.ts';
import { actorFacts, clipFacts, factsOfActors, factsOfClip, rounded, sceneName, stepAnswer, stepIn } from './facts.ts';
import { newId } from './new-id.ts';
import type { OpenDocument } from './open-document.ts';
import { bvhChoices } from './project-words.ts';
import { word } from './word.ts';

const person = z.strictObject({
  actor: sceneName.describe('the character of the scene that does it, by name or id'),
  source: z
    .string()
    .min(1)
    .max(4096)
    .describe('GLB, glTF, VRM, VRMA, FBX or BVH file with the motion of one person, or of several'),
  clip: z.string().min(1).max(1000).describe('which clip of it; default: the first').exactOptional(),
  number: z
    .number()
    .int()
    .min(1)
    .max(8)
    .describe('which person of a file that holds several, from 1; default: the body that is found first')
    .exactOptional(),
});

export const CAPTURE_WORDS = {
  retargetTogether: word({
    title: 'Retarget people who were captured together',
    description:
      'Brings the motions of two or more people of one capture, a file each or one of all, onto as many characters of the scene, as one new clip. Where a hand stays on somebody else is found in the capture, and kept as a contact on bodies of other sizes; the characters are placed so that they meet. The answer has a fidelity report for each, and one for all together.',
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
      const cast = people.map(({ actor }) => actorCalled(document, actor));
      if (new Set(cast.map(({ id }) => id)).size < cast.length)
        throw new Error('retargetTogether: expected another character for each person');
      const files = await Promise.all(people.map(({ source }) => session.characters.open(session.pathOf(source), bvh)));
      const requests = await Promise.all(
        files.map(async ({ hash, fileName, restOfTakes }, i) => {
          const motions = await session.motions.list(hash);
          const index = motions.indexOf(chooseClip(motions, people[i]!.clip, `"${fileName}"`));
          const { id, view } = cast[i]!;
          const { number } = people[i]!;
          return {
            actor: id,
            source: { characterHash: hash, index, ...(number !== undefined && { person: number - 1 }) },
            characterHash: view.character.hash,
            rig: view.rig,
            options: { ...(fps !== undefined && { fps }), ...(restOfTakes && { known: restOfTakes }) },
          };
        }),
      );
      const brought = await session.motions.retargetTogether('retargetTogether', { people: requests });
      const called = name ?? brought.people[0]!.clip.name;
      const id = newId(document, 'clips', 'motion', called);
      const { step } = await stepIn(session, `Retarget “${called}” of ${people.length}`, (project) =>
        withPeople(
          project,
          brought.people.map(({ clip, place }, i) => ({ ...cast[i]!, clip, place })),
          { id, name: called },
        ),
      );
      const after = await session.present();
      const { deepest, captured } = brought.together;
      return {
        step,
        clip: factsOfClip(after.project.clips.find((each) => each.id === id)!),
        actors: factsOfActors(after),
        fidelity: brought.people.map(({ report }, i) => fidelityOf(cast[i]!.rig, report)),
        together: {
          contacts: factsOfContacts(after),
          millimetres: rounded(1000 * deepest),
          captured: rounded(1000 * captured),
        },
        notes: files.flatMap(({ warnings = [] }) => warnings),
      };
    },
  }),
} as const;

function actorCalled({ project, rig, rigOf }: OpenDocument, wanted: string) {
  const { id, name } = namedActor(project, wanted);
  const actor = sceneActor(project, rig, rigOf, id);
  if (!actor) throw new Error(`the file of "${name}" cannot be read`);
  return { id, ...actor };
}
