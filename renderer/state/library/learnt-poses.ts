import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { bringOntoCharacter } from '../../../core/library/shared/shared-pose.ts';
import type { Studio, StudioState } from '../studio.ts';
import { areOfOtherBody, onCharacter, shownLibrary, shownPoses } from './folders/shown-library.ts';
import { lastOf } from '../../../core/math/last-of.ts';

/** Poses that are brought onto a character at once: fewer milliseconds than a frame has. */
const AT_ONCE = 40;

const NO_POSES: readonly SavedPose[] = [];

/** What was brought onto a character. */
interface Brought {
  readonly poses: WeakMap<SavedPose, SavedPose>;
  readonly lists: WeakMap<readonly SavedPose[], readonly SavedPose[]>;
}

const broughtOnto = lastOf<Rig, Brought>();

/**
 * The poses that a pulled body learns from: those of the library that is shown, as the document's character takes them. None while those of a
 * large folder are still being brought onto the character.
 */
export function learntPoses(state: StudioState): readonly SavedPose[] {
  const { document } = state;
  const poses = shownPoses(state);
  if (!document || !areOfOtherBody(state)) return poses;
  const brought = broughtOf(document.rig);
  const known = brought.lists.get(poses);
  if (known) return known;
  const missing = poses.filter((saved) => !brought.poses.has(saved));
  if (missing.length > AT_ONCE) return NO_POSES;
  bring(brought, bringingTo(state), missing);
  return listed(brought, poses);
}

/** Brings the poses of another body that are shown onto the character, a few at a time, and tells when all are. Returns how to stop. */
export function followLearntPoses(studio: Studio, onBrought: () => void = () => undefined): () => void {
  let present: readonly SavedPose[] | null = null;
  let rig: Rig | null = null;
  const follow = () => {
    const state = studio.getState();
    const poses = areOfOtherBody(state) ? shownPoses(state) : null;
    if (poses === present && rig === (state.document?.rig ?? null)) return;
    present = poses;
    rig = state.document?.rig ?? null;
    if (rig && poses) void bringInTurns(rig, bringingTo(state), poses, () => present === poses, onBrought);
  };
  const stop = studio.subscribe(follow);
  follow();
  return () => {
    stop();
    present = null;
  };
}

async function bringInTurns(
  rig: Rig,
  bringOver: BringOver,
  poses: readonly SavedPose[],
  isWanted: () => boolean,
  onBrought: () => void,
): Promise<void> {
  const brought = broughtOf(rig);
  const missing = poses.filter((saved) => !brought.poses.has(saved));
  for (let from = 0; from < missing.length; from += AT_ONCE) {
    await new Promise((resolve) => setTimeout(resolve));
    if (!isWanted()) return;
    bring(brought, bringOver, missing.slice(from, from + AT_ONCE));
  }
  listed(brought, poses);
  onBrought();
}

function broughtOf(rig: Rig): Brought {
  return broughtOnto(rig, [], () => ({ poses: new WeakMap(), lists: new WeakMap() }));
}

type BringOver = (some: readonly SavedPose[]) => readonly SavedPose[];

/** How poses of the library that is shown come onto the document's character. */
function bringingTo(state: StudioState): BringOver {
  const rig = state.document!.rig;
  return shownLibrary(state) ? (some) => bringOntoCharacter(some, rig) : (some) => some.map((saved) => onCharacter(state, saved));
}

function bring({ poses }: Brought, bringOver: BringOver, some: readonly SavedPose[]): void {
  bringOver(some).forEach((saved, i) => poses.set(some[i]!, saved));
}

function listed({ poses, lists }: Brought, wanted: readonly SavedPose[]): readonly SavedPose[] {
  const list = wanted.map((saved) => poses.get(saved)!);
  lists.set(wanted, list);
  return list;
}
