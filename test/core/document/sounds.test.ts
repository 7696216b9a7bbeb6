import { describe, expect, test } from 'vitest';
import { addClip, deleteClip } from '../../../core/document/edits/clips.ts';
import { addSound, changeSound, copySounds, muteSound, removeSound } from '../../../core/document/edits/sounds.ts';
import { applyChange, changesBetween } from '../../../core/document/changes.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { changeProject, projectFromData } from '../../../core/document/deserialize.ts';
import { mediaOf } from '../../../core/document/files-beside.ts';
import { rebaser } from '../../../core/document/merge.ts';
import type { SoundData } from '../../../core/document/project-data.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import { createClip } from '../../../core/animation/keys.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const silent = createProject(rig, { name: 'Hero', fileName: 'hero.glb', hash: 'ab12' });
const song: SoundData = {
  id: 'sound-1',
  name: 'Song',
  fileName: 'song.mp3',
  hash: 'cd34',
  clip: 'clip-1',
  at: 0.5,
  from: 1,
  volume: 1,
};
const heard = addSound(silent, song);
const only = ({ sounds }: typeof heard) => sounds[0]!;

describe('sounds on timelines', () => {
  test('are added, changed, muted and removed, and nothing else with them', () => {
    expect(() => addSound(heard, song)).toThrow('there is already a sound "sound-1"');
    expect(only(changeSound(heard, 'sound-1', { at: -2, to: 3 }))).toEqual({ ...song, at: -2, to: 3 });
    expect(changeSound(heard, 'sound-1', { at: 0.5 })).toBe(heard);
    expect(only(muteSound(heard, 'sound-1', true)).isMuted).toBe(true);
    expect(muteSound(muteSound(heard, 'sound-1', true), 'sound-1', false)).toEqual(heard);
    expect(removeSound(heard, 'sound-1')).toEqual(silent);
    expect(removeSound(heard, 'sound-9')).toBe(heard);
  });

  test('refuse what could not be heard in a sentence each', () => {
    expect(() => changeSound(heard, 'sound-1', { name: ' ' })).toThrow('a sound needs a name');
    expect(() => changeSound(heard, 'sound-1', { at: Number.NaN })).toThrow('a sound needs finite numbers');
    expect(() => changeSound(heard, 'sound-1', { to: 1 })).toThrow(
      'begins at 0 s of its file or later and ends after that, got 1 to 1 s',
    );
    expect(() => changeSound(heard, 'sound-1', { from: -1 })).toThrow('got -1 to Infinity s');
    expect(() => changeSound(heard, 'sound-1', { to: Number.NaN })).toThrow('got 1 to NaN s');
    expect(() => changeSound(heard, 'sound-1', { volume: 2.5 })).toThrow('the volume of a sound is 0 to 2, got 2.5');
  });

  test('go with their clip: copied and deleted', () => {
    const two = addClip(heard, createClip('clip-2', 'Two'));
    let number = 1;
    const copied = copySounds(two, 'clip-1', 'clip-2', () => `sound-${++number}`);
    expect(copied.sounds.map(({ id, clip }) => [id, clip])).toEqual([
      ['sound-1', 'clip-1'],
      ['sound-2', 'clip-2'],
    ]);
    expect(deleteClip(copied, 'clip-2').sounds).toEqual([song]);
  });

  test('are written where there are some, read back, and told as a change', () => {
    expect(projectToData(rig, silent)).not.toHaveProperty('sounds');
    const data = projectToData(rig, heard);
    expect(projectFromData(rig, data).project).toEqual(heard);
    const change = changesBetween(rig, silent, heard);
    expect(change).toEqual({ changed: {}, sounds: { removed: [], put: [{ after: null, item: song }] } });
    expect(applyChange(projectToData(rig, silent), change)).toEqual(data);
    expect(changeProject(silent, change, rig).project).toEqual(heard);
    expect(applyChange(data, changesBetween(rig, heard, silent))).not.toHaveProperty('sounds');
    expect(mediaOf(data)).toEqual([{ fileName: 'song.mp3', hash: 'cd34' }]);
    expect(mediaOf({})).toEqual([]);
  });

  test('of others come along, and one that both changed is kept twice', () => {
    const [mine, theirs] = [changeSound(heard, 'sound-1', { at: 1 }), changeSound(heard, 'sound-1', { at: 2 })];
    const added = addSound(heard, { ...song, id: 'sound-5' });
    expect(rebaser(heard, added)(heard)).toEqual(added);
    const copies = {
      poses: {},
      clips: {},
      actors: {},
      props: {},
      sounds: { 'sound-1': { id: 'sound-1-2', name: 'Song (2)' } },
      cameras: {},
    };
    expect(rebaser(heard, theirs, copies)(mine).sounds.map(({ id, at }) => [id, at])).toEqual([
      ['sound-1', 2],
      ['sound-1-2', 1],
    ]);
  });
});
