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
import { on, when, type Command } from './command.ts';

const category = 'Clip';
const group = 'Layers';

const hasLayer = when('Select a layer on the timeline first.', (state) => chosenLayer(state) !== null);

function weigh(id: string, label: string, by: number): Command {
  return {
    id,
    label,
    category,
    group,
    enabled: hasLayer,
    run: on(chosenLayer, (studio, layer) => setLayerWeight(studio, layer, layer.weight + by)),
  };
}

export const LAYER_COMMANDS: readonly Command[] = [
  {
    id: 'layer.add',
    label: 'Add as layer',
    category,
    group,
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
    category,
    group,
    checked: (state) => chosenLayer(state)?.isMuted ?? false,
    enabled: hasLayer,
    run: on(chosenLayer, toggleLayer),
  },
  weigh('layer.weaker', 'Weaken the layer by 10 %', -WEIGHT_STEP),
  weigh('layer.stronger', 'Strengthen the layer by 10 %', WEIGHT_STEP),
  {
    id: 'layer.flatten',
    label: 'Flatten layers into keys',
    category,
    group,
    enabled: when('Add a layer first, and do not mute it.', (state) => clipLayers(state).some(({ isMuted }) => !isMuted)),
    run: ({ studio }) => flattenLayersOfClip(studio),
  },
  {
    id: 'layer.delete',
    label: 'Delete the layer',
    category,
    group,
    enabled: hasLayer,
    run: on(chosenLayer, deleteLayer),
  },
];
