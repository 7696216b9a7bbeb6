import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnimationMixer, Quaternion, Vector3, type Object3D } from 'three';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { loadInThree } from '../core/formats/oracles.ts';
import { expect, test } from './studio.ts';

test('a door: added, its bar taken by the right hand, opened with the hand on it, exported and read back @all', async ({
  studio,
}) => {
  const { page, folder } = studio;
  // Eight gestures from nothing to the file.
  await studio.run('prop.add.door');
  await studio.run('prop.key');
  await studio.run('prop.take');
  await studio.run('key.last');
  await page.getByRole('textbox', { name: 'Rotation y' }).fill('-35');
  await page.getByRole('textbox', { name: 'Rotation y' }).press('Enter');
  await expect(page.locator('.viewport-canvas')).toBeVisible();
  await studio.settled();
  await page.screenshot({ path: test.info().outputPath('door.png') });
  await studio.run('file.exportClip');
  const out = join(folder, 'door.glb');
  await page.getByRole('textbox', { name: 'File', exact: true }).fill(out);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByText('written and read back')).toBeVisible({ timeout: 30_000 });

  // As three.js plays it, the hand is where it was on the door, in every frame.
  const file = new Uint8Array(readFileSync(out));
  const { document } = readGltf(file);
  const nodeOf = (name: RegExp) => document.nodes!.findIndex((node) => name.test(node.name ?? ''));
  const gltf = await loadInThree(file);
  const objects = new Map<number, Object3D>();
  gltf.parser.associations.forEach((association, object) => {
    const { nodes } = (association ?? {}) as { nodes?: number };
    if (nodes !== undefined && 'isObject3D' in object && !objects.has(nodes)) objects.set(nodes, object);
  });
  const [door, hand] = [objects.get(nodeOf(/^Door$/))!, objects.get(nodeOf(/right.?hand$/i))!];
  const mixer = new AnimationMixer(gltf.scene);
  mixer.clipAction(gltf.animations.at(-1)!).play();
  const at = (frame: number) => {
    mixer.setTime(Math.min(frame / 30, gltf.animations.at(-1)!.duration - 1e-6));
    gltf.scene.updateMatrixWorld(true);
    const turn = door.getWorldQuaternion(new Quaternion());
    return {
      place: door.worldToLocal(hand.getWorldPosition(new Vector3())),
      turn: turn.clone().invert().multiply(hand.getWorldQuaternion(new Quaternion())),
      door: turn,
    };
  };
  const held = at(0);
  const frames = Math.round(gltf.animations.at(-1)!.duration * 30);
  expect(frames).toBeGreaterThan(30);
  for (let frame = 0; frame <= frames; frame++) {
    const now = at(frame);
    expect(now.place.distanceTo(held.place), `frame ${frame}`).toBeLessThan(1e-3);
    expect((now.turn.angleTo(held.turn) * 180) / Math.PI, `frame ${frame}`).toBeLessThan(0.5);
  }
  expect((at(frames).door.angleTo(held.door) * 180) / Math.PI).toBeCloseTo(35, 1);
});
