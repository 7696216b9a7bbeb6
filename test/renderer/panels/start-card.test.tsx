// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { StartCard } from '../../../renderer/panels/viewport/start-card.tsx';
import { createClock } from '../../../renderer/state/clock.ts';
import { createStudio } from '../../../renderer/state/studio.ts';
import { fakeDesktop, mannequin } from '../state/open-studio.ts';
import { click, settle, show } from './show.tsx';

afterEach(() => document.body.replaceChildren());

async function emptyWindow() {
  const desktop = fakeDesktop({ 'character.mannequin': () => mannequin(), 'dialog.open': () => null });
  const clock = createClock({ now: () => 0, requestFrame: () => 0, cancelFrame: () => undefined });
  const studio = createStudio(desktop, clock);
  await show(studio, <StartCard />);
  return { desktop, studio };
}

const card = () => document.querySelector('[aria-label="Begin"]');
const nameOf = (studio: Awaited<ReturnType<typeof emptyWindow>>['studio']) => studio.getState().document?.history.present.name;

test('an empty viewport begins with the mannequin, and then offers nothing more', async () => {
  const { studio } = await emptyWindow();
  await click('Begin with the mannequin');
  await expect.poll(() => studio.getState().document?.character.name).toBe('mannequin');
  await settle();
  expect(card()).toBeNull();
});

test('an empty viewport opens the sample: a project with a walk and poses', async () => {
  const { studio } = await emptyWindow();
  await click('Open the sample');
  await expect.poll(() => nameOf(studio), { timeout: 10_000 }).toBe('Sample');
  const { clips, poses } = studio.getState().document!.history.present;
  expect([clips[0]!.tracks.length > 0, poses.length > 0]).toEqual([true, true]);
});

test('an empty viewport asks for a character, and stays as it is where none is chosen', async () => {
  const { desktop, studio } = await emptyWindow();
  await click('Open a character');
  await expect.poll(() => desktop.callsOf('dialog.open').length).toBe(1);
  expect(studio.getState().document).toBeNull();
  expect(card()).not.toBeNull();
});
