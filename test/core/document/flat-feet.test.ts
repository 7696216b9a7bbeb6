import { expect, test } from 'vitest';
import { createProject } from '../../../core/document/create-project.ts';
import { setFlatFoot } from '../../../core/document/edits/rig-settings.ts';
import { mergeSettings } from '../../../core/document/merge.ts';
import type { Project } from '../../../core/document/project.ts';
import { projectFromData, projectToData } from '../../../core/document/serialize.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const EMPTY = createProject(rig, { name: 'Hero', fileName: 'hero.glb', hash: 'ab12' });
const UP: Vec3 = [0, 0.6, 0.8];
const told = (project: Project) => project.rig.flatFeet;

test('What is told of a foot is kept, written and read; taken back, nothing is left of it', () => {
  const left = setFlatFoot(EMPTY, 'leftFoot', UP);
  const both = setFlatFoot(left, 'rightFoot', [0, 1, 0]);
  expect(told(both)).toEqual({ leftFoot: UP, rightFoot: [0, 1, 0] });
  const data = JSON.parse(JSON.stringify(projectToData(rig, both)));
  expect(projectFromData(rig, data).project.rig).toEqual(both.rig);
  const one = setFlatFoot(both, 'rightFoot', null);
  expect(one.rig).toEqual(left.rig);
  expect(setFlatFoot(one, 'leftFoot', null).rig).toEqual(EMPTY.rig);
  expect(setFlatFoot(EMPTY, 'leftFoot', null)).toBe(EMPTY);
  expect(() => setFlatFoot(EMPTY, 'leftFoot', [0, 0, 0])).toThrow(
    /^the flat feet: what is up for leftFoot must have length 1, got 0$/,
  );
});

test('A project that tells no direction is refused', () => {
  const data = projectToData(rig, setFlatFoot(EMPTY, 'leftFoot', UP));
  const bad = { ...data, rig: { ...data.rig, flatFeet: { leftFoot: [0, 3, 0] as const } } };
  expect(() => projectFromData(rig, bad)).toThrow("the rig's flat feet: what is up for leftFoot must have length 1, got 3");
});

test('What two people tell of different feet is merged; of the same foot one’s own stays, and that is said', () => {
  const mine = setFlatFoot(EMPTY, 'leftFoot', UP);
  const theirs = setFlatFoot(EMPTY, 'rightFoot', UP);
  const merged = mergeSettings(EMPTY, mine, theirs);
  expect(merged.settings.rig.flatFeet).toEqual({ leftFoot: UP, rightFoot: UP });
  expect(merged.overruled).toEqual([]);
  const other = mergeSettings(EMPTY, mine, setFlatFoot(EMPTY, 'leftFoot', [0, 1, 0]));
  expect(other.settings.rig).toBe(mine.rig);
  expect(other.overruled).toEqual([{ setting: 'leftFoot', theirs: [0, 1, 0] }]);
  expect(mergeSettings(mine, mine, EMPTY).settings.rig).toBe(EMPTY.rig);
});
