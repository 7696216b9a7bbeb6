import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createProject } from '../../../../core/document/create-project.ts';
import { projectFromData, projectToData } from '../../../../core/document/serialize.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import type { LimitPreset } from '../../../../core/humanoid/body/rig.ts';
import { readCharacter } from '../../../../core/formats/read-character.ts';
import { projectDataSchema, rigSettingsSchema } from '../../../../electron/files/storage/schemas.ts';
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
