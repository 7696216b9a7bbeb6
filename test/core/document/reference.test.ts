import { describe, expect, test } from 'vitest';
import { applyChange, changesBetween } from '../../../core/document/changes.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { changeProject, projectFromData } from '../../../core/document/deserialize.ts';
import { mediaOf } from '../../../core/document/files-beside.ts';
import type { ReferenceData } from '../../../core/document/project-data.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const plain = createProject(rig, { name: 'Hero', fileName: 'hero.glb', hash: 'ab12' });
const reference: ReferenceData = {
  name: '2 pictures',
  files: [
    { fileName: 'run-1.png', hash: 'cd34' },
    { fileName: 'run-2.png', hash: 'ef56' },
  ],
  isShown: true,
  opacity: 0.5,
  size: 1,
  offset: [0.25, 0],
  at: 0.5,
  speed: 2,
  fps: 12,
};
const shown = { ...plain, reference };

describe('what is posed by', () => {
  test('is written with the project and read again; none is read where nothing is said of it', () => {
    expect(projectFromData(rig, projectToData(rig, shown)).project.reference).toEqual(reference);
    const { reference: written, ...silent } = projectToData(rig, plain);
    expect(written).toBeNull();
    expect(projectFromData(rig, silent).project.reference).toBeNull();
  });

  test('is a change of its own, which takes it away too', () => {
    const change = changesBetween(rig, plain, shown);
    expect(change).toEqual({ changed: { reference } });
    expect(applyChange(projectToData(rig, plain), change)).toEqual(projectToData(rig, shown));
    const away = changesBetween(rig, shown, plain);
    expect(away).toEqual({ changed: { reference: null } });
    expect(changeProject(shown, away, rig).project.reference).toBeNull();
    expect(changeProject(plain, change, rig).project.reference).toEqual(reference);
  });

  test('names the files that lie beside the project', () => {
    expect(mediaOf(projectToData(rig, shown))).toEqual(reference.files);
    expect(mediaOf(projectToData(rig, plain))).toEqual([]);
  });
});
