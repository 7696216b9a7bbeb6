import * as core from '../../core/index.ts';
import { glbOf } from '../core/formats/build-glb.ts';
import { smallBiped } from './small-biped.ts';

/** The rig that the arguments belong to. */
export const { rig, nodes } = smallBiped();
const { skeleton } = rig;
export const pose = core.restPose(skeleton);
const bent = pose.slice();
core.setRotation(bent, 1, [0.6, 0, 0, 0.8]);
export const clip = core.clipFromPoses(skeleton, [pose, bent], { id: 'clip', name: 'clip', fps: 30, loop: false });
const saved = core.capturePose(skeleton, pose, { id: 'a', name: 'a', tags: [] });
const project = core.createProject(rig, { name: 'a', fileName: 'a.glb', hash: '0'.repeat(64) });
const ZERO = { x: 0, y: 0, z: 0 };
const ONE = { x: 1, y: 1, z: 1 };
export const object3D = (children: readonly object[] = []): object => ({
  name: 'object',
  position: ZERO,
  quaternion: { ...ZERO, w: 1 },
  scale: ONE,
  children,
});
export const transformNode = (): object => ({
  name: 'node',
  position: ZERO,
  rotation: ZERO,
  rotationQuaternion: null,
  scaling: ONE,
  getChildren: () => [],
  getScene: () => ({ useRightHandedSystem: false }),
});
/** An argument of each type that public functions take; what fits the small biped. */
export const RIGHT: Readonly<Record<string, unknown>> = {
  Object3DLike: object3D([object3D()]),
  TransformNodeLike: transformNode(),
  number: 1,
  string: 'a',
  Quat: [0, 0, 0, 1],
  Vec3: [1, 0, 0],
  Skeleton: skeleton,
  Rig: rig,
  BoundSkeleton: rig,
  Pose: pose,
  'readonly Pose[]': [pose, pose],
  Clip: clip,
  'readonly Clip[]': [clip],
  Track: { joint: 1, times: [0], values: [0, 0, 0, 1], interpolation: 'linear' },
  SavedPose: saved,
  'readonly SavedPose[]': [saved],
  'readonly number[]': [1],
  'readonly ChosenKey[]': core.keysWithin(clip, 0, 1),
  'readonly Goal[]': [],
  WorldTransforms: core.forwardKinematics(skeleton, pose),
  SegmentMasses: core.segmentMasses(rig),
  Limit: { kind: 'free' },
  Random: core.seededRandom(1),
  Side: 'left',
  HumanoidBone: 'leftHand',
  HandleName: 'leftHand',
  Pins: {},
  History: core.createHistory(project),
  Project: project,
  ProjectData: core.projectToData(rig, project),
  PoseData: core.poseToData(skeleton, pose),
  Solver: core.createSolver(skeleton),
  WriteNode: () => {},
  ReadNode: () => ({ translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] }),
  Uint8Array: new Uint8Array(8),
  EulerOrder: 'XYZ',
  'readonly Surface[]': [core.createSurface(core.STANDARD_SHAPES.box)],
  Ground: core.createGround([]),
  Seat: { surface: core.createSurface(core.STANDARD_SHAPES.box), at: [0, 0.4, 0], facing: [0, 0, 1] },
  GripOptions: { openness: 0.5, squeeze: 1, spread: 0 },
  Frame: { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
  Shape: core.STANDARD_SHAPES.box,
  Surface: core.createSurface(core.STANDARD_SHAPES.box),
  'readonly JointDefinition[]': [
    { name: 'a', parent: -1, offset: [0, 0, 0] },
    { name: 'b', parent: 0, offset: [0, 1, 0], limit: { kind: 'free' } },
  ],
  'readonly string[]': ['a'],
  'readonly Limit[]': skeleton.limits,
  ConeRange: { axis: [0, 1, 0], half: 1, min: -1, max: 1 },
  HingeRange: { axis: [1, 0, 0], min: 0, max: 1 },
  SlideRange: { axis: [1, 0, 0], min: 0, max: 1 },
  SolveOptions: { restarts: 1 },
  'readonly Outcome[]': [core.createSolver(skeleton).solve(pose, [])],
  'readonly GlbPart[]': [{ name: 'a', bytes: glbOf({ asset: { version: '2.0' } }), at: [0, 0, 0], turn: 0 }],
  JoinGlbOptions: { clips: [] },
  'readonly JoinedBody[]': [{ skeleton, at: [0, 0, 0], turn: [0, 0, 0, 1], rootStiffness: 1, roam: 1 }],
  CharacterScene: { nodes, skinJoints: nodes.map((_, node) => node), meshNodes: [], meshExtents: [], declaredBones: {} },
  RigOptions: { preset: 'standard', corrections: { leftHand: null }, limits: {}, stiffness: {} },
  'readonly HandleName[]': ['leftHand'],
  Relaxing: { towards: pose, share: 0.5, pins: {}, settings: { rootStiffness: 0.5 } },
  BakeOptions: { from: 0, to: 1, fps: 30, onProgress: () => {} },
  '{ readonly fps?: number; readonly duration?: number; readonly loop?: boolean }': { fps: 30, duration: 1, loop: true },
  '{ readonly id: string; readonly name: string; readonly fps: number; readonly loop: boolean }': {
    id: 'a',
    name: 'a',
    fps: 30,
    loop: false,
  },
  Interpolation: 'linear',
  'readonly [from: number, to: number]': [0, 1],
  PlayState: { time: 0, direction: 1 },
  PlayMode: 'loop',
  "Pick<Clip, 'duration' | 'loop'>": clip,
  "Pick<ClipIssue, 'kind'>": { kind: 'pop' },
  ClipIssue: { kind: 'pop', joint: 1, from: 0, to: 0, worst: 0, amount: 1 },
  RepairOptions: { settings: {}, pins: {} },
  CloseLoopOptions: { joints: [1], blend: 0.1, goesOn: false },
  'readonly ContactSpan[]': [{ part: 'leftHeel', from: 0, to: 1 }],
  'readonly ClipMarker[]': [{ time: 0, name: 'a' }],
  'readonly PlantedPoint[]': [{ joint: 1, first: 0, last: 1, offset: [0, 0, 0] }],
  CaptureSettings: { id: 'a', name: 'a', tags: [] },
  PosePrior: { predict: () => null },
  SampleMotionOptions: { fps: 10, difference: 0.1, mirrored: false, tags: [], onProgress: () => {} },
  PosesToClipOptions: { id: 'a', name: 'a', fps: 30, spacing: 1 },
  'readonly PlanarBone[]': [{ x: 1, y: 0, angle: 0 }],
  PlanarPoint: { x: 0.5, y: 0.5 },
  PlanarSolve: core.beginPlanar([{ x: 1, y: 0, angle: 0 }], { x: 0.5, y: 0.5 }, 0.01),
  "Pick<PlanarSolve, 'bones' | 'target'>": core.beginPlanar([{ x: 1, y: 0, angle: 0 }], { x: 0.5, y: 0.5 }, 0.01),
  'Partial<HandShape>': { curls: { Index: 1 }, spread: 0 },
  ContactSettings: { height: 0.1, slow: 0.2, fast: 0.4, shortest: 0.1 },
  LintSettings: { limit: 0.1, flip: 1, slide: 0.001 },
  SimplifyOptions: { distance: 0.01, angle: 0.1, between: 'linear', pins: {} },
  CopiedKeys: core.copyChosen(rig, clip, core.keysWithin(clip, 0, 1)),
  CharacterReference: { name: 'a', fileName: 'a.glb', hash: '0'.repeat(64) },
  ProjectChange: {
    changed: { name: 'b' },
    poses: { removed: ['a'], put: [{ after: null, item: { id: 'b' } }], order: ['b'] },
  },
};

/** Functions for which no arguments of {@link RIGHT} are right: they want a file, a scene, or a name, a time or a joint that fits the others. */
export const WITHOUT_RIGHT = [
  'jointNamed',
  'readJoint',
  'readShape',
  'pinned',
  'trimClip',
  'openCharacterFile',
  'readCharacter',
  'readMotions',
  'readUrdf',
  'writeClip',
  'writePose',
];
