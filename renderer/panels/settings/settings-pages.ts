import type { SettingsPage } from '../../state/session-state.ts';

/** The pages of the settings, and what the palette finds on them. */
export const SETTINGS_PAGES: readonly {
  readonly page: SettingsPage;
  readonly title: string;
  readonly settings: readonly { readonly label: string; readonly words: string }[];
}[] = [
  {
    page: 'look',
    title: 'Look',
    settings: [
      { label: 'Interface scale', words: 'zoom bigger larger smaller text font size dpi' },
      { label: 'Theme', words: 'dark light grey gray neutral colours colors appearance contrast night mode' },
      { label: 'Left and right', words: 'colour color blind safe palette sides deuteranopia' },
      { label: 'Motion', words: 'reduced animation camera still' },
    ],
  },
  {
    page: 'viewport',
    title: 'Viewport',
    settings: [
      { label: 'Navigation', words: 'camera orbit pan zoom mouse buttons blender maya' },
      { label: 'Handle size', words: 'controls gizmos bigger larger smaller' },
      { label: 'Scrolling', words: 'wheel trackpad two fingers zoom orbit pan' },
      { label: 'Times', words: 'units frames seconds timecode' },
      { label: 'Library strength', words: 'follow prior poses natural' },
      { label: 'Lengths', words: 'units centimetres centimeters cm metres meters m inches millimetres mm' },
    ],
  },
  {
    page: 'keys',
    title: 'Keys',
    settings: [{ label: 'Key map', words: 'hotkeys shortcuts keyboard keymap blender maya bindings' }],
  },
  {
    page: 'files',
    title: 'Files and updates',
    settings: [
      { label: 'Autosave', words: 'automatic interval minutes saves by itself' },
      { label: 'Folder of new projects', words: 'save location directory path' },
      { label: 'Folder of exports', words: 'output location directory path' },
      { label: 'Updates', words: 'version check new' },
    ],
  },
];
