import { VMC_PORT, VMC_RATE } from '../../../core/formats/vmc/vmc-place.ts';
import type { KeptSettings } from '../../../electron/contract.ts';

/** Settings of the program, every one with a value. What the viewport shows stands in the session: it is switched all the time. */
export type Settings = Required<Omit<KeptSettings, 'view'>>;

export type SettingName = keyof Settings;

/** As the program comes. */
export const DEFAULT_SETTINGS: Settings = {
  scale: 1,
  theme: 'dark',
  sides: 'blueRed',
  motion: 'system',
  keyMap: 'limber',
  keys: {},
  navigation: 'keyMap',
  handleSize: 1,
  lengths: 'cm',
  times: 'frames',
  scrolling: 'zoom',
  libraryStrength: 1,
  posesBringPlace: false,
  offersContacts: true,
  cardSize: 88,
  libraries: [],
  autosave: 0,
  projectsFolder: null,
  exportsFolder: null,
  liveSend: { address: '127.0.0.1', port: VMC_PORT, fps: VMC_RATE },
  liveReceive: { address: '127.0.0.1', port: VMC_PORT },
  liveAllowed: [],
  cameraAllowed: false,
  knowsTour: false,
  layouts: {},
};
