import { describe, expect, test } from 'vitest';
import { createProject } from '../../../../core/document/create-project.ts';
import { createHistory } from '../../../../core/document/history.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { isFinger, type HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { limitExcess } from '../../../../core/skeleton/limit-state.ts';
import type { SavedPose } from '../../../../core/library/saved-pose.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { addStarterLibrary, lacksStarterLibrary } from '../../../../renderer/state/library/starter-library.ts';
import { pictureOfSaved } from '../../../../renderer/state/library/pictures/saved-pictures.ts';
import { deletePose } from '../../../../core/document/edits/library.ts';
import { commitEdit, undo } from '../../../../renderer/state/editing.ts';
import type { Viewport } from '../../../../renderer/state/window/viewport.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';
import { documentOf, noticesOf, openStudio } from '../open-studio.ts';

interface Picture {
  readonly joints: readonly number[] | undefined;
}

function camera(): { viewport: Viewport; pictures: Picture[] } {
  const pictures: Picture[] = [];
  const thumbnail: Viewport['thumbnail'] = async (_pose, _pixels, joints) => {
    pictures.push({ joints });
    return 'data:image/png;base64,AAAA';
  };
  return { viewport: { thumbnail } as unknown as Viewport, pictures };
}

const byName = (poses: readonly SavedPose[], name: string): SavedPose => poses.find((pose) => pose.name === name)!;

/** Height of a bone over the floor, in hip heights. */
function heightOf({ skeleton, humanoid, report }: Rig, { pose }: SavedPose, bone: HumanoidBone): number {
  return (worldPosition(forwardKinematics(skeleton, pose), humanoid[bone]!)[1] - report.floor) / report.hipHeight;
}

describe('The starter library', () => {
  test.each(sampleRigs().map(({ name, scene }) => [name, scene] as const))(
    'gives %s 150 poses or more that say what they are, inside its limits',
    async (name, scene) => {
      const { studio } = await openStudio();
      const rig = buildRig(scene);
      const history = createHistory(createProject(rig, { name, fileName: name, hash: '0'.repeat(64) }));
      studio.setState({ document: { ...documentOf(studio), rig, history } });
      await addStarterLibrary(studio);
      const { poses } = documentOf(studio).history.present;
      expect(poses.length).toBeGreaterThanOrEqual(150);
      for (const saved of poses) {
        expect(saved.folder).not.toBe('');
        for (const joint of rig.skeleton.names.keys()) expect(limitExcess(rig.skeleton, saved.pose, joint)).toBeLessThan(1e-6);
      }
      expect(new Set(poses.map(({ name: each }) => each)).size).toBe(poses.length);
      expect(heightOf(rig, byName(poses, 'Reach up'), 'leftHand')).toBeGreaterThan(
        heightOf(rig, byName(poses, 'Stand'), 'leftHand') + 0.3,
      );
      expect(heightOf(rig, byName(poses, 'Crouch'), 'hips')).toBeLessThan(heightOf(rig, byName(poses, 'Stand'), 'hips') - 0.2);
      expect(heightOf(rig, byName(poses, 'Lie'), 'head')).toBeLessThan(0.6);
    },
    60_000,
  );

  test('covers what a body does, and hands, which are seen from near', async () => {
    const { studio } = await openStudio();
    await addStarterLibrary(studio);
    const { rig, history } = documentOf(studio);
    const { poses } = history.present;
    const folders = new Set(poses.map(({ folder }) => folder));
    const wanted = ['Stand', 'Walk', 'Run', 'Jump', 'Sit', 'Crouch', 'Reach', 'Carry', 'Fight', 'Dance', 'Lie', 'Hands'];
    expect([...folders].toSorted()).toEqual(wanted.toSorted());
    const fist = byName(poses, 'Fist, left');
    const boneOf = new Map(Object.entries(rig.humanoid).map(([bone, joint]) => [joint, bone as HumanoidBone]));
    expect(fist.joints.every((joint) => isFinger(boneOf.get(joint)!) && boneOf.get(joint)!.startsWith('left'))).toBe(true);
    const { viewport, pictures } = camera();
    for (const saved of [poses[0]!, fist]) await pictureOfSaved(studio.getState(), rig, viewport, saved);
    expect(pictures.map(({ joints }) => joints)).toEqual([undefined, fist.joints]);
    expect(noticesOf(studio).at(-1)).toContain(`${poses.length} poses of the starter library`);
  });

  test('is one step of undo, is offered while none of it is there, and never given twice', async () => {
    const { studio } = await openStudio();
    expect(lacksStarterLibrary(studio.getState())).toBe(true);
    await addStarterLibrary(studio);
    expect(lacksStarterLibrary(studio.getState())).toBe(false);
    const count = documentOf(studio).history.present.poses.length;
    commitEdit(studio, 'Delete', (project) => deletePose(project, 'starter-stand'));
    await addStarterLibrary(studio);
    expect(documentOf(studio).history.present.poses).toHaveLength(count);
    for (let step = 0; step < 3; step++) undo(studio);
    expect(documentOf(studio).history.present.poses).toHaveLength(0);
  });
});
