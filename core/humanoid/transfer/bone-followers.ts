import { copyPacked, multiplyPacked, normalizePacked } from '../../math/packed-quats.ts';
import { quatAt, slerp, type Quat } from '../../math/quat.ts';
import { TRUNK, type HumanoidBone } from '../body/bones.ts';
import type { Rig } from '../body/rig.ts';

/** How one target joint takes its turn: between two source bones (`t` from the first to the second). */
export interface Follower {
  readonly bone: HumanoidBone;
  readonly canonical: Float64Array;
  /** Indices among the source's bones. */
  readonly from: number;
  readonly to: number;
  readonly t: number;
}

/** One a joint. A bone that stands by bones that the source lacks takes no turn. */
export function followersOf(
  to: Rig,
  canonical: ReadonlyMap<HumanoidBone, Quat>,
  bones: readonly HumanoidBone[],
): (Follower | null)[] {
  const followers: (Follower | null)[] = Array.from({ length: to.skeleton.count }, () => null);
  for (const [bone, rotation] of canonical) {
    const { from, to: next, t } = placeAmong(bone, canonical, bones);
    const [first, second] = [bones.indexOf(from), bones.indexOf(next)];
    if (first < 0 || second < 0) continue;
    followers[to.humanoid[bone]!] = { bone, canonical: Float64Array.from(rotation), from: first, to: second, t };
  }
  return followers;
}

/** Which source bones a target bone stands between. Trunks of different length are compared by their share of the whole bend. */
function placeAmong(
  bone: HumanoidBone,
  target: ReadonlyMap<HumanoidBone, Quat>,
  source: readonly HumanoidBone[],
): { from: HumanoidBone; to: HumanoidBone; t: number } {
  const trunk = TRUNK.filter((each) => source.includes(each));
  const targetTrunk = TRUNK.filter((each) => target.has(each));
  const place = targetTrunk.indexOf(bone);
  if (place > 0) {
    const share = (place / (targetTrunk.length - 1)) * (trunk.length - 1);
    const low = Math.floor(share);
    return { from: trunk[low]!, to: trunk[Math.ceil(share)]!, t: share - low };
  }
  if (bone === 'neck' && !source.includes(bone)) return { from: trunk.at(-1)!, to: 'head', t: 0.5 };
  return { from: bone, to: bone, t: 0 };
}

/** Writes the world rotation that a follower takes: the turn between its two source bones, of its canonical rotation. */
export function writeTurned({ canonical, from, to, t }: Follower, turns: Float64Array, into: Float64Array, at: number): void {
  if (from === to) {
    copyPacked(turns, 4 * from, into, at);
    normalizePacked(into, at);
  } else into.set(slerp(quatAt(turns, from), quatAt(turns, to), t), at);
  multiplyPacked(into, at, canonical, 0, into, at);
}
