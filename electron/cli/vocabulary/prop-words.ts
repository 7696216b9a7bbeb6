import { z } from 'zod';
import type { Carrier } from '../../../core/animation/carrier.ts';
import { INTERPOLATIONS } from '../../../core/animation/clip.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { STANDARD_SHAPES } from '../../../core/contact/shape.ts';
import { shapeSize, withShapeSize } from '../../../core/contact/shape-size.ts';
import { activeClip } from '../../../core/document/edits/clips.ts';
import {
  addProp,
  changeProp,
  hangsFrom,
  releaseFrom,
  removeProp,
  restProp,
  setCarrier,
  setGround,
  setPropKey,
} from '../../../core/document/edits/props.ts';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import { playedClipOf, sceneActor } from '../../../core/document/played-scene.ts';
import type { MadeShape, PropData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { carrierOf, motionOfProp, propFrames, type PropFrames } from '../../../core/document/prop-frames.ts';
import { namedActor } from '../../../core/document/work-on-actor.ts';
import { quote } from '../../../core/formats/text/quote.ts';
import { HUMANOID_BONES } from '../../../core/humanoid/body/bones.ts';
import { toRadians } from '../../../core/math/angles.ts';
import { frameSeenFrom, type Frame } from '../../../core/math/frame.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { UNIT_Y } from '../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { frame, sceneName, placing, point, stepAnswer, stepIn } from './facts.ts';
import { newId } from './new-id.ts';
import type { OpenDocument } from './open-document.ts';
import type { Session } from './session.ts';
import { word } from './word.ts';

const KINDS = Object.keys(STANDARD_SHAPES) as [MadeShape['kind'], ...MadeShape['kind'][]];

const size = point.describe('width, height and depth, metres').exactOptional();

const by = z
  .union([
    z.object({ bone: z.enum(HUMANOID_BONES), actor: sceneName.describe('whose; default: the one worked on').exactOptional() }),
    z.object({ prop: sceneName }),
    z.null(),
  ])
  .describe('a bone of a character, another prop, or nothing');

export const propFacts = z.object({
  name: z.string(),
  shape: z.string().describe('what it is; "file": the meshes of a file'),
  size: z.array(z.number()).describe('width, height and depth, metres; of a file its scale'),
  at: point.describe('where it is in the scene at the first frame'),
  keys: z.array(z.number()).describe('frames of the clip at which it has keys'),
  carried: z
    .array(z.object({ from: z.number().describe('frame'), by: z.string().nullable() }))
    .describe('what carries it from which frame on'),
});

const answer = z.object({ ...stepAnswer, props: z.array(propFacts).describe('all of the scene') });

interface Placing {
  readonly at?: z.infer<typeof point>;
  readonly turn?: number;
}

export const PROP_WORDS = {
  addProp: word({
    title: 'Add a prop',
    description: 'Puts a box, a ball, a cylinder, a plane, stairs, a ramp, a chair, a table or a door into the scene.',
    effect: 'changes',
    given: { shape: z.enum(KINDS), name: sceneName.exactOptional(), size, ...placing },
    answer,
    run: async (session, { shape, name: called = shape[0]!.toUpperCase() + shape.slice(1), size: sides, ...part }) => {
      const document = await session.present();
      const form = sides ? (withShapeSize(STANDARD_SHAPES[shape], sides) as MadeShape) : STANDARD_SHAPES[shape];
      const rest = { ...placed({ position: [0, 0, 0], rotation: [0, 0, 0, 1] }, part), by: null };
      const id = newId(document, 'props', 'prop', called);
      return withProps(session, `Add ${called}`, (project) => addProp(project, { id, name: called, form, rest, motions: {} }));
    },
  }),
  changeProp: word({
    title: 'Change a prop',
    description: 'Renames or resizes a prop, lets feet stand on it or not, or moves it where the clip does not.',
    effect: 'changes',
    given: {
      prop: sceneName,
      name: sceneName.exactOptional(),
      size,
      isGround: z.boolean().describe('whether feet stand on it').exactOptional(),
      ...placing,
    },
    answer,
    run: async (session, { prop: wanted, name: called, size: sides, isGround, ...part }) => {
      const document = await session.present();
      const prop = propCalled(document.project, wanted);
      const { keys, changes } = motionOfProp(prop, document.project.activeClip);
      const isMoved = part.at !== undefined || part.turn !== undefined;
      if (isMoved && keys.length + changes.length > 0) throw new Error(`the clip moves ${quote(wanted)}: key it instead`);
      if (sides && prop.form.kind === 'file') throw new Error(`${quote(wanted)} has the size of its file`);
      const form = sides && prop.form.kind !== 'file' ? (withShapeSize(prop.form, sides) as MadeShape) : undefined;
      const frames = framesIn(document);
      const rest = { ...seenBy(frames, prop.rest.by, 0, placed(frames.at(prop, 0), part)), by: prop.rest.by };
      return withProps(session, `Change ${wanted}`, (project) => {
        const fields = { ...(called !== undefined && { name: called }), ...(form && { form }) };
        const changed = changeProp(project, prop.id, fields);
        const grounded = isGround === undefined ? changed : setGround(changed, prop.id, isGround);
        return isMoved ? restProp(grounded, prop.id, rest) : grounded;
      });
    },
  }),
  keyProp: word({
    title: 'Key a prop',
    description: 'Sets a key of a prop at a frame of the clip; what is not said stays as it is there.',
    effect: 'changes',
    given: { prop: sceneName, frame, ...placing, interpolation: z.enum(INTERPOLATIONS).exactOptional() },
    answer,
    run: async (session, { prop: wanted, frame: at, interpolation = 'ease', ...part }) => {
      const document = await session.present();
      const prop = propCalled(document.project, wanted);
      const { id: clip, fps } = activeClip(document.project);
      const time = at / fps;
      const frames = framesIn(document);
      const carrier = carrierOf(prop, document.project, time);
      const key = { ...seenBy(frames, carrier, time, placed(frames.at(prop, time), part)), time, interpolation };
      return withProps(session, `Key ${wanted}`, (project) => setPropKey(project, prop.id, clip, key));
    },
  }),
  carryProp: word({
    title: 'Let something carry a prop',
    description:
      'From a frame of the clip on a prop hangs from a bone, from another prop, or from nothing; it stays where it is at that frame. At frame 0 of a clip that does not move it that holds in every clip.',
    effect: 'changes',
    given: { prop: sceneName, by, frame: frame.exactOptional() },
    answer,
    run: async (session, { prop: wanted, by: wish, frame: from = 0 }) => {
      const document = await session.present();
      const { project } = document;
      const prop = propCalled(project, wanted);
      const carrier = carrierCalled(document, wish);
      if (carrier && 'prop' in carrier && hangsFrom(project, carrier.prop, prop.id))
        throw new Error(`${quote(wanted)} cannot hang from what hangs from it`);
      const { id: clip, fps } = activeClip(project);
      const { keys, changes } = motionOfProp(prop, clip);
      const frames = framesIn(document);
      const rest = { ...seenBy(frames, carrier, 0, frames.at(prop, 0)), by: carrier };
      return withProps(session, carrier ? `Take ${wanted}` : `Let go of ${wanted}`, (before) =>
        from === 0 && keys.length + changes.length === 0
          ? restProp(before, prop.id, rest)
          : setCarrier(before, prop.id, clip, from / fps, carrier),
      );
    },
  }),
  removeProp: word({
    title: 'Remove a prop',
    description: 'Takes a prop out of the scene; what hangs from it stays where it is at the first frame.',
    effect: 'changes',
    given: { prop: sceneName },
    answer,
    run: async (session, { prop: wanted }) => {
      const document = await session.present();
      const { id } = propCalled(document.project, wanted);
      const frames = framesIn(document);
      return withProps(session, `Remove ${wanted}`, (project) =>
        removeProp(
          releaseFrom(
            project,
            (carrier) => 'prop' in carrier && carrier.prop === id,
            (prop) => frames.at(prop, 0),
          ),
          id,
        ),
      );
    },
  }),
} as const;

function placed({ position, rotation }: Frame, { at, turn }: Placing): Frame {
  return { position: at ?? position, rotation: turn === undefined ? rotation : fromAxisAngle(UNIT_Y, toRadians(turn)) };
}

/** A frame of the scene as a carrier sees it at a time. */
function seenBy(frames: PropFrames, carrier: Carrier | null, time: number, at: Frame): Frame {
  return frameSeenFrom(at, frames.ofCarrier(carrier, time));
}

/** Where the props are in the clip on the timeline as it is played. */
export function framesIn({ project, rig, rigOf }: OpenDocument): PropFrames {
  return propFrames(project, (id, time) => {
    const actor = sceneActor(project, rig, rigOf, id);
    const clip = playedClipOf(project, rig, rigOf, id);
    if (!actor || !clip) return null;
    const { skeleton } = actor.rig;
    return { place: actor.view.place, skeleton, world: forwardKinematics(skeleton, sampleClip(skeleton, clip, time)) };
  });
}

/** The prop of this name. Throws an `Error` with one sentence where there is none. */
export function propCalled({ props }: Project, wanted: string): PropData {
  const found = props.find((prop) => prop.name === wanted);
  if (found) return found;
  const there = props.length === 0 ? 'there is none' : `there is ${props.map((prop) => quote(prop.name)).join(', ')}`;
  throw new Error(`the scene has no prop ${quote(wanted)}: ${there}`);
}

function carrierCalled({ project, rig, rigOf }: OpenDocument, wish: z.infer<typeof by>): Carrier | null {
  if (wish === null) return null;
  if ('prop' in wish) return { prop: propCalled(project, wish.prop).id };
  const actor = wish.actor === undefined ? project.workedOn : namedActor(project, wish.actor).id;
  const own = sceneActor(project, rig, rigOf, actor)?.rig;
  const joint = own?.humanoid[wish.bone];
  if (!own || joint === undefined) throw new Error(`the character has no ${wish.bone}`);
  return { actor, joint: jointKeys(own.skeleton)[joint]! };
}

export function factsOfProps(document: OpenDocument): z.output<typeof propFacts>[] {
  const { project } = document;
  const { id: clip, fps } = activeClip(project);
  const frames = framesIn(document);
  const called = (carrier: Carrier | null): string | null => {
    if (carrier === null) return null;
    return 'actor' in carrier ? carrier.joint : (project.props.find(({ id }) => id === carrier.prop)?.name ?? null);
  };
  return project.props.map((prop) => {
    const { keys, changes } = motionOfProp(prop, clip);
    const { form } = prop;
    const carried = [{ from: 0, by: prop.rest.by }, ...changes.map(({ from, by: next }) => ({ from: from * fps, by: next }))];
    return {
      name: prop.name,
      shape: form.kind,
      size: form.kind === 'file' ? [form.scale] : [...shapeSize(form)],
      at: [...frames.at(prop, 0).position] as [number, number, number],
      keys: keys.map(({ time }) => Math.round(time * fps)),
      carried: carried.map(({ from, by: next }) => ({ from: Math.round(from), by: called(next) })),
    };
  });
}

async function withProps(session: Session, label: string, edit: (project: Project) => Project) {
  const { step } = await stepIn(session, label, edit);
  return { step, props: factsOfProps(await session.present()) };
}
