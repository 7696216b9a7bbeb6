import type { LiveAddress, LiveTarget } from './live.ts';

/** Settings of the program, not of a project. */
export interface SettingsMessages {
  /** What the user set. It lies in the program's own folder; what is missing is as the program comes. */
  'settings.read': () => KeptSettings;
  /** Keeps these settings, and no others any more. */
  'settings.keep': (settings: KeptSettings) => void;
}

/** Settings of the program, not of a project. */
export interface KeptSettings {
  /** The size of words and buttons, 0.8 to 2 of that which the program comes with. */
  readonly scale?: number;
  readonly theme?: ThemeName;
  /** The colours of left and right. */
  readonly sides?: SideColours;
  /** Whether the camera flies and panels slide: as the system is set, or never. */
  readonly motion?: 'system' | 'still';
  readonly keyMap?: KeyMapName;
  /** The shortcuts that the user chose for commands, by their ids, in place of those of the key map. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
  /** Which buttons steer the camera: those of a program, or those of the key map's. */
  readonly navigation?: 'keyMap' | KeyMapName;
  /** The size of handles in the viewport, 0.6 to 2 of that which the program comes with. */
  readonly handleSize?: number;
  /** What lengths are shown in, and typed ones are meant in. */
  readonly lengths?: LengthUnit;
  /** What moments of a clip are shown in, and typed ones are meant in. */
  readonly times?: TimeUnit;
  /** What the wheel does, and two fingers that scroll on a trackpad; a pinch zooms always. */
  readonly scrolling?: 'zoom' | 'orbit' | 'pan';
  /** How far pulls follow the library once that is switched on, 0.1 to 1. */
  readonly libraryStrength?: number;
  /** Whether poses and clips of the library bring the place along that they were saved at. Otherwise they are applied where the character stands. */
  readonly posesBringPlace?: boolean;
  /** Whether a hand that is let go on another character or on a prop is asked about: it may stay there. */
  readonly offersContacts?: boolean;
  /** Pixels that the cards of the library are wide at least, 72 to 240, at the scale 1. */
  readonly cardSize?: number;
  /** Folders of libraries outside projects, as they stand in the library's panel. */
  readonly libraries?: readonly string[];
  /** Minutes after which a project that lies in a folder is saved by itself; 0 for never. */
  readonly autosave?: number;
  /** Where new projects are suggested; null for the user's documents. */
  readonly projectsFolder?: string | null;
  /** Where exports are suggested; null for the project's own folder of them. */
  readonly exportsFolder?: string | null;
  /** Where live poses are sent to, and where they are awaited. */
  readonly liveSend?: LiveTarget;
  readonly liveReceive?: LiveAddress;
  /** Addresses beyond this machine that the user said yes to, as `send ADDRESS` and `receive ADDRESS`. */
  readonly liveAllowed?: readonly string[];
  /** Whether the user said yes to the camera. */
  readonly cameraAllowed?: boolean;
  /** Whether the tour was taken or declined: it is not offered any more. */
  readonly knowsTour?: boolean;
  /** What the viewport shows. */
  readonly view?: Readonly<Record<string, boolean>>;
  /** The arrangements of the panels, as JSON, by the kind of window that they are for. */
  readonly layouts?: Readonly<Record<string, string>>;
}

export type ThemeName = 'system' | 'dark' | 'light' | 'neutral';

export type SideColours = 'blueRed' | 'colourSafe';

export type TimeUnit = 'frames' | 'seconds';

export type LengthUnit = 'mm' | 'cm' | 'm' | 'in';

export type KeyMapName = 'limber' | 'blender' | 'maya';
