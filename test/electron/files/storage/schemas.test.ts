import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createProject } from '../../../../core/document/create-project.ts';
import { projectFromData, projectToData } from '../../../../core/document/serialize.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import type { LimitPreset } from '../../../../core/humanoid/body/rig.ts';
import { readCharacter } from '../../../../core/formats/read-character.ts';
import { explainProblem } from '../../../../core/formats/text/explain-problem.ts';
import { clipFileSchema } from '../../../../electron/files/storage/clip-schema.ts';
import { projectDataSchema } from '../../../../electron/files/storage/project-schema.ts';
import { rigSettingsSchema } from '../../../../electron/files/storage/rig-schema.ts';
import { savedPoseDataSchema } from '../../../../electron/files/storage/pose-schema.ts';
import { samplePose } from '../../services/sample-project.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const PRESETS: readonly LimitPreset[] = ['standard', 'flexible', 'dancer', 'stiff', 'free'];
const mannequin = readFileSync(MANNEQUIN);
const { scene } = readCharacter('mannequin.glb', mannequin);

describe.each(PRESETS)('a project of the mannequin with the preset %s', (preset) => {
  const rig = buildRig(scene, { preset });
  // Every limit and stiffness as if the animator had edited it.
  const limits = Object.fromEntries(rig.skeleton.limits.entries());
  const stiffness = Object.fromEntries(rig.skeleton.stiffness.entries());
  const settings = { preset, corrections: { jaw: null, leftHand: 3 }, limits, stiffness };
  const project = { ...createProject(rig, { name: 'm', fileName: 'm.glb', hash: 'a'.repeat(64) }), rig: settings };

  test('is accepted as it is, and comes back from its JSON text as it was', () => {
    const data = projectToData(rig, project);
    // JSON knows no −0.
    const written = JSON.parse(JSON.stringify(data));
    const read = projectDataSchema.parse(written);
    expect(read).toEqual(written);
    const opened = projectFromData(rig, read);
    expect(opened.warnings).toEqual([]);
    expect(JSON.parse(JSON.stringify(projectToData(rig, opened.project)))).toEqual(written);
  });

  test('has rig settings that are accepted for an export', () => {
    expect(rigSettingsSchema.parse(settings)).toEqual(settings);
  });
});

test('a project of before there was a soft reach has the default one; one out of range is refused', () => {
  const rig = buildRig(scene);
  const data = projectToData(rig, createProject(rig, { name: 'm', fileName: 'm.glb', hash: 'a'.repeat(64) }));
  const { softReach, ...older } = data.solver;
  expect(softReach).toBeGreaterThan(0);
  expect(projectDataSchema.parse({ ...data, solver: older })).toEqual(data);
  expect(projectDataSchema.parse({ ...data, solver: { ...older, softReach: 0 } }).solver.softReach).toBe(0);
  expect(() => projectDataSchema.parse({ ...data, solver: { ...older, softReach: 0.3 } })).toThrow('softReach');
});

function sentenceFor(schema: typeof savedPoseDataSchema | typeof clipFileSchema, value: unknown): string | null {
  const { error } = schema.safeParse(value);
  return error ? explainProblem(error, 'its content') : null;
}

test('rotations of a pose that are wrong are told as any list is, in their places', () => {
  const pose = (joints: unknown) => ({ ...samplePose('wave'), pose: { root: [0, 0, 0], joints } });
  const told = (joints: unknown) => sentenceFor(savedPoseDataSchema, pose(joints));
  expect(told({ a: [0, 0, 0, 1], b: [1, 0, 0, 0] })).toBeNull();
  expect(told({ a: [0, 0, 1] })).toBe('pose.joints.a: expected a list of at least 4 entries, got a list of 3 entries');
  expect(told({ a: [0, 0, NaN, 1] })).toBe('pose.joints.a[2]: expected a number, got what is not a number');
  expect(told({ a: ['x', 0, 0, 1] })).toBe('pose.joints.a[0]: expected a number, got "x"');
  expect(told(3)).toBe('pose.joints: expected an object, got 3');
  expect(told(undefined)).toBe('pose.joints: expected an object, got nothing');
  expect(told(JSON.parse('{"__proto__": [0, 0, 0, 1]}'))).toBe('pose.joints: expected names other than "__proto__"');
});

test('what a pose has beside numbers is told, whatever stands beside it', () => {
  const told = (pose: unknown) => sentenceFor(savedPoseDataSchema, { ...samplePose('wave'), pose });
  const joints = { a: [0, 0, 0, 1] };
  expect(told({ root: [0, 0, 0], joints })).toBeNull();
  expect(told({ joints, root: [0, 0, 0], expressions: { smile: 0.5 }, slides: [0, 1] })).toBeNull();
  expect(told({ root: [0, 0], joints })).toBe('pose.root: expected a list of at least 3 entries, got a list of 2 entries');
  expect(told({ root: [0, 0, Infinity], joints })).toMatch(/^pose\.root\[2\]: expected a number/);
  expect(told({ root: [0, 0, 0], joints, colour: 1 })).toMatch(/^pose: .*"colour"/);
  expect(told({ root: [0, 0, 0], joints, expressions: { smile: 2 } })).toMatch(/^pose\.expressions\.smile: /);
  expect(told([])).toBe('pose: expected an object, got a list of 0 entries');
});

test('keys that are wrong are told one by one', () => {
  const told = (keys: unknown) => {
    const tracks = [{ joint: 'hips', interpolation: 'linear', keys }];
    return sentenceFor(clipFileSchema, { id: 'walk', name: 'Walk', duration: 1, fps: 30, loop: false, tracks });
  };
  const key = { time: 0, value: [0, 0, 0, 1] };
  expect(told([key, key])).toBeNull();
  expect(told([{ value: [0, 0, 0], time: 1 }])).toBeNull();
  expect(told([key, { time: 0, value: [0, NaN, 0, 1] }])).toBe(
    'tracks[0].keys[1].value[1]: expected a number, got what is not a number',
  );
  expect(told([key, { time: 'x', value: [] }])).toBe('tracks[0].keys[1].time: expected a number, got "x"');
  expect(told([{ value: [0, 0, 0, 1] }])).toBe('tracks[0].keys[0].time: expected a number, got nothing');
  expect(told([{ ...key, colour: 1 }])).toMatch(/^tracks\[0\]\.keys\[0\]: .*"colour"/);
  expect(told({})).toMatch(/^tracks\[0\]\.keys: expected a list/);
});

test('a way between keys is a name, handles or tangents, or missing; anything else is told', () => {
  const clip = (interpolation: unknown) => {
    const track = { joint: 'hips', interpolation: 'linear', keys: [{ time: 0, value: [0, 0, 0, 1], interpolation }] };
    return { id: 'walk', name: 'Walk', duration: 1, fps: 30, loop: false, tracks: [track] };
  };
  const told = (interpolation: unknown) => sentenceFor(clipFileSchema, JSON.parse(JSON.stringify(clip(interpolation))));
  for (const way of [undefined, 'ease', [0.1, 0, 0.5, 1], { out: [0, 0, 1], in: [0, 0, 0] }]) expect(told(way)).toBeNull();
  expect(told('wobbly')).toMatch(/^tracks\[0\]\.keys\[0\]\.interpolation: expected one of "step", .* got "wobbly"$/);
  expect(told([2, 0, 0, 0])).toBe('tracks[0].keys[0].interpolation[0]: expected a number of at most 1, got 2');
});
