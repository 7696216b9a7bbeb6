import {
  addContact,
  chosenContact,
  clipContacts,
  deleteAllContacts,
  deleteContact,
  findClipContacts,
  holdableParts,
  showWorstSlide,
} from '../state/timeline/contacts.ts';
import { hasKeys as shownClipHasKeys } from '../state/timeline/clips.ts';
import { NO_SHORTCUTS, type Command, when } from './command.ts';
import { hasKeys } from './conditions.ts';

const category = 'Clip';
const group = 'Contacts';

const hasContacts = when('Find contacts first, or hold a foot or a hand.', (state) => clipContacts(state).length > 0);

export const CONTACT_COMMANDS: readonly Command[] = [
  {
    id: 'contact.find',
    label: 'Find contacts',
    category,
    group,
    shortcuts: NO_SHORTCUTS,
    enabled: hasKeys,
    run: ({ studio }) => findClipContacts(studio),
  },
  {
    id: 'contact.add',
    label: 'Add a contact of the selected foot or hand',
    short: 'Hold foot or hand',
    category,
    group,
    shortcuts: ['Alt+Shift+K'],
    enabled: when(
      'Select a foot or a hand first, in a clip that has keys.',
      (state) => shownClipHasKeys(state) && holdableParts(state).length > 0,
    ),
    run: ({ studio }) => addContact(studio),
  },
  {
    id: 'contact.delete',
    label: 'Delete the selected contact',
    category,
    group,
    shortcuts: NO_SHORTCUTS,
    enabled: when('Click a contact on the timeline first.', (state) => chosenContact(state) !== null),
    run: ({ studio }) => {
      const contact = chosenContact(studio.getState());
      if (contact) deleteContact(studio, contact);
    },
  },
  {
    id: 'contact.deleteAll',
    label: 'Delete all contacts',
    category,
    group,
    shortcuts: NO_SHORTCUTS,
    enabled: hasContacts,
    run: ({ studio }) => deleteAllContacts(studio),
  },
  {
    id: 'contact.worst',
    label: 'Go to the largest slide',
    category,
    group,
    shortcuts: NO_SHORTCUTS,
    enabled: hasContacts,
    run: ({ studio }) => showWorstSlide(studio),
  },
];
