import type { Scene } from '@babylonjs/core/scene.js';
import type { OpenedCharacter } from '../../../electron/contract.ts';
import { loadCharacter, type CharacterView } from './character-view.ts';

/** The place for one character in the scene: holds what the document names, and replaces it when another is opened. */
export interface CharacterSlot {
  /** What is loaded, or null while nothing is. */
  present(): CharacterView | null;
  /** Whether a character is being read that is not on the scene yet. */
  isArriving(): boolean;
  /** Brings the character onto the scene, or empties the scene for null; calls `changed` when that is done. */
  show(character: OpenedCharacter | null): void;
  /** Resolves when the last character asked for is on the scene; rejects with one sentence when it cannot be shown. */
  settled(): Promise<void>;
  dispose(): void;
}

const NOTHING: ReadonlySet<number> = new Set();

export function createCharacterSlot(scene: Scene, changed: () => void): CharacterSlot {
  let wanted: OpenedCharacter | null = null;
  let view: CharacterView | null = null;
  let loading: Promise<void> = Promise.resolve();
  let isArriving = false;

  /** What was shown before the character that is arriving: hidden, and kept until that is drawn, which uses the same shaders again. */
  let leaving: CharacterView | null = null;

  const replace = (next: CharacterView | null): void => {
    view = next;
    changed();
  };

  const forget = (): void => {
    leaving?.dispose();
    leaving = null;
  };

  const clear = (): void => {
    if (view) {
      forget();
      leaving = view;
      leaving.setVisible(false, NOTHING);
    }
    replace(null);
  };

  const load = async (character: OpenedCharacter): Promise<void> => {
    const loaded = await loadCharacter(scene, character.bytes).catch((error: unknown) => {
      if (wanted === character) throw error;
    });
    // Another character was asked for while this one was being read, or the view is gone.
    if (wanted !== character) return loaded?.dispose();
    if (loaded) replace(loaded);
  };

  const forgetOnceDrawn = async (character: OpenedCharacter | null): Promise<void> => {
    await loading.catch(() => {});
    scene.onAfterRenderObservable.addOnce(() => {
      if (wanted === character) forget();
    });
  };

  return {
    present: () => view,
    isArriving: () => isArriving,
    show: (character) => {
      if (character === wanted) return;
      wanted = character;
      isArriving = character !== null;
      clear();
      const arrival = character ? load(character) : Promise.resolve();
      loading = arrival.finally(() => {
        if (wanted === character) isArriving = false;
      });
      void forgetOnceDrawn(character);
      // Whoever awaits `settled` hears of a failure; nobody has to.
      loading.catch(() => {});
    },
    settled: () => loading,
    dispose: () => {
      wanted = null;
      forget();
      view?.dispose();
      view = null;
    },
  };
}
