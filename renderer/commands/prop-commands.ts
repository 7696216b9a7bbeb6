import type { MadeShape } from '../../core/document/project-data.ts';
import type { Side } from '../../core/humanoid/body/found-bones.ts';
import { addShape, duplicateProp, carryProp, keyProp, SHAPE_NAMES } from '../state/props/edit-props.ts';
import { attachNearest, canAttach } from '../state/props/attach.ts';
import { chooseThing } from '../state/documents/open-path.ts';
import { canGrip, canPutInHand, gripThing, putInHand } from '../state/props/grip.ts';
import { canTake, forgetGrips, hasGrips, keepGrip, mirrorGrips, takeByGrips } from '../state/props/grips.ts';
import { canSit, canWalkOver, sitOnThing, standOnThing, walkOverThings } from '../state/props/on-things.ts';
import { hasPropsInFile, takePropsOut } from '../state/props/props-in-character.ts';
import { carrierNow, selectedProp } from '../state/props/shown-props.ts';
import { inCategory, when, type InCategory } from './command.ts';

const group = 'Props';
const GRIPS = 'Grips';

const hasThing = when('Select a prop first: click it, or its name in the list.', (state) => selectedProp(state) !== null);
const withGrips = when('Select a prop with a grip: “Keep as grip” makes one.', hasGrips);
const isHeld = when('Select a prop that something carries.', (state) => {
  const prop = selectedProp(state);
  return prop !== null && carrierNow(state, prop) !== null;
});

function add(kind: MadeShape['kind']): InCategory {
  return {
    id: `prop.add.${kind}`,
    label: `Add ${SHAPE_NAMES[kind].toLowerCase()}`,
    short: SHAPE_NAMES[kind],
    group: 'Add a prop',
    run: ({ studio }) => addShape(studio, kind),
  };
}

function putInto(id: string, side: Side): InCategory {
  return {
    id,
    label: `Put into the ${side} hand`,
    group,
    enabled: when('Select a prop, of a character that has this hand.', (state) => canPutInHand(state, side)),
    run: ({ studio }) => putInHand(studio, side),
  };
}

export const PROP_COMMANDS = inCategory('Scene', [
  ...(Object.keys(SHAPE_NAMES) as MadeShape['kind'][]).map(add),
  {
    id: 'prop.add.file',
    label: 'Add a prop from a file…',
    short: 'From a file…',
    group: 'Add a prop',
    run: ({ studio }) => chooseThing(studio),
  },
  {
    id: 'prop.fromCharacter',
    label: 'Take props out of the character’s file…',
    short: 'From the character’s file…',
    group: 'Add a prop',
    enabled: when('Work on a character in whose file something hangs from a joint or stands beside it.', hasPropsInFile),
    // Whoever runs it does not wait for an answer.
    run: ({ studio }) => void takePropsOut(studio),
  },
  {
    id: 'prop.duplicate',
    label: 'Duplicate prop',
    group,
    enabled: hasThing,
    run: ({ studio }) => duplicateProp(studio, selectedProp(studio.getState())!),
  },
  putInto('prop.putRight', 'right'),
  putInto('prop.putLeft', 'left'),
  {
    id: 'prop.grip',
    label: 'Close the hand round it',
    group: GRIPS,
    enabled: when('Select a prop near a hand.', canGrip),
    run: ({ studio }) => gripThing(studio),
  },
  {
    id: 'prop.gripHarder',
    label: 'Grip it harder',
    group: GRIPS,
    enabled: when('Select a prop near a hand.', canGrip),
    run: ({ studio }) => gripThing(studio, 'harder'),
  },
  {
    id: 'prop.gripOpen',
    label: 'Open the hand half-way round it',
    group: GRIPS,
    enabled: when('Select a prop near a hand.', canGrip),
    run: ({ studio }) => gripThing(studio, 'open'),
  },
  {
    id: 'prop.keepGrip',
    label: 'Keep as grip',
    group: GRIPS,
    enabled: when('Select a prop near a hand.', canGrip),
    run: ({ studio }) => keepGrip(studio),
  },
  {
    id: 'prop.take',
    label: 'Take by its grips',
    group: GRIPS,
    enabled: when('Select a prop with a grip, or a hand: “Keep as grip” makes one.', canTake),
    run: ({ studio }) => takeByGrips(studio),
  },
  {
    id: 'prop.mirrorGrips',
    label: 'Mirror grips to the other hand',
    group: GRIPS,
    enabled: withGrips,
    run: ({ studio }) => mirrorGrips(studio),
  },
  {
    id: 'prop.forgetGrips',
    label: 'Forget its grips',
    group: GRIPS,
    enabled: withGrips,
    run: ({ studio }) => forgetGrips(studio),
  },
  {
    id: 'prop.sit',
    label: 'Sit on it',
    group,
    enabled: when('Select a prop to sit on.', canSit),
    run: ({ studio }) => sitOnThing(studio),
  },
  {
    id: 'prop.stand',
    label: 'Stand on it',
    group,
    enabled: when('Select a prop to stand on.', canSit),
    run: ({ studio }) => standOnThing(studio),
  },
  {
    id: 'prop.walk',
    label: 'Walk over the ground',
    group,
    enabled: when('Set keys, and let feet stand on a prop: stairs, say.', canWalkOver),
    run: ({ studio }) => walkOverThings(studio),
  },
  {
    id: 'prop.attach',
    label: 'Attach the nearest prop',
    group,
    enabled: when('Select a joint or a handle near a prop.', canAttach),
    run: ({ studio }) => attachNearest(studio),
  },
  {
    id: 'prop.letGo',
    label: 'Let go of prop',
    group,
    enabled: isHeld,
    run: ({ studio }) => carryProp(studio, selectedProp(studio.getState())!, null),
  },
  {
    id: 'prop.key',
    label: 'Key prop',
    group,
    enabled: hasThing,
    run: ({ studio }) => keyProp(studio, selectedProp(studio.getState())!),
  },
]);
