import { readFileSync } from 'node:fs';
import { touchingSpans } from '../../core/animation/holding/contact-spans.ts';
import { jointKeys } from '../../core/document/joint-keys.ts';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { handlesOf, type HandleName } from '../../core/humanoid/body/handles.ts';
import { composeFrames, type Frame } from '../../core/math/frame.ts';
import { fromPlace, intoPlace } from '../../core/math/place.ts';
import { IDENTITY } from '../../core/math/quat.ts';
import { add, distance, lerp, ZERO, type Vec3 } from '../../core/math/vec3.ts';
import { project } from '../../renderer/tools/geometry/lens.ts';
import { lensOf } from '../../renderer/tools/geometry/orbit.ts';
import { segmentGap } from '../helpers/segment-gap.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { exported, gestures, MOST_GESTURES, photograph, portray, readInBlender, type } from './stories.ts';
import { expect, onScreen, test, type StudioDriver } from './studio.ts';

/** Metres by which a contact may be off, and by which bodies may be in each other. */
const OFF = 1e-3;
const DEEP = 5e-3;

/** Where a place of the scene is on the page. */
async function seen(studio: StudioDriver, at: Vec3): Promise<{ x: number; y: number }> {
  const { page } = studio;
  const canvas = (await page.locator('.viewport-canvas').boundingBox())!;
  const camera = await page.evaluate(() => window.limber!.viewport!.camera());
  const to = project(lensOf(camera, canvas.width, canvas.height), intoPlace((await studio.project()).place, at))!;
  return { x: canvas.x + to.x, y: canvas.y + to.y };
}

/** One drag of a handle to where a place of the scene is seen; `keeps` presses the key meanwhile with which it stays on what it comes to lie on. */
async function drag(studio: StudioDriver, handle: HandleName, to: Vec3, keeps = false): Promise<void> {
  const [from, end] = [await onScreen(studio.page, handle), await seen(studio, to)];
  await studio.pull(handle, { x: end.x - from.x, y: end.y - from.y }, { release: false });
  if (keeps) await studio.page.keyboard.press('o');
  await studio.page.mouse.up();
}

/** Where the joint of a handle of the one that is worked on is in the scene. */
async function placeOf(studio: StudioDriver, handle: HandleName): Promise<Vec3> {
  return fromPlace((await studio.project()).place, await studio.drawn(handle));
}

/** Exports the scene, whose actors are all the mannequin, and lets Blender read it, and measures in three.js what is left of contacts and how deep bodies are in each other, metres. */
async function measured(studio: StudioDriver, name: string) {
  const file = await exported(studio, name);
  const { frames } = file;
  const rig = await studio.rig();
  const { actors, clips, workedOn } = await studio.project();
  const [clip] = clips;
  const all = [{ id: workedOn, motion: clip! }, ...actors.map(({ id, motions }) => ({ id, motion: motions[clip!.id] ?? {} }))];
  all.sort((a, b) => a.id.localeCompare(b.id));
  const nodes = readGltf(new Uint8Array(readFileSync(MANNEQUIN))).document.nodes!.length;
  readInBlender(studio, name, file, all.length, nodes);
  const joint = (at: ReadonlyMap<number, Frame>, actor: number, of: number): Frame =>
    at.get(actor * nodes + rig.binding.nodes[of]!)!;
  const pointOn = (frame: Frame, point: Vec3): Vec3 => composeFrames(frame, { position: point, rotation: IDENTITY }).position;
  const keys = jointKeys(rig.skeleton);
  let [contacts, off, deep] = [0, 0, 0];
  for (const at of frames) {
    contacts = 0;
    for (const [actor, { motion }] of all.entries())
      for (const { part, on } of touchingSpans(motion)) {
        const { by } = on;
        const other = 'actor' in by ? all.findIndex(({ id }) => id === by.actor) : -1;
        if (other < 0 || !('joint' in by)) continue;
        const handle = handlesOf(rig).find((each) => each.name === part)!;
        const here = pointOn(joint(at, actor, handle.joint), on.point ?? ZERO);
        off = Math.max(off, distance(here, pointOn(joint(at, other, keys.indexOf(by.joint)), on.position)));
        contacts++;
      }
    const bodies = all.map((_, actor) =>
      rig.shape.map((part) => ({
        radius: part.radius,
        ends: [part.start, part.end].map((end) => pointOn(joint(at, actor, part.joint), end)) as [Vec3, Vec3],
      })),
    );
    for (const [i, one] of bodies.entries())
      for (const other of bodies.slice(i + 1))
        for (const a of one) for (const b of other) deep = Math.max(deep, a.radius + b.radius - segmentGap(a.ends, b.ends));
  }
  return {
    contacts,
    off,
    deep,
    frames,
    joint: (frame: number, actor: number, of: number) => joint(frames[frame]!, actor, of).position,
  };
}

// A drag, a command, a typed number and the click on a tab count; from where a drag is looked at does not, as in the stories of props.
test.use({ viewport: { width: 1280, height: 800 } });

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('a handshake from nothing in at most 12 gestures @all', async ({ studio }) => {
  const { count, make } = gestures();
  const look = (side: string) => studio.run(`view.orthographic.${side}`);
  await look('front');
  await make(() => drag(studio, 'leftHand', [0.3, 0.93, 0]));
  await make(() => drag(studio, 'rightHand', [-0.15, 1.1, 0]));
  await look('left');
  await make(() => drag(studio, 'rightHand', [0, 1.1, 0.3]));
  const hand = lerp(await placeOf(studio, 'rightHand'), await placeOf(studio, 'rightMiddle'), 0.85);
  await make(() => studio.run('scene.duplicate'));
  await studio.settled();
  await make(() => studio.run('scene.faceToFace'));
  await make(() => drag(studio, 'rightHand', hand, true));
  await make(() => studio.run('contact.gives.both'));
  await photograph(studio, 'handshake');
  await make(() => studio.run('key.last'));
  await make(async () => drag(studio, 'rightHand', add(await placeOf(studio, 'rightHand'), [0, 0.25, 0])));
  await make(() => studio.run('key.set'));
  await photograph(studio, 'handshake-2');
  expect(count()).toBeLessThanOrEqual(MOST_GESTURES);

  const rig = await studio.rig();
  const { contacts, off, deep, joint, frames } = await measured(studio, 'handshake');
  expect(contacts).toBe(1);
  expect(off).toBeLessThan(OFF);
  expect(deep).toBeLessThan(DEEP);
  for (const actor of [0, 1]) {
    const [first, last] = [0, frames.length - 1].map((frame) => joint(frame, actor, rig.humanoid.rightHand!));
    expect(last![1] - first![1]).toBeGreaterThan(0.05);
  }
  await portray(studio, 'handshake', [0, 0.88, 0.38], -1.15, 4.8);
});

test('a hug from nothing in at most 12 gestures @all', async ({ studio }) => {
  const { count, make } = gestures();
  await make(() => studio.run('scene.duplicate'));
  await studio.settled();
  await make(() => studio.run('scene.faceToFace'));
  await make(() => type(studio, 'Place Z', '43'));
  await make(() => studio.run('pose.liveMirror'));
  await studio.run('view.orthographic.front');
  await make(() => drag(studio, 'leftHand', [-0.11, 1.15, 0], true));
  await make(() => studio.run('scene.next'));
  await studio.run('view.orthographic.front');
  await make(() => drag(studio, 'rightHand', [-0.11, 1.35, 0], true));
  await photograph(studio, 'hug');
  await make(() => studio.run('key.last'));
  await make(async () => drag(studio, 'hips', add(await placeOf(studio, 'hips'), [0.03, 0, 0])));
  await make(() => studio.run('key.set'));
  await photograph(studio, 'hug-2');
  expect(count()).toBeLessThanOrEqual(MOST_GESTURES);
  const { contacts, off, deep } = await measured(studio, 'hug');
  expect(contacts).toBe(4);
  expect(off).toBeLessThan(OFF);
  expect(deep).toBeLessThan(DEEP);
  await portray(studio, 'hug', [0, 0.9, 0.2], 2.2, 4.5);
});

test('three in a chain, hand in hand, from nothing in at most 12 gestures @all', async ({ studio }) => {
  const { count, make } = gestures();
  await studio.run('view.orthographic.front');
  await make(() => studio.run('pose.liveMirror'));
  await make(() => drag(studio, 'leftHand', [0.42, 1.02, 0]));
  const hand = lerp(await placeOf(studio, 'leftHand'), await placeOf(studio, 'leftMiddle'), 0.8);
  await make(() => studio.run('scene.duplicate'));
  await studio.settled();
  await make(() => studio.page.getByRole('tab', { name: 'Character' }).click());
  await make(() => type(studio, 'Place X', '104'));
  await make(() => studio.run('scene.duplicate'));
  await studio.settled();
  await make(() => type(studio, 'Place X', '208'));
  await make(() => studio.run('scene.previous'));
  await make(() => drag(studio, 'rightHand', hand, true));
  await photograph(studio, 'chain');
  await make(() => studio.run('key.last'));
  await make(async () => drag(studio, 'hips', add(await placeOf(studio, 'hips'), [0, -0.04, 0])));
  await make(() => studio.run('key.set'));
  await photograph(studio, 'chain-2');
  expect(count()).toBeLessThanOrEqual(MOST_GESTURES);
  const { contacts, off, deep } = await measured(studio, 'chain');
  expect(contacts).toBe(2);
  expect(off).toBeLessThan(OFF);
  expect(deep).toBeLessThan(DEEP);
  await portray(studio, 'chain', [1.04, 0.85, 0], 0.12, 5.6);
});
