import {
  beginReferenceHere,
  chooseReference,
  isMoving,
  referenceOf,
  removeReference,
  toggleReference,
} from '../state/reference/edit-reference.ts';
import type { StudioState } from '../state/studio.ts';
import { inGroup, when } from './command.ts';

const hasReference = when('Open a reference from the View menu first.', (state) => referenceOf(state) !== null);

function moves(state: StudioState): boolean {
  const reference = referenceOf(state);
  return reference !== null && isMoving(reference);
}

/** A picture or a film behind the character. */
export const REFERENCE_COMMANDS = inGroup('View', 'Reference', [
  {
    id: 'view.reference.choose',
    label: 'Reference picture or film…',
    run: ({ studio }) => chooseReference(studio),
  },
  {
    id: 'view.reference.show',
    label: 'Show the reference',
    shortcuts: ['Alt+I'],
    checked: (state) => referenceOf(state)?.isShown === true,
    enabled: hasReference,
    run: ({ studio }) => toggleReference(studio),
  },
  {
    id: 'view.reference.here',
    label: 'Begin the reference at the playhead',
    enabled: when('Open a film, or several pictures, as the reference first.', moves),
    run: ({ studio }) => beginReferenceHere(studio),
  },
  {
    id: 'view.reference.remove',
    label: 'Remove the reference',
    enabled: hasReference,
    run: ({ studio }) => removeReference(studio),
  },
]);
