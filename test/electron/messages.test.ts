import type { VmcTransform } from '../../core/formats/vmc/vmc-frame.ts';
import { expect, test } from 'vitest';
import type { Contract, MessageName } from '../../electron/contract.ts';
import { parameterSchemas } from '../../electron/ipc.ts';
import type { ReferenceData } from '../../core/document/project-data.ts';
import { sampleProject } from './services/sample-project.ts';

const hash = 'a'.repeat(64);
const bytes = new Uint8Array([1]);
const project = sampleProject(hash);
const rig = { preset: 'standard', corrections: {}, limits: {}, stiffness: {} } as const;
const clip = { id: 'c', name: 'c', duration: 1, fps: 30, loop: false, tracks: [] };
const motion = { characterHash: hash, index: 0 };
const retarget = { source: motion, characterHash: hash, rig, options: {} };
const person = { ...retarget, actor: 'actor-1' };
const sample = { sources: [motion], characterHash: hash, rig };
const exported = { characterHash: hash, rig, clips: [clip], path: '/x.glb' };
const standing = {
  id: 'actor-1',
  name: 'Ann',
  place: { at: [1, 0, 0], turn: 0.5 } as const,
  characterHash: hash,
  rig,
  clips: [clip],
};
const thing = {
  id: 'prop-1',
  name: 'Cup',
  form: { kind: 'ball', radius: 0.1 },
  rest: { position: [0, 0, 0], rotation: [0, 0, 0, 1], by: null },
  motions: {},
} as const;
const camera = {
  id: 'camera-1',
  name: 'Wide',
  aspect: 1.5,
  rest: { position: [0, 1, 4], rotation: [0, 0, 0, 1], focalLength: 50, distance: 4 },
  motions: {},
} as const;
const posed = { characterHash: hash, rig, pose: [0, 0, 0], path: '/x.glb' };
const asked = { title: 'Open', kind: 'character', suggested: null, extensions: ['.glb'] } as const;
const shown = { title: 'Limber', unsaved: false, writing: null };
const item = { kind: 'command', id: 'file.open', label: 'Open', shortcut: null, enabled: true, checked: null } as const;
const drawn = {
  path: '/x.png',
  bytes: 1,
  files: 1,
  format: 'png',
  width: 1,
  height: 1,
  frames: 1,
  fps: null,
  codec: null,
  notes: [],
};
const view = { selection: { joint: null, handle: null }, playhead: 0, camera: null, panels: null };
const reference: ReferenceData = {
  name: 'run.mp4',
  files: [{ fileName: 'run.mp4', hash: 'ab'.repeat(32) }],
  isShown: true,
  opacity: 0.5,
  size: 1,
  offset: [0, 0],
  at: 0.5,
  speed: 1,
  fps: 30,
};
const many = <Value>(value: Value, count: number): Value[] => Array.from({ length: count }, () => value);

/** What a message may say, and what it may not. */
interface Examples<Said extends readonly unknown[]> {
  readonly good: readonly Said[];
  readonly bad: readonly (readonly unknown[])[];
}

const AT_REST: VmcTransform = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };

const NOTHING = { good: [[]], bad: [[1]] } satisfies Examples<Parameters<Contract['app.info']>>;
const A_PATH: Examples<Parameters<Contract['files.reveal']>> = { good: [['/x']], bad: [[], [''], [7], ['/x', 1]] };
const A_JOB: Examples<Parameters<Contract['job.cancel']>> = { good: [['job']], bad: [[], [''], ['x'.repeat(101)], [7]] };
const A_DIALOG: Examples<Parameters<Contract['dialog.open']>> = {
  good: (['character', 'project', 'folder', 'export'] as const).map((kind) => [{ ...asked, kind, suggested: '/x' }]),
  bad: [
    [{ ...asked, kind: 'other' }],
    [{ ...asked, kind: '' }],
    [{ ...asked, more: 1 }],
    [{ ...asked, extensions: many('.a', 51) }],
    [],
  ],
};

const readings: readonly Parameters<Contract['character.openPath']>[1][] = [
  {},
  { up: 'y', rootPosition: 'absolute', jointPosition: 'added', unit: 0.01, skipFirstFrame: true, rest: 'zero' },
  { up: 'z', rootPosition: 'added', jointPosition: 'absolute', unit: 1e6, rest: { frame: 0 } },
];
const noReadings: readonly unknown[] = [
  { up: '' },
  { rootPosition: '' },
  { jointPosition: 'else' },
  { unit: 2e6 },
  { rest: '' },
  { rest: { frame: 0.5 } },
  { rest: { frame: 0, more: 1 } },
  { more: 1 },
];

const EXAMPLES: { readonly [Name in MessageName]: Examples<Parameters<Contract[Name]>> } = {
  'app.info': NOTHING,
  'app.startup': { good: [[], ['job']], bad: [[''], [7]] },
  'app.takeOver': { good: [[], ['job']], bad: [[''], [7]] },
  'character.openPath': {
    good: [['/x'], ...readings.map((reading): ['/x', typeof reading, string] => ['/x', reading, 'job'])],
    bad: noReadings.map((reading) => ['/x', reading]),
  },
  'character.openBytes': {
    good: [['x.glb', bytes, {}, 'job']],
    bad: [['', bytes], ['x.glb', 'bytes'], ...noReadings.map((reading) => ['x.bvh', bytes, reading])],
  },
  'character.keep': { good: [[bytes]], bad: [[], ['bytes'], [bytes, 1]] },
  'character.readAs': {
    good: [
      [hash, 'x.glb', { unit: 0.01 }, 'job'],
      [hash, 'x.glb', { axis: '-z' }],
    ],
    bad: [
      [hash, 'x.glb', { unit: 0 }],
      [hash, 'x.glb', { axis: 'w' }],
      [hash, '', { unit: 1 }],
      ['hash', 'x.glb', { unit: 1 }],
    ],
  },
  'character.mannequin': NOTHING,
  'media.keep': { good: [[bytes]], bad: [[], ['bytes'], [bytes, 1]] },
  'media.read': {
    good: [
      [{ fileName: 'beat.wav', hash }, null],
      [{ fileName: 'beat.wav', hash }, '/project'],
    ],
    bad: [
      [{ fileName: 'beat.wav', hash }],
      [{ fileName: 'beat.wav', hash: '../x' }, null],
      [{ fileName: 7, hash }, null],
      [{ fileName: 'beat.wav', hash }, ''],
    ],
  },
  'motion.list': { good: [[hash, 'job']], bad: [['hash'], [hash, '']] },
  'motion.read': {
    good: [
      [hash, 0, rig],
      [hash, 7, rig, 'job'],
    ],
    bad: [[hash, -1, rig], [hash, 0.5, rig], [hash, 0, {}], []],
  },
  'motion.retarget': {
    good: [
      ['job', retarget],
      ['job', { ...retarget, source: { ...motion, index: 3 } }],
      ...(['file', 'bind', 'tPose', { seconds: 0 }, { seconds: 1e9 }] as const).map(
        (rest): Parameters<Contract['motion.retarget']> => [
          'job',
          { ...retarget, options: { fps: 24, hands: false, feet: false, limits: true, keepsFirst: true, rest } },
        ],
      ),
    ],
    bad: [
      [],
      ['job', {}],
      ['job', { ...retarget, more: 1 }],
      ['job', { ...retarget, source: {} }],
      ['job', { ...retarget, source: { ...motion, index: -1 } }],
      ...[
        { more: 1 },
        { fps: 7 },
        { hands: 1 },
        { keepsFirst: 1 },
        { rest: '' },
        { rest: {} },
        { rest: { seconds: -1 } },
        { rest: { seconds: 1e9 + 1 } },
      ].map((options) => ['job', { ...retarget, options }]),
    ],
  },
  'motion.retargetTogether': {
    good: [
      ['job', { people: [person, { ...person, actor: 'actor-2', options: { fps: 30, hands: false } }] }],
      ['job', { people: [person, person], gives: [{ actor: 1, part: 'leftHand', first: 30, gives: 'both' }] }],
    ],
    bad: [
      ['job', {}],
      ['job', { people: [person] }],
      ['job', { people: many(person, 9) }],
      ['job', { people: [person, person], more: 1 }],
      ['job', { people: [person, retarget] }],
      ['job', { people: [person, { ...person, actor: '../x' }] }],
      ['job', { people: [person, { ...person, options: { hands: 1 } }] }],
      ['job', { people: [person, person], gives: [{ actor: 8, part: 'leftHand', first: 0, gives: 'both' }] }],
      ['job', { people: [person, person], gives: [{ actor: 0, part: 'leftHand', first: 0, gives: 'neither' }] }],
    ],
  },
  'motion.samplePoses': {
    good: [
      ['job', sample],
      ['job', { ...sample, fps: 1000, difference: 0 }],
      ['job', { ...sample, fps: 0.1, difference: 10, mirrored: true }],
      ['job', { ...sample, sources: [{ ...motion, name: 'Walk' }] }],
    ],
    bad: [
      [],
      ['job', {}],
      ['job', { ...sample, more: 1 }],
      ['job', { ...sample, fps: 0 }],
      ['job', { ...sample, fps: 1001 }],
      ['job', { ...sample, mirrored: 1 }],
      ['job', { ...sample, difference: -1 }],
      ['job', { ...sample, difference: 11 }],
      ['job', { ...sample, sources: [{ ...motion, name: '' }] }],
      ['job', { ...sample, sources: many(motion, 10_001) }],
    ],
  },
  'job.cancel': A_JOB,
  'profile.read': A_PATH,
  'profile.save': { good: [['/x', {}]], bad: [[], ['', {}], ['/x', { more: 1 }]] },
  'project.open': { good: [['/x', 'job']], bad: [[''], ['/x', '']] },
  'project.poses': { good: [['/x'], ['/x', 'job']], bad: [[], ['']] },
  'project.save': {
    good: [
      ['/x', project],
      ['/x', { ...project, reference }, view],
      ['/x', { ...project, reference: null }],
      ['/x', project, view, 'job', '/y'],
    ],
    bad: [
      ['', project],
      ['/x', {}],
      ['/x', { ...project, reference: { ...reference, files: [] } }],
      ['/x', { ...project, reference: { ...reference, files: [{ fileName: 'run.mp4', hash: '../run' }] } }],
      ['/x', { ...project, reference: { ...reference, size: 0 } }],
      ['/x', { ...project, reference: { ...reference, speed: -1 } }],
      ['/x', project, view, 'job', ''],
    ],
  },
  'project.saveChange': {
    good: [['/x', { changed: {} }]],
    bad: [
      ['/x', {}],
      ['/x', { changed: {}, more: 1 }],
    ],
  },
  'project.watch': {
    good: [
      ['/x', {}],
      [null, { 'poses/a.json': 'a'.repeat(32) }],
    ],
    bad: [[], ['', {}], ['/x', { a: 1 }]],
  },
  'project.picture': {
    good: [['/x', { normal: bytes, large: bytes }]],
    bad: [[], ['/x', {}], ['/x', { normal: bytes }], ['/x', { normal: bytes, large: bytes, more: 1 }]],
  },
  'pose.pictures': {
    good: [
      ['/x', []],
      ['/x', ['wave', 'a_1-b']],
    ],
    bad: [
      ['', []],
      ['/x', ['../a']],
      ['/x', many('a', 201)],
    ],
  },
  'library.open': { good: [['/x'], ['/x', 'job']], bad: [[], [''], [7], ['/x', '']] },
  'library.change': {
    good: [
      ['/x', { removed: [], put: [] }],
      ['/x', { removed: ['a'], put: [{ item: project.poses[0]! }], bases: { a: null } }, 'job'],
    ],
    bad: [[], ['/x'], ['', { removed: [], put: [] }], ['/x', { removed: ['../a'], put: [] }], ['/x', { removed: [], put: [{}] }]],
  },
  'library.close': A_PATH,
  'recent.list': NOTHING,
  'settings.read': NOTHING,
  'settings.keep': {
    good: [[{}], [{ scale: 2, theme: 'light', libraries: ['/x'] }]],
    bad: [[], [{ scale: 0 }], [{ libraries: [''] }], [{ more: 1 }]],
  },
  'journal.append': {
    good: [[{ label: 'Edit', folder: null, changed: {} }]],
    bad: [[], [{ folder: null, changed: {} }], [{ label: 'Edit', folder: null, changed: {}, onSaved: false }]],
  },
  'journal.close': NOTHING,
  'export.clip': {
    good: [
      ['job', exported],
      ['job', { ...exported, clips: [clip, clip], range: {} }],
      ['job', { ...exported, range: { from: 0, to: 0.5, fps: 1 } }],
      ['job', { ...exported, range: { from: 2, to: 3, fps: 1000 } }],
    ],
    bad: [
      ['job', { ...exported, clips: [] }],
      ['job', { ...exported, clips: many(clip, 10_001) }],
      ...[{ more: 1 }, { from: -1 }, { to: 0 }, { fps: 0 }, { fps: 1001 }].map((range) => ['job', { ...exported, range }]),
    ],
  },
  'export.scene': {
    good: [
      ['job', { actors: [standing], path: '/x.glb' }],
      ['job', { actors: [standing, standing], path: '/x.glb', range: { from: 0, to: 0.5 } }],
      ['job', { actors: [standing], props: [thing], path: '/x.glb' }],
      ['job', { actors: [standing], cameras: [camera], path: '/x.glb' }],
    ],
    bad: [
      ['job', { actors: [], path: '/x.glb' }],
      ['job', { actors: [{ ...standing, clips: [] }], path: '/x.glb' }],
      ['job', { actors: [{ ...standing, place: { at: [0, Number.NaN, 0], turn: 0 } }], path: '/x.glb' }],
      ['job', { actors: [{ ...standing, place: { at: [0, 0], turn: 0 } }], path: '/x.glb' }],
      ['job', { actors: many(standing, 1001), path: '/x.glb' }],
      ['job', { actors: [standing], props: many(thing, 1001), path: '/x.glb' }],
      ['job', { actors: [standing], cameras: many(camera, 1001), path: '/x.glb' }],
      ['job', { actors: [standing], cameras: [{ ...camera, rest: { ...camera.rest, focalLength: 0 } }], path: '/x.glb' }],
      ['job', { actors: [standing], props: [{ ...thing, form: { kind: 'ball', radius: 0 } }], path: '/x.glb' }],
      ['job', { actors: [standing], props: [{ ...thing, rest: { ...thing.rest, rotation: [0, 0, 0, 2] } }], path: '/x.glb' }],
      ['job', { actors: [standing], path: '' }],
    ],
  },
  'export.pose': {
    good: [['job', posed]],
    bad: [['job', { ...posed, pose: many(0, 100_001) }], ['job', { ...posed, path: '' }], []],
  },
  'export.replaces': A_PATH,
  'picture.begin': {
    good: [
      ['job', '/x', 'file'],
      ['job', '/x', 'folder'],
    ],
    bad: [['job', '/x', ''], ['job', '', 'file'], []],
  },
  'picture.add': {
    good: [
      ['job', bytes],
      ['job', bytes, 'frame 0001.png'],
    ],
    bad: [
      ...['../x.png', 'a/b.png', '.x.png', 'x.exe', 'x.png.exe', 'a\nb.png'].map((name) => ['job', bytes, name]),
      ['job', 'bytes'],
      [],
    ],
  },
  'picture.end': A_JOB,
  'picture.discard': A_JOB,
  'render.order': NOTHING,
  'render.progress': { good: [[0], [1]], bad: [[-0.1], [1.1], [Number.NaN], []] },
  'render.ended': {
    good: [
      [{ ok: false, sentence: 'No.' }],
      ...(['png', 'webm', 'mp4', 'gif', 'apng', 'zip', 'frames'] as const).map((format): Parameters<Contract['render.ended']> => [
        { ok: true, report: { ...drawn, format } },
      ]),
    ],
    bad: [
      [],
      [{ ok: true }],
      [{ ok: false }],
      [{ ok: true, report: { ...drawn, format: '' } }],
      [{ ok: true, report: { ...drawn, frames: -1 } }],
    ],
  },
  'live.send': {
    good: [
      [{ address: '127.0.0.1', port: 39_539 }, 60],
      [{ address: '::1', port: 1, isOutside: true }, 1],
      [null, 60],
    ],
    bad: [
      [{ address: '', port: 1 }, 60],
      [{ address: '../x', port: 1 }, 60],
      [{ address: 'a b', port: 1 }, 60],
      [{ address: '127.0.0.1', port: 0 }, 60],
      [{ address: '127.0.0.1', port: 65_536 }, 60],
      [{ address: '127.0.0.1', port: 1, isOutside: false }, 60],
      [{ address: '127.0.0.1', port: 1, more: 1 }, 60],
      [{ address: '127.0.0.1', port: 1 }, 0],
      [{ address: '127.0.0.1', port: 1 }, 121],
      [null],
    ],
  },
  'live.pose': {
    good: [[{ bones: {}, expressions: {} }], [{ root: AT_REST, bones: { hips: AT_REST }, expressions: { happy: 1 } }]],
    bad: [
      [{ bones: {} }],
      [{ bones: { tail: AT_REST }, expressions: {} }],
      [{ bones: { hips: { ...AT_REST, position: [0, 0, Number.NaN] } }, expressions: {} }],
      [{ bones: { hips: { ...AT_REST, rotation: [0, 0, 0, 2] } }, expressions: {} }],
      [{ bones: { hips: { ...AT_REST, more: 1 } }, expressions: {} }],
      [{ root: { ...AT_REST, position: [0, 1e7, 0] }, bones: {}, expressions: {} }],
      [{ bones: {}, expressions: { happy: 2 } }],
      [{ bones: {}, expressions: { ['x'.repeat(201)]: 1 } }],
      [{ bones: {}, expressions: Object.fromEntries(many('x', 513).map((name, i) => [`${name}${i}`, 1])) }],
      [{ bones: {}, expressions: {}, more: 1 }],
    ],
  },
  'live.receive': {
    good: [[{ address: '0.0.0.0', port: 39_539, isOutside: true }], [null]],
    bad: [[], [{ address: '0.0.0.0' }], [{ address: '0.0.0.0/0', port: 1 }], [{ address: '0.0.0.0', port: 1, more: 1 }]],
  },
  'dialog.open': A_DIALOG,
  'dialog.save': A_DIALOG,
  'files.list': { good: [['/x', ['.glb']]], bad: [['/x'], ['', []], ['/x', ['x'.repeat(21)]]] },
  'files.createFolder': A_PATH,
  'files.dragOut': A_PATH,
  'files.reveal': A_PATH,
  'files.places': NOTHING,
  'window.state': {
    good: [[shown], [{ ...shown, writing: 'save' }], [{ ...shown, writing: 'export' }]],
    bad: [[{ ...shown, writing: '' }], [{ ...shown, unsaved: 1 }], [{ ...shown, more: 1 }], []],
  },
  'window.savedToClose': { good: [[true]], bad: [[], [1]] },
  'updates.state': NOTHING,
  'updates.turn': { good: [[true]], bad: [[], [1]] },
  'updates.look': NOTHING,
  'updates.fetch': NOTHING,
  'updates.install': NOTHING,
  'updates.openPage': NOTHING,
  'menu.set': {
    good: [
      [[]],
      [
        [
          {
            label: 'File',
            items: [
              item,
              { ...item, shortcut: 'Mod+O', checked: true },
              { kind: 'separator' },
              { kind: 'menu', label: 'Export', items: [item] },
              { kind: 'recent', label: 'Recent' },
            ],
          },
        ],
      ],
    ],
    bad: [
      [],
      [many({ label: 'File', items: [] }, 51)],
      [[{ label: 'File', items: many(item, 501) }]],
      [[{ label: 'File', items: [{ kind: '' }] }]],
      [[{ label: 'File', items: [{ ...item, kind: '' }] }]],
      [[{ label: 'File', items: [{ kind: 'recent' }] }]],
      [[{ label: 'File', items: [{ kind: 'menu', label: 'Export' }] }]],
      [[{ label: 'File', items: [{ kind: 'menu', label: 'Export', items: [{ kind: 'separator' }] }] }]],
      [[{ label: 'File', items: [{ kind: 'menu', label: 'Export', items: many(item, 101) }] }]],
    ],
  },
};

test.each(Object.entries(EXAMPLES))('%s says what it should, and nothing else', (name, { good, bad }) => {
  const schema = parameterSchemas[name as MessageName];
  for (const parameters of good) expect(schema.safeParse(parameters).error?.issues, JSON.stringify(parameters)).toBeUndefined();
  for (const parameters of bad)
    expect(schema.safeParse(parameters).success, JSON.stringify(parameters).slice(0, 200)).toBe(false);
});
