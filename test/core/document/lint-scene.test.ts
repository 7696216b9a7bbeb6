import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { TouchingSpan } from '../../../core/animation/clip.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import type { ClipIssue } from '../../../core/animation/lint/issues.ts';
import { repairIssue, repairOf } from '../../../core/animation/repair/repair-issue.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { addActor } from '../../../core/document/edits/actors.ts';
import { activeClip, editActiveClip } from '../../../core/document/edits/clips.ts';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import { playedClipOf } from '../../../core/document/played-scene.ts';
import { unkeyedToData } from '../../../core/document/serialize-parts.ts';
import { repairScene } from '../../../core/document/repair-scene.ts';
import { createPuller } from '../../../core/humanoid/pulling/puller.ts';
import { lintScene } from '../../../core/document/lint-scene.ts';
import type { PropData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { poseOfActor } from '../../../core/document/shown-pose.ts';
import { presentActor } from '../../../core/document/work-on-actor.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { fromPlace, type Place } from '../../../core/math/place.ts';
import { angleBetween, IDENTITY, multiply } from '../../../core/math/quat.ts';
import { add, distance, lerp, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';

const rig = buildRig(readCharacterScene(readGltf(new Uint8Array(readFileSync(MANNEQUIN)))));
const [hand, chest] = [rig.humanoid.rightHand!, rig.humanoid.chest!];
const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
const [ahead, , aside] = rig.report.facing;
const FPS = 30;
const FIRM = { translation: true, rotation: true, weight: 1 };

/** The Hero, who is worked on, and the Knight, as many metres ahead; in the middle second of three the Hero's right hand is on what `on` says. */
function scene(metres: number, on?: TouchingSpan['on'], props: readonly PropData[] = []): Project {
  const clip = createClip('clip-1', 'Push', { fps: FPS, duration: 3, loop: false });
  const contacts: readonly TouchingSpan[] = on ? [{ part: 'rightHand', from: 1, to: 2, on }] : [];
  const alone: Project = {
    ...createProject(rig, { name: 'Hero', fileName: 'hero.glb', hash: 'ab' }),
    clips: [contacts.length > 0 ? { ...clip, contacts } : clip],
    activeClip: clip.id,
    props,
  };
  const place: Place = { at: [metres * ahead, 0, metres * aside], turn: Math.PI };
  return addActor(alone, { ...presentActor(alone, rig), id: 'actor-2', name: 'Knight', place, motions: {} });
}

const onChest: TouchingSpan['on'] = {
  by: { actor: 'actor-2', joint: jointKeys(rig.skeleton)[chest]! },
  position: [0, 0, 0],
  rotation: IDENTITY,
  point: [0, 0, 0],
};

const found = (project: Project, kind: ClipIssue['kind']) =>
  lintScene(project, rig, () => rig).filter((issue) => issue.kind === kind);

const worldOf = (project: Project, id: string, frame: number) =>
  forwardKinematics(
    rig.skeleton,
    poseOfActor(project, rig, () => rig, { id, time: frame / FPS, isPlayed: true })!,
  );

/** Metres from the Hero's hand to the Knight's chest. */
function fromChest(project: Project, frame: number): number {
  const { place } = project.actors[0]!;
  const at = fromPlace(place, worldPosition(worldOf(project, 'actor-2', frame), chest));
  return distance(worldPosition(worldOf(project, project.workedOn, frame), hand), at);
}

describe('A contact with another actor', () => {
  test('in reach is no issue, as long as it holds', () => {
    const project = scene(0.6, onChest);
    for (const frame of [30, 45, 60]) expect(fromChest(project, frame)).toBeLessThan(1e-3);
    expect(found(project, 'contact')).toEqual([]);
  });

  test('out of reach is told where it is missed, by how much and of whom, and held again by a body that comes nearer @all', () => {
    const project = scene(1.6, onChest);
    const [issue, ...more] = found(project, 'contact') as [ClipIssue];
    expect(more).toEqual([]);
    expect([issue.from, issue.to].map((time) => Math.round(time * FPS))).toEqual([30, 60]);
    const missed = Array.from({ length: 31 }, (_, i) => fromChest(project, 30 + i));
    expect(issue.amount).toBeGreaterThan(0.02);
    expect(issue.amount).toBeCloseTo(Math.max(...missed), 6);
    expect(fromChest(project, Math.round(issue.worst * FPS))).toBeCloseTo(issue.amount, 6);
    expect(issue).toMatchObject({ joint: hand, other: 'Knight' });
    expect(issue.message).toBe(`Right hand misses Knight by ${(1e3 * issue.amount).toFixed(1)} mm`);

    expect(repairOf(rig, activeClip(project), issue)).toBe('Move the body nearer');
    const repaired = editActiveClip(project, (clip) => repairIssue(rig, clip, issue));
    for (const frame of [30, 45, 60]) expect(fromChest(repaired, frame)).toBeLessThan(1e-3);
    expect(found(repaired, 'contact')).toEqual([]);
    // All of the clip is where it is now: no foot slides.
    const footAt = (frame: number) => worldPosition(worldOf(repaired, project.workedOn, frame), rig.humanoid.leftFoot!);
    for (const frame of [20, 30, 45, 70, 90]) expect(distance(footAt(frame), footAt(0))).toBeLessThan(1e-3);
  });

  test('is judged from where that stands, also where no key holds it, and where the hand goes', () => {
    const keyless = scene(0.75, onChest);
    const leaning = restPose(rig.skeleton);
    leaning.set([0.1, 0.05, 0.1]);
    const unkeyed = {
      clip: 'clip-1',
      time: 0,
      pose: unkeyedToData(rig.skeleton, { clip: 'clip-1', time: 0, pose: leaning }, jointKeys(rig.skeleton))!.pose,
    };
    const project = { ...keyless, actors: keyless.actors.map((actor) => ({ ...actor, unkeyed })) };
    for (const frame of [30, 45, 60]) expect(fromChest(project, frame)).toBeLessThan(1e-3);
    expect(found(project, 'contact')).toEqual([]);
    expect(distance(worldPosition(worldOf(project, 'actor-2', 45), chest), worldPosition(rest, chest))).toBeCloseTo(0.15, 6);
    // Whose pose is not keyed has no keys in what is played and exported.
    expect(playedClipOf(project, rig, () => rig, 'actor-2')!.tracks).toEqual([]);
  });

  test('that is above all reach has no repair @all', () => {
    const project = scene(0.6, { ...onChest, position: [0, 3, 0] });
    const [issue] = found(project, 'contact') as [ClipIssue];
    expect(issue.amount).toBeGreaterThan(1);
    const above: ClipIssue = { ...issue, way: [0, issue.way![1], 0] };
    expect(repairOf(rig, activeClip(project), above)).toBeNull();
    expect(repairIssue(rig, activeClip(project), above)).toBe(activeClip(project));
  });
});

test('A contact with a prop out of reach is told by the name of the prop @all', () => {
  const on: TouchingSpan['on'] = { by: { prop: 'prop-1' }, position: [0, 0, 0], rotation: IDENTITY, point: [0, 0, 0] };
  const boxAt = (position: Vec3): PropData => ({
    id: 'prop-1',
    name: 'Bell',
    form: { kind: 'ball', radius: 0.1 },
    rest: { position, rotation: IDENTITY, by: null },
    motions: {},
  });
  const near = add(worldPosition(rest, rig.humanoid.rightUpperArm!), [0.4 * ahead, 0, 0.4 * aside]);
  expect(found(scene(2, on, [boxAt(near)]), 'contact')).toEqual([]);
  const [issue] = found(scene(2, on, [boxAt(add(near, [0, 2, 0]))]), 'contact') as [ClipIssue];
  expect(issue.message).toMatch(/^Right hand misses Bell by \d/);
  expect(issue.amount).toBeGreaterThan(1);
});

describe('Bodies of two actors', () => {
  test('that are apart are no issue', () => expect(found(scene(1.5), 'overlap')).toEqual([]));

  test('that go through each other are told from the first frame to the last, with the deepest @all', () => {
    const walking = editActiveClip(scene(1), (clip) =>
      [0, 3].reduce((walked, time) => {
        const pose = restPose(rig.skeleton);
        pose.set(time === 0 ? [0, 0, 0] : [2 * ahead, 0, 2 * aside]);
        return setKey(rig.skeleton, walked, time, pose);
      }, clip),
    );
    const depths = Array.from({ length: 3 * FPS + 1 }, (_, frame) => depthBySamples(walking, frame));
    const [issue, ...more] = found(walking, 'overlap') as [ClipIssue];
    expect(more).toEqual([]);
    // Samples along the axes are never nearer than the axes are.
    expect(depths[Math.round(issue.from * FPS)]).toBeGreaterThan(4e-3);
    expect(depths[Math.round(issue.from * FPS) - 1]).toBeLessThan(5e-3);
    expect(depths[Math.round(issue.to * FPS)]).toBeGreaterThan(4e-3);
    expect(depths[Math.round(issue.to * FPS) + 1]).toBeLessThan(5e-3);
    expect(issue.amount).toBeCloseTo(Math.max(...depths), 2);
    expect(issue.message).toMatch(/ is \d+\.\d cm inside Knight$| is \d+\.\d mm inside Knight$/);
    expect(repairOf(rig, activeClip(walking), issue)).toBe('Bring it out');
  });
});

describe('Bodies in each other are brought out', () => {
  const repaired = (project: Project) => {
    const issues = lintScene(project, rig, () => rig);
    return editActiveClip(project, () => repairScene(project, rig, () => rig, { found: issues, kinds: ['overlap'] }));
  };
  const deepest = (project: Project) =>
    Math.max(...Array.from({ length: 3 * FPS + 1 }, (_, frame) => depthBySamples(project, frame)));

  test('a trunk along the floor, so that no foot slides, and no farther than it must @all', () => {
    const near = scene(0.12);
    expect(deepest(near)).toBeGreaterThan(0.05);
    const out = repaired(near);
    expect(found(out, 'overlap')).toEqual([]);
    expect(deepest(out)).toBeLessThan(5e-3);
    const way = worldPosition(worldOf(out, 'actor-1', 0), rig.skeleton.root).map(
      (value, axis) => value - worldPosition(rest, rig.skeleton.root)[axis]!,
    );
    expect(way[1]).toBeCloseTo(0, 9);
    expect(Math.hypot(...way)).toBeLessThan(0.3);
    const foot = (frame: number) => worldPosition(worldOf(out, 'actor-1', frame), rig.humanoid.leftFoot!);
    for (const frame of [0, 40, 90]) expect(distance(foot(frame), foot(0))).toBeLessThan(1e-9);
  });

  test('a walk through somebody goes past them @all', () => {
    const walking = editActiveClip(scene(1), (clip) =>
      [0, 3].reduce((walked, time) => {
        const pose = restPose(rig.skeleton);
        pose.set(time === 0 ? [0, 0, 0] : [2 * ahead, 0, 2 * aside]);
        return setKey(rig.skeleton, walked, time, pose);
      }, clip),
    );
    const out = repaired(walking);
    expect(found(out, 'overlap')).toEqual([]);
    expect(deepest(out)).toBeLessThan(5e-3);
  });

  test('a hand that goes through a chest stays before it, while the body stands; the rest of the motion is as it was', () => {
    const reach = (time: number, metres: number) => {
      const { pose } = createPuller(rig)
        .begin(restPose(rig.skeleton), 'rightHand', { leftFoot: FIRM, rightFoot: FIRM })
        .to(add(worldPosition(rest, chest), [metres * ahead, 0, metres * aside]));
      return [time, pose] as const;
    };
    const keys = [reach(0, 0.2), reach(1.5, 0.34), reach(3, 0.2)];
    const reaching = editActiveClip(scene(0.5), (clip) =>
      keys.reduce((keyed, [time, pose]) => setKey(rig.skeleton, keyed, time, pose), clip),
    );
    const before = found(reaching, 'overlap');
    expect(before.length).toBeGreaterThan(0);
    expect(before[0]!.amount).toBeGreaterThan(0.02);
    const out = repaired(reaching);
    expect(found(out, 'overlap')).toEqual([]);
    expect(deepest(out)).toBeLessThan(5e-3);
    // It brings nothing else.
    const kindsIn = (project: Project) => new Set(lintScene(project, rig, () => rig).map(({ kind }) => kind));
    expect([...kindsIn(out)]).toEqual([...kindsIn(reaching)].filter((kind) => kind !== 'overlap'));
    const apart = (joint: number, frame: number) =>
      distance(worldPosition(worldOf(out, 'actor-1', frame), joint), worldPosition(worldOf(reaching, 'actor-1', frame), joint));
    for (const frame of [0, 20, 45, 70, 90]) expect(apart(rig.humanoid.leftFoot!, frame)).toBeLessThan(1e-6);
    expect(apart(hand, 0)).toBeLessThan(1e-6);
    // No frame leaps.
    const steps = Array.from({ length: 3 * FPS }, (_, frame) =>
      distance(worldPosition(worldOf(out, 'actor-1', frame), hand), worldPosition(worldOf(out, 'actor-1', frame + 1), hand)),
    );
    expect(Math.max(...steps)).toBeLessThan(0.03);
  });

  test('what cannot be helped stays as it was', () => {
    // A contact keeps the hand in the chest.
    const held = scene(0.6, onChest);
    expect(found(held, 'overlap').length).toBeGreaterThan(0);
    expect(activeClip(repaired(held))).toBe(activeClip(held));
  });
});

test('A contact that cannot keep its direction is told by how much @all', () => {
  const turned = rotationSeen(Math.PI / 3);
  const straight = scene(0.5, { ...onChest, rotation: rotationSeen(0), turns: true });
  const crooked = scene(0.5, { ...onChest, rotation: turned, turns: true });
  const angles = [straight, crooked].map((project) => {
    const issues = found(project, 'direction');
    const { amount, worst } = issues[0] ?? { amount: 0, worst: 0 };
    if (issues.length > 0) expect(amount).toBeCloseTo(angleOff(project, Math.round(worst * FPS)), 6);
    return amount;
  });
  expect(Math.max(...angles)).toBeGreaterThan(0.1);
  const [issue] = found(angles[0]! > angles[1]! ? straight : crooked, 'direction') as [ClipIssue];
  expect(issue.message).toMatch(/^Right hand is rotated \d+\.\d° away from how it is kept on Knight$/);
  expect(repairOf(rig, activeClip(crooked), issue)).toBeNull();
  expect(found(scene(0.5, { ...onChest, rotation: turned }), 'direction')).toEqual([]);
});

/** A direction of the hand on the chest that turns it by an angle about the vertical. */
function rotationSeen(angle: number): TouchingSpan['on']['rotation'] {
  return [0, Math.sin(angle), 0, Math.cos(angle)];
}

/** Radians by which the hand is turned away from what the contact asks, in a frame. */
function angleOff(project: Project, frame: number): number {
  const { on } = activeClip(project).contacts![0] as TouchingSpan;
  const { turn } = project.actors[0]!.place;
  const placed = multiply(
    [0, Math.sin(turn / 2), 0, Math.cos(turn / 2)],
    worldRotation(worldOf(project, 'actor-2', frame), chest),
  );
  return angleBetween(multiply(placed, on.rotation), worldRotation(worldOf(project, project.workedOn, frame), hand));
}

/** How deep two capsules are in each other at most, by places along their axes. */
function depthBySamples(project: Project, frame: number): number {
  const SHARES = Array.from({ length: 9 }, (_, i) => i / 8);
  const spheres = (id: string, place: Place) => {
    const world = worldOf(project, id, frame);
    return rig.shape.flatMap(({ joint, start, end, radius }) =>
      SHARES.map((share) => ({ at: fromPlace(place, pointOf(world, joint, lerp(start, end, share))), radius })),
    );
  };
  const others = spheres('actor-2', project.actors[0]!.place);
  let deepest = 0;
  for (const own of spheres(project.workedOn, project.place))
    for (const other of others) deepest = Math.max(deepest, own.radius + other.radius - distance(own.at, other.at));
  return deepest;
}
