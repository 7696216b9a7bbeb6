import { expect, test } from 'vitest';
import { motionInClip } from '../../../core/document/motion-in-clip.ts';
import { motionOfProp } from '../../../core/document/prop-frames.ts';
import { clipOfActor } from '../../../core/document/work-on-actor.ts';

test.each(['constructor', 'toString', '__proto__'])(
  'nobody does anything in a clip of the id %s by what objects inherit',
  (id) => {
    expect(motionInClip({}, id)).toBeUndefined();
    expect(motionOfProp({ motions: {} } as never, id)).toEqual({ keys: [], changes: [] });
    const clip = { id, name: 'Odd', duration: 1, fps: 30, loop: false };
    expect(clipOfActor(clip, { motions: {} } as never)).toEqual({ ...clip, tracks: [] });
    expect(motionInClip(JSON.parse(`{"${id}":1}`), id)).toBe(1);
  },
);
