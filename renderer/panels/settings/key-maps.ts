import type { KeyMapName } from '../../../electron/contract.ts';

export const KEY_MAPS: readonly { readonly value: KeyMapName; readonly label: string }[] = [
  { value: 'limber', label: 'Limber' },
  { value: 'blender', label: 'Like Blender' },
  { value: 'maya', label: 'Like Maya' },
];
