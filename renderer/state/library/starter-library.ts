import { savePose } from '../../../core/document/edits/library.ts';
import type { Steps } from '../../../core/animation/steps.ts';
import { isFinger, type HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { capturePose } from '../../../core/library/apply.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { transferPosesSteps } from '../../../core/library/transfer.ts';
import { normalizeQuat, type Quat } from '../../../core/math/quat.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import type { CharacterScene } from '../../../core/skeleton/scene.ts';
import { commitEdit } from '../editing.ts';
import { whileComputing } from '../in-turns.ts';
import { nextTurn } from '../../next-turn.ts';
import { attempting, notify } from '../window/notify.ts';
import type { Studio, StudioState } from '../studio.ts';

/** A pose of `starter-poses.json`: rotations of the mannequin's bones against its rest; bones that are missing are at rest. */
interface StarterPose {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  readonly tags: readonly string[];
  /** Metres from where the mannequin rests; null for poses of some bones only. */
  readonly root: readonly number[] | null;
  readonly bones: Readonly<Partial<Record<HumanoidBone, readonly number[]>>>;
}

/** Whether the library lacks poses of the starter library: of those that were added some may have been deleted. */
export function lacksStarterLibrary(state: StudioState): boolean {
  return state.document?.awaitedPoses === 0 && !state.document.history.present.poses.some(({ id }) => id.startsWith('starter-'));
}

/**
 * Adds the poses that come with the program to the library of whatever character is open, as one undoable step; each is drawn when it is first seen. Poses
 * that are there already stay as they are.
 */
export async function addStarterLibrary(studio: Studio): Promise<void> {
  const { document } = studio.getState();
  if (!document) return;
  await attempting(studio, 'library', null, async () => {
    const found = await starterPosesFor(studio, document.rig);
    // A turn each for the edit, which draws the library, and the message: together they would stop the window for longer.
    await nextTurn();
    // Meanwhile another document may have been opened.
    const present = studio.getState().document;
    if (present?.rig !== document.rig) return;
    const taken = new Set(present.history.present.poses.map(({ id }) => id));
    const poses = found.filter(({ id }) => !taken.has(id));
    commitEdit(studio, 'Add the starter library', (project) => poses.reduce(savePose, project));
    await nextTurn();
    notify(studio, 'info', `${poses.length} poses of the starter library are in the library now, in folders.`);
  });
}

/** The starter poses on a rig, by the meaning of their bones, without pictures. */
export async function starterPosesFor(studio: Studio, rig: Rig): Promise<SavedPose[]> {
  const [{ default: starter }, mannequin] = await Promise.all([
    import('../../assets/starter-poses.json', { with: { type: 'json' } }),
    studio.desktop.call('character.mannequin'),
  ]);
  const poses = starter.poses as unknown as readonly StarterPose[];
  return whileComputing(studio, 'Adding the starter library', starterSteps(mannequin.scene, poses, rig));
}

/** The poses brought from the mannequin to a rig, with a pause after each part that takes long. Of the mannequin only the joints count, not what is drawn. */
function* starterSteps(scene: CharacterScene, starter: readonly StarterPose[], rig: Rig): Steps<SavedPose[]> {
  const from = buildRig({ ...scene, meshExtents: scene.meshExtents.map((extent) => ({ ...extent, points: [] })) });
  yield 0;
  const poses = starter.map((pose) => readStarterPose(from, pose));
  yield 0;
  const transferred = yield* transferPosesSteps(from, poses, rig);
  return transferred.map(({ pose }) => pose);
}

function readStarterPose({ skeleton, humanoid }: Rig, { id, name, folder, tags, root, bones }: StarterPose): SavedPose {
  const pose = restPose(skeleton);
  if (root) pose.set(root);
  const spoken = Object.entries(bones).flatMap(([bone, rotation]) => {
    const joint = humanoid[bone as HumanoidBone];
    if (joint === undefined) return [];
    setRotation(pose, joint, normalizeQuat(rotation as unknown as Quat));
    return [joint];
  });
  const body = Object.entries(humanoid).flatMap(([bone, joint]) => (isFinger(bone as HumanoidBone) ? [] : [joint]));
  return capturePose(skeleton, pose, { id, name, folder, tags, joints: root ? [-1, ...body] : spoken });
}
