import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { finish } from '../../../core/animation/steps.ts';
import { setKey } from '../../../core/animation/keys.ts';
import { ontoOthersSteps, withGivenMotions } from '../../../core/document/clip-onto-others.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { addActor } from '../../../core/document/edits/actors.ts';
import { activeClip, editActiveClip } from '../../../core/document/edits/clips.ts';
import type { ActorData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { poseOfActor } from '../../../core/document/shown-pose.ts';
import { presentActor } from '../../../core/document/work-on-actor.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { createPuller } from '../../../core/humanoid/pulling/puller.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { scale } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';

const scene = readCharacterScene(readGltf(readFileSync(MANNEQUIN)));
const rig = buildRig(scene);
const nodes = scene.nodes.map((node) => ({ ...node, translation: scale(node.translation, 0.66) }));
const child = buildRig({ ...scene, nodes, meshNodes: [], meshExtents: [] });
const rigOf = ({ hash }: ActorData) => (hash === 'child' ? child : rig);
const [FPS, LATER] = [30, 6];

/** A hand goes up within a second, or up and down again in a loop; a twin and a child stand beside. */
function crowd(loop: boolean): Project {
  const raised = createPuller(rig).begin(restPose(rig.skeleton), 'rightHand').to([-0.3, 1.7, 0.25]).pose;
  const started = createProject(rig, { name: 'A', fileName: 'a.glb', hash: 'a' });
  const doing = editActiveClip(started, (clip) => {
    const up = setKey(
      rig.skeleton,
      setKey(rig.skeleton, { ...clip, fps: FPS, loop, duration: 1 }, 0, restPose(rig.skeleton)),
      0.5,
      raised,
    );
    return setKey(rig.skeleton, up, 1, loop ? restPose(rig.skeleton) : raised);
  });
  return (['twin', 'child'] as const).reduce((project, hash, i) => {
    const own = hash === 'child' ? child : rig;
    const other = createProject(own, { name: hash, fileName: `${hash}.glb`, hash });
    const unkeyed = { clip: activeClip(project).id, time: 0, pose: { root: [0, 1, 0], joints: {} } } as const;
    const place = { at: [i + 1, 0, 0], turn: i } as const;
    return addActor(project, { ...presentActor(other, own), id: `actor-${i + 2}`, place, unkeyed });
  }, doing);
}

/** Radians between how two actors hold the upper arm at two moments, each seen from where it stands. */
function armApart(project: Project, id: string, time: number, timeOfFirst: number): number {
  const turns = [
    [id, time],
    ['actor-1', timeOfFirst],
  ].map(([actor, at]) => {
    const own = actor === 'actor-3' ? child : rig;
    const pose = poseOfActor(project, rig, rigOf, { id: String(actor), time: Number(at), isPlayed: true })!;
    return worldRotation(forwardKinematics(own.skeleton, pose), own.humanoid.rightUpperArm!);
  });
  return angleBetween(turns[0]!, turns[1]!);
}

test.each([false, true])('others do the same where they stand, each later than the one before (in a loop: %s)', (loop) => {
  const before = crowd(loop);
  const ids = before.actors.map(({ id }) => id);
  const after = withGivenMotions(before, finish(ontoOthersSteps(before, rig, rigOf, ids, { frames: LATER })));
  const delay = LATER / FPS;
  expect(activeClip(after).duration).toBeCloseTo(loop ? 1 : 1 + 2 * delay, 9);
  for (const [i, id] of ids.entries()) {
    const own = (i + 1) * delay;
    for (const time of [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1]) {
      const of = loop ? (time - own + 1) % 1 : Math.max(0, time - own);
      expect(armApart(after, id, time, of), `${id} at ${time}`).toBeLessThan(0.01);
    }
  }
  expect(after.actors.map(({ place, unkeyed }) => ({ place, unkeyed }))).toEqual(
    before.actors.map(({ place }) => ({ place, unkeyed: null })),
  );
});

test('who is not chosen or has no rig stays as it was, and so do all where another clip is shown by then', () => {
  const before = crowd(false);
  const given = finish(
    ontoOthersSteps(before, rig, (actor) => (actor.hash === 'child' ? null : rig), ['actor-3'], { frames: LATER }),
  );
  expect(given.motions.size).toBe(0);
  expect(given.duration).toBe(1);
  const one = finish(ontoOthersSteps(before, rig, rigOf, ['actor-3'], { frames: LATER }));
  expect(withGivenMotions(before, one).actors[0]).toBe(before.actors[0]);
  expect(
    withGivenMotions({ ...before, clips: before.clips.map((clip) => ({ ...clip, id: 'other' })), activeClip: 'other' }, one),
  ).toMatchObject({
    actors: before.actors,
  });
});

test('a twin gets the same keys, later, and who is of another size one on every frame', () => {
  const before = crowd(false);
  const { motions } = finish(ontoOthersSteps(before, rig, rigOf, ['actor-2', 'actor-3'], { frames: LATER }));
  const timesOf = (id: string) => new Set(motions.get(id)!.tracks.flatMap(({ times }) => times));
  expect([...timesOf('actor-2')].sort((a, b) => a - b)).toEqual([0.2, 0.7, 1.2]);
  expect(timesOf('actor-3').size).toBe(FPS + 1);
});

test('they stand in a row beside the one that is worked on and look where it looks, where that is asked for', () => {
  const stood = crowd(false);
  const before = { ...stood, place: { at: [1, 0, 2] as const, turn: Math.PI / 2 } };
  const offsets = { frames: 0, beside: [1, 0.5] as const };
  const { actors } = withGivenMotions(before, finish(ontoOthersSteps(before, rig, rigOf, ['actor-2', 'actor-3'], offsets)));
  // It looks along x, so that its left is at −z.
  const expected = [
    [0.5, 0, 1],
    [0, 0, 0],
  ];
  actors.forEach(({ place }, i) => {
    place.at.forEach((value, axis) => expect(value).toBeCloseTo(expected[i]![axis]!, 9));
    expect(place.turn).toBeCloseTo(Math.PI / 2, 9);
  });
});
