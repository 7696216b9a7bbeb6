import { openDialog, openHandbook } from '../state/session.ts';
import { startTour } from '../state/window/tour.ts';
import { always, hasDocument, type Command } from './command.ts';

const category = 'Help';
const group = 'Help';

export const HELP_COMMANDS: readonly Command[] = [
  {
    id: 'help.palette',
    label: 'Find a command…',
    category,
    group,
    shortcuts: ['Mod+K', 'F3'],
    enabled: always,
    run: ({ studio }) => openDialog(studio, 'palette'),
  },
  {
    id: 'help.tour',
    label: 'Tour',
    category,
    group,
    enabled: hasDocument,
    run: ({ studio, parts }) => {
      startTour(studio);
      parts.workspace?.showPanel('viewport');
    },
  },
  {
    id: 'help.handbook',
    label: 'Handbook',
    category,
    group,
    shortcuts: ['F1'],
    enabled: always,
    run: ({ studio }) => openHandbook(studio),
  },
  {
    id: 'help.legend',
    label: 'Legend',
    category,
    group,
    enabled: always,
    run: ({ studio }) => openDialog(studio, 'legend'),
  },
  {
    id: 'help.shortcuts',
    label: 'Keyboard shortcuts',
    category,
    group,
    shortcuts: ['Shift+F1'],
    enabled: always,
    run: ({ studio }) => openDialog(studio, 'shortcuts'),
  },
  {
    id: 'help.updates',
    label: 'Updates…',
    category,
    group,
    enabled: always,
    run: ({ studio }) => openDialog(studio, 'updates'),
  },
  {
    id: 'help.about',
    label: 'About Limber',
    category,
    group,
    enabled: always,
    run: ({ studio }) => openDialog(studio, 'about'),
  },
];
