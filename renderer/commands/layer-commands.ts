import {
  addLayer,
  chosenLayer,
  clipLayers,
  deleteLayer,
  flattenLayersOfClip,
  setLayerWeight,
  toggleLayer,
  WEIGHT_STEP,
} from '../state/timeline/layers.ts';
import { keyStateOf } from '../state/keys/key-state.ts';
import { inGroup, on, when, type InGroup } from './command.ts';

const hasLayer = when('Select a layer on the timeline first.', (state) => chosenLayer(state) !== null);

function weigh(id: string, label: string, by: number): InGroup {
  return {
    id,
    label,
    enabled: hasLayer,
    run: on(chosenLayer, (studio, layer) => setLayerWeight(studio, layer, layer.weight + by)),
  };
}

export const LAYER_COMMANDS = inGroup('Clip', 'Layers', [
  {
    id: 'layer.add',
    label: 'Add as layer',
    shortcuts: ['Alt+L'],
    enabled: when(
      'Pose the body of a clip that has keys first, without setting a key.',
      (state) => keyStateOf(state) === 'unkeyed',
    ),
    run: ({ studio }) => addLayer(studio),
  },
  {
    id: 'layer.mute',
    label: 'Mute the layer',
    checked: (state) => chosenLayer(state)?.isMuted ?? false,
    enabled: hasLayer,
    run: on(chosenLayer, toggleLayer),
  },
  weigh('layer.weaker', 'Weaken the layer by 10 %', -WEIGHT_STEP),
  weigh('layer.stronger', 'Strengthen the layer by 10 %', WEIGHT_STEP),
  {
    id: 'layer.flatten',
    label: 'Flatten layers into keys',
    enabled: when('Add a layer first, and do not mute it.', (state) => clipLayers(state).some(({ isMuted }) => !isMuted)),
    run: ({ studio }) => flattenLayersOfClip(studio),
  },
  {
    id: 'layer.delete',
    label: 'Delete the layer',
    enabled: hasLayer,
    run: on(chosenLayer, deleteLayer),
  },
]);
