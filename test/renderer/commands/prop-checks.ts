import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import type { OpenedCharacter } from '../../../electron/contract.ts';
import { armedMannequin, inRightHand } from '../../helpers/armed-mannequin.ts';
import { swordGlb } from '../../helpers/sword.ts';
import { expect } from 'vitest';
import type { MadeShape } from '../../../core/document/project-data.ts';
import { addShape, carryProp, SHAPE_NAMES } from '../../../renderer/state/props/edit-props.ts';
import { carrierOfBone } from '../../../renderer/state/props/carriers.ts';
import { putInHand } from '../../../renderer/state/props/grip.ts';
import { showDocument } from '../../../renderer/state/documents/show-document.ts';
import { keepGrip } from '../../../renderer/state/props/grips.ts';
import { carrierNow, selectedProp } from '../../../renderer/state/props/shown-props.ts';
import { select } from '../../../renderer/state/selection.ts';
import type { Studio } from '../../../renderer/state/studio.ts';
import { documentOf } from '../state/open-studio.ts';

const props = (studio: Studio) => documentOf(studio).history.present.props;
/** A thing's file as it is opened. */
export function swordFile(): OpenedCharacter {
  const bytes = swordGlb();
  return { name: 'sword', fileName: 'sword.glb', hash: 'ee'.repeat(32), bytes, scene: readCharacterScene(readGltf(bytes)) };
}

/** The mannequin with a sword in its right hand, as its file is opened. */
export function armedCharacter(): OpenedCharacter {
  const bytes = armedMannequin(inRightHand);
  return { name: 'armed', fileName: 'armed.glb', hash: 'ac'.repeat(32), bytes, scene: readCharacterScene(readGltf(bytes)) };
}

const lastLabel = (studio: Studio) => documentOf(studio).history.past.at(-1)?.label;
const only = (studio: Studio) => props(studio)[0]!;

const hands = (studio: Studio) => only(studio).grips?.map(({ hand }) => hand);

const carrier = (studio: Studio) => carrierNow(studio.getState(), only(studio));

function ball(studio: Studio): void {
  addShape(studio, 'ball');
}

/** Stairs, beside keys. */
function stairs(studio: Studio): void {
  addShape(studio, 'stairs');
}

/** A ball that the right hand carries. */
function heldBall(studio: Studio): void {
  ball(studio);
  carryProp(studio, selectedProp(studio.getState())!, carrierOfBone(studio.getState(), 'rightHand'));
}

/** A ball that has a grip of the right hand and was let go. */
function grippedBall(studio: Studio): void {
  ball(studio);
  putInHand(studio, 'right');
  keepGrip(studio);
  carryProp(studio, selectedProp(studio.getState())!, null);
}

export const PROP_PREPARE: Readonly<Record<string, (studio: Studio) => void>> = {
  'prop.fromCharacter': (studio) => showDocument(studio, armedCharacter(), null),
  'prop.duplicate': ball,
  'prop.putRight': ball,
  'prop.putLeft': ball,
  'prop.grip': heldBall,
  'prop.gripHarder': heldBall,
  'prop.gripOpen': heldBall,
  'prop.keepGrip': heldBall,
  'prop.take': grippedBall,
  'prop.mirrorGrips': grippedBall,
  'prop.forgetGrips': grippedBall,
  'prop.attach': (studio) => {
    ball(studio);
    select(studio, { joint: documentOf(studio).rig.humanoid.head!, handle: null });
  },
  'prop.letGo': heldBall,
  'prop.sit': (studio) => addShape(studio, 'chair'),
  'prop.stand': (studio) => addShape(studio, 'table'),
  'prop.walk': stairs,
  'prop.key': ball,
  'scene.deleteSelected': ball,
};

const kinds = Object.keys(SHAPE_NAMES) as MadeShape['kind'][];

/** What the studio selects of what was added. */
const added = (studio: Studio) => ({ ...only(studio), isSelected: selectedProp(studio.getState()) === only(studio) });

const isAdded =
  (kind: MadeShape['kind']) =>
  ({ studio }: { readonly studio: Studio }): void =>
    expect(added(studio)).toMatchObject({ name: SHAPE_NAMES[kind], form: { kind }, isSelected: true });

/** What the commands of things do; where one is needed, a ball is selected before. */
export const PROP_CHECKS: Readonly<Record<string, (scene: { readonly studio: Studio }) => void>> = {
  ...Object.fromEntries(kinds.map((kind) => [`prop.add.${kind}`, isAdded(kind)])),
  'prop.add.file': ({ studio }) => expect(only(studio)).toMatchObject({ form: { kind: 'file' } }),
  'prop.fromCharacter': ({ studio }) =>
    expect(studio.getState().session.dialogs).toMatchObject([
      { name: 'fileProps', props: [{ name: 'Blade of Joy', on: 'right hand', isLikely: true }] },
    ]),
  'prop.duplicate': ({ studio }) => expect(props(studio).map(({ name }) => name)).toEqual(['Ball', 'Ball 2']),
  'prop.putRight': ({ studio }) => expect(carrier(studio)).toEqual(carrierOfBone(studio.getState(), 'rightHand')),
  'prop.grip': ({ studio }) => expect(lastLabel(studio)).toBe('Close right hand round Ball'),
  'prop.gripHarder': ({ studio }) => expect(lastLabel(studio)).toBe('Press right hand round Ball'),
  'prop.gripOpen': ({ studio }) => expect(lastLabel(studio)).toBe('Open right hand round Ball'),
  'prop.keepGrip': ({ studio }) => expect(hands(studio)).toEqual(['right']),
  'prop.take': ({ studio }) => expect(carrier(studio)).toEqual(carrierOfBone(studio.getState(), 'rightHand')),
  'prop.mirrorGrips': ({ studio }) => expect(hands(studio)).toEqual(['right', 'left']),
  'prop.forgetGrips': ({ studio }) => expect(hands(studio)).toBeUndefined(),
  'prop.putLeft': ({ studio }) => expect(carrier(studio)).toEqual(carrierOfBone(studio.getState(), 'leftHand')),
  'prop.attach': ({ studio }) => expect(carrier(studio)).toEqual(carrierOfBone(studio.getState(), 'head')),
  'prop.letGo': ({ studio }) => expect(carrier(studio)).toBeNull(),
  'prop.sit': ({ studio }) => expect(lastLabel(studio)).toBe('Sit on Chair'),
  'prop.stand': ({ studio }) => expect(lastLabel(studio)).toBe('Stand on Table'),
  'prop.walk': ({ studio }) => expect(lastLabel(studio)).toBe('Walk over the ground'),
  'prop.key': ({ studio }) => expect(Object.values(only(studio).motions)[0]!.keys).toHaveLength(1),
  'scene.deleteSelected': ({ studio }) => expect(props(studio)).toEqual([]),
};
