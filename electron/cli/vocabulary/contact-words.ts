import { z } from 'zod';
import type { ContactSpan, TouchedPlace, TouchingSpan } from '../../../core/animation/clip.ts';
import { activeClip, keyUnkeyed, setClipContacts } from '../../../core/document/edits/clips.ts';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import { sceneActor, sceneContacts } from '../../../core/document/played-scene.ts';
import type { Project } from '../../../core/document/project.ts';
import { poseOfActor } from '../../../core/document/shown-pose.ts';
import { actorsOf, namedActor } from '../../../core/document/work-on-actor.ts';
import { HUMANOID_BONES } from '../../../core/humanoid/body/bones.ts';
import { GIVE_WAYS } from '../../../core/humanoid/bodies/body-contact.ts';
import { HANDLE_NAMES, handleOf, type HandleName } from '../../../core/humanoid/body/handles.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { composeFrames, frameOfPlace, frameSeenFrom, type Frame } from '../../../core/math/frame.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { frame, sceneName, point, rounded, stepAnswer, stepIn } from './facts.ts';
import type { OpenDocument } from './open-document.ts';
import { framesIn, propCalled } from './prop-words.ts';
import type { Session } from './session.ts';
import { word } from './word.ts';

const handle = z.enum(HANDLE_NAMES);

export const contactFacts = z.object({
  actor: z.string().describe('whose handle it is'),
  handle: z.string(),
  on: z.string().describe('the prop, or the character and its joint'),
  from: z.number().describe('frame'),
  to: z.number().describe('frame'),
  gives: z.enum(GIVE_WAYS).describe('who gives way: this one (from), the other (on), or both'),
  millimetres: z.number().describe('how far it is from holding, in the frame in which that is most'),
  degrees: z.number().describe('the same of its direction, where that is kept'),
});

const answer = z.object({ ...stepAnswer, contacts: z.array(contactFacts).describe('all of the clip on the timeline') });

export const CONTACT_WORDS = {
  addContact: word({
    title: 'Add a contact',
    description:
      'Keeps a handle of the character that is worked on on another character, on a prop or on its own body, in the clip on the timeline: no key is set, and the handle goes along with what it touches.',
    effect: 'changes',
    given: {
      handle,
      on: z
        .union([
          z.strictObject({
            bone: z.enum(HUMANOID_BONES),
            actor: sceneName.describe('whose; default: the one worked on').exactOptional(),
          }),
          z.strictObject({ prop: sceneName }),
        ])
        .describe('what it touches: a bone of a character, or a prop'),
      at: point
        .describe('where on it, metres of the scene, as it is at the first frame; default: where the handle is then')
        .exactOptional(),
      from: frame.describe('first frame; default: 0').exactOptional(),
      to: frame.describe("last frame; default: the clip's last").exactOptional(),
      gives: z
        .enum(GIVE_WAYS)
        .describe('who gives way: this one ("from", the default), the other ("on"), or both')
        .exactOptional(),
      turns: z.boolean().describe('whether its direction is kept too; default: no').exactOptional(),
      fade: z.number().min(0).max(1000).describe('seconds over which it comes in and goes out; default: 0.2').exactOptional(),
    },
    answer,
    run: async (session, { handle: part, on: wanted, at, from = 0, to, gives, turns = false, fade }) => {
      const document = await session.present();
      const { duration, fps } = activeClip(document.project);
      const last = Math.round(duration * fps);
      if (from >= (to ?? last)) throw new Error(`addContact: expected "to" behind "from", got ${from} and ${to ?? last}`);
      const by = touchedBy(document, wanted);
      if (gives !== undefined && gives !== 'from' && !('actor' in by))
        throw new Error('addContact: "gives" is for contacts with another character');
      const on: TouchedPlace = {
        by,
        ...placeOn(document, part, by, from / fps, at),
        ...(turns && { turns }),
        ...(gives !== undefined && { gives }),
      };
      const span: TouchingSpan = { part, from: from / fps, to: (to ?? last) / fps, on, ...(fade !== undefined && { fade }) };
      const { skeleton } = document.rig;
      return withContacts(session, `Keep ${part} on ${labelOf(document, by)}`, (project) => {
        const keyed = keyUnkeyed(project, skeleton);
        return setClipContacts(keyed, [...(activeClip(keyed).contacts ?? []), span]);
      });
    },
  }),
  listContacts: word({
    title: 'List contacts',
    description:
      'Says what touches what in the clip on the timeline, of all characters, and how far each contact is from holding.',
    effect: 'reads',
    given: {},
    answer: z.object({ contacts: z.array(contactFacts) }),
    run: async (session) => ({ contacts: factsOfContacts(await session.present()) }),
  }),
  removeContact: word({
    title: 'Remove contacts',
    description: 'Ends what keeps a handle of the character that is worked on, at a frame of the clip or in all of it.',
    effect: 'changes',
    given: { handle, frame: frame.describe('default: all of the clip').exactOptional() },
    answer,
    run: async (session, { handle: part, frame: at }) => {
      const { project } = await session.present();
      const { contacts = [], fps } = activeClip(project);
      const isMeant = (each: ContactSpan) => {
        const [first, last] = [each.from, each.to].map((time) => Math.round(time * fps)) as [number, number];
        return each.part === part && each.on !== undefined && (at === undefined || (first <= at && at <= last));
      };
      if (!contacts.some(isMeant))
        throw new Error(`nothing keeps ${part} on anything${at === undefined ? '' : ` at frame ${at}`}`);
      return withContacts(session, `Let go of what ${part} is on`, (before) =>
        setClipContacts(
          before,
          contacts.filter((each) => !isMeant(each)),
        ),
      );
    },
  }),
} as const;

type Wanted = { readonly bone: (typeof HUMANOID_BONES)[number]; readonly actor?: string } | { readonly prop: string };

function touchedBy({ project, rig, rigOf }: OpenDocument, wanted: Wanted): TouchedPlace['by'] {
  if ('prop' in wanted) return { prop: propCalled(project, wanted.prop).id };
  const { id, name: called } = wanted.actor === undefined ? ownOf(project) : namedActor(project, wanted.actor);
  const other = sceneActor(project, rig, rigOf, id)?.rig;
  const joint = other?.humanoid[wanted.bone];
  if (!other || joint === undefined) throw new Error(`"${called}" has no ${wanted.bone}`);
  const key = jointKeys(other.skeleton)[joint]!;
  return id === project.workedOn ? { joint: key } : { actor: id, joint: key };
}

function ownOf({ workedOn: id, character: { name: called } }: Project) {
  return { id, name: called };
}

/** Where a handle is on what it touches at a time, or where it comes to be there: `at` is a point of the scene. */
function placeOn(
  document: OpenDocument,
  part: HandleName,
  by: TouchedPlace['by'],
  time: number,
  at: Frame['position'] | undefined,
): Frame {
  const { project, rig } = document;
  const found = handleOf(rig, part);
  if (!found) throw new Error(`this character has no ${part}`);
  const own = jointInScene(document, project.workedOn, found.joint, time);
  const touching = composeFrames(own, { position: found.offset, rotation: [0, 0, 0, 1] });
  const there = { ...touching, ...(at && { position: at }) };
  if ('prop' in by) {
    const prop = project.props.find(({ id }) => id === by.prop)!;
    return frameSeenFrom(there, framesIn(document).at(prop, time));
  }
  const id = 'actor' in by ? by.actor : project.workedOn;
  const { skeleton } = sceneActor(project, rig, document.rigOf, id)!.rig;
  return frameSeenFrom(there, jointInScene(document, id, jointKeys(skeleton).indexOf(by.joint), time));
}

function jointInScene({ project, rig, rigOf }: OpenDocument, id: string, joint: number, time: number): Frame {
  const { view, rig: own } = sceneActor(project, rig, rigOf, id)!;
  const world = forwardKinematics(own.skeleton, poseOfActor(project, rig, rigOf, { id, time, isPlayed: false })!);
  const at = { position: worldPosition(world, joint), rotation: worldRotation(world, joint) };
  return composeFrames(frameOfPlace(view.place), at);
}

function labelOf({ project }: OpenDocument, by: TouchedPlace['by']): string {
  if ('prop' in by) return project.props.find(({ id }) => id === by.prop)?.name ?? 'a prop that is gone';
  const id = 'actor' in by ? by.actor : project.workedOn;
  return `${actorsOf(project).find((actor) => actor.id === id)?.name ?? 'a character that is gone'}: ${by.joint}`;
}

export function factsOfContacts(document: OpenDocument): z.output<typeof contactFacts>[] {
  const { project, rig, rigOf } = document;
  const actors = actorsOf(project);
  return sceneContacts(project, rig, rigOf).map(({ actor, contact: { part, on, first, last }, distance, angle }) => ({
    actor: actors.find(({ id }) => id === actor)!.name,
    handle: part,
    // The own body of another one is named as that one's.
    on: labelOf(document, 'prop' in on.by || 'actor' in on.by ? on.by : { actor, joint: on.by.joint }),
    from: first,
    to: last,
    gives: on.gives ?? 'from',
    millimetres: rounded(1000 * distance),
    degrees: rounded(toDegrees(angle)),
  }));
}

async function withContacts(session: Session, label: string, edit: (project: Project) => Project) {
  const { step } = await stepIn(session, label, edit);
  return { step, contacts: factsOfContacts(await session.present()) };
}
