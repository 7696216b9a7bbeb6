import { expect, test } from 'vitest';
import { readCharacter } from '../../../core/formats/read-character.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { nameOf } from '../../../renderer/viewport/hover.ts';
import { createViewModelBuilder } from '../../../renderer/viewport/overlays/build-view-model.ts';
import { NO_ATTENTION } from '../../../renderer/viewport/overlays/view-model.ts';
import { mixamoMannequin } from '../../helpers/mixamo-mannequin.ts';
import { openCharacter, openedStudio } from '../tools/mannequin-studio.ts';

test('a joint is named by its bone beside the pointer, whatever its file calls it', () => {
  const bytes = new Uint8Array(mixamoMannequin());
  const studio = openedStudio({ ...openCharacter(), bytes, scene: readCharacter('hero.glb', bytes).scene });
  const { humanoid, skeleton } = studio.document().rig;
  const lens = lensOf({ target: [0, 1, 0], yaw: 0, pitch: 0, distance: 5 }, 1280, 800);
  const model = createViewModelBuilder()(studio.getState(), lens, NO_ATTENTION, true)!;
  const joint = humanoid.leftLowerArm!;
  expect(skeleton.names[joint]).toBe('mixamorig:LeftForeArm');
  expect(nameOf({ kind: 'joint', joint }, model)).toBe('Left lower arm');
});
