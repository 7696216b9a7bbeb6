import { describe, expect, test } from 'vitest';
import type { Clip, TouchingSpan } from '../../../core/animation/clip.ts';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import { bringTogether, type CapturedPerson } from '../../../core/document/bring-together.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { addActor } from '../../../core/document/edits/actors.ts';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import { playedClipOf, sceneContacts } from '../../../core/document/played-scene.ts';
import type { Project } from '../../../core/document/project.ts';
import { presentActor } from '../../../core/document/work-on-actor.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { fromPlace } from '../../../core/math/place.ts';
import { distance } from '../../../core/math/vec3.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { capturedPair, mannequinRig, SECOND, SHAKE } from '../../helpers/captured-pair.ts';
import { scaledMannequin } from '../../helpers/scaled-mannequin.ts';

const rig = mannequinRig();
const [first, second] = capturedPair(rig);

function sized(size: number): Rig {
  return mannequinRig(scaledMannequin({ hips: [size, size, size] }));
}

function onto(a: Rig, b: Rig, clips: readonly [Clip, Clip] = [first, second]) {
  const ids = ['actor-1', 'actor-2'];
  const people = [a, b].map((to, i): CapturedPerson => {
    const clip = clips[i]!;
    return { source: { rig, clip }, actor: { id: ids[i]!, rig: to, clip: retargetClip(rig, clip, to).clip } };
  });
  return bringTogether(people);
}

/** The two as a project of two actors. */
function sceneOf(a: Rig, b: Rig, clips?: readonly [Clip, Clip]): { readonly project: Project; readonly rigOf: () => Rig } {
  const [one, other] = onto(a, b, clips);
  const project = { ...createProject(a, { name: 'A', fileName: 'a.glb', hash: 'a' }), clips: [one!.clip], activeClip: 'clip-1' };
  const beside = { ...createProject(b, { name: 'B', fileName: 'b.glb', hash: 'b' }), clips: [other!.clip], activeClip: 'clip-1' };
  const actor = { ...presentActor(beside, b), id: 'actor-2', place: other!.place };
  return { project: addActor(project, actor), rigOf: () => b };
}

const spansOf = ({ contacts = [] }: Clip) =>
  contacts.map((each) => {
    const { part, on, from, to } = each as TouchingSpan;
    return { part, on: 'joint' in on.by ? on.by.joint : '', gives: on.gives, from, to };
  });

describe('Two who were captured together', () => {
  test('are found to touch where they do, on their own bodies they stand where they stood', () => {
    const [one, other] = onto(rig, rig);
    expect(one!.place).toEqual({ at: [0, 0, 0], turn: 0 });
    // The motion itself says where they are in the capture.
    expect(distance(other!.place.at, [0, 0, 0])).toBeLessThan(0.03);
    const keys = jointKeys(rig.skeleton);
    const [shake, ...more] = spansOf(one!.clip);
    expect(more).toEqual([]);
    expect(shake).toMatchObject({ part: 'rightHand', gives: 'both' });
    expect(shake!.on).toMatch(/right(Hand|Index|Middle|Ring|Little|Thumb)/);
    const [shoulder, ...others] = spansOf(other!.clip);
    expect(others).toEqual([]);
    expect(shoulder).toMatchObject({ part: 'leftHand', gives: 'from' });
    expect(keys.slice(0, 8).concat(['rightUpperArm', 'rightShoulder'])).toContain(shoulder!.on);
    for (const { from, to } of [shake!, shoulder!]) {
      expect(from).toBeGreaterThan(SHAKE[0] - 0.45);
      expect(from).toBeLessThan(SHAKE[0] + 0.1);
      expect(to).toBeLessThan(SHAKE[1] + 0.45);
      expect(to).toBeGreaterThan(SHAKE[1] - 0.1);
    }
  });

  for (const [name, a, b] of [
    ['a man and a child', 1, 0.8],
    ['a child and a giant', 0.85, 1.15],
  ] as const)
    test(`${name} touch each other within a centimetre, and arms do little else`, () => {
      const [rigA, rigB] = [sized(a), sized(b)];
      const { project, rigOf } = sceneOf(rigA, rigB);
      const contacts = sceneContacts(project, rigA, rigOf);
      expect(contacts.map(({ contact }) => contact.part).toSorted()).toEqual(['leftHand', 'rightHand']);
      for (const { distance: metres } of contacts) expect(metres).toBeLessThan(0.01);
      // They look at each other from as far as their arms ask.
      const [placeA, placeB] = [project.place, project.actors[0]!.place];
      const hand = (own: Rig, id: string, place: typeof placeA, time: number) => {
        const clip = playedClipOf(project, rigA, rigOf, id)!;
        return fromPlace(
          place,
          worldPosition(forwardKinematics(own.skeleton, sampleClip(own.skeleton, clip, time)), own.humanoid.rightHand!),
        );
      };
      for (const time of [1.2, 1.5, 1.8])
        expect(distance(hand(rigA, 'actor-1', placeA, time), hand(rigB, 'actor-2', placeB, time))).toBeLessThan(0.16);
      expect(distance(hand(rigA, 'actor-1', placeA, 0), hand(rigB, 'actor-2', placeB, 0))).toBeGreaterThan(0.3);
    });

  test('who never touch stay as far from each other as they were, by their sizes', () => {
    const still = (clip: Clip): Clip => ({
      ...clip,
      tracks: clip.tracks.map((track) => ({
        ...track,
        times: [0],
        values: track.values.slice(0, track.values.length / track.times.length),
      })),
    });
    const far: readonly [Clip, Clip] = [still(first), still(second)];
    const [, same] = onto(rig, rig, far);
    expect(distance(same!.place.at, [0, 0, 0])).toBeLessThan(1e-3);
    const [one, other] = onto(sized(0.8), sized(0.8), far);
    expect([one!.clip.contacts, other!.clip.contacts]).toEqual([undefined, undefined]);
    const root = (own: Rig, clip: Clip, place: typeof SECOND) =>
      fromPlace(place, worldPosition(forwardKinematics(own.skeleton, sampleClip(own.skeleton, clip, 0)), own.skeleton.root));
    const [small, smaller] = [root(sized(0.8), one!.clip, one!.place), root(sized(0.8), other!.clip, other!.place)];
    const apart = Math.hypot(smaller[0] - small[0], smaller[2] - small[2]);
    expect(apart / (SECOND.at[2] * 0.8)).toBeCloseTo(1, 1);
    expect(toDegrees(other!.place.turn)).toBeCloseTo(0, 6);
  });
});
