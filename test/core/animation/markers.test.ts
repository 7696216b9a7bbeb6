import { describe, expect, test } from 'vitest';
import type { Clip, ClipMarker } from '../../../core/animation/clip.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { withMarkers, withMarkersAt } from '../../../core/animation/markers.ts';
import { joinClips, reverseClip, stretchClip, trimClip } from '../../../core/animation/recut.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { skeleton } = smallBiped().rig;
const at = (name: string, time: number): ClipMarker => ({ name, time });

/** Two seconds with keys at 0 and 1, so that stretching doubles times. */
const clip: Clip = [0, 1].reduce(
  (built, time) => setKey(skeleton, built, time, restPose(skeleton)),
  createClip('c', 'Clip', { fps: 30, duration: 2, loop: false }),
);
const marked = withMarkers(clip, [at('jump', 0.5), at('land', 0.8), at('end', 2)]);

describe('markers', () => {
  test('stand in the order of their times; none leave a clip without', () => {
    expect(withMarkers(clip, [at('land', 0.8), at('end', 2), at('jump', 0.5)])).toEqual(marked);
    expect(withMarkers(marked, [])).toEqual(clip);
    expect(withMarkers(marked, [])).not.toHaveProperty('markers');
  });

  test('go along with what is cut, stretched, turned round and joined', () => {
    expect(trimClip(marked, 0.6, 1.6).markers).toEqual([at('land', expect.closeTo(0.2, 12) as number)]);
    expect(trimClip(marked, 0.5, 2).markers?.map(({ time }) => time)).toEqual([0, expect.closeTo(0.3, 12), 1.5]);
    // Behind the end there is no time: the marker at 2 would come to stand at 4.
    expect(stretchClip(marked).markers).toEqual([at('jump', 1), at('land', 1.6), at('end', 2)].map(near));
    expect(reverseClip(marked).markers).toEqual([at('end', 0), at('land', 1.2), at('jump', 1.5)].map(near));
    expect(joinClips(marked, marked).markers).toEqual(
      [...[0.5, 0.8, 2].map((time) => time), ...[0.5, 0.8, 2].map((time) => 2 + 1 / 30 + time)].map((time, i) =>
        near(at(['jump', 'land', 'end'][i % 3]!, time)),
      ),
    );
    expect(trimClip(marked, 0.9, 1.5)).not.toHaveProperty('markers');
  });

  test('of two that come to stand at one time the first stays', () => {
    expect(withMarkersAt(clip, [at('a', 0.1), at('b', 0.2), at('c', 1)], (time) => Math.round(time)).markers).toEqual([
      at('a', 0),
      at('c', 1),
    ]);
    expect(withMarkersAt(clip, [at('a', 0.1), at('b', 1.9)], (time) => time - 0.5).markers).toEqual([at('b', 1.4)]);
  });

  test.each<[readonly ClipMarker[], string]>([
    [[at('a', -1)], 'a marker stands at 0 seconds or later, got -1'],
    [[at('a', Number.NaN)], 'the time of a marker must be a finite number, got NaN'],
    [[at(' ', 1)], 'a marker needs a name, got " "'],
    [[at('a', 1), at('b', 1.00005)], 'two markers stand at 1.00005 seconds, expected one at most'],
    [[null as unknown as ClipMarker], 'the markers: number 0 must be an object, got null'],
  ])('that cannot be used are refused in a sentence: %j', (markers, sentence) => {
    expect(() => withMarkers(clip, markers)).toThrow(sentence);
  });
});

function near({ name, time }: ClipMarker): ClipMarker {
  return { name, time: expect.closeTo(time, 12) as number };
}
