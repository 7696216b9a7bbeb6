import { describe, expect, test, vi } from 'vitest';
import type { Services } from '../../electron/contract.ts';
import { dispatch, parameterSchemas } from '../../electron/ipc.ts';
import { sampleProject } from './services/sample-project.ts';

const hash = 'a'.repeat(64);

function servicesWith(services: Partial<Services>): Services {
  return services as Services;
}

describe('dispatch', () => {
  test('answers with what the service answers', async () => {
    const saved = {
      folder: '/p',
      file: '/p/project.limber',
      revisions: {},
      theirs: { changed: {} },
      copies: { poses: {}, clips: {}, actors: {}, props: {}, sounds: {}, cameras: {} },
      notes: [],
    };
    const service = vi.fn(() => saved);
    const project = sampleProject(hash);
    expect(await dispatch(servicesWith({ 'project.save': service }), 'project.save', ['/p', project])).toEqual({
      ok: true,
      value: saved,
    });
    expect(service).toHaveBeenCalledWith('/p', project);
  });

  test('answers with the sentence of a refusal', async () => {
    const services = servicesWith({ 'character.openPath': () => Promise.reject(new Error('"x.glb" does not exist')) });
    expect(await dispatch(services, 'character.openPath', ['/x.glb'])).toEqual({
      ok: false,
      error: { message: '"x.glb" does not exist' },
    });
  });

  test.each(['', 'app.quit', 'toString', '__proto__', 'constructor', 'x'.repeat(10_000)])('knows no message %j', async (name) => {
    const answer = await dispatch(servicesWith({}), name, []);
    expect(answer).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/^Limber knows no message ".{0,200}"$/) },
    });
  });

  const project = sampleProject(hash);
  const pose = { root: [0, Number.NaN, 0], joints: {} };
  test.each<[string, unknown, RegExp]>([
    ['character.openPath', [7], /\[0\]: expected text, got 7/],
    ['character.openPath', [''], /\[0\]: expected text of at least 1 characters, got empty text/],
    ['character.openPath', [`/${'x'.repeat(5000)}`], /\[0\]: expected text of at most 4096 characters, got "\/x+…x+"$/],
    ['character.openPath', [], /expected/],
    ['character.openPath', ['/a', '/b'], /\[1\]: expected an object, got "\/b"/],
    ['character.openPath', ['/a', {}, 7], /\[2\]: expected text, got 7/],
    ['character.openPath', ['/a', {}, 'job', {}], /expected a list of at most 3 entries, got a list of 4 entries/],
    ['character.openPath', ['/a', { unit: 0 }], /\[1\]\.unit/],
    ['character.openPath', ['/a', { rest: { frame: -1 } }], /\[1\]\.rest/],
    ['character.openBytes', ['x.bvh', new Uint8Array(), { up: 'w' }], /\[2\]\.up/],
    ['character.openPath', 'text', /the content: expected a list of 3 entries, got "text"/],
    ['character.openBytes', ['x.glb', [1, 2, 3]], /\[1\]: expected bytes/],
    [
      'project.save',
      ['/p', { ...project, unkeyed: { pose } }],
      /\[1\]\.unkeyed\.pose\.root\[1\]: expected a number, got what is not a number/,
    ],
    ['project.save', ['/p', { ...project, extra: 1 }], /\[1\]: "extra" is not a known field/],
    ['project.save', ['/p', { ...project, clips: [{ ...project.clips[0], id: '../evil' }] }], /clips\[0\]\.id: expected an id/],
    [
      'project.save',
      ['/p', { ...project, poses: [project.poses[0], project.poses[0]] }],
      /poses: expected poses with different ids/,
    ],
    ['project.save', ['/p', { ...project, character: { ...project.character, hash: '../../x' } }], /expected a SHA-256 hash/],
    ['journal.append', [{ label: 'x', folder: null, changed: { nothing: 1 } }], /"nothing" is not a known field/],
    ['project.open', [''], /\[0\]/],
    ['project.open', [`/${'x'.repeat(4096)}`], /\[0\]/],
    [
      'project.saveChange',
      ['/p', { changed: {}, poses: { removed: [], put: [], bases: { 'pose-1': 'r1' } } }],
      /expected a revision/,
    ],
    ['project.saveChange', ['/p', { changed: {}, poses: { removed: [], put: [], order: ['a', 'A'] } }], /expected different ids/],
    ['project.saveChange', ['/p', { changed: {}, clips: { removed: ['../evil'], put: [] } }], /expected an id/],
    [
      'project.saveChange',
      ['/p', { changed: {}, poses: { removed: [], put: [], bases: { '../evil': null } } }],
      /expected an id|bases/,
    ],
    ['project.watch', ['/p', { 'poses/a.json': 'short' }], /expected a revision/],
    ['menu.set', [[{ label: 'File', items: [{ kind: 'role', role: 'quit' }] }]], /items\[0\]/],
    ['export.pose', ['job', { characterHash: hash, rig: project.rig, pose: [1], path: '/x' }], /rig\.limits/],
  ])('refuses %s with %j', async (name, parameters, sentence) => {
    const service = vi.fn();
    const answer = await dispatch(servicesWith({ [name]: service }), name, parameters);
    expect(answer).toMatchObject({ ok: false, error: { message: expect.stringMatching(sentence) } });
    expect(answer.ok ? '' : answer.error.message).not.toContain('\n');
    expect(service).not.toHaveBeenCalled();
  });

  test('accepts a joint rotation for an export by index, and the root as −1', async () => {
    const service = vi.fn();
    const rig = { preset: 'standard', corrections: {}, limits: { 3: { kind: 'free' } }, stiffness: { 3: 0.5 } };
    const tracks = [{ joint: -1, interpolation: 'linear', times: [0], values: [0, 0, 0] }];
    const clip = { id: 'c', name: 'c', duration: 1, fps: 30, loop: false, tracks };
    const request = { characterHash: hash, rig, clips: [clip], path: '/x.glb' };
    expect(await dispatch(servicesWith({ 'export.clip': service }), 'export.clip', ['job', request])).toMatchObject({ ok: true });
    expect(service).toHaveBeenCalledWith('job', request);
  });
});

test('a change of any one field is accepted, as the journal gets it', () => {
  const project = sampleProject(hash);
  for (const [field, value] of Object.entries(project)) {
    const parsed = parameterSchemas['journal.append'].safeParse([{ label: 'Edit', folder: null, changed: { [field]: value } }]);
    expect(parsed.success, field).toBe(true);
  }
  const put = [{ after: null, item: project.poses[0] }];
  const bases = { 'pose-2': 'a'.repeat(32), 'pose-3': null };
  const before = { name: 'Before', rig: project.rig };
  const change = {
    label: 'Edit',
    folder: '/p',
    onSaved: true,
    changed: {},
    before,
    poses: { removed: ['pose-2'], put, bases, order: [] },
  };
  expect(parameterSchemas['journal.append'].safeParse([change]).success).toBe(true);
});

test('a message without a name is refused', async () => {
  for (const name of [undefined, 7, null]) {
    expect(await dispatch(servicesWith({}), name as unknown as string, [])).toEqual({
      ok: false,
      error: { message: 'a message needs a name' },
    });
  }
});
