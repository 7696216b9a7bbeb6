import { handlesOf } from '../../humanoid/body/handles.ts';
import { composeFrames, frameOfPlace, type Frame } from '../../math/frame.ts';
import { angleBetween } from '../../math/quat.ts';
import { length, subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import type { Clip } from '../clip.ts';
import { frameTimes } from '../joint-paths.ts';
import { sampleClip } from '../sampling.ts';
import { touchedAt } from './solve-frame.ts';
import { contactsIn, touchingContacts, type ThingAt, type TouchingActor, type TouchingContact } from './touching-actor.ts';

/** What is left of a contact in a frame, or where it is missed most: there the frame is that in which most is left of its distance. */
export interface MissedContact {
  readonly contact: TouchingContact;
  /** Metres, and radians where the rotation is kept. */
  readonly distance: number;
  /** From the handle to where it should be in that frame, metres in the scene. */
  readonly way: Vec3;
  readonly angle: number;
  readonly frame: number;
}

/** How far contacts are from holding in clips as they are played: one for each contact that holds in some frame on something that is there. */
export function missedContacts(
  actors: readonly TouchingActor[],
  clips: readonly Clip[],
  thingAt: ThingAt,
): readonly MissedContact[] {
  const worst = new Map<TouchingContact, MissedContact>();
  for (const each of missedInFrames(actors, clips, thingAt)) {
    const most = worst.get(each.contact);
    const further = most && most.distance >= each.distance ? most : each;
    worst.set(each.contact, { ...further, angle: Math.max(each.angle, most?.angle ?? 0) });
  }
  return [...worst.values()];
}

/** The same in every frame of each contact, frame by frame. */
export function missedInFrames(
  actors: readonly TouchingActor[],
  clips: readonly Clip[],
  thingAt: ThingAt,
): readonly MissedContact[] {
  const times = actors.length === 0 ? [] : frameTimes(actors[0]!.clip);
  const contacts = touchingContacts(actors, times.length - 1);
  return times.flatMap((time, frame) => missedAt(actors, clips, thingAt, time, contactsIn(contacts, frame), frame));
}

/** The same of contacts at a time, seconds. */
export function missedAt(
  actors: readonly TouchingActor[],
  clips: readonly Clip[],
  thingAt: ThingAt,
  time: number,
  contacts: readonly TouchingContact[],
  frame: number,
): readonly MissedContact[] {
  if (contacts.length === 0) return [];
  const worlds = actors.map(({ rig }, a) => forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clips[a]!, time)));
  const inScene = (actor: number, at: Frame): Frame => composeFrames(frameOfPlace(actors[actor]!.place), at);
  const jointAt = (actor: number, joint: number): Frame =>
    inScene(actor, { position: worldPosition(worlds[actor]!, joint), rotation: worldRotation(worlds[actor]!, joint) });
  return contacts.flatMap((contact): readonly MissedContact[] => {
    const { actor, part, on } = contact;
    const handle = handlesOf(actors[actor]!.rig).find(({ name }) => name === part);
    const touched = touchedAt(actors, actor, on, time, thingAt);
    if (!handle || !touched) return [];
    const position = pointOf(worlds[actor]!, handle.joint, on.point ?? handle.offset);
    const own = inScene(actor, { position, rotation: worldRotation(worlds[actor]!, handle.joint) });
    const other = touched.joint < 0 ? touched.frame : composeFrames(jointAt(touched.actor, touched.joint), touched.frame);
    const way = subtract(other.position, own.position);
    const angle = on.turns ? angleBetween(own.rotation, other.rotation) : 0;
    return [{ contact, distance: length(way), way, angle, frame }];
  });
}
