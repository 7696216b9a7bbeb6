import type { Page } from '@playwright/test';
import { sharedData } from '../helpers/shared-data.ts';
import { expect, test, type StudioDriver } from './studio.ts';

/** Tasks of the window that take longer are told by the browser: nobody can do anything meanwhile. Milliseconds. */
const LONG = 50;

/** What the window's long tasks took while something was done, the longest first. */
async function longTasks(page: Page, doing: () => Promise<void>): Promise<readonly number[]> {
  const observing = await page.evaluateHandle(() => {
    const durations: number[] = [];
    const observer = new PerformanceObserver((list) => durations.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: 'longtask' });
    return { durations, observer };
  });
  await doing();
  const found = await observing.evaluate(({ durations, observer }) => {
    observer.disconnect();
    return durations;
  });
  return found.filter((duration) => duration >= LONG).toSorted((a, b) => b - a);
}

/** Times depend on the machine and on what else it does: they are printed, and nothing is asserted of them. A dropped file is handed over within them. */
async function tell(studio: StudioDriver, what: string, doing: () => Promise<void>): Promise<void> {
  const tasks = await longTasks(studio.page, doing);
  const longest = tasks.slice(0, 5).map((duration) => Math.round(duration));
  console.log(
    `${what}: ${tasks.length} tasks of ${LONG} ms or more${longest.length > 0 ? `, the longest ${longest.join(', ')} ms` : ''}`,
  );
}

test('the starter library comes and a large character opens, and the window tells how long it stood still', async ({
  studio,
}) => {
  const { page } = studio;
  const images = page.getByRole('grid', { name: 'Saved poses' }).locator('img');
  await tell(studio, 'Starter library', async () => {
    await studio.run('pose.starterLibrary');
    expect((await studio.project()).poses.length).toBeGreaterThanOrEqual(150);
    await expect(images.first()).toBeVisible();
  });
  await studio.run('edit.undo');
  const large = sharedData('vrm/godette-vrm0.vrm');
  if (large === null) return console.log('Skipped: the shared data has no large character.');
  await tell(studio, 'Large character', async () => {
    await studio.drop(large);
    await page.waitForFunction(() => window.limber!.studio.getState().document?.character.fileName.endsWith('.vrm'));
    await studio.settled();
  });
  expect((await studio.rig()).skeleton.count).toBeGreaterThan(50);
});
