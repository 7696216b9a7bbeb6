import { activeClip } from '../../../core/document/edits/clips.ts';
import type { CameraData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { cameraOnAir, shotOf } from '../../../core/document/shots.ts';
import type { PictureCamera } from '../../../electron/contract.ts';
import { shotAsDrawn } from '../../state/cameras/shown-cameras.ts';
import type { StudioState } from '../../state/studio.ts';
import { pictureOfShot, type View } from '../geometry/shot-view.ts';
import type { Moments } from './moments.ts';

/** What each picture sees that is taken through cameras of the scene. Throws an `Error` of one sentence where there is no such camera. */
export function sceneCameraPath(
  state: StudioState,
  camera: PictureCamera,
  moments: Moments,
  aspect: number,
): (index: number) => View {
  const { present } = state.document!.history;
  const clip = activeClip(present);
  const named = camera === 'cuts' ? null : cameraCalled(present, camera.slice('scene:'.length));
  if (present.cameras.length === 0) throw new Error('the scene has no camera: add one first');
  return (index) => {
    const { time } = moments.at(index);
    const seen = named ?? cameraOnAir(present, clip, time)!;
    return pictureOfShot(shotAsDrawn(state, shotOf(seen, clip.id, time)), aspect);
  };
}

function cameraCalled({ cameras }: Project, wanted: string): CameraData {
  const found = cameras.find(({ id }) => id === wanted) ?? cameras.find(({ name }) => name === wanted);
  if (found) return found;
  const named =
    cameras.length === 0 ? 'the scene has none' : `the scene has ${cameras.map(({ name }) => `“${name}”`).join(', ')}`;
  throw new Error(
    `no camera is called “${wanted}”: expected one of view, front and the other sides, cuts, or a camera; ${named}`,
  );
}
