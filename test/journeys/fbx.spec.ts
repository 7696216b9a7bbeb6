import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadFbxInThree } from '../core/formats/fbx/play-fbx.ts';
import { textFbx, type TextCurve, type TextModel } from '../core/formats/fbx/text-fbx.ts';
import { expect, test } from './studio.ts';

/** A body in centimetres: each joint with the one above it and its place there. */
const JOINTS: readonly (readonly [name: string, parent: string | undefined, x: number, y: number, z: number])[] = [
  ['Hips', undefined, 0, 95, 0],
  ['Spine', 'Hips', 0, 12, 0],
  ['Chest', 'Spine', 0, 20, 0],
  ['Neck', 'Chest', 0, 22, 0],
  ['Head', 'Neck', 0, 10, 0],
  ...(['Left', 'Right'] as const).flatMap((side) => {
    const out = side === 'Left' ? 1 : -1;
    return [
      [`${side}Shoulder`, 'Chest', 3 * out, 16, 0],
      [`${side}Arm`, `${side}Shoulder`, 14 * out, 0, 0],
      [`${side}ForeArm`, `${side}Arm`, 28 * out, 0, -1],
      [`${side}Hand`, `${side}ForeArm`, 25 * out, 0, 1],
      [`${side}UpLeg`, 'Hips', 9 * out, -4, 0],
      [`${side}Leg`, `${side}UpLeg`, 0, -42, 1],
      [`${side}Foot`, `${side}Leg`, 0, -41, -2],
      [`${side}ToeBase`, `${side}Foot`, 0, -6, 13],
    ] as const;
  }),
];

const skeleton = JOINTS.map(([name, parent, x, y, z]): TextModel => ({
  name,
  ...(parent !== undefined && { parent }),
  properties: { 'Lcl Translation': [x, y, z], PreRotation: [0, name === 'Head' ? 5 : 0, 0] },
}));

/** A tetrahedron on the hips, so that there is a body to see. */
const BODY = `\tGeometry: 2000, "Geometry::Body", "Mesh" {
\t\tVertices: *12 {
\t\t\ta: -15,-80,0,15,-80,0,0,-80,10,0,70,0
\t\t}
\t\tPolygonVertexIndex: *12 {
\t\t\ta: 0,2,-2,0,1,-4,1,2,-4,2,0,-4
\t\t}
\t}`;

const character = textFbx({
  models: [...skeleton, { name: 'Body', parent: 'Hips', kind: 'Mesh' }],
  objects: BODY,
  connections: `\tC: "OO",2000,${1000 + skeleton.length}`,
});

const bend = (model: string, axis: 'X' | 'Y' | 'Z', ...degrees: number[]): TextCurve => ({
  model,
  property: 'Lcl Rotation',
  axis,
  keys: degrees.map((value, k) => [k / 2, value] as const),
});

const clip = textFbx({
  models: skeleton,
  curves: [
    bend('LeftArm', 'Z', 0, 40, 0),
    bend('RightArm', 'Z', 0, -60, -20),
    bend('LeftForeArm', 'Y', 0, -50, 0),
    bend('RightForeArm', 'Y', 0, 30, 0),
    bend('Spine', 'X', 0, 10, 0),
    bend('Chest', 'Y', 0, 8, 0),
    bend('Neck', 'Y', 0, 10, 0),
    bend('Head', 'X', 0, 10, 0),
  ],
});

test('opens an FBX character, brings an FBX clip onto it, and exports FBX again @all', async ({ studio }) => {
  const { page, folder } = studio;
  const [hero, wave] = [join(folder, 'hero.fbx'), join(folder, 'wave.fbx')];
  writeFileSync(hero, character);
  writeFileSync(wave, clip);
  await studio.drop(hero);
  await expect.poll(async () => (await studio.project()).character.fileName).toBe('hero.fbx');
  await studio.settled();
  expect(Object.keys((await studio.rig()).humanoid).length).toBeGreaterThan(18);

  await studio.drop(wave);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'On the character: hero' })).toBeVisible({ timeout: 60_000 });
  expect((await studio.project()).character.fileName).toBe('hero.fbx');
  await expect(dialog.getByText(/same skeleton/i)).toBeVisible();
  await dialog.getByRole('button', { name: 'Put on the timeline' }).click();
  await expect(dialog).toHaveCount(0);
  const { clips, activeClip } = await studio.project();
  expect(clips.find(({ id }) => id === activeClip)!.duration).toBeCloseTo(1, 3);

  await studio.run('file.exportClip');
  const out = join(folder, 'again.fbx');
  await dialog.getByRole('textbox', { name: 'File' }).fill(out);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Written and read back.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const { clips: written, scene } = loadFbxInThree(new Uint8Array(readFileSync(out)));
  expect(written).toHaveLength(1);
  expect(written[0]!.duration).toBeCloseTo(1, 3);
  expect(scene.getObjectByName('LeftForeArm')).toBeDefined();

  void studio.run('file.saveAs');
  const field = dialog.getByRole('textbox', { name: 'Folder', exact: true });
  await field.fill(folder);
  await field.press('Enter');
  await expect(field).toHaveValue(folder);
  await dialog.getByRole('textbox', { name: 'Project folder' }).fill('Hero');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved in Hero.')).toBeVisible();
  const kept = readdirSync(join(folder, 'Hero', 'characters')).find((name) => name.endsWith('.fbx'));
  expect(readFileSync(join(folder, 'Hero', 'characters', kept!)).equals(Buffer.from(character))).toBe(true);
});
