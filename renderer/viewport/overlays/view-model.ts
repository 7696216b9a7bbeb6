import { standingPose } from '../../state/studio.ts';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import type { WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import { limitedJoints } from '../../../core/skeleton/limit-state.ts';
import type { Limit } from '../../../core/skeleton/limits.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { heldByPull, turnedBetween } from '../../state/posing/held-joints.ts';
import type { Ghost } from '../../state/timeline/motion-marks.ts';
import type { KeyState } from '../../state/keys/key-state.ts';
import type { ShownCamera } from '../../state/cameras/shown-cameras.ts';
import type { StudioState } from '../../state/studio.ts';
import type { BoneShape } from '../../tools/geometry/bone-shapes.ts';
import type { HandlePlace } from '../../tools/geometry/handle-places.ts';
import type { Gizmo } from '../../tools/geometry/gizmo.ts';
import type { Lens } from '../../tools/geometry/lens.ts';
import type { Grip } from '../../tools/geometry/limit-grips.ts';
import type { Target } from '../../tools/geometry/pick.ts';
import type { SizeHandle } from '../../tools/geometry/size-handles.ts';
import type { StandRing } from '../../tools/geometry/stand-ring.ts';
import type { Ring } from '../../tools/geometry/rings.ts';
import type { Palette } from '../palette.ts';
import { NO_TRACE, type GestureTrace } from '../../tools/gesture.ts';

/** What the pointer is on or holds. */
export interface Attention {
  readonly hovered: Target | null;
  readonly grabbed: Target | null;
  readonly trace: GestureTrace;
}

export const NO_ATTENTION: Attention = { hovered: null, grabbed: null, trace: NO_TRACE };

/** A camera of the scene as it is drawn. */
export interface DrawnCamera extends ShownCamera {
  readonly isSelected: boolean;
}

/** Everything the overlays are drawn from: the state of the window and what follows from it, computed once a picture. */
export interface ViewModel {
  readonly state: StudioState;
  readonly rig: Rig;
  readonly pose: Pose;
  readonly world: WorldTransforms;
  readonly bones: readonly BoneShape[];
  readonly handles: readonly HandlePlace[];
  /** The joints that are selected, by themselves or through their handles. */
  readonly selected: ReadonlySet<number>;
  /** How each handle stands to the clip on the timeline. */
  readonly keyStates: ReadonlyMap<HandleName, KeyState>;
  readonly rings: readonly Ring[];
  /** The body at other moments of the clip; none while ghosts are off. */
  readonly ghosts: readonly Ghost[];
  /** Whether the character's mesh is on the scene and shown; else bones stand for it. */
  readonly showsMesh: boolean;
  /** The point that head and eyes look at, as it would become during a drag; null where none is shown. */
  readonly gaze: Vec3 | null;
  /** The cameras of the scene that are drawn. */
  readonly cameras: readonly DrawnCamera[];
  /** Of the selected handle; null when none is shown. */
  readonly gizmo: Gizmo | null;
  /** The sides of the selected prop by which it is made larger or smaller. */
  readonly sizes: readonly SizeHandle[];
  /** The ring on the floor by which the character is moved; null where it is alone, or none is shown. */
  readonly stand: StandRing | null;
  /** The selected joint's limit as it is drawn: the edited one during an edit; null when none is shown. */
  readonly limit: { readonly joint: number; readonly limit: Limit; readonly grips: readonly Grip[] } | null;
  readonly lens: Lens;
  readonly attention: Attention;
  readonly palette: Palette;
  /** What the sizes of handles are multiplied by. */
  readonly handleSize: number;
}

export function isHandle(target: Target | null, handle: HandleName): boolean {
  return target?.kind === 'handle' && target.handle === handle;
}

export function isJoint(target: Target | null, joint: number): boolean {
  return target?.kind === 'joint' && target.joint === joint;
}

/** The joint that stands out: the one that a replayed step turned, else the selected one. */
export function shownJoint({ transient, session }: StudioState): number | null {
  return transient.preview?.stepped?.joint ?? session.selection.joint;
}

/** Joints to light up: those that take part in the present drag and stand on a limit, or the one that held a replayed step back. */
export function heldJoints({ state, rig, pose, attention }: ViewModel): ReadonlySet<number> {
  const { preview, feedback } = state.transient;
  const before = standingPose(state);
  if (preview?.stepped) return new Set(preview.stepped.held ? [preview.stepped.joint] : []);
  if (!attention.grabbed || !preview || !before) return new Set();
  if (preview.cause === 'pull') return new Set(feedback ? heldByPull(feedback) : []);
  return new Set(turnedBetween(limitedJoints(rig.skeleton, pose), before, pose));
}
