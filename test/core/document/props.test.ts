import { describe, expect, test } from 'vitest';
import { addClip } from '../../../core/document/edits/clips.ts';
import {
  addGrip,
  addProp,
  clearGrips,
  changeProp,
  clearPropAt,
  hangsFrom,
  removeProp,
  restProp,
  retimeProp,
  setCarrier,
  setGround,
  setPropKey,
} from '../../../core/document/edits/props.ts';
import { motionOfProp } from '../../../core/document/prop-frames.ts';
import { applyChange, changesBetween } from '../../../core/document/changes.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { changeProject, projectFromData } from '../../../core/document/deserialize.ts';
import { rebaser } from '../../../core/document/merge.ts';
import type { PropData } from '../../../core/document/project-data.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import { copySceneMotions } from '../../../core/document/edits/motions.ts';
import { createClip } from '../../../core/animation/keys.ts';
import { SAME_FRAME } from '../../../core/math/frame.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const alone = createProject(rig, { name: 'Hero', fileName: 'hero.glb', hash: 'ab12' });
const sword: PropData = {
  id: 'prop-1',
  name: 'Sword',
  form: { kind: 'box', size: [0.05, 1, 0.05] },
  rest: { ...SAME_FRAME, by: { actor: 'actor-1', joint: 'hand.r' } },
  motions: {},
};
const key = (time: number) => ({ ...SAME_FRAME, time, interpolation: 'ease' }) as const;
const scene = addProp(alone, sword);
const only = ({ props }: typeof scene) => props[0]!;

describe('things of a scene', () => {
  test('are added, changed and removed, and nothing else with them', () => {
    expect(() => addProp(scene, sword)).toThrow('there is already a prop "prop-1"');
    expect(changeProp(scene, 'prop-1', { name: ' Excalibur ' }).props[0]).toEqual({ ...sword, name: 'Excalibur' });
    expect(() => changeProp(scene, 'prop-1', { name: ' ' })).toThrow('a prop needs a name');
    expect(only(setGround(scene, 'prop-1', true)).isGround).toBe(true);
    expect(setGround(setGround(scene, 'prop-1', true), 'prop-1', false)).toEqual(scene);
    const grip = { hand: 'left', position: [0, 0.2, 0], rotation: [0, 0, 0, 1] } as const;
    const gripped = addGrip(addGrip(addGrip(scene, 'prop-1', grip), 'prop-1', grip), 'prop-1', { ...grip, hand: 'right' });
    expect(only(gripped).grips).toEqual([grip, { ...grip, hand: 'right' }]);
    const further = [0.3, 0.4].map((y) => ({ ...grip, position: [0, y, 0] as const }));
    const many = further.reduce((project, each) => addGrip(project, 'prop-1', each), gripped);
    expect(only(many).grips).toEqual([{ ...grip, hand: 'right' }, ...further]);
    expect(clearGrips(many, 'prop-1')).toEqual(scene);
    expect(() => addGrip(scene, 'prop-1', { ...grip, position: [0, Number.NaN, 0] })).toThrow('finite numbers');
    expect(() => restProp(scene, 'prop-1', { ...sword.rest, position: [0, Number.NaN, 0] })).toThrow('finite numbers');
    expect(removeProp(scene, 'prop-1')).toEqual(alone);
    expect(removeProp(scene, 'prop-9')).toBe(scene);
  });

  test('have keys and change hands at times of a clip', () => {
    const both = setCarrier(
      setPropKey(setPropKey(scene, 'prop-1', 'clip-1', key(2)), 'prop-1', 'clip-1', key(1)),
      'prop-1',
      'clip-1',
      1,
      null,
    );
    const motion = motionOfProp(only(both), 'clip-1');
    expect(motion.keys.map(({ time }) => time)).toEqual([1, 2]);
    expect(motion.changes).toEqual([{ from: 1, by: null }]);
    expect(motionOfProp(only(both), 'clip-2')).toEqual({ keys: [], changes: [] });
    expect(motionOfProp(only(retimeProp(both, 'prop-1', 'clip-1', 1, 3)), 'clip-1')).toEqual({
      keys: [key(2), key(3)],
      changes: [{ from: 3, by: null }],
    });
    // What is there already is not written over.
    expect(retimeProp(both, 'prop-1', 'clip-1', 1, 2)).toBe(both);
    const cleared = clearPropAt(clearPropAt(both, 'prop-1', 'clip-1', 1), 'prop-1', 'clip-1', 2);
    expect(cleared).toEqual(scene);
    const copied = copySceneMotions(addClip(both, createClip('clip-2', 'Copy')), 'clip-1', 'clip-2');
    expect(motionOfProp(only(copied), 'clip-2')).toEqual(motion);
  });

  test('never hang from what hangs from them', () => {
    const cup = { ...sword, id: 'prop-2', rest: { ...SAME_FRAME, by: { prop: 'prop-1' } } };
    const two = setCarrier(addProp(scene, cup), 'prop-1', 'clip-1', 1, { prop: 'prop-3' });
    expect(hangsFrom(two, 'prop-2', 'prop-1')).toBe(true);
    expect(hangsFrom(two, 'prop-2', 'prop-3')).toBe(true);
    expect(hangsFrom(two, 'prop-1', 'prop-2')).toBe(false);
    // A project of two writers may hold a circle all the same: it ends.
    expect(hangsFrom(setCarrier(two, 'prop-1', 'clip-1', 2, { prop: 'prop-2' }), 'prop-1', 'prop-9')).toBe(false);
  });

  test('are written and read again, and said to nobody who has none', () => {
    const data = projectToData(rig, scene);
    expect(data.props).toEqual([sword]);
    expect(projectToData(rig, alone)).not.toHaveProperty('props');
    expect(projectFromData(rig, data).project).toEqual(scene);
  });

  test('are told as changes, which lead from one state to the other', () => {
    const keyed = setPropKey(scene, 'prop-1', 'clip-1', key(1));
    const change = changesBetween(rig, scene, keyed);
    expect(change).toEqual({ changed: {}, props: { removed: [], put: [{ after: null, item: only(keyed) }] } });
    expect(applyChange(projectToData(rig, scene), change)).toEqual(projectToData(rig, keyed));
    expect(changeProject(scene, change, rig).project).toEqual(keyed);
    const back = changesBetween(rig, keyed, alone);
    expect(changeProject(keyed, back, rig).project).toEqual(alone);
  });

  test('of two writers are both kept', () => {
    const theirs = addProp(scene, { ...sword, id: 'prop-2', name: 'Cup' });
    const mine = addProp(changeProp(scene, 'prop-1', { name: 'Mine' }), { ...sword, id: 'prop-3', name: 'Chair' });
    const names = rebaser(scene, theirs)(mine).props.map(({ name }) => name);
    expect(names).toEqual(['Mine', 'Chair', 'Cup']);
  });
});
