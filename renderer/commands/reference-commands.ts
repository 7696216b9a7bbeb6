import {
  bringReferenceBack,
  chooseReference,
  referenceOf,
  removeReference,
  toggleReference,
} from '../state/window/reference-image.ts';
import { hasDocument, NO_SHORTCUTS, when, type Command } from './command.ts';

const category = 'View';
const group = 'Reference image';

const hasReference = when('Open a reference image from the View menu first.', (state) => referenceOf(state) !== null);

/** A picture behind the character. */
export const REFERENCE_COMMANDS: readonly Command[] = [
  {
    id: 'view.reference.choose',
    label: 'Reference image…',
    category,
    group,
    shortcuts: NO_SHORTCUTS,
    enabled: hasDocument,
    run: ({ studio }) => chooseReference(studio),
  },
  {
    id: 'view.reference.show',
    label: 'Show the reference image',
    category,
    group,
    shortcuts: ['Alt+I'],
    checked: (state) => referenceOf(state)?.isShown === true,
    enabled: hasReference,
    run: ({ studio }) => toggleReference(studio),
  },
  {
    id: 'view.reference.remove',
    label: 'Remove the reference image',
    category,
    group,
    shortcuts: NO_SHORTCUTS,
    enabled: hasReference,
    run: ({ studio }) => removeReference(studio),
  },
  {
    id: 'view.reference.bringBack',
    label: 'Bring back the reference image',
    short: 'Bring back',
    category,
    group,
    shortcuts: NO_SHORTCUTS,
    enabled: when('No reference image was removed.', ({ session }) => session.removedReference !== null),
    run: ({ studio }) => bringReferenceBack(studio),
  },
];
