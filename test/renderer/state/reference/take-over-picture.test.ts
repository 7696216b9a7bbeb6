import { afterEach, expect, test, vi } from 'vitest';
import type { PictureOfView } from '../../../../electron/contract.ts';
import { undo } from '../../../../renderer/state/editing.ts';
import { takeOverPicture } from '../../../../renderer/state/reference/edit-reference.ts';
import { documentOf, openStudio } from '../open-studio.ts';

afterEach(() => vi.unstubAllGlobals());

const place = { isShown: false, opacity: 0.3, size: 2, offset: [0.1, 0] } as const;
const picture: PictureOfView = { name: 'run.png', picture: `data:image/png;base64,${btoa('\u0001\u0002\u00fa')}`, ...place };

async function studioWith(keep: (bytes: Uint8Array) => string) {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4, height: 2, close: () => {} }));
  const { studio } = await openStudio({ 'media.keep': keep });
  return { studio, reference: () => documentOf(studio).history.present.reference };
}

test('the picture that a project has from when it was part of the view becomes its reference, in its place, by one step', async () => {
  const kept: number[][] = [];
  const { studio, reference } = await studioWith((bytes) => {
    kept.push([...bytes]);
    return 'cd'.repeat(32);
  });
  await takeOverPicture(studio, picture);
  expect(kept).toEqual([[1, 2, 250]]);
  const files = [{ fileName: 'run.png', hash: 'cd'.repeat(32) }];
  expect(reference()).toMatchObject({ name: 'run.png', files, ...place });
  undo(studio);
  expect(reference()).toBeNull();
});

test('a project that has a reference keeps it', async () => {
  const { studio, reference } = await studioWith(() => 'cd'.repeat(32));
  await takeOverPicture(studio, picture);
  await takeOverPicture(studio, { ...picture, name: 'other.png', opacity: 1 });
  expect(reference()).toMatchObject({ name: 'run.png', opacity: 0.3 });
});
