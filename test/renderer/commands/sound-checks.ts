import { expect, vi } from 'vitest';
import { addSound } from '../../../core/document/edits/sounds.ts';
import type { SoundData } from '../../../core/document/project-data.ts';
import { commitEdit } from '../../../renderer/state/editing.ts';
import type { Studio } from '../../../renderer/state/studio.ts';
import { showFrame } from '../../../renderer/state/timeline/playback.ts';
import { documentOf } from '../state/open-studio.ts';

interface Scene {
  readonly studio: Studio;
}

const SONG: SoundData = {
  id: 'sound-1',
  name: 'Song',
  fileName: 'song.mp3',
  hash: 'cd'.repeat(32),
  clip: 'clip-1',
  at: 0.5,
  from: 1,
  to: 2,
  volume: 1,
};

/** A second of a song from frame 15 on, and the playhead at frame 30. */
function sing(studio: Studio): void {
  commitEdit(studio, 'Add Song', (project) => addSound(project, SONG));
  showFrame(studio, 30);
}

const only = ({ studio }: Scene) => documentOf(studio).history.present.sounds[0];

/** A dialog that is closed without a choice. */
const closeDialog = vi.fn();

function askNobody(): void {
  const addEventListener = (name: string, listener: () => void) => {
    if (name === 'cancel') closeDialog.mockImplementation(listener);
  };
  vi.stubGlobal('document', { createElement: () => ({ addEventListener, click: closeDialog }) });
}

export const SOUND_PREPARE: Readonly<Record<string, (studio: Studio) => void>> = {
  'sound.add': askNobody,
  ...Object.fromEntries(['mute', 'here', 'from', 'to', 'louder', 'softer', 'delete'].map((id) => [`sound.${id}`, sing])),
};

/** What the commands of sounds must have done. */
export const SOUND_CHECKS: Readonly<Record<string, (scene: Scene) => void>> = {
  'sound.add': (scene) => {
    vi.unstubAllGlobals();
    expect(closeDialog).toHaveBeenCalledOnce();
    expect(only(scene)).toBeUndefined();
  },
  'sound.mute': (scene) => expect(only(scene)).toEqual({ ...SONG, isMuted: true }),
  'sound.here': (scene) => expect(only(scene)).toEqual({ ...SONG, at: 1 }),
  'sound.from': (scene) => expect(only(scene)).toEqual({ ...SONG, at: 1, from: 1.5 }),
  'sound.to': (scene) => expect(only(scene)).toEqual({ ...SONG, to: 1.5 }),
  'sound.louder': (scene) => expect(only(scene)).toEqual({ ...SONG, volume: 1.1 }),
  'sound.softer': (scene) => expect(only(scene)).toEqual({ ...SONG, volume: 0.9 }),
  'sound.delete': (scene) => {
    expect(only(scene)).toBeUndefined();
    expect(documentOf(scene.studio).history.past.at(-1)?.label).toBe('Delete Song');
  },
};
