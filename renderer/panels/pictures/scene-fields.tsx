import type { CameraData } from '../../../core/document/project-data.ts';
import { camerasOf } from '../../state/cameras/shown-cameras.ts';
import { useStudio } from '../window-context.tsx';
import type { PictureLayers, PictureRequest } from '../../../electron/contract.ts';
import { isOfScene, isStill, keepsAlpha } from '../../tools/pictures/check-request.ts';
import { Choice } from '../widgets/choice.tsx';
import { ColourInput } from '../widgets/colour-input.tsx';
import { NumberInput } from '../widgets/number-input.tsx';
import { SwitchBox } from '../widgets/switch-box.tsx';

export interface FieldsProps {
  readonly request: PictureRequest;
  readonly onChange: (request: PictureRequest) => void;
}

const CAMERAS: readonly { readonly value: PictureRequest['camera']; readonly label: string }[] = [
  { value: 'view', label: 'As in the viewport' },
  { value: 'front', label: 'From the front' },
  { value: 'threeQuarter', label: 'From the front and a side' },
  { value: 'left', label: 'From its left' },
  { value: 'right', label: 'From its right' },
  { value: 'back', label: 'From behind' },
  { value: 'top', label: 'From above' },
];

const LAYERS: readonly { readonly layer: keyof PictureLayers; readonly label: string; readonly hint: string }[] = [
  { layer: 'grid', label: 'Grid', hint: 'Metres and decimetres on the floor' },
  { layer: 'shadow', label: 'Shadow', hint: 'The shadow of the figure on the floor' },
  { layer: 'bones', label: 'Bones', hint: 'The bones, through the figure' },
  { layer: 'trails', label: 'Trails', hint: 'The paths of hands, feet and hips through the clip' },
  {
    layer: 'springs',
    label: 'Spring bones',
    hint: 'Hair and clothes swing as the clip plays, where the character’s file states how',
  },
];

/** A colour to begin with where one is chosen. */
const PLAIN = '#3a414b';

/** Where it is seen from, and what is around the figure. */
export function SceneFields({ request, onChange }: FieldsProps) {
  const change = (part: Partial<PictureRequest>) => onChange({ ...request, ...part });
  const { background } = request;
  const cameras = useStudio(camerasOf);
  const ofScene = cameras.length === 0 || request.subject === 'turntable' ? [] : optionsOf(cameras);
  const kind = background === 'studio' || background === 'transparent' ? background : 'colour';
  return (
    <>
      <Choice
        label="Camera"
        hint="A side shows all that moves from as near as it can. The viewport’s view is taken as it is."
        value={request.camera}
        options={[...CAMERAS, ...ofScene]}
        onChange={(camera) => change(isOfScene(camera) ? { camera, follows: false, turns: 0 } : { camera })}
      />
      <CameraMoves request={request} onChange={onChange} />
      <Choice
        label="Background"
        value={kind}
        options={[
          { value: 'studio', label: 'As in the studio' },
          ...(keepsAlpha(request.format) ? [{ value: 'transparent' as const, label: 'Transparent' }] : []),
          { value: 'colour', label: 'One colour' },
        ]}
        onChange={(next) => change({ background: next === 'colour' ? PLAIN : next })}
      />
      {kind === 'colour' && (
        <ColourInput label="Colour" value={background} onChange={(colour) => change({ background: colour })} />
      )}
      <div className="picture-layers" role="group" aria-label="Shown with the figure">
        {LAYERS.map(({ layer, label, hint }) => (
          <SwitchBox
            key={layer}
            label={label}
            hint={hint}
            isOn={request.shows[layer]}
            onChange={(isOn) => change({ shows: { ...request.shows, [layer]: isOn } })}
          />
        ))}
      </div>
    </>
  );
}

/** The cameras of the scene as they are cut to, and each by itself. */
function optionsOf(cameras: readonly CameraData[]): typeof CAMERAS {
  const each = cameras.map(({ id, name }) => ({ value: `scene:${id}` as const, label: `Through ${name}` }));
  return [{ value: 'cuts', label: 'Through the cameras, as it cuts' }, ...each];
}

function CameraMoves({ request, onChange }: FieldsProps) {
  if (isOfScene(request.camera)) return null;
  const { subject, turns, follows } = request;
  if (isStill(subject) && subject !== 'clipSheet') return null;
  const isTurntable = subject === 'turntable';
  return (
    <div className="export-frames">
      {!isTurntable && (
        <SwitchBox
          label="Follow the hips"
          hint="The camera goes along with the figure over the floor"
          isOn={follows}
          onChange={(isOn) => onChange({ ...request, follows: isOn })}
        />
      )}
      <NumberInput
        label="Rounds"
        hint={isTurntable ? 'How often the camera goes round' : 'How often the camera goes round in the film; 0: it stands'}
        value={isTurntable && turns === 0 ? 1 : turns}
        min={-100}
        max={100}
        decimals={2}
        onCommit={(rounds) => onChange({ ...request, turns: rounds })}
      />
    </div>
  );
}
