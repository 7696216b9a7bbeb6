import { expect, vi } from 'vitest';
import type { Studio } from '../../../renderer/state/studio.ts';
import { showsFilm } from './reference-checks.ts';

interface Scene {
  readonly studio: Studio;
}

const asked = vi.fn();

/** A page whose fields for files are closed without a choice. */
function askNobody(): void {
  asked.mockClear();
  const listeners = new Map<string, () => void>();
  const click = () => {
    asked();
    listeners.get('cancel')!();
  };
  vi.stubGlobal('document', {
    createElement: () => ({ addEventListener: (name: string, listener: () => void) => listeners.set(name, listener), click }),
  });
}

/** Without a picture nothing is posed; a person in one is found in a browser, by the journeys. */
function posesNothing({ studio }: Scene): void {
  vi.unstubAllGlobals();
  expect(asked).toHaveBeenCalledOnce();
  const { past } = studio.getState().document!.history;
  const labels = past.map(({ label }) => label);
  expect(labels).not.toContain('Pose from picture');
  expect(labels).not.toContain('Motion from film');
}

export const PICTURE_PREPARE: Readonly<Record<string, (studio: Studio) => void>> = {
  'pose.fromPicture': askNobody,
  'pose.fromTwoPictures': (studio) => {
    showsFilm(studio);
    askNobody();
  },
  'clip.fromFilm': askNobody,
};

/** What the commands do that take poses from pictures. */
export const PICTURE_CHECKS: Readonly<Record<string, (scene: Scene) => void>> = {
  'pose.fromPicture': posesNothing,
  'pose.fromTwoPictures': posesNothing,
  'clip.fromFilm': posesNothing,
};
