import type { DialogRequest, OpenedCharacter } from '../../../electron/contract.ts';
import type { MotionSource } from '../motions/motion-source.ts';

/** A sentence in the corner of the window. */
export interface Notice {
  readonly id: number;
  readonly kind: 'info' | 'warning' | 'error';
  readonly text: string;
  /** Ids of commands that are offered beside the text. */
  readonly commands: readonly string[];
  /** What it is about, when it stays on screen until that is settled; at most one notice is about a thing. */
  readonly topic?: NoticeTopic;
}

/** What a notice is about that stays on screen: something that holds until it is settled, or an attempt that failed. */
export type NoticeTopic = 'recovery' | 'readOnly' | 'unkeyed' | 'unanswered' | Attempt;

/** What can fail; the next attempt that works settles what was told of it. */
export type Attempt =
  | 'starting'
  | 'takingOver'
  | 'opening'
  | 'saving'
  | 'exporting'
  | 'motion'
  | 'library'
  | 'poses'
  | 'profile'
  | 'picture'
  | 'choosing'
  | 'recent'
  | 'settings'
  | 'watching'
  | 'bones'
  | 'posing'
  | 'dragging'
  | 'written'
  | 'live'
  /** A command, by its id. */
  | `command ${string}`;

/** A dialog that only shows something. */
export type DialogName =
  | 'exportClip'
  | 'exportPose'
  | 'exportPictures'
  | 'importReport'
  | 'palette'
  | 'settings'
  | 'simplify'
  | 'ontoOthers'
  | 'buildLibrary'
  | 'shortcuts'
  | 'legend'
  | 'handbook'
  | 'updates'
  | 'about';

/** A dialog that somebody waits for: `answer` closes it and hands them what the user chose. */
export type Question =
  /** Which of the dropped files are opened, by their paths in the drop: one, or all as people captured together; none. `together`: whether they can be. */
  | {
      readonly name: 'dropped';
      readonly paths: readonly string[];
      readonly together: boolean;
      readonly answer: (paths: readonly string[]) => void;
    }
  /** Whether a skeleton that is none of a biped, for this reason, is opened with plain bones. */
  | { readonly name: 'plainBones'; readonly reason: string; readonly answer: (opens: boolean) => void }
  /** Whether a link may go to, or be heard at, an address beyond this machine. */
  | {
      readonly name: 'liveAddress';
      readonly direction: 'send' | 'receive';
      readonly address: string;
      readonly answer: (allows: boolean) => void;
    }
  /** Whether the camera may be used. */
  | { readonly name: 'camera'; readonly answer: (allows: boolean) => void }
  /** Into which library, by its name in the panel, poses are copied; null for none. */
  | {
      readonly name: 'chooseLibrary';
      readonly names: readonly string[];
      readonly count: number;
      readonly answer: (name: string | null) => void;
    }
  /** Which of the props in a character's file are taken out of it, as indices; null for none. */
  | {
      readonly name: 'fileProps';
      readonly props: readonly OfferedProp[];
      readonly answer: (chosen: readonly number[] | null) => void;
    }
  /** What becomes of unsaved changes before `next` takes their place. `mayAdd`: it is a character, which may stand beside what there is. */
  | {
      readonly name: 'unsaved';
      readonly next: string;
      readonly mayAdd?: true;
      readonly answer: (choice: UnsavedChoice) => void;
    }
  /** Whether the character `next` takes the place of what there is, or stands beside it. */
  | { readonly name: 'replace'; readonly next: string; readonly answer: (choice: Arrival) => void }
  | { readonly name: 'recover'; readonly edits: number; readonly answer: (choice: RecoverChoice) => void }
  | {
      readonly name: 'files';
      readonly mode: 'open' | 'save';
      readonly request: DialogRequest;
      readonly answer: (path: string | null) => void;
    };

/** A prop as a list offers it. */
export interface OfferedProp {
  readonly name: string;
  /** What it hangs from, in words. */
  readonly on: string;
  /** Whether it is chosen to begin with. */
  readonly isLikely: boolean;
}

export type Dialog =
  | { readonly name: DialogName }
  | { readonly name: 'motion'; readonly source: MotionSource }
  /** The motions of people who were captured together, and the mannequin for those who get no character of the scene. */
  | { readonly name: 'together'; readonly sources: readonly MotionSource[]; readonly mannequin: OpenedCharacter }
  | Question;

export type UnsavedChoice = 'save' | 'discard' | 'cancel' | 'add';

/** What becomes of a character: it takes the place of what there is, or stands beside it; null: it stays away. */
export type Arrival = 'open' | 'add' | null;

export type RecoverChoice = 'recover' | 'discard';

/** Long work in progress. */
export interface Work {
  readonly label: string;
  /** 0 to 1, or null when it cannot be known. */
  readonly progress: number | null;
  readonly cancel: () => void;
}

/** What a context menu is about; its commands speak of what is selected. */
export type MenuSubject =
  | 'handle'
  | 'joint'
  | 'prop'
  | 'space'
  | 'pose'
  | 'library'
  | 'keys'
  | 'ruler'
  | 'contact'
  | 'layer'
  | 'marker'
  | 'sound'
  | 'clip';

/** A context menu on screen, beside the thing it was asked for; CSS pixels from the window's corner. */
export interface ContextMenu {
  readonly about: MenuSubject;
  readonly x: number;
  readonly y: number;
  /** Size of the thing; none where a pointer asked. */
  readonly width?: number;
  readonly height?: number;
}
