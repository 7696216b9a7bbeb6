import { expect, test } from 'vitest';
import type { ProjectChange } from '../../../core/document/project-change.ts';
import { packChange, unpackChange } from '../../../core/document/packed-change.ts';
import { samplePose, sampleProject } from '../../electron/services/sample-project.ts';

const CLIPS = { removed: ['clip-2'], put: [{ item: sampleProject('a'.repeat(64)).clips[0]! }] };

test.each<[string, ProjectChange]>([
  ['of settings alone', { changed: { name: 'Later' }, before: { name: 'Earlier' }, clips: CLIPS }],
  [
    'of poses: what goes first, behind another one, and last',
    {
      changed: {},
      poses: {
        removed: ['gone'],
        put: [
          { after: null, item: samplePose('first') },
          { after: 'first', item: { ...samplePose('second'), joints: ['hips'], tags: ['a'] } },
          { item: samplePose('last', '') },
        ],
        order: ['first', 'second', 'last'],
        bases: { first: null, gone: '1'.repeat(32) },
      },
    },
  ],
])('a packed change unpacks to the change %s', (_, change) => {
  expect(unpackChange(packChange(change))).toEqual(change);
});
