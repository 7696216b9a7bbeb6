import { expect, test } from 'vitest';
import { handlesOf } from '../../../core/humanoid/body/handles.ts';
import { rowSelection, select } from '../../../renderer/state/selection.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { createViewModelBuilder } from '../../../renderer/viewport/overlays/build-view-model.ts';
import { NO_ATTENTION } from '../../../renderer/viewport/overlays/view-model.ts';
import { openedStudio } from '../tools/mannequin-studio.ts';

test('every joint of the outliner shows arrows or rings to move or turn it by, and those with a handle are pulled by it', () => {
  const studio = openedStudio();
  const { rig } = studio.document();
  const lens = lensOf({ target: [0, 1, 0], yaw: 0, pitch: 0, distance: 5 }, 1280, 800);
  const build = createViewModelBuilder();
  for (let joint = 0; joint < rig.skeleton.count; joint++) {
    select(studio, rowSelection(rig, joint));
    const { gizmo, rings } = build(studio.getState(), lens, NO_ATTENTION, true)!;
    const isPulled = handlesOf(rig).some((handle) => handle.joint === joint && handle.kind !== 'pole');
    expect(gizmo !== null, rig.skeleton.names[joint]).toBe(isPulled);
    expect(rings.length > 0, rig.skeleton.names[joint]).toBe(!isPulled);
  }
});
