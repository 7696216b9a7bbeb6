import { Eye, Trash2, Video, VideoOff } from 'lucide-react';
import type { CameraData } from '../../../core/document/project-data.ts';
import { toggleLookThrough } from '../../state/cameras/look-through.ts';
import { camerasOf, seenThrough } from '../../state/cameras/shown-cameras.ts';
import { selectCamera } from '../../state/selection.ts';
import { CommandButton, IconButton, TextButton } from '../widgets/button.tsx';
import { useServices, useStudio } from '../window-context.tsx';

/** The cameras of a scene: which one is selected, and which is looked through. A project without cameras has no such list. */
export function CameraList() {
  const cameras = useStudio(camerasOf);
  if (cameras.length === 0) return null;
  return (
    <section className="actors" aria-label="Cameras">
      <header className="section-head">
        <h2>Cameras</h2>
        <CommandButton id="camera.add" icon={Video} />
        <CommandButton id="scene.deleteSelected" icon={Trash2} />
      </header>
      <ul>
        {cameras.map((camera) => (
          <CameraRow key={camera.id} camera={camera} />
        ))}
      </ul>
    </section>
  );
}

function CameraRow({ camera }: { camera: CameraData }) {
  const { studio } = useServices();
  const { id, name } = camera;
  const isSelected = useStudio((state) => state.session.selection.camera === id);
  const isSeen = useStudio((state) => seenThrough(state)?.id === id);
  return (
    <li className="actor-row">
      <TextButton
        icon={Video}
        text={name}
        hint={`Select ${name}`}
        className={isSelected ? 'actor-name on' : 'actor-name'}
        onPress={() => selectCamera(studio, id)}
      />
      <IconButton
        icon={isSeen ? VideoOff : Eye}
        label={isSeen ? `Leave ${name}` : `Look through ${name}`}
        onPress={() => toggleLookThrough(studio, camera)}
      />
    </li>
  );
}
