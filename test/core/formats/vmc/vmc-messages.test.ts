import { describe, expect, test } from 'vitest';
import { MOST_VMC_EXPRESSIONS } from '../../../../core/formats/vmc/vmc-frame.ts';
import { createVmcListener, vmcMessages } from '../../../../core/formats/vmc/vmc-messages.ts';
import { boneOfUnity, expressionFinder, unityBone } from '../../../../core/formats/vmc/vmc-names.ts';
import { HUMANOID_BONES } from '../../../../core/humanoid/body/bones.ts';

const transform = { position: [1, 2, 3], rotation: [0, 0, 0, 1] } as const;

describe('the messages of a frame', () => {
  test('stand in one order, with the names and types of the protocol', () => {
    const messages = vmcMessages(
      { bones: { hips: transform, leftThumbMetacarpal: transform }, expressions: { happy: 0.5 } },
      1.5,
    );
    expect(messages).toEqual([
      { address: '/VMC/Ext/OK', arguments: [{ integer: 1 }] },
      { address: '/VMC/Ext/T', arguments: [1.5] },
      { address: '/VMC/Ext/Root/Pos', arguments: ['root', -0, 0, 0, 0, -0, -0, 1] },
      { address: '/VMC/Ext/Bone/Pos', arguments: ['Hips', -1, 2, 3, 0, -0, -0, 1] },
      { address: '/VMC/Ext/Bone/Pos', arguments: ['LeftThumbProximal', -1, 2, 3, 0, -0, -0, 1] },
      { address: '/VMC/Ext/Blend/Val', arguments: ['Joy', 0.5] },
      { address: '/VMC/Ext/Blend/Apply', arguments: [] },
    ]);
  });
});

describe('the names of Unity', () => {
  test('lead back to the same bones, each to its own', () => {
    expect(HUMANOID_BONES.map((bone) => boneOfUnity(unityBone(bone)))).toEqual(HUMANOID_BONES);
    expect(unityBone('rightThumbProximal')).toBe('RightThumbIntermediate');
  });

  test('of expressions are found by both versions of VRM, in capitals or not', () => {
    const find = expressionFinder(['happy', 'aa', 'browInnerUp', 'Blink_L']);
    expect(['Joy', 'JOY', 'happy', 'A', 'BrowInnerUp', 'Blink_L', 'nothing'].map(find)).toEqual([0, 0, 0, 1, 2, 3, undefined]);
    expect(find('__proto__')).toBeUndefined();
  });
});

describe('a listener', () => {
  test('counts weights only when they are applied', () => {
    const listener = createVmcListener();
    listener.hear({ address: '/VMC/Ext/Blend/Val', arguments: ['Joy', 3] });
    expect(listener.frame().expressions).toEqual({});
    listener.hear({ address: '/VMC/Ext/Blend/Apply', arguments: [] });
    expect(listener.frame().expressions).toEqual({ Joy: 1 });
  });

  test('passes over names that are no bones, and keeps what it knew where numbers cannot be used', () => {
    const listener = createVmcListener();
    const bone = (name: string, ...numbers: number[]) =>
      listener.hear({ address: '/VMC/Ext/Bone/Pos', arguments: [name, ...numbers] });
    expect(bone('Hips', 0, 1, 0, 0, 0, 0, 2)).toBe(true);
    expect(bone('Tail', 0, 1, 0, 0, 0, 0, 1)).toBe(true);
    expect(bone('Hips', Number.NaN, 1, 0, 0, 0, 0, 1)).toBe(false);
    expect(bone('Hips', 0, 1e30, 0, 0, 0, 0, 1)).toBe(false);
    expect(bone('Hips', 0, 1, 0, 0, 0, 0, 0)).toBe(false);
    expect(bone('Hips', 0, 1, 0)).toBe(false);
    expect(listener.hear({ address: '/tracking/trackers/1', arguments: [] })).toBe(false);
    expect(listener.frame().bones).toEqual({ hips: { position: [-0, 1, 0], rotation: [0, -0, -0, 1] } });
  });

  test('does not grow without end', () => {
    const listener = createVmcListener();
    const all = Array.from({ length: MOST_VMC_EXPRESSIONS + 5 }, (_, i) =>
      listener.hear({ address: '/VMC/Ext/Blend/Val', arguments: [`name ${i}`, 1] }),
    );
    expect(all.filter((used) => !used)).toHaveLength(5);
    expect(listener.hear({ address: '/VMC/Ext/Blend/Val', arguments: ['x'.repeat(60_000), 1] })).toBe(false);
    expect(listener.hear({ address: '/VMC/Ext/Blend/Val', arguments: ['name 3', 0] })).toBe(true);
  });
});
