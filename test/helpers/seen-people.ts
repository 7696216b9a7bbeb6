import { SEEN_PARTS, type SeenPart, type SeenPerson } from '../../core/humanoid/picture/seen-person.ts';
import type { FilmedFrame } from '../../core/humanoid/picture/smooth-people.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { seededRandom } from '../../core/math/random.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import { pointsOf } from './capture-files.ts';

/** What a detector tells of a pose before a camera in front: off by up to so many metres across and twice as many in depth, of which it knows half. */
function seenIn(rig: Rig, pose: Pose, random: () => number, off: number): SeenPerson {
  const points = pointsOf(rig, pose);
  const middle = [0, 1, 2].map((c) => 0.5 * (points.get('leftHip')![c]! + points.get('rightHip')![c]!));
  const stirred = () => off * (2 * random() - 1);
  const parts = (Object.keys(SEEN_PARTS) as SeenPart[]).map((part) => {
    const [x, y, z] = points.get(part)!.map((value, c) => value - middle[c]!) as unknown as Vec3;
    const far = 0.63 * (4 - z);
    const believed: Vec3 = [x + stirred(), y + stirred(), 0.5 * z + 2 * stirred()];
    return [part, { right: (x + stirred()) / far, up: (y + stirred()) / far, believed, sure: 0.95 }];
  });
  return Object.fromEntries(parts) as SeenPerson;
}

/** A film of these poses before a camera 4 m in front of the hips, with what a detector tells of each frame; of hidden ones nothing. */
export function filmOf(
  rig: Rig,
  poses: readonly Pose[],
  off: number,
  fps: number,
  isHidden: (frame: number) => boolean = () => false,
): FilmedFrame[] {
  const random = seededRandom(11);
  return poses.map((pose, i) => {
    const seen = seenIn(rig, pose, random, off);
    return { time: i / fps, seen: isHidden(i) ? null : seen };
  });
}
