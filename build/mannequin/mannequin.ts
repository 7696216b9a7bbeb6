import { writeMannequin } from './glb.ts';
import { mannequinJoints } from './joints.ts';
import { addSide } from './limbs.ts';
import { emptySurface } from './surface.ts';
import { addTrunk } from './trunk.ts';

/** The built-in character: bytes of a GLB. Deterministic. */
export function makeMannequin(): Uint8Array {
  const body = emptySurface();
  const joints = emptySurface();
  addTrunk(body, joints);
  addSide(body, joints, 'left');
  addSide(body, joints, 'right');
  return writeMannequin(mannequinJoints(), [
    { name: 'Shell', colour: [0.66, 0.47, 0.31], roughness: 0.5, surface: body },
    { name: 'Joints', colour: [0.035, 0.04, 0.05], roughness: 0.38, surface: joints },
  ]);
}
