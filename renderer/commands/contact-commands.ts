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
import {
  canGiveWay,
  canSplitContact,
  chosenTouching,
  givesWay,
  keepsItsDirection,
  setFade,
  setGivesWay,
  splitContact,
  toggleContactMuted,
  toggleItsDirection,
} from '../state/timeline/touching.ts';
import { changeSetting } from '../state/window/settings.ts';
import { inGroup, on, when, type InGroup } from './command.ts';
import { hasKeys } from './conditions.ts';

const hasContacts = when('Find contacts first, or hold a foot or a hand.', (state) => clipContacts(state).length > 0);

const hasChosen = when('Click a contact on the timeline first.', (state) => chosenContact(state) !== null);
const hasTouching = when(
  'Click a contact with a prop or another character on the timeline first.',
  (state) => chosenTouching(state) !== null,
);

const GIVING = [
  { gives: 'from', label: 'This character gives way' },
  { gives: 'on', label: 'The other character gives way' },
  { gives: 'both', label: 'Both give way' },
] as const;

const FADES = [
  { id: 'none', label: 'Without a fade', seconds: 0 },
  { id: 'usual', label: 'Fade as usual', seconds: null },
  { id: 'half', label: 'Fade over half a second', seconds: 0.5 },
  { id: 'whole', label: 'Fade over a second', seconds: 1 },
] as const;

export const CONTACT_COMMANDS = inGroup('Clip', 'Contacts', [
  {
    id: 'contact.find',
    label: 'Find contacts',
    enabled: hasKeys,
    run: ({ studio }) => findClipContacts(studio),
  },
  {
    id: 'contact.add',
    label: 'Add a contact of the selected foot or hand',
    short: 'Hold foot or hand',
    shortcuts: ['Alt+Shift+K'],
    enabled: when(
      'Select a foot or a hand first, in a clip that has keys.',
      (state) => shownClipHasKeys(state) && holdableParts(state).length > 0,
    ),
    run: ({ studio }) => addContact(studio),
  },
  {
    id: 'contact.offer',
    label: 'Ask to keep what touches',
    checked: ({ session }) => session.settings.offersContacts,
    run: ({ studio }) => changeSetting(studio, 'offersContacts', !studio.getState().session.settings.offersContacts),
  },
  {
    id: 'contact.delete',
    label: 'Delete the selected contact',
    enabled: hasChosen,
    run: on(chosenContact, deleteContact),
  },
  {
    id: 'contact.mute',
    label: 'Mute the selected contact',
    checked: (state) => chosenContact(state)?.isMuted ?? false,
    enabled: hasChosen,
    run: ({ studio }) => toggleContactMuted(studio),
  },
  {
    id: 'contact.split',
    label: 'Split the selected contact here',
    enabled: when('Click a contact on the timeline first, and go to a frame in the middle of it.', canSplitContact),
    run: ({ studio }) => splitContact(studio),
  },
  ...GIVING.map(({ gives, label }): InGroup => ({
    id: `contact.gives.${gives}`,
    label,
    checked: (state) => givesWay(state) === gives,
    enabled: when('Click a contact with another character, who is not locked, on the timeline first.', (state) =>
      canGiveWay(state, gives),
    ),
    run: ({ studio }) => setGivesWay(studio, gives),
  })),
  {
    id: 'contact.turns',
    label: 'Keep direction on what it touches',
    checked: keepsItsDirection,
    enabled: hasTouching,
    run: ({ studio }) => toggleItsDirection(studio),
  },
  ...FADES.map(({ id, label, seconds }): InGroup => ({
    id: `contact.fade.${id}`,
    label,
    checked: (state) => chosenTouching(state) !== null && (chosenTouching(state)!.fade ?? null) === seconds,
    enabled: hasTouching,
    run: ({ studio }) => setFade(studio, seconds),
  })),
  {
    id: 'contact.deleteAll',
    label: 'Delete all contacts',
    enabled: hasContacts,
    run: ({ studio }) => deleteAllContacts(studio),
  },
  {
    id: 'contact.worst',
    label: 'Go to the largest slide',
    enabled: hasContacts,
    run: ({ studio }) => showWorstSlide(studio),
  },
]);
