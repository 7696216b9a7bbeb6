import { glbOf } from '../../../core/formats/build-glb.ts';

/** Bone, the bone that it hangs from, where it is away from that, metres. */
const BONES: readonly (readonly [name: string, parent: string | null, offset: readonly [number, number, number]])[] = [
  ['hips', null, [0, 1, 0]],
  ['spine', 'hips', [0, 0.2, 0]],
  ['head', 'spine', [0, 0.4, 0]],
  ['leftUpperArm', 'spine', [0.2, 0.25, 0]],
  ['leftLowerArm', 'leftUpperArm', [0.27, 0, 0]],
  ['leftHand', 'leftLowerArm', [0.25, 0, 0]],
  ['rightUpperArm', 'spine', [-0.2, 0.25, 0]],
  ['rightLowerArm', 'rightUpperArm', [-0.27, 0, 0]],
  ['rightHand', 'rightLowerArm', [-0.25, 0, 0]],
  ['leftUpperLeg', 'hips', [0.1, -0.05, 0]],
  ['leftLowerLeg', 'leftUpperLeg', [0, -0.45, 0.01]],
  ['leftFoot', 'leftLowerLeg', [0, -0.42, -0.01]],
  ['rightUpperLeg', 'hips', [-0.1, -0.05, 0]],
  ['rightLowerLeg', 'rightUpperLeg', [0, -0.45, 0.01]],
  ['rightFoot', 'rightLowerLeg', [0, -0.42, -0.01]],
];

/** The smallest character that can be posed: bones without a mesh. */
export const STICK_FIGURE = glbOf({
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: BONES.map(([name, , translation]) => {
    const children = BONES.flatMap(([, parent], i) => (parent === name ? [i] : []));
    return { name, translation, ...(children.length > 0 && { children }) };
  }),
});
