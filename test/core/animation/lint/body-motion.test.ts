import { describe, expect, test } from 'vitest';
import type { Clip } from '../../../../core/animation/clip.ts';
import { footPoints, type FootPoints } from '../../../../core/animation/holding/contact-points.ts';
import type { BodyMotion } from '../../../../core/animation/lint/body-motion.ts';
import { hardLandings } from '../../../../core/animation/lint/landings.ts';
import { pushesOnAir } from '../../../../core/animation/lint/pushes.ts';
import { spinsFromNothing } from '../../../../core/animation/lint/spins.ts';
import { unsupportedStands } from '../../../../core/animation/lint/stands.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

// Motions whose figures are known by hand, at 30 frames a second.
type Span = NonNullable<Clip['contacts']>[number];
const NOTHING: BodyMotion = {
  fps: 30,
  size: 0.9,
  centres: [],
  points: [],
  places: [],
  feet: [],
  ontoSupport: [],
  isUpright: new Uint8Array(),
};
const clipWith = (contacts: readonly Span[]): Clip => ({
  id: 'c',
  name: 'Clip',
  duration: 10,
  fps: 30,
  loop: false,
  tracks: [],
  contacts,
});
const free = clipWith([]);
const times = <Item>(count: number, item: (frame: number) => Item) => Array.from({ length: count }, (_, frame) => item(frame));

describe('a landing', () => {
  /** The body loses so many metres a second in each step. */
  function landing(falls: readonly number[], last: number, bar = 10) {
    let height = 5;
    const centres: Vec3[] = [[0, height, 0], ...falls.map((speed): Vec3 => [0, (height -= speed / 30), 0])];
    return hardLandings({ ...NOTHING, centres }, [{ first: 0, last, centres: centres.slice(0, last + 1) }], bar);
  }
  const of = (...parts: readonly (readonly [count: number, speed: number])[]) =>
    parts.flatMap(([count, speed]) => times(count, () => speed));

  test('that ends 3 m/s within a frame takes 90 m/s², until the frame after it', () => {
    const [found, ...others] = landing(of([10, 3], [10, 0]), 10);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ issue: { kind: 'landing', frame: 10 }, first: 10, last: 11 });
    expect(found!.issue.amount).toBeCloseTo(90, 9);
  });

  test('is measured from where the body falls fastest, soon after the feet touch', () => {
    const [found] = landing(of([11, 1.5], [2, 3], [1, 2.5], [10, 0]), 10);
    // From 2.7 to 0.3 m/s in 1.28 frames.
    expect(found!.issue.amount).toBeCloseTo((2.4 * 30) / 1.28, 9);
  });

  test('of less than a metre a second is gentle, however it ends', () => {
    expect(landing(of([10, 0.9], [10, 0]), 10, 1)).toEqual([]);
    expect(landing(of([10, 1.1], [10, 0]), 10, 1)).toHaveLength(1);
  });
});

describe('a rotation in the air', () => {
  /** Two masses of 1 kg, 1 m from the middle, that turn about y by so many radians a second in each third of a flight. */
  function turning(frames: number, rates: readonly [number, number, number]) {
    let angle = 0;
    const places = times(frames + 1, (frame) => {
      if (frame > 0) angle += rates[Math.min(2, Math.floor((3 * (frame - 1)) / frames))]! / 30;
      const [x, z] = [Math.cos(angle), Math.sin(angle)];
      return Float64Array.from([x, 0, z, -x, 0, -z]);
    });
    const points = times(2, () => ({ joint: 0, offset: [0, 0, 0] as Vec3, mass: 1 }));
    const centres = places.map((): Vec3 => [0, 0, 0]);
    return spinsFromNothing({ ...NOTHING, centres, points, places }, [{ first: 0, last: frames, centres }], 0.5);
  }

  test('that comes and goes within the flight is told, at the greater change', () => {
    expect(turning(12, [0, 1, 0])).toHaveLength(1);
    expect(turning(12, [0, 2, 1.5])[0]).toMatchObject({ issue: { kind: 'spin', frame: 4 }, first: 0, last: 12 });
    expect(turning(12, [1.5, 2, 0])[0]).toMatchObject({ issue: { frame: 8 } });
    expect(turning(12, [2, 2, 2])).toEqual([]);
  });

  test('is measured by the mean moment of inertia', () => {
    // 2 kg m² about y and one other axis, none about the masses' own: 4/3 of them all. 2 kg m²/s for each rad/s.
    expect(turning(12, [0, 0, 1])[0]!.issue.amount).toBeCloseTo(1.5, 2);
  });

  test('of a flight of less than 0.3 s is not told from noise', () => {
    expect(turning(8, [0, 2, 0])).toEqual([]);
    expect(turning(9, [0, 2, 0])).toHaveLength(1);
  });
});

describe('a stand', () => {
  function stand(frames: number, { drift = 0, isUpright = 1, contacts = [] as readonly Span[] } = {}) {
    const centres = times(frames, (frame): Vec3 => [drift * frame, 1, 0]);
    const ontoSupport = times(frames, (frame): Vec3 => [frame === 7 ? 0.2 : 0.1, 0, 0]);
    return unsupportedStands(
      { ...NOTHING, centres, ontoSupport, isUpright: new Uint8Array(frames).fill(isUpright) },
      clipWith(contacts),
      0.05,
    );
  }

  test('is as far outside as it always is, and shown where it is farthest', () => {
    expect(stand(31)).toEqual([{ issue: { kind: 'balance', joint: -1, frame: 7, amount: 0.1 }, first: 0, last: 30 }]);
  });

  test('lasts half a second, stays within 20 mm, and is upright', () => {
    expect(stand(15)).toEqual([]);
    expect(stand(16)).toHaveLength(1);
    expect(stand(31, { drift: 0.002 })).toEqual([]);
    expect(stand(31, { isUpright: 0 })).toEqual([]);
  });

  test('is held by hands and by what feet stand on, while they are', () => {
    const on = { actor: 'a', joint: 'Hips', at: 0, offset: [0, 0, 0], rotation: [0, 0, 0, 1] } as unknown as NonNullable<
      Span['on']
    >;
    expect(stand(31, { contacts: [{ part: 'leftFoot', from: 0, to: 1, on }] })).toEqual([]);
    expect(stand(31, { contacts: [{ part: 'leftBall', from: 0, to: 1 }] })).toHaveLength(1);
    expect(stand(31, { contacts: [{ part: 'leftHand', from: 2, to: 3 }] })).toHaveLength(1);
    expect(stand(31, { contacts: [{ part: 'leftHand', from: 0.9, to: 3 }] })).toEqual([]);
  });
});

describe('a foot that carries', () => {
  const [left, right] = footPoints(buildRig(readGlbScene(MANNEQUIN))) as [FootPoints, FootPoints];
  /** Heights of an ankle and a ball in a frame; nothing while the foot swings. */
  type Standing = (frame: number) => readonly [ankle: number, ball: number] | null;
  function path(at: Standing, part: 0 | 1, rests: boolean): Float64Array {
    return Float64Array.from(
      times(91, (frame) => {
        const heights = at(frame);
        return [heights && rests ? 0 : 0.1 * frame, heights ? heights[part] : 0.3, 0];
      }).flat(),
    );
  }
  function pushes(leftAt: Standing, rightAt: Standing, clip = free, [anklesRest, ballsRest] = [true, true]) {
    const feet = [
      { foot: left, ankles: path(leftAt, 0, true), balls: path(leftAt, 1, true) },
      { foot: right, ankles: path(rightAt, 0, anklesRest), balls: path(rightAt, 1, ballsRest) },
    ];
    return pushesOnAir({ ...NOTHING, centres: times(91, (): Vec3 => [0, 1, 0]), feet }, clip, 0.03);
  }
  const around = (frame: number) => (frame < 30 || frame > 60 ? ([0.1, 0] as const) : null);
  const between = (frame: number) => (frame >= 30 && frame <= 60 ? ([0.15, 0.05] as const) : null);

  test('is told with the height of both of its points over both stances around it', () => {
    const [found, ...others] = pushes(around, between);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ issue: { joint: right.limb.end, frame: 45 }, first: 30, last: 60 });
    expect(found!.issue.amount).toBeCloseTo(0.05, 12);
    expect(pushes(around, (frame) => between(frame) && [0.15, 0])).toEqual([]);
    const climbs = (frame: number) => around(frame) && ([frame > 60 ? 0.15 : 0.1, frame > 60 ? 0.05 : 0] as const);
    expect(pushes(climbs, between)).toEqual([]);
  });

  test('carries while its ankle, or its ball, rests', () => {
    expect(pushes(around, between, free, [true, false])).toHaveLength(1);
    expect(pushes(around, between, free, [false, true])).toHaveLength(1);
    expect(pushes(around, between, free, [false, false])).toEqual([]);
  });

  test('carries alone for a fifth of a second', () => {
    expect(pushes((frame) => (frame < 44 || frame > 47 ? [0.1, 0] : null), between)).toEqual([]);
    expect(pushes((frame) => (frame < 42 || frame > 48 ? [0.1, 0] : null), between)).toHaveLength(1);
  });

  test('stands on something where a contact of it says so then', () => {
    const said = (contact: {
      readonly part?: 'leftBall' | 'rightHand';
      readonly isMuted?: true;
      readonly from?: number;
      readonly to?: number;
    }) => pushes(around, between, clipWith([{ part: 'rightBall', from: 1, to: 2, ...contact }]));
    expect(said({})).toEqual([]);
    expect(said({ isMuted: true })).toHaveLength(1);
    expect(said({ part: 'leftBall' })).toHaveLength(1);
    expect(said({ part: 'rightHand' })).toHaveLength(1);
    expect(said({ from: 2.1, to: 3 })).toHaveLength(1);
  });
});
