import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { intoPlace } from '../../core/math/place.ts';
import { distance, type Vec3 } from '../../core/math/vec3.ts';
import { framesInThree } from '../core/formats/oracles.ts';
import { expect, type StudioDriver } from './studio.ts';

/** Kept where a folder is named: photographs for the handbook. */
const PICTURES = process.env['LIMBER_PICTURES'];
/** Of an animator, to make a story from nothing. */
export const MOST_GESTURES = 12;
const FRAME_RATE = 30;

/** Counts what an animator does: a drag, a command, a typed number, a file that is dropped. */
export function gestures(): { readonly count: () => number; readonly make: (gesture: () => Promise<unknown>) => Promise<void> } {
  let made = 0;
  return {
    count: () => made,
    make: async (gesture) => {
      made++;
      await gesture();
    },
  };
}

export async function type({ page }: StudioDriver, name: string, value: string): Promise<void> {
  const field = page.getByRole('textbox', { name }).first();
  await field.fill(value);
  await field.press('Enter');
}

type Exported = Pick<Awaited<ReturnType<typeof exported>>, 'document' | 'frames'>;

/** Exports the clip, and gives where three.js has each node of the file at each frame. */
export async function exported(studio: StudioDriver, name: string) {
  const { page, folder } = studio;
  const out = join(folder, `${name}.glb`);
  await studio.run('file.exportClip');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'File', exact: true }).fill(out);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText(/written and read back/i)).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const bytes = new Uint8Array(readFileSync(out));
  const { document } = readGltf(bytes);
  const length = Number(await page.getByRole('textbox', { name: 'Length', exact: true }).inputValue());
  const times = Array.from({ length: length + 1 }, (_, frame) => frame / FRAME_RATE);
  const frames = await framesInThree(bytes, document.animations!.length - 1, times);
  const worlds = frames.map((at) => new Map([...at].map(([node, { position }]) => [node, position])));
  const pathOf = (is: (node: NonNullable<typeof document.nodes>[number]) => boolean): Vec3[] => {
    const node = document.nodes!.findIndex(is);
    return worlds.map((world) => world.get(node)!);
  };
  return { document, frames, pathOf, worlds };
}

/** Metres by which Blender may have a joint elsewhere than three.js: it keeps single numbers. */
const ELSEWHERE = 5e-4;

/** Expects Blender, where it is installed, to have every character of a file that {@link exported} gave where three.js has it, at its ends and half-way. Each has `count` nodes. */
export function readInBlender(
  { folder }: StudioDriver,
  name: string,
  { document, frames }: Exported,
  actors: number,
  count: number,
): void {
  if (spawnSync('blender', ['--version']).status !== 0) {
    console.log(`${name}.glb is not read in Blender: there is no blender on the PATH.`);
    return;
  }
  const out = join(folder, `${name}.json`);
  const looked = [0, (frames.length - 1) >> 1, frames.length - 1];
  const script = join(import.meta.dirname, 'read-in-blender.py');
  const given = [out, String(FRAME_RATE), looked.join(','), join(folder, `${name}.glb`)];
  const run = spawnSync('blender', ['--background', '--factory-startup', '--python', script, '--', ...given], {
    encoding: 'utf8',
  });
  expect(existsSync(out), run.stdout + run.stderr).toBe(true);
  const armatures = JSON.parse(readFileSync(out, 'utf8')) as Readonly<Record<string, Vec3>>[][];
  const apart = (actor: number, armature: number): number => {
    let most = 0;
    for (const [i, frame] of looked.entries())
      for (const [bone, [x, y, z]] of Object.entries(armatures[i]![armature]!)) {
        // Blender gives each name once, with a number from the second on; it is z up, and looks along −y.
        const names = [bone, bone.replace(/\.\d{3}$/, '')];
        const node = document.nodes!.findIndex((each, n) => n >= actor * count && names.includes(each.name!));
        const there = frames[frame]!.get(node);
        most = there ? Math.max(most, distance(there.position, [x, z, -y])) : Infinity;
      }
    return most;
  };
  expect(armatures[0]!.length).toBe(actors);
  for (let actor = 0; actor < actors; actor++)
    expect(Math.min(...armatures[0]!.map((_, armature) => apart(actor, armature)))).toBeLessThan(ELSEWHERE);
}

export async function photograph({ page }: StudioDriver, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** A picture for the handbook of what a story has come to, without handles, seen from somewhere in the scene. */
export async function portray(studio: StudioDriver, name: string, at: Vec3, yaw: number, away: number): Promise<void> {
  if (PICTURES === undefined) return;
  const { page } = studio;
  await studio.run('edit.deselect');
  for (const part of ['bones', 'handles', 'limits', 'grid']) await studio.run(`view.show.${part}`);
  const { place } = await studio.project();
  const view = { target: intoPlace(place, at), yaw: yaw - place.turn, pitch: 0.12, distance: away, orthographic: false };
  await page.evaluate((orbit) => window.limber!.viewport!.steer(() => orbit), view);
  await studio.settled();
  const { x, y, width, height } = (await page.locator('.viewport-canvas').boundingBox())!;
  await page.screenshot({
    path: join(PICTURES, `scene-${name}.jpg`),
    type: 'jpeg',
    quality: 82,
    clip: { x: x + (width - 560) / 2, y: y + 60, width: 560, height: height - 70 },
  });
}
