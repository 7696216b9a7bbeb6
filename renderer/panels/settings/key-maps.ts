import type { KeyMapName } from '../../../electron/contract.ts';

export const KEY_MAPS: readonly { readonly value: KeyMapName; readonly label: string }[] = [
  { value: 'limber', label: 'Limber' },
  { value: 'blender', label: 'Like Blender' },
  { value: 'maya', label: 'Like Maya' },
];

/** Who steers the camera how. */
export const NAVIGATIONS = [{ value: 'keyMap', label: 'As the key map' }, ...KEY_MAPS] as const;

export const NAVIGATION_NOTES: Readonly<Record<KeyMapName, string>> = {
  limber: 'Left on empty ground or middle orbits, right pans, the wheel or Ctrl and middle zooms.',
  blender: 'Middle orbits, with Shift pans, with Ctrl zooms; Alt and left stands for middle.',
  maya: 'Alt and left orbits, Alt and middle pans, Alt and right zooms.',
};
