import { openDialog, openHandbook } from '../state/session.ts';
import { startTour } from '../state/window/tour.ts';
import { always, inGroup } from './command.ts';

export const HELP_COMMANDS = inGroup('Help', 'Help', [
  {
    id: 'help.palette',
    label: 'Find a command…',
    shortcuts: ['Mod+K', 'F3'],
    enabled: always,
    run: ({ studio }) => openDialog(studio, 'palette'),
  },
  {
    id: 'help.tour',
    label: 'Tour',
    run: ({ studio, parts }) => {
      startTour(studio);
      parts.workspace?.showPanel('viewport');
    },
  },
  {
    id: 'help.handbook',
    label: 'Handbook',
    shortcuts: ['F1'],
    enabled: always,
    run: ({ studio }) => openHandbook(studio),
  },
  {
    id: 'help.legend',
    label: 'Legend',
    enabled: always,
    run: ({ studio }) => openDialog(studio, 'legend'),
  },
  {
    id: 'help.shortcuts',
    label: 'Keyboard shortcuts',
    shortcuts: ['Shift+F1'],
    enabled: always,
    run: ({ studio }) => openDialog(studio, 'shortcuts'),
  },
  {
    id: 'help.updates',
    label: 'Updates…',
    enabled: always,
    run: ({ studio }) => openDialog(studio, 'updates'),
  },
  {
    id: 'help.about',
    label: 'About Limber',
    enabled: always,
    run: ({ studio }) => openDialog(studio, 'about'),
  },
]);
