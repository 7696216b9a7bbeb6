import { expect, vi } from 'vitest';
import type { ReferenceData } from '../../../core/document/project-data.ts';
import { commitEdit } from '../../../renderer/state/editing.ts';
import type { Studio } from '../../../renderer/state/studio.ts';
import { showFrame } from '../../../renderer/state/timeline/playback.ts';
import { documentOf } from '../state/open-studio.ts';

interface Scene {
  readonly studio: Studio;
}

const FILM: ReferenceData = {
  name: 'run.mp4',
  files: [{ fileName: 'run.mp4', hash: 'ab'.repeat(32) }],
  isShown: true,
  opacity: 0.5,
  size: 1,
  offset: [0, 0],
  at: 0,
  speed: 1,
  fps: 30,
};

/** A film that begins with the clip, and the playhead at frame 15. */
export function showsFilm(studio: Studio): void {
  commitEdit(studio, 'Show run.mp4', (project) => ({ ...project, reference: FILM }));
  showFrame(studio, 15);
}

/** A dialog that is closed without a choice. */
const closeDialog = vi.fn();

/** A page whose fields for files ask nobody. */
function askNobody(): void {
  const addEventListener = (name: string, listener: () => void) => {
    if (name === 'cancel') closeDialog.mockImplementation(listener);
  };
  vi.stubGlobal('document', { createElement: () => ({ addEventListener, click: closeDialog }) });
}

export const REFERENCE_PREPARE: Readonly<Record<string, (studio: Studio) => void>> = {
  'view.reference.choose': askNobody,
  'view.reference.show': showsFilm,
  'view.reference.here': showsFilm,
  'view.reference.remove': showsFilm,
};

const only = ({ studio }: Scene) => documentOf(studio).history.present.reference;

/** What the commands of the reference do. */
export const REFERENCE_CHECKS: Readonly<Record<string, (scene: Scene) => void>> = {
  'view.reference.choose': (scene) => {
    vi.unstubAllGlobals();
    expect(closeDialog).toHaveBeenCalledOnce();
    expect(only(scene)).toBeNull();
  },
  'view.reference.show': (scene) => expect(only(scene)).toEqual({ ...FILM, isShown: false }),
  'view.reference.here': (scene) => expect(only(scene)).toEqual({ ...FILM, at: 0.5 }),
  'view.reference.remove': (scene) => {
    expect(only(scene)).toBeNull();
    expect(scene.studio.getState().session.notices.at(-1)?.commands).toEqual(['edit.undo']);
  },
};
