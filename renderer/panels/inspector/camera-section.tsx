import { Diamond, Eye, Move3d, Scissors, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { AIM_DISTANCES, FOCAL_LENGTHS, type Shot } from '../../../core/animation/camera-motion.ts';
import { INTERPOLATIONS } from '../../../core/animation/clip.ts';
import type { CameraData } from '../../../core/document/project-data.ts';
import { formCamera, interpolateCamera, keyOfCamera, nameCamera, placeCamera } from '../../state/cameras/edit-cameras.ts';
import { shotInScene } from '../../state/cameras/shown-cameras.ts';
import { frameTime } from '../../state/props/edit-props.ts';
import { nameOfWay } from '../../state/keys/between-keys.ts';
import { CommandTextButton } from '../widgets/button.tsx';
import { Choice } from '../widgets/choice.tsx';
import { LengthInput } from '../widgets/length-input.tsx';
import { NameField } from '../widgets/name-field.tsx';
import { NumberInput } from '../widgets/number-input.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { FrameFields } from './frame-fields.tsx';
import { Section } from './section.tsx';

/** Forms of pictures that films and screens have. */
const FORMS: readonly { readonly label: string; readonly aspect: number }[] = [
  { label: '16 : 9', aspect: 16 / 9 },
  { label: '2.39 : 1', aspect: 2.39 },
  { label: '1.85 : 1', aspect: 1.85 },
  { label: '4 : 3', aspect: 4 / 3 },
  { label: '1 : 1', aspect: 1 },
  { label: '4 : 5', aspect: 4 / 5 },
  { label: '9 : 16', aspect: 9 / 16 },
];

/** How a camera sees, where it is in the scene, and how it goes on from a key at the playhead. */
export function CameraSection({ camera }: { camera: CameraData }) {
  const { studio } = useServices();
  const seen = useStudio((state) => JSON.stringify(shotInScene(state, camera)));
  const shot = useMemo(() => JSON.parse(seen) as Shot, [seen]);
  const time = useStudio(frameTime);
  const clip = useStudio((state) => state.document?.history.present.activeClip ?? '');
  const key = keyOfCamera(camera, clip, time);
  const form = FORMS.find(({ aspect }) => Math.abs(aspect - camera.aspect) < 1e-3);
  const own = { value: 'own', label: `${camera.aspect.toFixed(2)} : 1` };
  return (
    <>
      <Section title={camera.name} note="camera">
        <NameField
          label="Name of the camera"
          hint="What it is called in this scene"
          id={camera.id}
          name={camera.name}
          onCommit={(name) => nameCamera(studio, camera, name)}
        />
        <NumberInput
          label="Focal length"
          hint="How long the lens is, for a picture 36 mm wide: a longer one sees less"
          unit="mm"
          value={shot.focalLength}
          min={FOCAL_LENGTHS[0]}
          max={FOCAL_LENGTHS[1]}
          onCommit={(focalLength) => placeCamera(studio, camera, { ...shot, focalLength }, `Focal length of ${camera.name}`)}
        />
        <Choice
          label="Picture"
          hint="How wide the picture is for its height"
          value={form?.label ?? 'own'}
          options={[...FORMS.map(({ label }) => ({ value: label, label })), ...(form ? [] : [own])]}
          onChange={(label) => {
            const chosen = FORMS.find((each) => each.label === label);
            if (chosen) formCamera(studio, camera, chosen.aspect);
          }}
        />
        <CommandTextButton id="camera.look" icon={Eye} className="wide" />
        <CommandTextButton id="camera.lock" icon={Move3d} className="wide" />
        <CommandTextButton id="camera.key" icon={Diamond} className="wide" />
        <CommandTextButton id="camera.cut" icon={Scissors} className="wide" />
        {key && (
          <Choice
            label="Interpolation"
            hint="How it goes from this key to the next one"
            value={key.interpolation}
            options={INTERPOLATIONS.map((value) => ({ value, label: nameOfWay(value) }))}
            onChange={(interpolation) => interpolateCamera(studio, camera, key, interpolation)}
          />
        )}
        <CommandTextButton id="scene.deleteSelected" icon={Trash2} className="wide" />
      </Section>
      <Section title="Place">
        <FrameFields frame={shot} onCommit={(frame) => placeCamera(studio, camera, { ...shot, ...frame })} />
        <LengthInput
          label="Distance"
          hint="How far away the point is that it aims at"
          value={shot.distance}
          min={AIM_DISTANCES[0]}
          max={AIM_DISTANCES[1]}
          onCommit={(distance) => placeCamera(studio, camera, { ...shot, distance }, `Aim ${camera.name}`)}
        />
      </Section>
    </>
  );
}
