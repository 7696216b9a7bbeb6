// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Dialogs } from '../../../renderer/panels/dialogs/dialogs.tsx';
import { preloadDialogs } from '../../../renderer/panels/dialogs/later-dialogs.ts';
import { openDialog } from '../../../renderer/state/session.ts';
import { mannequin, openStudio } from '../state/open-studio.ts';
import { button, click, settle, show } from './show.tsx';

beforeAll(preloadDialogs);

let remove = (): void => undefined;

afterEach(() => {
  remove();
  document.body.replaceChildren();
});

test('Poses are built of the files that were added and not left out, with or without mirror images', async () => {
  const { studio, desktop } = await openStudio({
    'dialog.open': () => ({ kind: 'chosen', path: '/motions' }),
    'files.list': (folder) => ({
      folder,
      parent: null,
      folders: [],
      files: ['walk.bvh', 'dance.bvh'],
      more: 0,
      isProject: false,
    }),
    'character.openPath': (path) => ({ ...mannequin(path), hash: 'e'.repeat(64) }),
    'motion.list': () => [{ name: 'take', duration: 1, fps: 30 }],
    'motion.samplePoses': () => [],
  });
  remove = await show(studio, <Dialogs />);
  await settle(() => openDialog(studio, 'buildLibrary'));
  await click('Add a folder…');
  await click('Leave out dance.bvh');
  const box = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'Keep mirror images')!;
  await settle(() => box.querySelector('input')!.click());
  expect(button('Build from 1 file').disabled).toBe(false);
  await click('Build from 1 file');
  await settle();
  expect(desktop.callsOf('motion.samplePoses').map(([, request]) => request)).toMatchObject([
    { sources: [{ name: 'walk' }], mirrored: true },
  ]);
});
