import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import validator from 'gltf-validator';
import { describe, expect, it } from 'vitest';
import { makeMannequin } from '../../build/mannequin/mannequin.ts';
import { mannequinJoints } from '../../build/mannequin/joints.ts';

const file = join(import.meta.dirname, '..', '..', 'build', 'assets', 'mannequin.glb');

describe('the mannequin', () => {
  it('is in the repository exactly as its generator makes it', () => {
    expect(Buffer.from(makeMannequin()).equals(readFileSync(file))).toBe(true);
  });

  it('passes the Khronos validator without an error or a warning, in less than 400 kB', async () => {
    const report = await validator.validateBytes(new Uint8Array(readFileSync(file)));
    expect(report.issues.messages).toEqual([]);
    expect(readFileSync(file).length).toBeLessThan(400_000);
  });

  it('stands 1.75 m tall on the floor, facing +Z, and is symmetric', () => {
    const { accessors, meshes } = jsonOf(readFileSync(file));
    const bounds = meshes[0]!.primitives.map(({ attributes }) => accessors[attributes.POSITION]!);
    const extreme = (pick: (...values: number[]) => number, side: 'min' | 'max', axis: number): number =>
      pick(...bounds.map((bound) => bound[side]![axis]!));
    expect(extreme(Math.max, 'max', 1)).toBeCloseTo(1.75, 2);
    expect(extreme(Math.min, 'min', 1)).toBeCloseTo(0, 2);
    expect(extreme(Math.max, 'max', 0)).toBeCloseTo(-extreme(Math.min, 'min', 0), 3);
    const toes = mannequinJoints().find(({ name }) => name === 'leftToes')!;
    const ankle = mannequinJoints().find(({ name }) => name === 'leftFoot')!;
    expect(toes.at[2]).toBeGreaterThan(ankle.at[2]);
  });
});

interface Json {
  readonly accessors: readonly { readonly min?: readonly number[]; readonly max?: readonly number[] }[];
  readonly meshes: readonly { readonly primitives: readonly { readonly attributes: { readonly POSITION: number } }[] }[];
}

function jsonOf(glb: Buffer): Json {
  return JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString('utf8'));
}
