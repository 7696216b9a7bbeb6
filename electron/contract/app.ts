import type { OpenedCharacter } from '../../core/formats/opened-character.ts';
import type { JournalView } from './projects.ts';

/** What the window is told about the program. */
export interface AppMessages {
  'app.info': () => AppInfo;
  /**
   * What to show first: the file that was given, a project that can be recovered, or the mannequin. Reading unsaved work is a job; where it is
   * cancelled the work waits for the next start.
   */
  'app.startup': (job?: string) => Startup;
  /** Takes unsaved work from programs that did not answer when `app.startup` asked them, and gives it as that does. */
  'app.takeOver': (job?: string) => Startup;
}

export interface AppEvents {
  /** A file was opened from outside (double click, second instance). */
  'app.openFile': { readonly path: string };
}

export interface AppInfo {
  readonly version: string;
  readonly host: 'electron' | 'browser';
  readonly platform: 'windows' | 'macos' | 'linux';
  /** Where new projects are suggested. */
  readonly documentsFolder: string;
  /** One sentence when the program cannot write to its own folder: nothing is kept for recovery then, and characters in memory only. */
  readonly problem?: string;
}

export type Startup = {
  /** Sentences about unsaved work that there is and that is not offered now, with what to do. */
  readonly notes?: readonly string[];
  /** The same about work that programs hold which do not answer: `app.takeOver` takes it from them. */
  readonly unanswered?: readonly string[];
} & (
  | { readonly kind: 'mannequin' }
  | { readonly kind: 'open'; readonly path: string }
  | {
      readonly kind: 'recover';
      /** `UnsavedWork` as MessagePack: read on a thread, it goes to the window as it is. */
      readonly work: Uint8Array;
      /** The folder of the project; null when it was never saved, or must not be saved there: then all of it is unsaved. */
      readonly folder: string | null;
      readonly edits: number;
      /** What was on screen; null where the journal does not say it. */
      readonly view: JournalView | null;
      /** The project's character, from the cache or the project folder. */
      readonly character: OpenedCharacter;
      /** Those of its other actors, each once, without those whose files cannot be had. */
      readonly others: readonly OpenedCharacter[];
    }
);
