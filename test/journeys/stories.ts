import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
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

export async function photograph({ page }: StudioDriver, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
