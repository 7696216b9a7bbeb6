import type { StudioDriver } from './studio.ts';

/** Two keys a second apart: the rest pose at 0 s, a pulled pose at 1 s. */
export async function keyTwoPoses(studio: StudioDriver): Promise<{ first: readonly number[]; second: readonly number[] }> {
  const first = (await studio.shown()).pose;
  await studio.run('key.set');
  const frame = studio.page.getByRole('textbox', { name: 'Frame' });
  await frame.fill('30');
  await frame.press('Enter');
  await studio.pull('leftHand', { x: -50, y: 110 });
  await studio.pull('hips', { x: 12, y: 25 });
  await studio.run('key.set');
  return { first, second: (await studio.shown()).pose };
}
