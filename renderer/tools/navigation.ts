import type { KeyMapName } from '../../electron/contract.ts';
import type { Settings } from '../state/window/default-settings.ts';

/** What a drag does to the camera. */
export type Steering = 'orbit' | 'pan' | 'zoom';

/** The buttons and keys of a drag that may steer. */
export interface SteeringPress {
  readonly button: 'left' | 'middle' | 'right';
  readonly alt: boolean;
  readonly shift: boolean;
  readonly ctrl: boolean;
}

/** Whose way of steering is used: the one that is set, else the key map's. */
export function navigationOf({ navigation, keyMap }: Pick<Settings, 'navigation' | 'keyMap'>): KeyMapName {
  return navigation === 'keyMap' ? keyMap : navigation;
}

/** Whether Alt is the camera's, as in Blender and Maya; else it keeps the direction of what is dragged. It means one of the two, never both. */
export function steersByAlt(navigation: KeyMapName): boolean {
  return navigation !== 'limber';
}

/**
 * Whether a drag on empty ground with these buttons draws a box to select by: with Ctrl or Shift, and without them too where other buttons orbit, as in Blender
 * and Maya.
 */
export function selectsByBox(navigation: KeyMapName, press: SteeringPress): boolean {
  if (press.button !== 'left' || (press.alt && steersByAlt(navigation))) return false;
  return navigation !== 'limber' || press.ctrl || press.shift;
}

/** What a drag with these buttons steers, wherever it begins; null when it steers on empty ground only, or nothing at all. */
export function steeringOf(navigation: KeyMapName, press: SteeringPress): Steering | null {
  return WAYS[navigation](press);
}

const WAYS: Readonly<Record<KeyMapName, (press: SteeringPress) => Steering | null>> = {
  limber: ({ button, shift, ctrl }) => {
    if (button === 'right') return 'pan';
    if (button === 'middle') return ctrl ? 'zoom' : shift ? 'pan' : 'orbit';
    return null;
  },
  // Middle button, with Shift and Ctrl; Alt with the left one stands for it.
  blender: ({ button, alt, shift, ctrl }) => {
    if (button === 'right' || (button === 'left' && !alt)) return null;
    return ctrl ? 'zoom' : shift ? 'pan' : 'orbit';
  },
  // Alt with each of the three buttons.
  maya: ({ button, alt }) => {
    if (!alt) return null;
    return button === 'left' ? 'orbit' : button === 'middle' ? 'pan' : 'zoom';
  },
};
