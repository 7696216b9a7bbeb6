import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BVHLoader } from 'three/examples/jsm/loaders/BVHLoader.js';
import { AnimationMixer, Group, Vector3 } from 'three';
import { looksLikeBvh } from '../../../../core/formats/bvh/bvh-text.ts';
import { parseBvh } from '../../../../core/formats/bvh/bvh.ts';
import type { BvhReading } from '../../../../core/formats/bvh/bvh-reading.ts';
import { readBvhCharacter, type BvhCharacter } from '../../../../core/formats/bvh/bvh-scene.ts';
import { sampleAnimation } from '../../../../core/formats/gltf/animation-sampling.ts';
import { worldMatrices } from '../../../../core/formats/gltf/scene-worlds.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { few } from '../../../helpers/extent.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const PERSON = `HIERARCHY
ROOT Hips
{
  OFFSET 0 95 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT LeftLeg
  {
    OFFSET 10 0 0
    CHANNELS 3 Xrotation Yrotation Zrotation
    End Site
    {
      OFFSET 0 -95 0
    }
  }
  JOINT Neck
  {
    OFFSET 0 55 0
    CHANNELS 1 Yrotation
    End Site
    {
      OFFSET 0 20 0
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.04
`;
const FRAMES = '0 95 0 0 0 0 0 0 0 0\n1 96 2 0 90 0 1e1 0 -.5 30\n';

describe('a BVH file', () => {
  test('is parsed with channels in any order at any joint', () => {
    const { joints, channelCount, frameCount, frameTime, values, warnings } = parseBvh(bytesOf(PERSON + FRAMES));
    expect(joints.map((joint) => joint.name)).toEqual(['Hips', 'LeftLeg', 'LeftLeg_end', 'Neck', 'Neck_end']);
    expect(joints.map((joint) => joint.parent)).toEqual([-1, 0, 1, 0, 3]);
    expect([channelCount, frameCount, frameTime]).toEqual([10, 2, 0.04]);
    expect(Array.from(values.subarray(10))).toEqual([1, 96, 2, 0, 90, 0, 10, 0, -0.5, 30]);
    expect(warnings).toEqual([]);
  });

  test('may have CRLF, tabs, a byte order mark, names with spaces and no newline at the end', () => {
    const text = `\uFEFF${(PERSON + FRAMES).trimEnd().replaceAll('\n', '\r\n\t').replace('ROOT Hips', 'ROOT The Hips ')}`;
    const { joints, frameCount, values } = parseBvh(bytesOf(text));
    expect(joints[0]!.name).toBe('The Hips');
    expect(frameCount).toBe(2);
    expect(values.at(-1)).toBe(30);
  });

  test('gives the numbers that JavaScript itself reads', () => {
    const written = [
      '0',
      '-0.0',
      '12.345678',
      '.5',
      '-5.',
      '1e-3',
      '-5.93124e-014',
      '12345678.9012345678',
      '0.1234567890123456789',
      '0.3',
    ];
    const text = PERSON.replace('Frames: 2', 'Frames: 1') + written.join(' ');
    expect([...parseBvh(bytesOf(text)).values]).toEqual(written.map(Number));
  });

  test('with a wrong number of frames or a useless frame time opens with a warning', () => {
    expect(parseBvh(bytesOf(PERSON.replace('Frames: 2', 'Frames: 99') + FRAMES)).warnings).toEqual([
      'the file states 99 frames but holds 2',
    ]);
    const cut = parseBvh(bytesOf(PERSON + FRAMES.trimEnd().slice(0, -3)));
    expect(cut.frameCount).toBe(1);
    expect(cut.warnings[0]).toContain('last frame is incomplete');
    expect(parseBvh(bytesOf(PERSON.replace('0.04', '0') + FRAMES)).frameTime).toBeCloseTo(1 / 30, 12);
  });

  test('that is damaged is refused with its line', () => {
    const refused = (text: string) => expect(() => parseBvh(bytesOf(text)));
    refused('HIERARCHY\nROOT a\n{\nOFFSET 0 0 x\n').toThrow('line 4: expected an offset, got "x"');
    refused('HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n').toThrow('the end of the file');
    refused('HIERARCHY\nMOTION\nFrames: 0\nFrame Time: 1\n').toThrow('has no joints');
    refused(PERSON.replace('Zrotation', 'Qrotation')).toThrow('expected a channel such as "Xrotation", got "Qrotation"');
    refused(`${PERSON}0 0 0 nan 0 0 0 0 0 0\n`).toThrow('line 28: expected a number, got "nan"');
    refused(`HIERARCHY\nROOT a\n${'{OFFSET 0 0 0\nJOINT b\n'.repeat(5000)}`).toThrow('nested more than 500 levels deep');
  });
});

describe('a BVH file of another hand', () => {
  const plain = parseBvh(bytesOf(PERSON + FRAMES));
  const inUtf16 = (text: string, isBig: boolean, mark: boolean) => {
    const units = Array.from(`${mark ? '\uFEFF' : ''}${text}`, (sign) => sign.charCodeAt(0));
    return Uint8Array.from(units.flatMap((unit) => (isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])));
  };
  /** Comments before every line and behind the headings of joints and the numbers. */
  const commented = (text: string) =>
    text
      .split('\n')
      .map((line) => (/^\s*[{}]/.test(line) ? line : `# a, comment {\n${line}${line === '' ? '' : ' # more'}`))
      .join('\n');

  test.each([
    ['comments', bytesOf(commented(PERSON + FRAMES))],
    ['UTF-16, low byte first', inUtf16(PERSON + FRAMES, false, true)],
    ['UTF-16, high byte first', inUtf16(PERSON + FRAMES, true, true)],
    ['UTF-16 without a mark', inUtf16(PERSON + FRAMES, false, false)],
  ])('with %s is the same file', (_, bytes) => {
    expect(looksLikeBvh(bytes)).toBe(true);
    expect(parseBvh(bytes)).toEqual(plain);
  });

  test('with decimal commas holds the same numbers, and says so', () => {
    const text = (PERSON + FRAMES).replaceAll(/(\d|-)\.(\d)/g, '$1,$2');
    expect(text).toContain(',');
    const { warnings, ...rest } = parseBvh(bytesOf(text));
    expect({ ...rest, warnings: [] }).toEqual({ ...plain, warnings: [] });
    expect(warnings).toContain('its numbers are written with decimal commas');
  });

  test('with two roots says which', () => {
    const [body = '', motion = ''] = PERSON.split('MOTION');
    const twice = `${body}${body.replace('HIERARCHY', '').replace(/ROOT\s+\S+/, 'ROOT Second')}MOTION${motion}`;
    const { warnings } = parseBvh(bytesOf(`${twice}${FRAMES.split('\n')[0]} ${FRAMES.split('\n')[0]}\n`));
    expect(warnings.find((sentence) => sentence.includes('2 roots'))).toContain('"Second"');
  });
});

const read = (text: string, overrides?: Partial<BvhReading>) => readBvhCharacter(parseBvh(bytesOf(text)), overrides);

function lowestPoint({ scene, animation }: BvhCharacter, time: number): number {
  return Math.min(...worldMatrices(scene, sampleAnimation(scene, animation!, time)).map((m) => m[13]!));
}

describe('what a BVH file leaves open', () => {
  test('a root position that repeats OFFSET replaces it, one that starts at zero is added', () => {
    const still = 'Frames: 1\nFrame Time: 0.04\n';
    const frame = (y: number) => `${PERSON.slice(0, PERSON.indexOf('Frames'))}${still}5 ${y} 0 0 0 0 0 0 0 0\n`;
    expect(read(frame(95)).reading.rootPosition).toBe('absolute');
    expect(read(frame(0)).reading.rootPosition).toBe('added');
    expect(lowestPoint(read(frame(0)), 0)).toBeCloseTo(0, 9);
    expect(lowestPoint(read(frame(0), { rootPosition: 'absolute' }), 0)).toBeCloseTo(-0.95, 9);
  });

  test('the figure is turned up, scaled to metres and stands on the floor at rest', () => {
    const lying = PERSON.replace(/OFFSET (\S+) (\S+) (\S+)/g, 'OFFSET $1 $3 $2');
    const { scene, reading, notes } = read(`${lying}0 0 95 0 0 0 0 0 0 0\n0 0 95 0 0 0 0 0 0 0\n`);
    expect(reading).toMatchObject({ up: 'z', unit: 0.01, rest: 'zero' });
    expect(notes.join()).toContain('centimetres');
    const heights = worldMatrices(scene).map((m) => Math.round(m[13]! * 1e6) / 1e6 + 0);
    expect(heights).toEqual([0.95, 0.95, 0, 1.5, 1.7]);
  });

  test.each(
    few(
      [
        ['cmu-12_01-walk.bvh', { up: 'y', skipFirstFrame: true, rest: 'zero', unit: 0.0254 / 0.45 }],
        ['cmu-jumping-jacks.bvh', { up: 'y', skipFirstFrame: false, rest: 'zero', unit: 0.0254 / 0.45 }],
        ['cmu-10_01-kick.bvh', { up: 'y', rootPosition: 'absolute', skipFirstFrame: true, unit: 0.0254 }],
        [
          'rokoko-dance.bvh',
          { up: 'y', rootPosition: 'absolute', skipFirstFrame: false, rest: { frame: expect.any(Number) }, unit: 0.01 },
        ],
        ['fair1-wave-hello.bvh', { up: 'z', skipFirstFrame: false, rest: 'zero' }],
        ['makehuman-tpose.bvh', { up: 'z', jointPosition: 'added', rest: 'zero', unit: 0.1 }],
      ] as const,
      3,
    ),
  )('is chosen rightly for %s', (name, expected) => {
    const file = sharedData(`bvh/${name}`);
    if (!file) return console.log(`skipped: ${name} is not there`);
    const character = readBvhCharacter(parseBvh(readFileSync(file)));
    expect(character.reading).toMatchObject(expected);
    const worlds = worldMatrices(character.scene);
    const heights = worlds.map((m) => m[13]!);
    expect(Math.min(...heights)).toBeCloseTo(0, 9);
    expect(Math.max(...heights)).toBeGreaterThan(1.2);
    expect(Math.max(...heights)).toBeLessThan(2);
    if (name !== 'makehuman-tpose.bvh') expect(Math.abs(lowestPoint(character, character.animation!.end / 2))).toBeLessThan(0.3);
  });
});

describe('motion of a BVH file', () => {
  // three.js always adds the root's OFFSET to its position, so only files whose OFFSET is zero can be compared.
  test.each(['cmu-12_01-walk.bvh', 'cmu-jumping-jacks.bvh'])('%s stands as three.js shows it', (name) => {
    const file = sharedData(`bvh/${name}`);
    if (!file) return console.log(`skipped: ${name} is not there`);
    const { skeleton, clip } = new BVHLoader().parse(readFileSync(file, 'utf8'));
    const bvh = parseBvh(readFileSync(file));
    const { scene, animation } = readBvhCharacter(bvh, { unit: 1, skipFirstFrame: false });
    const group = new Group().add(skeleton.bones[0]!);
    const mixer = new AnimationMixer(group);
    mixer.clipAction(clip, skeleton.bones[0]).play();
    for (const frame of [0, 1, 17, 101]) {
      const time = frame * bvh.frameTime;
      mixer.setTime(time + 1e-9);
      group.updateMatrixWorld(true);
      const worlds = worldMatrices(scene, sampleAnimation(scene, animation!, time));
      skeleton.bones.forEach((bone, j) => {
        const p = bone.getWorldPosition(new Vector3());
        expect(Math.hypot(p.x - worlds[j]![12]!, p.y - worlds[j]![13]!, p.z - worlds[j]![14]!)).toBeLessThan(1e-3);
      });
    }
  });
});
