import type { Clip } from '../../../core/animation/clip.ts';
import type { CameraData } from '../../../core/document/project-data.ts';
import { motionOfCamera } from '../../../core/document/shots.ts';
import { clearCameraAt, moveCameraKey } from '../../state/cameras/edit-cameras.ts';
import { camerasOf } from '../../state/cameras/shown-cameras.ts';
import { selectCamera } from '../../state/selection.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { Moment } from './moment.tsx';
import type { TimeSpan } from './scale.ts';

/** The cameras that have a line on the timeline: those that the clip moves, and the selected one. */
export function useCamerasOnTimeline(clip: Clip): readonly CameraData[] {
  const cameras = useStudio(camerasOf);
  const selected = useStudio((state) => state.session.selection.camera);
  return cameras.filter((camera) => camera.id === selected || motionOfCamera(camera, clip.id).keys.length > 0);
}

interface CameraRowsProps {
  readonly cameras: readonly CameraData[];
  readonly clip: Clip;
  readonly span: TimeSpan;
  readonly width: number;
}

/** The keys of each camera, which are dragged, and which Delete removes. */
export function CameraRows({ cameras, ...lanes }: CameraRowsProps) {
  return (
    <div className="prop-rows" role="group" aria-label="Cameras">
      {cameras.map((camera) => (
        <CameraRow key={camera.id} camera={camera} {...lanes} />
      ))}
    </div>
  );
}

function CameraRow({ camera, clip, ...lanes }: { camera: CameraData } & Omit<CameraRowsProps, 'cameras'>) {
  const { studio } = useServices();
  const { id, name } = camera;
  const isSelected = useStudio((state) => state.session.selection.camera === id);
  return (
    <div className={isSelected ? 'contact-row chosen-row' : 'contact-row'} onPointerDown={() => selectCamera(studio, id)}>
      {motionOfCamera(camera, clip.id).keys.map(({ time }, i) => (
        <Moment
          // A key that is moved stays the same element, so that it keeps the focus.
          key={i}
          label={`Key of ${name}`}
          time={time}
          clip={clip}
          {...lanes}
          onSelect={() => selectCamera(studio, id)}
          onMove={(to) => moveCameraKey(studio, camera, time, to)}
          onClear={() => clearCameraAt(studio, camera, time)}
        />
      ))}
    </div>
  );
}
