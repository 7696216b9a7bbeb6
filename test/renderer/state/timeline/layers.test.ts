import { expect, test } from 'vitest';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import { setClipLoop, setKeyAt } from '../../../../core/document/edits/clips.ts';
import { restPose, setRotation, weightIndex } from '../../../../core/skeleton/pose.ts';
import { commitEdit } from '../../../../renderer/state/editing.ts';
import { addLayer, clipLayers, layerEnds, moveLayerEnds } from '../../../../renderer/state/timeline/layers.ts';
import { showTime } from '../../../../renderer/state/timeline/playback.ts';
import { setPreview } from '../../../../renderer/state/preview.ts';
import { shownClip } from '../../../../renderer/state/timeline/clips.ts';
import { smile } from '../../commands/expression-checks.ts';
import { documentOf, noticesOf, openStudio } from '../open-studio.ts';

/** A clip of two seconds that stands still, at a tenth of a second. */
async function standing(loop: boolean) {
  const { studio } = await openStudio();
  smile(studio);
  const { rig } = documentOf(studio);
  const pose = restPose(rig.skeleton);
  commitEdit(studio, 'Key', (project) => setClipLoop(setKeyAt(project, rig.skeleton, 0, pose), loop));
  showTime(studio, 0.1);
  return { studio, rig, pose };
}

test.each([
  [true, [-0.3, 0.5], [-0.9, 1.1]],
  [false, [0, 0.5], [0, 2]],
])(
  'a layer fades beyond the seam of a loop, and not before the beginning of another clip (loop: %s)',
  async (loop, made, most) => {
    const { studio, rig, pose } = await standing(loop);
    const posed = pose.slice();
    setRotation(posed, rig.humanoid.head!, fromAxisAngle([0, 1, 0], 0.3));
    setPreview(studio, { pose: posed, cause: 'rotate' });
    addLayer(studio);
    const [layer] = clipLayers(studio.getState());
    expect([layer!.from, layer!.to]).toEqual(made.map((time) => expect.closeTo(time, 6)));
    expect(layerEnds(shownClip(studio.getState())!, layer!, -500, 500)).toEqual(most.map((time) => expect.closeTo(time, 6)));
    moveLayerEnds(studio, layer!, -500, 500);
    expect(clipLayers(studio.getState())[0]!.from).toBeCloseTo(most[0]!, 6);
    expect(noticesOf(studio)).toEqual([]);
  },
);

test('what changed of a face is not laid over, and that is said', async () => {
  const { studio, pose } = await standing(true);
  const posed = pose.slice();
  posed[weightIndex(posed, 0)] = 0.5;
  setPreview(studio, { pose: posed, cause: 'blend' });
  addLayer(studio);
  expect(clipLayers(studio.getState())).toEqual([]);
  expect(noticesOf(studio)).toEqual(['A layer holds the body only: “Key expressions” keys the face.']);
});
