export { DEGREES, toDegrees, toRadians } from './math/angles.ts';
export {
  angleBetween,
  conjugate,
  fromAxisAngle,
  fromEuler,
  multiply,
  rotate,
  slerp,
  splitSwingTwist,
} from './math/checked-rotations.ts';
export { IDENTITY, type EulerOrder, type Quat } from './math/quat.ts';
export { seededRandom, type Random } from './math/random.ts';
export type { SwingTwist } from './math/swing-twist.ts';
export type { Vec3 } from './math/vec3.ts';

export {
  createSkeleton,
  withExpressions,
  withLimits,
  type AnyNames,
  type JointDefinition,
  type NamesOf,
  type OfJoints,
  type Skeleton,
} from './skeleton/skeleton.ts';
export type { FreeLimit, HingeLimit, Limit, PrismaticLimit, SwingTwistLimit } from './skeleton/limits.ts';
export { cone, fixed, hinge, slide, type ConeRange, type HingeRange, type SlideRange } from './skeleton/make-limit.ts';
export { jointNamed, readJoint } from './skeleton/joint-values.ts';
export type { Expression, Expressions, MorphBind, MorphedMesh, Override as ExpressionOverride } from './skeleton/expressions.ts';
export { poseLength, restPose, rootTranslationOf, rotationOf, setRotation, type Pose } from './skeleton/pose.ts';
export {
  createWorldTransforms,
  forwardKinematics,
  worldPosition,
  worldRotation,
  type WorldTransforms,
} from './skeleton/forward-kinematics.ts';
export type { NodeBinding } from './skeleton/binding.ts';
export type { CharacterScene, MeshExtent, NodeTransform, SceneNode } from './skeleton/scene.ts';
export type { SpringBone, SpringBones, SpringCollider, SpringSettings } from './skeleton/springs.ts';
export { projectOntoLimit } from './skeleton/project-limit.ts';
export {
  clampPose,
  isInsideLimits,
  limitCoordinates,
  limitedJoints,
  limitExcess,
  type ClampedPose,
  type LimitCoordinates,
} from './skeleton/limit-state.ts';
export { joinSkeletons, type JoinedBody, type JoinedSkeletons } from './skeleton/join-skeletons.ts';
export { movingOnly } from './skeleton/moving-only.ts';
export { sampleLimit } from './skeleton/sample-limit.ts';
export type { Coupling, SwingByHinge, TwistBySwing } from './skeleton/couplings.ts';
export { reRoot, type ReRooted } from './skeleton/re-root.ts';

export { createSolver } from './ik/solver.ts';
export { type Solver, type SteppedSolve } from './ik/solver-with.ts';
export type {
  AimGoal,
  CentreOfMassGoal,
  DirectionGoal,
  Goal,
  GoalSettings,
  LineGoal,
  OrientationGoal,
  PlaneGoal,
  PoleGoal,
  PositionGoal,
} from './ik/request/goals.ts';
export type { SolveOptions } from './ik/request/options.ts';
export { VISITING_ORDERS, type VisitingOrder } from './ik/request/orders.ts';
export type { GoalResidual, Outcome, ResidualReason, SolveStatus, StartKind } from './ik/request/outcome.ts';
export { createTrace, type Trace, type TraceIteration, type TracePhase, type TraceStep } from './ik/request/trace.ts';
export { countStarts, joinStarts, splitSolves, splitStarts } from './ik/split.ts';
export {
  beginPlanar,
  escapePlanar,
  isPlanarLocked,
  planarDistance,
  planarPoints,
  planarReach,
  planarStep,
  solvePlanar,
  stepPlanarJoint,
  stepPlanarSweep,
  type PlanarBone,
  type PlanarOutcome,
  type PlanarPoint,
  type PlanarSolve,
  type PlanarStatus,
  type PlanarStep,
  type PlanarTurn,
} from './planar/planar.ts';

export { STANDARD_SHAPES, type Shape, type ShapeKind } from './contact/shape.ts';
export { readShape } from './contact/read-shape.ts';
export { meshOfShape } from './contact/shape-mesh.ts';
export type { ShapeMesh } from './contact/mesh-builder.ts';
export { shapeSize, withShapeSize } from './contact/shape-size.ts';
export { createSurface, placeSurface } from './contact/surface.ts';
export { createGround, type Ground } from './contact/ground.ts';
export { createTouch, type Surface, type Touch } from './contact/touch.ts';

export { HUMANOID_BONES, otherSide, type HumanoidBone, type HumanoidMap } from './humanoid/body/bones.ts';
export { buildRig } from './humanoid/rigging/build-rig.ts';
export type { RigOptions } from './humanoid/rigging/rig-options.ts';
export {
  HANDLE_NAMES,
  handlesOf,
  pinned,
  type Handle,
  type HandleKind,
  type HandleName,
  type Pins,
  type PinSettings,
} from './humanoid/body/handles.ts';
export { centreOfMass, segmentMasses, supportPolygon, type SegmentMasses } from './humanoid/anatomy/masses.ts';
export {
  fingersOfHand,
  HAND_PRESETS,
  handShapeOf,
  withHandShape,
  type HandPreset,
  type HandShape,
} from './humanoid/anatomy/hand-shape.ts';
export { closeHand, type GripOptions, type HandGrip } from './humanoid/grip/close-hand.ts';
export type { FingerShape } from './humanoid/grip/finger-shape.ts';
export { fromHand, intoHand, placeInHand } from './humanoid/grip/place-in-hand.ts';
export type { Frame } from './math/frame.ts';
export type { Place } from './math/place.ts';
export { mirrorPose } from './humanoid/transfer/mirror-pose.ts';
export { createRetarget, retargetPose, type Retarget } from './humanoid/transfer/retarget.ts';
export { FOLLOWERS, type Followers } from './humanoid/pulling/request/followers.ts';
export { touchedBone } from './humanoid/touching/overlaps.ts';
export {
  createPuller,
  type Pull,
  type Puller,
  type PullOptions,
  type Retraced,
  type TracedMove,
} from './humanoid/pulling/puller.ts';
export { DEFAULT_SOLVER_SETTINGS, type SolverSettings } from './humanoid/pulling/request/pull-goals.ts';
export { relaxPose, restWhereItStands, type Relaxing } from './humanoid/pulling/relax-pose.ts';
export type {
  Along as PullAlong,
  Grab,
  PriorSource as PullPrior,
  PullMove,
  SeedSource,
} from './humanoid/pulling/request/pull-move.ts';
export { createTracker, type Tracker } from './humanoid/tracking/tracker.ts';
export { TRACKED_PARTS, type TrackedPart, type TrackedPlace, type TrackedPlaces } from './humanoid/tracking/tracked-places.ts';
export { sitOn, type Seat } from './humanoid/seating/sit-on.ts';
export type { PosedActor } from './humanoid/body/actor.ts';
export type { Solid } from './humanoid/touching/touching.ts';
export { GIVE_WAYS, type BodyContact, type GiveWay, type Miss as ContactMiss } from './humanoid/bodies/body-contact.ts';
export {
  createContactSolver,
  type ContactResidual,
  type ContactSolver,
  type TouchingPoses,
} from './humanoid/bodies/contact-solver.ts';
export type { BodyShape, Capsule } from './humanoid/body/body-shape.ts';
export { LIMIT_PRESETS, type BoneMatch, type LimitPreset, type Rig, type RigReport } from './humanoid/body/rig.ts';
export type { RigCollider, RigSpring, RigSprings } from './humanoid/body/rig-springs.ts';
export type { FlatFeet, Foot, Sole, Soles } from './humanoid/body/sole.ts';
export type { Side } from './humanoid/body/found-bones.ts';
export { FINGERS, type Finger } from './humanoid/detection/finger-names.ts';

export { BLEND_RANGE, blendPose, breakdownPose, pushPose } from './animation/blend.ts';
export {
  bakeClip,
  bakePose,
  type BakeOptions,
  type NodeAnimation,
  type NodeAnimationChannel,
  type NodePose,
} from './animation/bake.ts';
export {
  CONTACT_PARTS,
  FRAME_RATES,
  INTERPOLATIONS,
  ROOT_TRACK,
  expressionTrack,
  type Clip,
  type ClipLayer,
  type ClipMarker,
  type ContactPart,
  type ContactSpan,
  type EasedName,
  type HeldSpan,
  type Interpolation,
  type NamedInterpolation,
  type StandingSpan,
  type Tangents,
  type TimeHandles,
  type TouchedPlace,
  type TouchingSpan,
  type Track,
} from './animation/clip.ts';
export type { Key } from './animation/track-keys.ts';
export type { Carrier } from './animation/carrier.ts';
export type { FrameKey } from './animation/keyed-frames.ts';
export type { CameraKey, CameraMotion, Shot } from './animation/camera-motion.ts';
export type { CarrierChange, PropKey, PropMotion, PropRest } from './animation/prop-motion.ts';
export type { JointPlaces } from './animation/frame-worlds.ts';
export { createClip, deleteKeys, setInterpolation, setKey, snapToFrame } from './animation/keys.ts';
export {
  copyChosen,
  deleteChosen,
  keysWithin,
  moveChosen,
  pasteKeys,
  repeatChosen,
  scaleChosen,
  type ChosenKey,
  type CopiedKeys,
  type PlacedKeys,
  type Placing,
} from './animation/chosen-keys.ts';
export { mirrorCopied } from './animation/mirror-keys.ts';
export { advancePlay, clipKeyTimes, sampleClip, type PlayMode, type PlayState } from './animation/sampling.ts';
export { contactsInPoses, contactsOf, type Contact, type ContactSettings, type PlantableBone } from './animation/contacts.ts';
export { frameTimes, jointPaths, posesAt, type CarriedPoint } from './animation/joint-paths.ts';
export { lintClip } from './animation/lint/lint-clip.ts';
export { ISSUE_KINDS, isNote, type ClipIssue, type IssueKind, type LintSettings } from './animation/lint/issues.ts';
export { repairClip, repairIssue, repairOf, type RepairOptions } from './animation/repair/repair-issue.ts';
export { closeLoop, type CloseLoopOptions } from './animation/repair/close-loop.ts';
export { slideOfContacts, withContacts } from './animation/holding/contact-spans.ts';
export { findContacts } from './animation/holding/find-contacts.ts';
export { holdContacts } from './animation/holding/hold-contacts.ts';
export { walkOverGround } from './animation/ground/walk-over-ground.ts';
export { clipFromPoses } from './animation/clip-from-poses.ts';
export { withMarkers } from './animation/markers.ts';
export { flattenLayers } from './animation/flatten-layers.ts';
export { playedClip } from './animation/played-clip.ts';
export { springClip } from './animation/spring-clip.ts';
export { solveInbetweens, type HeldContact, type InbetweenOptions, type SolvedInbetweens } from './animation/in-betweens.ts';
export { stayInPlace, travelOf, travelWithFeet } from './animation/root-motion.ts';
export { joinClips, reverseClip, stretchClip, trimClip } from './animation/recut.ts';
export { reduceKeys } from './animation/reduce-keys.ts';
export { retargetClip, type RetargetedClip, type RetargetOptions } from './animation/retarget-clip.ts';
export type { BrokenBar, Fidelity, RetargetReport, Spread, SuddenTurn } from './animation/fidelity/retarget-report.ts';
export type { HandContactReport } from './animation/retarget/hand-contacts.ts';
export type { WidenedRange } from './animation/retarget/limb-ranges.ts';
export { simplifyClip, type SimplifiedClip, type SimplifyOptions } from './animation/simplify-clip.ts';
export { slideOf, type PlantedPoint, type Slide } from './animation/slide.ts';

export { applySavedPose, capturePose, type CaptureSettings } from './library/apply.ts';
export { completePose, type CompletedPose } from './library/complete-pose.ts';
export { createPosePrior, type PosePrior, type PriorPose, type PriorSource } from './library/prior/pose-prior.ts';
export { sampleMotion, type SampleMotionOptions } from './library/from-motion.ts';
export { withRootTranslation, type SavedMotion, type SavedPose } from './library/saved-pose.ts';
export { foldersOf, type PoseFolder } from './library/folders.ts';
export { searchPoses } from './library/search-poses.ts';
export { createSeedIndex, nearestSeeds, type Seed, type SeedIndex } from './library/seeds.ts';
export { takePose } from './library/take-pose.ts';
export { posesToClip, type PosesToClipOptions } from './library/to-clip.ts';
export { flipSavedPose, transferPoses, type TransferredPose } from './library/transfer.ts';

export { applyChange, changesBetween } from './document/changes.ts';
export type { ProjectChange } from './document/project-change.ts';
export { createProject } from './document/create-project.ts';
export { commit, createHistory, redo, redoLabel, undo, undoLabel, type Entry, type History } from './document/history.ts';
export { poseFromData } from './document/read-poses.ts';
export type { ListChange, Named } from './document/list-change.ts';
export type { ListChanges, ListItems, ListKind } from './document/list-kinds.ts';
export {
  PROJECT_VERSION,
  type ActorData,
  type ActorPlace,
  type CameraData,
  type CharacterReference,
  type ClipData,
  type ExpressionTrackData,
  type GripData,
  type LayerData,
  type MadeShape,
  type MediaFile,
  type MotionData,
  type PoseData,
  type PropData,
  type PropFile,
  type PropForm,
  type ReferenceData,
  type RigSettingsData,
  type SavedMotionData,
  type SavedPoseData,
  type SoundData,
  type TrackData,
  type UnkeyedData,
} from './document/project-data.ts';
export type { GripFrame } from './humanoid/grip/hand-on-prop.ts';
export type { Project, RigSettings, UnkeyedPose } from './document/project.ts';
export { projectFromData, projectToData, type ProjectData, type ReadProject } from './document/serialize.ts';
export { poseToData } from './document/serialize-parts.ts';

export { openCharacterFile, type OpenedFile, type OriginalFile } from './formats/open-character.ts';
export type { UpAxis } from './formats/text/up-axes.ts';
export { readCharacter, type BvhReadingOverrides, type CharacterFile } from './formats/read-character.ts';
export type { ReadSibling } from './formats/gltf/gltf-asset.ts';
export type { ChannelPath, FileAnimation, NodeChannel, WeightsChannel } from './formats/gltf/gltf-animation.ts';
export type { BvhReading } from './formats/bvh/bvh-reading.ts';
export type { NamedRest } from './formats/clips/named-rest.ts';
export type { MotionRest, RestChoice, RestMoment } from './formats/clips/source-rest.ts';
export { readMotions, type MotionsFile, type ReadMotionsOptions } from './formats/read-motions.ts';
export { readUrdf, type ReadUrdfOptions, type Robot, type RobotLink } from './formats/urdf/read-urdf.ts';
export type { MeshBounds, RobotBox } from './formats/urdf/urdf-boxes.ts';
export type { MotionSourceClip } from './formats/clips/motion-source.ts';
export { MOTION_FORMATS, writeClip, writePose, type MotionFormat } from './formats/clips/motion-formats.ts';
export type { MotionTarget, OnProgress, WrittenMotion } from './formats/clips/write-clip.ts';
export type { ClipRange } from './formats/clips/clip-range.ts';
export type { LargestErrors } from './formats/clips/largest-errors.ts';
export { joinGlbs, type GlbPart, type JoinedGlb, type JoinGlbOptions } from './formats/gltf/join-glb.ts';

export { applyPose, type BoundSkeleton, type WriteNode } from './scenes/node-poses.ts';
export { poseFromNodes, type ReadNode } from './scenes/present-pose.ts';
export type { ApplyOptions, SceneLink } from './scenes/scene-link.ts';
export { sceneFromObject3D, type Object3DLike, type QuaternionLike, type Vector3Like } from './scenes/scene-from-object3d.ts';
export { sceneFromBabylon, type TransformNodeLike } from './scenes/scene-from-babylon.ts';
