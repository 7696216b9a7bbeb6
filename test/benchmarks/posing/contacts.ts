import { placeShape } from '../../../core/humanoid/body/body-shape.ts';
import { handlesOf, pinned, type HandleName } from '../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { contactsOf, depthsOf } from '../../../core/humanoid/pulling/overlaps.ts';
import { createPuller } from '../../../core/humanoid/pulling/posing.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { add, scale, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, pointOf } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../../core/skeleton/pose.ts';

/** How a body fares with itself over random drags from rest, feet pinned, without and with `bodyStops`. */
export interface ContactFigures {
  readonly drags: number;
  /** Drags after which parts are in each other deeper than {@link DEEP} beyond what they are at rest. */
  readonly free: number;
  readonly stopped: number;
  /** Drags that do not reach their target. */
  readonly missedFree: number;
  readonly missedStopped: number;
  /** Milliseconds that a drag takes more: of all, at the median and for one in ten. */
  readonly median: number;
  readonly tenth: number;
}

/** Metres of a figure 1.75 m tall. */
const DEEP = 5e-3;

/** Drags every handle in turn: hands anywhere about the trunk, the others up to 35 cm away. */
export function measureContacts(rig: Rig, drags: number): ContactFigures {
  const random = seededRandom(7);
  const about = (): number => 2 * random() - 1;
  const size = rig.report.height / 1.75;
  const rest = restPose(rig.skeleton);
  const world = forwardKinematics(rig.skeleton, rest);
  const handles = handlesOf(rig).filter(({ kind }) => kind !== 'local');
  const names = handles.map(({ name }) => name);
  const pins = pinned(...(['leftFoot', 'rightFoot'] as const).filter((name) => names.includes(name)));
  const puller = createPuller(rig);
  const isDeep = deepIn(rig);
  const more: number[] = [];
  const counts = { free: 0, stopped: 0, missedFree: 0, missedStopped: 0 };
  for (let i = 0; i < drags; i++) {
    const { name, joint, offset } = handles[i % names.length]!;
    const place = pointOf(world, joint, offset);
    const target: Vec3 = isHand(name)
      ? [about() * 0.5 * size, rig.report.floor + (1.1 + 0.7 * about()) * size, about() * 0.4 * size]
      : add(place, scale([about(), about(), about()], 0.35 * size));
    const timed = (bodyStops: boolean) => {
      const pull = puller.begin(rest, name, pins);
      const started = performance.now();
      const { pose, status } = pull.to(target, { bodyStops });
      return { pose, missed: status === 'reached' ? 0 : 1, milliseconds: performance.now() - started };
    };
    const [free, stopped] = [timed(false), timed(true)];
    more.push(stopped.milliseconds - free.milliseconds);
    counts.free += isDeep(free.pose) ? 1 : 0;
    counts.stopped += isDeep(stopped.pose) ? 1 : 0;
    counts.missedFree += free.missed;
    counts.missedStopped += stopped.missed;
  }
  const sorted = more.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (drags - 1))]!;
  return { drags, ...counts, median: at(0.5), tenth: at(0.9) };
}

function isHand(name: HandleName): boolean {
  return name.endsWith('Hand');
}

function deepIn(rig: Rig): (pose: Pose) => boolean {
  const contacts = contactsOf(rig);
  const deep = (DEEP * rig.report.height) / 1.75;
  return (pose) =>
    depthsOf(contacts, placeShape(rig.shape, forwardKinematics(rig.skeleton, pose))).some(
      (depth, i) => depth - contacts.restDepths[i]! > deep,
    );
}
