import { readFileSync } from 'node:fs';
import validator from 'gltf-validator';
import { describe, expect, test } from 'vitest';
import { figureParts } from '../../build/mannequin/figure.ts';
import { figureJoints } from '../../build/mannequin/joints.ts';
import { writeFigure } from '../../build/mannequin/write-figure.ts';
import { HUMANOID_BONES } from '../../core/humanoid/body/bones.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';

const bytes = readFileSync(MANNEQUIN);
const json: FigureJson = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString('utf8'));

interface FigureJson {
  readonly nodes: readonly {
    readonly name: string;
    readonly children?: readonly number[];
    readonly translation?: readonly number[];
  }[];
  readonly meshes: readonly { readonly primitives: readonly { readonly attributes: Readonly<Record<string, number>> }[] }[];
  readonly skins: readonly { readonly joints: readonly number[]; readonly inverseBindMatrices: number }[];
  readonly accessors: readonly Accessor[];
  readonly bufferViews: readonly { readonly byteOffset: number }[];
}

interface Accessor {
  readonly bufferView: number;
  readonly count: number;
  readonly min?: readonly number[];
  readonly max?: readonly number[];
}

describe('the mannequin', () => {
  test('is in the repository exactly as its generator makes it', () => {
    expect(Buffer.compare(writeFigure(figureJoints(), figureParts()), bytes)).toBe(0);
  });

  test('has less than 400 kB and not one remark from the Khronos validator', async () => {
    expect(bytes.byteLength).toBeLessThan(400_000);
    const report = await validator.validateBytes(new Uint8Array(bytes));
    expect(report.issues.messages).toEqual([]);
  });

  test('is 1.75 m tall, stands on the floor, and is as wide to the left as to the right', () => {
    const bounds = json.meshes[0]!.primitives.map(({ attributes }) => json.accessors[attributes['POSITION']!]!);
    const highest = (axis: number) => Math.max(...bounds.map(({ max }) => max![axis]!));
    const lowest = (axis: number) => Math.min(...bounds.map(({ min }) => min![axis]!));
    expect(highest(1)).toBeCloseTo(1.75, 3);
    expect(lowest(1)).toBeCloseTo(0, 3);
    expect(highest(0)).toBeCloseTo(-lowest(0), 4);
    expect(2 * highest(0)).toBeGreaterThan(1.7);
    expect(2 * highest(0)).toBeLessThan(1.85);
  });

  test('has 22 joints of the body and three for each finger, all named as VRM names them', () => {
    const names = json.skins[0]!.joints.map((node) => json.nodes[node]!.name);
    const isFinger = (name: string) => /Thumb|Index|Middle|Ring|Little/.test(name);
    expect(names.filter((name) => !isFinger(name))).toHaveLength(22);
    expect(names.filter(isFinger)).toHaveLength(30);
    expect(names.filter((name) => !HUMANOID_BONES.some((bone) => bone === name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test('stands with its joints at the heights of a man of its size, arms level, toes ahead', () => {
    const at = worldPositions();
    const ofStature = (height: number) => (height / 1.741) * 1.75;
    for (const [name, height] of [
      ['leftFoot', 0.07],
      ['leftLowerLeg', 0.504],
      ['leftUpperLeg', 0.926],
      ['leftUpperArm', 1.442],
    ] as const) {
      expect(Math.abs(at(name)[1] - ofStature(height)), name).toBeLessThan(0.005);
    }
    for (const name of ['leftLowerArm', 'leftHand', 'rightLowerArm', 'rightHand']) {
      expect(at(name)[1]).toBeCloseTo(at('leftUpperArm')[1], 3);
    }
    expect(at('leftHand')[0]).toBeGreaterThan(0.6);
    expect(at('rightHand')[0]).toBeLessThan(-0.6);
    expect(at('leftToes')[2]).toBeGreaterThan(at('leftFoot')[2] + 0.1);
  });

  test('binds every joint where its node is', () => {
    const at = worldPositions();
    const { joints, inverseBindMatrices } = json.skins[0]!;
    const matrices = numbersOf(inverseBindMatrices, 16);
    joints.forEach((node, i) => {
      const [x, y, z] = at(json.nodes[node]!.name);
      const translation = matrices.slice(16 * i + 12, 16 * i + 15);
      [x, y, z].forEach((value, axis) => expect(translation[axis]).toBeCloseTo(-value, 3));
    });
  });
});

/** Sums the translations from the hips down: no node turns or scales. */
function worldPositions(): (name: string) => readonly [number, number, number] {
  const places = new Map<string, readonly [number, number, number]>();
  const visit = (node: number, [x, y, z]: readonly [number, number, number]): void => {
    const { name, children = [], translation = [0, 0, 0] } = json.nodes[node]!;
    const place = [x + translation[0]!, y + translation[1]!, z + translation[2]!] as const;
    places.set(name, place);
    for (const child of children) visit(child, place);
  };
  visit(0, [0, 0, 0]);
  return (name) => places.get(name)!;
}

function numbersOf(accessor: number, size: number): Float32Array {
  const { bufferView, count } = json.accessors[accessor]!;
  const start = 20 + bytes.readUInt32LE(12) + 8 + json.bufferViews[bufferView]!.byteOffset;
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + start + 4 * size * count));
}
