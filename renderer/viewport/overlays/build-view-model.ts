import { othersOf } from '../../../core/document/work-on-actor.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { forwardKinematics, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { handleKeyStates } from '../../state/keys/key-state.ts';
import { gazeOf } from '../../state/posing/gaze.ts';
import { handleScale, shownTheme } from '../../state/window/look.ts';
import { ghostsOf } from '../../state/timeline/motion-marks.ts';
import { turnsByRings } from '../../state/posing/limb-ik.ts';
import { isOffered, selectedJoints } from '../../state/selection.ts';
import { drawnPose } from '../../state/rig/springs.ts';
import { drawnCameras } from '../../state/cameras/shown-cameras.ts';
import { selectedShownProp } from '../../state/props/shown-props.ts';
import type { StudioState } from '../../state/studio.ts';
import { boneShapes, type BoneShape } from '../../tools/geometry/bone-shapes.ts';
import { createHandlePlacer, type HandlePlace } from '../../tools/geometry/handle-places.ts';
import { limitGrips } from '../../tools/geometry/limit-grips.ts';
import type { Lens } from '../../tools/geometry/lens.ts';
import { sizeHandles, type SizeHandle } from '../../tools/geometry/size-handles.ts';
import { standRing } from '../../tools/geometry/stand-ring.ts';
import { ringsOf } from '../../tools/geometry/rings.ts';
import { shownGizmo } from '../../tools/geometry/shown-gizmo.ts';
import { paletteOf, type Palette } from '../palette.ts';
import { shownJoint, type Attention, type ViewModel } from './view-model.ts';

type HandlePlacer = ReturnType<typeof createHandlePlacer>;

/** Derives the view model; `hasMesh`: whether the character has a mesh on the scene. */
export type BuildViewModel = (state: StudioState, lens: Lens, attention: Attention, hasMesh: boolean) => ViewModel | null;

/** What follows from the rig alone or from the pose alone is computed once for each. */
export function createViewModelBuilder(): BuildViewModel {
  let rigPart: { readonly rig: Rig; readonly bones: readonly BoneShape[]; readonly place: HandlePlacer } | null = null;
  let posePart: {
    readonly rig: Rig;
    readonly pose: Pose;
    readonly hidden: ReadonlySet<number>;
    readonly bones: readonly BoneShape[];
    readonly world: WorldTransforms;
    readonly handles: readonly HandlePlace[];
  } | null = null;
  return (state, lens, attention, hasMesh) => {
    const pose = drawnPose(state);
    const rig = state.document?.rig;
    if (!pose || !rig) return null;
    if (rigPart?.rig !== rig) rigPart = { rig, bones: boneShapes(rig), place: createHandlePlacer(rig) };
    const hidden = state.session.hidden.joints;
    if (posePart?.rig !== rig || posePart.pose !== pose || posePart.hidden !== hidden) {
      const world = forwardKinematics(rig.skeleton, pose);
      const bones = hidden.size === 0 ? rigPart.bones : rigPart.bones.filter(({ joint: each }) => !hidden.has(each));
      const handles = rigPart.place(world).filter(({ handle }) => !hidden.has(handle.joint));
      posePart = { rig, pose, hidden, bones, world, handles };
    }
    const { world } = posePart;
    const joint = presentJoint(state, rig);
    const isReplay = state.transient.preview?.cause === 'replay';
    const rings = joint !== null && !isReplay && turnsByRings(state) ? ringsOf(rig.skeleton, world, joint, lens) : [];
    const edited = attention.trace.limit;
    const limit = joint === null ? null : edited?.joint === joint ? edited.limit : rig.skeleton.limits[joint]!;
    const shown = joint !== null && limit !== null && state.session.view.limits;
    // Where a handle is held, grips around it would only be in its way; a replay is only looked at.
    const free = !isReplay && (state.session.selection.handle === null || turnsByRings(state));
    return {
      ...posePart,
      handles: posePart.handles.filter(({ handle }) => isOffered(state, handle.name)),
      state,
      selected: new Set(selectedJoints(state)),
      keyStates: handleKeyStates(state, rig),
      rings,
      ghosts: state.session.view.ghosts ? ghostsOf(state) : [],
      showsMesh: hasMesh && state.session.view.mesh,
      gaze: shownGaze(state, attention),
      cameras: drawnCameras(state).map((each) => ({ ...each, isSelected: each.camera.id === state.session.selection.camera })),
      gizmo: shownGizmo(state, posePart.handles, world, lens),
      sizes: shownSizes(state, lens),
      stand: showsStand(state) ? standRing(rig, world) : null,
      limit: shown ? { joint, limit, grips: free ? limitGrips(rig, world, pose, joint, limit) : [] } : null,
      lens,
      attention,
      palette: shownPalette(state),
      handleSize: handleScale(state.session.settings),
    };
  };
}

/** Shown with the gizmo. */
function shownSizes(state: StudioState, lens: Lens): readonly SizeHandle[] {
  const { view } = state.session;
  const shown = view.gizmo && view.handles ? selectedShownProp(state) : null;
  return shown ? sizeHandles(shown, lens) : [];
}

/** A character that is alone stands where it stands. */
function showsStand({ document, session }: StudioState): boolean {
  return document !== null && othersOf(document.history.present).length > 0 && session.view.handles && session.tool === 'pull';
}

/** The point that is looked at, as handles are shown. */
function shownGaze(state: StudioState, { grabbed, trace }: Attention): Vec3 | null {
  const { view, tool } = state.session;
  if (!view.handles || tool !== 'pull') return null;
  return grabbed?.kind === 'gaze' ? trace.wanted : gazeOf(state);
}

/** The colours that the viewport is drawn in now. */
export function shownPalette(state: StudioState): Palette {
  return paletteOf(shownTheme(state), state.session.settings.sides);
}

/** The selection may outlive a change of the rig that removed its joint. */
function presentJoint(state: StudioState, rig: Rig): number | null {
  const joint = shownJoint(state);
  return joint !== null && joint < rig.skeleton.count ? joint : null;
}
