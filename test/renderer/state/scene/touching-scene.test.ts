import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { TouchingSpan } from '../../../../core/animation/clip.ts';
import { frameTimes } from '../../../../core/animation/joint-paths.ts';
import { activeClip, setClipContacts, setKeyAt } from '../../../../core/document/edits/clips.ts';
import { lintScene } from '../../../../core/document/lint-scene.ts';
import { jointKeys } from '../../../../core/document/joint-keys.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { IDENTITY } from '../../../../core/math/quat.ts';
import { distance } from '../../../../core/math/vec3.ts';
import type { ExportSceneRequest } from '../../../../electron/contract.ts';
import { performExport } from '../../../../electron/services/export-tasks.ts';
import { commitEdit, undo } from '../../../../renderer/state/editing.ts';
import { exportClips } from '../../../../renderer/state/saving/exporting.ts';
import { addCharacter, standAt } from '../../../../renderer/state/scene/edit-actors.ts';
import { workOnActor } from '../../../../renderer/state/scene/work-on.ts';
import type { Studio } from '../../../../renderer/state/studio.ts';
import {
  followCheck,
  foundIssues,
  goToIssue,
  repair,
  repairAll,
  repairKind,
} from '../../../../renderer/state/timeline/clip-issues.ts';
import { setTimelineSession } from '../../../../renderer/state/timeline/set-timeline-session.ts';
import { playInThree } from '../../../core/formats/oracles.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { documentOf, mannequin, openStudio, poseOf } from '../open-studio.ts';

const PARTNER = { ...mannequin('partner'), hash: 'ef'.repeat(32) };
const folder = mkdtempSync(join(tmpdir(), 'limber-touching-'));
afterAll(() => rmSync(folder, { recursive: true }));

let studio: Studio;
let request: ExportSceneRequest | null = null;

beforeEach(async () => {
  const take = (_: string, asked: ExportSceneRequest) => {
    request = asked;
    return { path: asked.path, bytes: 0, largestDistance: 0, largestAngle: 0, warnings: [] };
  };
  ({ studio } = await openStudio({ 'export.scene': take }));
});

const present = () => documentOf(studio).history.present;

/** The first, who is worked on, keeps its right hand on the left hand of a partner so many metres ahead, who lifts it and looks back. */
function handOnHand(metres: number): void {
  const { rig } = documentOf(studio);
  addCharacter(studio, PARTNER);
  standAt(studio, { at: [0, 0, metres], turn: Math.PI });
  const puller = createPuller(rig);
  for (const [time, height] of [
    [0, 1.1],
    [0.5, 1.4],
    [1, 1.2],
  ] as const) {
    const { pose } = puller.begin(poseOf(studio), 'leftHand', present().pins).to([0.1, height, 0.3]);
    commitEdit(studio, 'Key', (project) => setKeyAt(project, rig.skeleton, time, pose));
  }
  const by = { actor: present().workedOn, joint: jointKeys(rig.skeleton)[rig.humanoid.leftHand!]! };
  workOnActor(studio, 'actor-1');
  const on: TouchingSpan['on'] = { by, position: [0, 0, 0], rotation: IDENTITY, point: [0, 0, 0] };
  commitEdit(studio, 'Hold', (project) => setClipContacts(project, [{ part: 'rightHand', from: 0, to: 1, on }]));
}

describe('Check', () => {
  const contacts = () => foundIssues(studio.getState()).filter(({ kind }) => kind === 'contact');
  const looked = async () =>
    await expect.poll(() => studio.getState().session.timeline.found, { timeout: 10_000 }).not.toBeNull();

  test('lists a contact that is missed, goes there, and holds it again in one step of undo, alone or with everything', async () => {
    handOnHand(1.7);
    const stop = followCheck(studio);
    setTimelineSession(studio, { isChecked: true });
    await looked();
    const [issue] = contacts();
    expect(issue!.message).toMatch(/^Right hand misses partner by \d/);
    goToIssue(studio, issue!);
    const { playback, selection } = studio.getState().session;
    expect(playback.time).toBe(issue!.worst);
    expect(selection.joint).toBe(documentOf(studio).rig.humanoid.rightHand);
    for (const repairs of [() => repairKind(studio, 'contact'), () => repairAll(studio)]) {
      const { length } = documentOf(studio).history.past;
      await repairs();
      await expect.poll(contacts, { timeout: 10_000 }).toEqual([]);
      expect(documentOf(studio).history.past).toHaveLength(length + 1);
      undo(studio);
      await expect.poll(() => contacts().length, { timeout: 10_000 }).toBe(1);
    }
    stop();
  });

  test('looks again where another actor is placed elsewhere', async () => {
    addCharacter(studio, PARTNER);
    standAt(studio, { at: [3, 0, 0], turn: 0 });
    workOnActor(studio, 'actor-1');
    const stop = followCheck(studio);
    setTimelineSession(studio, { isChecked: true });
    await looked();
    const overlaps = () => foundIssues(studio.getState()).filter(({ kind }) => kind === 'overlap');
    expect(overlaps()).toEqual([]);
    commitEdit(studio, 'Move', (project) => ({
      ...project,
      actors: project.actors.map((actor) => ({ ...actor, place: { ...actor.place, at: [0.1, 0, 0] as const } })),
    }));
    await expect.poll(() => overlaps().map(({ other }) => other), { timeout: 10_000 }).toEqual(['partner']);
    const { length } = documentOf(studio).history.past;
    await repairKind(studio, 'overlap');
    await expect.poll(overlaps, { timeout: 10_000 }).toEqual([]);
    expect(documentOf(studio).history.past).toHaveLength(length + 1);
    undo(studio);
    await expect.poll(() => overlaps().length, { timeout: 10_000 }).toBe(1);
    await repair(studio, overlaps()[0]!);
    await expect.poll(overlaps, { timeout: 10_000 }).toEqual([]);
    stop();
  });
});

test('A hand that is kept on another body is there in the exported file in every frame, as three.js plays it', async () => {
  handOnHand(0.6);
  const path = join(folder, 'pair.glb');
  await exportClips(studio, path, { kind: 'active', scene: true }).result;
  const bytes = readFileSync(MANNEQUIN);
  const temporary = join(folder, 'pair.written');
  const files = new Map(request!.actors.map(({ characterHash }) => [characterHash, bytes]));
  performExport({ kind: 'exportScene', files, request: request!, temporary }, () => undefined);
  const file = new Uint8Array(readFileSync(temporary));
  const { rig } = documentOf(studio);
  const { nodes } = documentOf(studio).character.scene;
  const [own, other] = [rig.humanoid.rightHand!, rig.humanoid.leftHand!].map((joint) => rig.binding.nodes[joint]!);
  const times = frameTimes(activeClip(present())).filter((time) => time <= 1);
  const last = readGltf(file).document.animations!.length - 1;
  const played = await playInThree(file, last, times);
  expect(played.length).toBe(31);
  played.forEach((at, frame) => {
    expect(distance(at.get(own!)!, at.get(other! + nodes.length)!), `in frame ${frame}`).toBeLessThan(1e-3);
  });
  // It goes along: the partner lifts its hand by 30 cm.
  const heights = played.map((at) => at.get(own!)![1]);
  expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.25);
});

test('a character that is added stands where no body is in another one', () => {
  addCharacter(studio, PARTNER);
  addCharacter(studio, PARTNER);
  const { rig, history } = documentOf(studio);
  const rigOf = () => rig;
  expect(lintScene(history.present, rig, rigOf, { overlap: 1e-6 }).filter(({ kind }) => kind === 'overlap')).toEqual([]);
});
