import type { Vec3 } from '../../core/math/vec3.ts';
import { project } from '../../renderer/tools/geometry/lens.ts';
import { lensOf } from '../../renderer/tools/geometry/orbit.ts';
import { expect, test, type StudioDriver } from './studio.ts';

/** How bright the picture is at a place of the world, 0 to 255, around a few pixels. */
async function brightness({ page }: StudioDriver, at: Vec3): Promise<number> {
  const canvas = (await page.locator('.viewport-canvas').boundingBox())!;
  const camera = await page.evaluate(() => window.limber!.viewport!.camera());
  const seen = project(lensOf(camera, canvas.width, canvas.height), at)!;
  return page.evaluate(
    ([x, y]) => {
      const shown = document.querySelector<HTMLCanvasElement>('.viewport-canvas')!;
      // Shadows come with the picture after the one that their shaders arrive for.
      for (let i = 0; i < 3; i++) window.limber!.viewport!.render();
      const context = new OffscreenCanvas(shown.width, shown.height).getContext('2d')!;
      context.drawImage(shown, 0, 0);
      const { data } = context.getImageData(x! * shown.width - 1, y! * shown.height - 1, 3, 3);
      let sum = 0;
      for (let i = 0; i < data.length; i += 4) sum += data[i]! + data[i + 1]! + data[i + 2]!;
      return sum / 27;
    },
    [seen.x / canvas.width, seen.y / canvas.height],
  );
}

test('soles darken the floor that they touch, and nothing is in shade where no mesh is shown @all', async ({ studio }) => {
  await studio.look('front');
  for (const part of ['bones', 'handles', 'grid']) await studio.run(`view.show.${part}`);
  const toes = await studio.drawn('leftToes');
  await studio.page.evaluate((target) => window.limber!.viewport!.steer((view) => ({ ...view, target, distance: 1.2 })), [
    toes[0] + 0.2,
    0.1,
    toes[2],
  ] as const);
  /** The darkest place of the floor before the toes, or so far beside them. */
  const darkest = async (aside: number): Promise<number> => {
    const found: number[] = [];
    for (let z = 0.06; z < 0.18; z += 0.01) found.push(await brightness(studio, [toes[0] + aside, 0, toes[2] + z]));
    return Math.min(...found);
  };
  expect(await darkest(0)).toBeLessThan(0.8 * (await darkest(0.5)));
  await studio.run('view.show.mesh');
  expect(await darkest(0)).toBeGreaterThan(0.95 * (await darkest(0.5)));
});
