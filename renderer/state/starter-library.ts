import { savePose } from '../../core/document/edits/library.ts';
import { isFinger, type HumanoidBone } from '../../core/humanoid/body/bones.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { capturePose } from '../../core/library/apply.ts';
import type { SavedPose } from '../../core/library/saved-pose.ts';
import { transferPoses } from '../../core/library/transfer.ts';
import { normalizeQuat, type Quat } from '../../core/math/quat.ts';
import { restPose, setRotation } from '../../core/skeleton/pose.ts';
import { commitEdit } from './editing.ts';
import { notify, settleNotice, tellFailure } from './notices.ts';
import { whileWorking } from './session.ts';
import type { Studio, StudioState } from './studio.ts';
import type { Viewport } from './viewport.ts';

/** Pixels of a picture. */
const PIXELS = 160;

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
 * Adds the poses that come with the program to the library of whatever character is open, with pictures, as one undoable step. Poses that are there
 * already stay as they are.
 */
export async function addStarterLibrary(studio: Studio, viewport: Viewport | null): Promise<void> {
  const { document } = studio.getState();
  if (!document) return;
  const stop = { isWanted: false };
  try {
    const poses = await whileWorking(
      studio,
      'Adding the starter library',
      async (onProgress) => {
        const taken = new Set(document.history.present.poses.map(({ id }) => id));
        const found = (await starterPosesFor(studio, document.rig)).filter(({ id }) => !taken.has(id));
        const done: SavedPose[] = [];
        for (const saved of found) {
          if (stop.isWanted) return null;
          done.push(await pictured(document.rig, saved, viewport));
          onProgress(done.length / found.length);
        }
        return done;
      },
      () => {
        stop.isWanted = true;
      },
    );
    // Meanwhile another document may have been opened.
    if (!poses || studio.getState().document?.rig !== document.rig) return;
    commitEdit(studio, 'Add the starter library', (project) => poses.reduce(savePose, project));
    settleNotice(studio, 'library');
    notify(studio, 'info', `${poses.length} poses of the starter library are in the library now, in folders.`);
  } catch (error) {
    tellFailure(studio, 'library', error, null);
  }
}

/** The pose with a picture of it on the rig; without one where there is no viewport. */
export async function pictured(rig: Rig, saved: SavedPose, viewport: Viewport | null): Promise<SavedPose> {
  return { ...saved, thumbnail: (await viewport?.thumbnail(saved.pose, PIXELS, closeUp(rig, saved))) ?? '' };
}

/** The starter poses on a rig, by the meaning of their bones, without pictures. */
export async function starterPosesFor(studio: Studio, rig: Rig): Promise<SavedPose[]> {
  const [{ default: starter }, mannequin] = await Promise.all([
    import('../assets/starter-poses.json', { with: { type: 'json' } }),
    studio.desktop.call('character.mannequin'),
  ]);
  const from = buildRig(mannequin.scene);
  const poses = (starter.poses as unknown as readonly StarterPose[]).map((pose) => readStarterPose(from, pose));
  return transferPoses(from, poses, rig).map(({ pose }) => pose);
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

/** What a picture of a pose of fingers alone shows; undefined for the whole figure. */
function closeUp({ humanoid }: Rig, { joints }: SavedPose): readonly number[] | undefined {
  const fingers = new Set(Object.entries(humanoid).flatMap(([bone, joint]) => (isFinger(bone as HumanoidBone) ? [joint] : [])));
  return joints.length > 0 && joints.every((joint) => fingers.has(joint)) ? joints : undefined;
}
