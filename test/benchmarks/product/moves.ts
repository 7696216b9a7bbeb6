import { SIDES, sided } from '../../../core/humanoid/body/found-bones.ts';
import { handleOf, handlesOf, pinned, type Handle, type HandleName, type Pins } from '../../../core/humanoid/body/handles.ts';
import { limbOf, limbPlaces } from '../../../core/humanoid/body/limbs.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { createPuller, type PullOptions } from '../../../core/humanoid/pulling/puller.ts';
import type { PriorSource } from '../../../core/humanoid/pulling/request/pull-move.ts';
import type { SolverSettings } from '../../../core/humanoid/pulling/request/pull-goals.ts';
import { bodyMirror, mirrorPlace } from '../../../core/humanoid/transfer/body-mirror.ts';
import { VISITING_ORDERS } from '../../../core/ik/request/orders.ts';
import { createPosePrior } from '../../../core/library/prior/pose-prior.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { seededRandom, type Random } from '../../../core/math/random.ts';
import { add, distance, lerp, normalize, scale, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, pointOf } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../../core/skeleton/pose.ts';
import { gestureLibrary } from '../../helpers/gesture-library.ts';

/** Whether body or floor may stop a move. */
export type MovesKind = 'free' | 'stopped';

/** One drag: from where, what is held, how it is asked, and where it goes to (world, metres). */
export interface ProductDrag {
  readonly snapshot: Pose;
  readonly handle: HandleName;
  readonly pins: Pins;
  readonly settings: Partial<SolverSettings>;
  readonly targets: readonly Vec3[];
  readonly optionsAt: (target: Vec3) => PullOptions;
  readonly followsLibrary: boolean;
  /** Metres of the longest way for a figure 1.75 m tall. */
  readonly farthest: number;
  /** A place that hands go to (world, metres); null: anywhere. */
  readonly towards: Vec3 | null;
}

/** What a kind of drag changes of the plain one: feet pinned, directions kept, nothing in the way. */
type Kind = (drag: ProductDrag, about: { readonly rig: Rig; readonly random: Random }) => ProductDrag;

/** Of all drags. */
export const PRODUCT_SEED = 7;

const FEET: readonly HandleName[] = ['leftFoot', 'rightFoot'];
/** Moves of a drag, and metres of the longest for a figure 1.75 m tall. */
const MOVES = 4;
const FARTHEST = 0.7;

const asked =
  (options: PullOptions): Kind =>
  (drag) => ({ ...drag, optionsAt: () => options });
const set =
  (settings: Partial<SolverSettings>): Kind =>
  (drag) => ({ ...drag, settings });

/** A kind twice: in each it is made with the other half of the handles. */
function withEachHandle(kind: Kind): readonly Kind[] {
  return [kind, kind];
}

/** Kinds of drags that nothing is in the way of, and of those that body or floor stop. */
const KINDS: Readonly<Record<MovesKind, readonly Kind[]>> = {
  free: [
    (drag) => drag,
    asked({ keepsDirection: false }),
    asked({ rotation: fromAxisAngle(normalize([1, 2, 3]), 0.8) }),
    (drag) => ({ ...drag, pins: {} }),
    (drag) => ({ ...drag, pins: pinned('leftFoot') }),
    set({ softReach: 0.2 }),
    set({ weight: 0 }),
    set({ rootStiffness: 1 }),
    (drag) => ({ ...drag, settings: { followLibrary: 0.7 }, followsLibrary: true }),
    ({ pins, ...drag }) => ({
      ...drag,
      pins: { ...pins, rightHand: { translation: true, rotation: true, weight: 1, on: 'hips' } },
    }),
    ({ pins, ...drag }) => ({ ...drag, pins: { ...pins, ...pinned('leftHand', 'rightHand') } }),
    (drag, { rig }) => mirroredDrag(drag, rig, {}),
    (drag) => ({
      ...drag,
      optionsAt: (target) => (/Hand|Foot/.test(drag.handle) ? { along: { chest: add(target, [0, -0.3, -0.3]) } } : {}),
    }),
    ...VISITING_ORDERS.map((order) => set({ order })),
    (drag, { rig }) => ({ ...drag, snapshot: crouchOf(rig) }),
    (drag) => ({ ...drag, farthest: 0.25 }),
    ...withEachHandle((drag, { rig }) => ({ ...drag, snapshot: armsDownOf(rig) })),
  ],
  stopped: [
    asked({ floorStops: true }),
    asked({ bodyStops: true }),
    asked({ bodyStops: true, floorStops: true }),
    (drag) => ({ ...drag, optionsAt: () => ({ bodyStops: true, eye: [0.4, 1.4, 3] }) }),
    ...withEachHandle((drag, { rig }) => mirroredDrag(drag, rig, { bodyStops: true })),
    ...withEachHandle((drag) => ({ ...drag, pins: {}, optionsAt: () => ({ floorStops: true }) })),
    ...withEachHandle((drag, { rig }) => ({ ...drag, snapshot: armsDownOf(rig), optionsAt: () => ({ bodyStops: true }) })),
    (drag, { rig }) => ({ ...drag, towards: lapOf(rig), optionsAt: () => ({ bodyStops: true }) }),
    (drag, { rig }) => ({ ...drag, towards: lapOf(rig), optionsAt: () => ({ bodyStops: true, keepsDirection: false }) }),
  ],
};

/** Drags of each kind among these with every handle that is there, some of each, from rest or a crouch. */
export function productDrags(rig: Rig, among: MovesKind): ProductDrag[] {
  const random = seededRandom(PRODUCT_SEED);
  const handles = handlesOf(rig);
  return KINDS[among].flatMap((kind, k) => {
    const chosen = handles.filter((handle, i) => (i + k) % (isMain(handle) ? 2 : 11) === 0);
    return chosen.map((handle): ProductDrag => {
      const snapshot = restPose(rig.skeleton);
      const plain: ProductDrag = {
        snapshot,
        handle: handle.name,
        pins: pinned(...FEET.filter((name) => handles.some((each) => each.name === name))),
        settings: {},
        targets: [],
        optionsAt: () => ({}),
        followsLibrary: false,
        farthest: FARTHEST,
        towards: null,
      };
      const drag = kind(plain, { rig, random });
      return { ...drag, targets: targetsOf(rig, handle, drag, random) };
    });
  });
}

function isMain({ kind, name }: Handle): boolean {
  return kind === 'position' && !name.startsWith('right');
}

function targetsOf(rig: Rig, { joint, offset, kind, name }: Handle, drag: ProductDrag, random: Random): Vec3[] {
  const about = (): number => 2 * random() - 1;
  const size = rig.report.height / 1.75;
  const from = pointOf(forwardKinematics(rig.skeleton, drag.snapshot), joint, offset);
  const metres = (kind === 'position' ? drag.farthest : 0.15) * size * random();
  const anywhere = add(from, scale(normalize([about(), about() - 0.3, about()]), metres));
  const to = drag.towards && name.endsWith('Hand') ? drag.towards : anywhere;
  return Array.from({ length: MOVES }, (_, i) => lerp(from, to, (i + 1) / MOVES));
}

/** In the right thigh of the standing body. */
function lapOf(rig: Rig): Vec3 {
  const world = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  const [hip, knee] = [rig.humanoid.rightUpperLeg ?? 0, rig.humanoid.rightLowerLeg ?? 0];
  return lerp(pointOf(world, hip, [0, 0, 0]), pointOf(world, knee, [0, 0, 0]), 0.6);
}

function mirroredDrag(drag: ProductDrag, rig: Rig, options: PullOptions): ProductDrag {
  if (!/^left(Hand|Foot)$/.test(drag.handle)) return { ...drag, optionsAt: () => options };
  const other = drag.handle.replace('left', 'right') as HandleName;
  const mirror = bodyMirror(rig, drag.snapshot);
  return { ...drag, optionsAt: (target) => ({ ...options, along: { [other]: mirrorPlace(mirror, target) } }) };
}

/** Hips pulled far down, heels up. */
function crouchOf(rig: Rig): Pose {
  return pulledFrom(rig, restPose(rig.skeleton), 'hips', [0, -0.3 * rig.report.height, 0]);
}

/** Both arms hanging beside the body. */
function armsDownOf(rig: Rig): Pose {
  return SIDES.reduce((pose, side) => {
    const limb = limbOf(rig, sided(side, 'Hand'));
    if (!limb) return pose;
    const [shoulder, elbow, hand] = limbPlaces(forwardKinematics(rig.skeleton, pose), limb);
    const reach = distance(shoulder, elbow) + distance(elbow, hand);
    return pulledFrom(
      rig,
      pose,
      sided(side, 'Hand'),
      add(subtract(shoulder, hand), [0.25 * (hand[0] - shoulder[0]), -0.97 * reach, 0]),
    );
  }, restPose(rig.skeleton));
}

/** The pose with a handle pulled by a way, metres of the world. */
function pulledFrom(rig: Rig, pose: Pose, name: HandleName, way: Vec3): Pose {
  const handle = handleOf(rig, name);
  if (!handle) return pose;
  const from = pointOf(forwardKinematics(rig.skeleton, pose), handle.joint, handle.offset);
  return createPuller(rig)
    .begin(pose, name, pinned(...FEET))
    .to(add(from, way), { keepsDirection: false }).pose;
}

/** What the poses of a library say of a body that is pulled. */
export function priorFor(rig: Rig): PriorSource {
  const prior = createPosePrior(rig, gestureLibrary(rig, 60, 1));
  return (goals, built, share, isKept) => prior.predict(goals, built, share, isKept)?.pose ?? null;
}
