import { describe, expect, test } from 'vitest';
import { angleBetween, conjugate, fromAxisAngle, multiply, normalizeQuat, type Quat } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { AT_LIMIT, CLAMP_TOLERANCE, NO_ROOM } from '../../../core/math/tolerances.ts';
import { normalize, UNIT_Z, type Vec3 } from '../../../core/math/vec3.ts';
import { limitFlags, ON_BOUNDARY, OUTSIDE } from '../../../core/skeleton/limit-flags.ts';
import { clampPose, isInsideLimits, limitCoordinates, limitedJoints, limitExcess } from '../../../core/skeleton/limit-state.ts';
import { createLimitTable, toLimitFramePacked } from '../../../core/skeleton/limit-table.ts';
import type { Limit, SwingTwistLimit } from '../../../core/skeleton/limits.ts';
import { restPose, rotationOf, setRotation } from '../../../core/skeleton/pose.ts';
import { projectOntoLimit } from '../../../core/skeleton/project-limit.ts';
import { createSkeleton } from '../../../core/skeleton/skeleton.ts';

/** Beyond a boundary by so many radians or metres; negative is inside. */
const BEYOND = [
  -0.02,
  -1.2 * AT_LIMIT,
  -0.8 * AT_LIMIT,
  -1e-6,
  0.6 * CLAMP_TOLERANCE,
  1.4 * CLAMP_TOLERANCE,
  0.8 * AT_LIMIT,
  1.2 * AT_LIMIT,
  0.05,
];

const random = seededRandom(51);
const amid = (least: number, most: number): number => least + (most - least) * random();
const axis = (): Vec3 => normalize([amid(-1, 1), amid(-1, 1), amid(-1, 1)]);
const turn = (): Quat => fromAxisAngle(axis(), amid(-3, 3));

/** The swing by √(a² + b²) radians about (a, b, 0), after a twist about z. */
function swung(a: number, b: number, twist: number): Quat {
  const angle = Math.hypot(a, b);
  const swing: Quat = angle === 0 ? [0, 0, 0, 1] : fromAxisAngle([a / angle, b / angle, 0], angle);
  return multiply(swing, fromAxisAngle(UNIT_Z, twist));
}

function cone(swing: SwingTwistLimit['swing'], twist: SwingTwistLimit['twist']): SwingTwistLimit {
  return { kind: 'swingTwist', parentFrame: turn(), childFrame: turn(), swing, twist };
}

/** The rest-relative rotation that is `l` in a cone's own frame. */
const outOf = ({ parentFrame, childFrame }: SwingTwistLimit, l: Quat): Quat =>
  multiply(multiply(parentFrame, l), conjugate(childFrame));

/** A place on one boundary of a limit, inside all others. */
interface Place {
  readonly limit: Limit;
  /** The rotation so far beyond the boundary, along its normal, or where it has none along the ray from the middle. */
  readonly rotation: (beyond: number) => Quat;
  readonly slid?: (beyond: number) => number;
  /** Whether the boundary leaves any room beside it: one that does not is never stood on. */
  readonly hasRoom: boolean;
  /** Default: all of {@link BEYOND}. */
  readonly looked?: readonly number[];
}

/** What every measure of limits says of a place so far beyond a boundary, and where the clamps take it. */
function measure({ limit, rotation, slid = () => 0 }: Place, beyond: number) {
  const one = createSkeleton([{ name: 'joint', parent: -1, offset: [0, 0, 0], limit }]);
  const table = createLimitTable([limit]);
  const q = rotation(beyond);
  const pose = restPose(one);
  setRotation(pose, 0, q);
  if (limit.kind === 'prismatic') pose[7] = slid(beyond);
  // The same rotation is the same to the flags, whichever of its two quaternions it comes as.
  const flags = [1, -1].map((sign) => {
    const l = Float64Array.from(normalizeQuat(q), (value) => sign * value);
    toLimitFramePacked(table, 0, l, 0, l, 0);
    return limitFlags(table, 0, l, 0, Float64Array.of(slid(beyond)));
  });
  const inside = clampPose(one, pose);
  // What is inside is not moved; what is outside comes to the boundary.
  const projected = projectOntoLimit(limit, q);
  const isNearest = (found: Quat) => angleBetween(found, beyond > 0 ? rotation(0) : q) < 1e-7;
  return {
    flags,
    excess: limitExcess(one, pose, 0),
    isInside: isInsideLimits(one, pose),
    limited: limitedJoints(one, pose),
    clamped: inside.clamped,
    isKept: inside.pose.every((value, i) => value === pose[i]),
    // At the boundary rounding decides, and everywhere on one without room.
    isItself: beyond > 0 || limit.kind !== 'swingTwist' || Math.min(...limit.swing) <= NO_ROOM || projected === q,
    isNearest: isNearest(projected) && (inside.clamped.length === 0 || isNearest(rotationOf(inside.pose, 0))),
    isSlidNearest: limit.kind !== 'prismatic' || inside.clamped.length === 0 || Math.abs(inside.pose[7]! - slid(0)) < 1e-12,
  };
}

/** Checks what is measured on both sides of a boundary. */
function expectBoundary(place: Place, what: string): void {
  const { hasRoom, looked = BEYOND } = place;
  const asked = hasRoom ? looked : looked.filter((each) => each > 0);
  const wanted = asked.map((beyond): ReturnType<typeof measure> => {
    const isOutside = beyond > CLAMP_TOLERANCE;
    const isOn = hasRoom && beyond > -AT_LIMIT;
    const flags = (isOutside ? OUTSIDE : 0) | (isOn ? ON_BOUNDARY : 0);
    return {
      flags: [flags, flags],
      excess: expect.closeTo(Math.max(0, beyond), 8),
      isInside: beyond < 1e-6,
      limited: isOn ? [0] : [],
      clamped: isOutside ? [0] : [],
      isKept: !isOutside,
      isItself: true,
      isNearest: true,
      isSlidNearest: true,
    };
  });
  expect(
    asked.map((beyond) => measure(place, beyond)),
    `${what}, ${asked.join()} beyond`,
  ).toEqual(wanted);
}

/** A twist inside a range. */
const within = ([min, max]: readonly [number, number]): number => min + (max - min) * amid(0.2, 0.8);

/** Along the ray inside an ellipse, along its normal outside. */
function ofEllipse(limit: SwingTwistLimit, direction: number, twist: number): Place {
  const [c, s] = [Math.cos(direction), Math.sin(direction)];
  const [halfA, halfB] = [limit.swing[c >= 0 ? 0 : 1], limit.swing[s >= 0 ? 2 : 3]];
  const [a, b] = [halfA * c, halfB * s];
  const steep = Math.hypot(c / halfA, s / halfB);
  const size = Math.hypot(a, b);
  const [na, nb] = [c / halfA / steep, s / halfB / steep];
  return {
    limit,
    rotation: (beyond) =>
      outOf(
        limit,
        beyond > 0
          ? swung(a + beyond * na, b + beyond * nb, twist)
          : swung(a * (1 + beyond / size), b * (1 + beyond / size), twist),
      ),
    hasRoom: true,
  };
}

describe('at the boundary of a limit flags, excess, the list of joints and both clamps agree, and say how far it is', () => {
  test('round cones, up to nearly open', () => {
    for (let i = 0; i < 60; i++) {
      const half = amid(0.05, 2.9);
      const twist = [amid(-3, -0.1), amid(0.1, 3)] as const;
      const place = ofEllipse(cone([half, half, half, half], twist), amid(-Math.PI, Math.PI), within(twist));
      expectBoundary(place, `round cone ${i}`);
    }
  });

  test('cones with four half-angles, in each quarter', () => {
    for (let i = 0; i < 100; i++) {
      const [a, b, c, d] = [amid(0.1, 2.7), amid(0.1, 2.7), amid(0.1, 2.7), amid(0.1, 2.7)];
      const twist = i % 3 === 0 ? ([-Math.PI, Math.PI] as const) : ([amid(-3, -0.1), amid(0.1, 3)] as const);
      const place = ofEllipse(cone([a, b, c, d], twist), amid(-Math.PI, Math.PI), within(twist));
      expectBoundary(place, `cone ${i}`);
    }
  });

  test('both ends of a twist, wherever the bone points', () => {
    for (let i = 0; i < 60; i++) {
      const twist = [amid(-2.9, 0), amid(0.1, 2.9)] as const;
      const halves = i % 2 === 0 ? ([0.9, 1.4, 0.6, 2] as const) : ([Math.PI, Math.PI, Math.PI, Math.PI] as const);
      const limit = cone(halves, twist);
      const [a, b] = [amid(-0.4, 0.4), amid(-0.4, 0.4)];
      expectBoundary({ limit, rotation: (by) => outOf(limit, swung(a, b, twist[1] + by)), hasRoom: true }, `most twist ${i}`);
      expectBoundary({ limit, rotation: (by) => outOf(limit, swung(a, b, twist[0] - by)), hasRoom: true }, `least twist ${i}`);
    }
  });

  test('both ends of a hinge, whole turns taken off', () => {
    for (let i = 0; i < 40; i++) {
      const min = amid(-9, 9);
      const max = min + amid(0.1, 6);
      const limit: Limit = { kind: 'hinge', axis: axis(), min, max };
      expectBoundary({ limit, rotation: (by) => fromAxisAngle(limit.axis, max + by), hasRoom: true }, `greatest angle ${i}`);
      expectBoundary({ limit, rotation: (by) => fromAxisAngle(limit.axis, min - by), hasRoom: true }, `least angle ${i}`);
    }
  });

  test('both ends of a slide', () => {
    for (let i = 0; i < 20; i++) {
      const min = amid(-2, 2);
      const max = min + amid(0.1, 3);
      const place = {
        limit: { kind: 'prismatic', axis: axis(), min, max },
        rotation: (): Quat => [0, 0, 0, 1],
        hasRoom: true,
      } as const;
      expectBoundary({ ...place, slid: (by) => max + by }, `far end ${i}`);
      expectBoundary({ ...place, slid: (by) => min - by }, `near end ${i}`);
    }
  });

  test('cones that are open about one axis only: the ends of the line, never its sides', () => {
    for (let i = 0; i < 40; i++) {
      const [most, least, closed] = [amid(0.1, 2), amid(0.1, 2), i % 3 === 0 ? NO_ROOM : 0];
      const twist = [-0.5, 0.7] as const;
      const isAboutX = i % 2 === 0;
      const limit = cone(isAboutX ? [most, least, closed, closed] : [closed, closed, most, least], twist);
      const along = (by: number): Quat => outOf(limit, isAboutX ? swung(by, 0, 0.1) : swung(0, by, 0.1));
      expectBoundary({ limit, rotation: (by) => along(most + by), hasRoom: true }, `line ${i}`);
      expectBoundary({ limit, rotation: (by) => along(-least - by), hasRoom: true }, `line ${i}, other end`);
      const at = amid(-0.9 * least, 0.9 * most);
      const aside = (by: number): Quat => outOf(limit, isAboutX ? swung(at, by, 0.1) : swung(by, at, 0.1));
      expectBoundary({ limit, rotation: (by) => aside(by), hasRoom: false }, `line ${i}, side`);
      expectBoundary({ limit, rotation: (by) => aside(-by), hasRoom: false }, `line ${i}, other side`);
    }
  });

  test('what has no room at all: it is left at once, and never stood on', () => {
    for (let i = 0; i < 20; i++) {
      const [angle, direction] = [amid(-2, 2), amid(-3, 3)];
      const [c, s] = [Math.cos(direction), Math.sin(direction)];
      const closed = cone([0, 0, 0, 0], [-1, 1]);
      expectBoundary(
        { limit: closed, rotation: (by) => outOf(closed, swung(by * c, by * s, 0.3)), hasRoom: false },
        'closed cone',
      );
      const straight = cone([1, 1, 1, 1], [angle, angle]);
      const stiff: Limit = { kind: 'hinge', axis: axis(), min: angle, max: angle };
      // The cosine of so small an angle is 1 but for rounding: a single angle is left a little later than an end of a range, within the promise.
      const single = { hasRoom: false, looked: [0.6 * CLAMP_TOLERANCE, 0.8 * AT_LIMIT, 1.2 * AT_LIMIT, 0.05] };
      for (const sign of [1, -1]) {
        const twisted = (by: number): Quat => outOf(straight, swung(0.3 * c, 0.3 * s, angle + sign * by));
        expectBoundary({ limit: straight, rotation: twisted, ...single }, 'one twist');
        expectBoundary(
          { limit: stiff, rotation: (by) => fromAxisAngle(stiff.axis, angle + sign * by), ...single },
          'stiff hinge',
        );
        const place = {
          limit: { kind: 'prismatic', axis: axis(), min: angle, max: angle },
          rotation: (): Quat => [0, 0, 0, 1],
        } as const;
        expectBoundary({ ...place, slid: (by) => angle + sign * by, hasRoom: false }, 'stuck slide');
      }
    }
  });

  test('a turn that a hinge and a slide have no axis for', () => {
    for (let i = 0; i < 20; i++) {
      const along = axis();
      const aside = normalize([along[1], -along[0], 0]);
      const hinge: Limit = { kind: 'hinge', axis: along, min: -1, max: 1 };
      expectBoundary({ limit: hinge, rotation: (by) => fromAxisAngle(aside, by), hasRoom: false }, 'hinge');
      const slide: Limit = { kind: 'prismatic', axis: along, min: -1, max: 1 };
      expectBoundary({ limit: slide, rotation: (by) => fromAxisAngle(axis(), by), hasRoom: false }, 'slide');
    }
  });
});

describe('a joint goes the short way, and stops at the first boundary on it', () => {
  /** Where a walk along the short way from one angle to another leaves a range, or its end; ranges of more than half a turn. */
  function walk(from: number, to: number, min: number, max: number): number {
    const way = to - from - 2 * Math.PI * Math.round((to - from) / (2 * Math.PI));
    const end = from + way;
    return Math.min(max, Math.max(min, end));
  }

  test('hinges and twists of more than half a turn (300 random ones)', () => {
    for (let i = 0; i < 300; i++) {
      const middle = amid(-0.2, 0.2);
      const half = amid(1.7, 2.9);
      const [min, max] = [middle - half, middle + half];
      const [from, to] = [amid(min, max), amid(-Math.PI, Math.PI)];
      const wanted = walk(from, to, min, max);
      const hinge: Limit = { kind: 'hinge', axis: axis(), min, max };
      const hinged = projectOntoLimit(hinge, fromAxisAngle(hinge.axis, to), fromAxisAngle(hinge.axis, from));
      expect(angleBetween(hinged, fromAxisAngle(hinge.axis, wanted)), `hinge ${i}`).toBeLessThan(1e-7);
      const limit = cone([1, 1, 1, 1], [min, max]);
      const [a, b] = [amid(-0.5, 0.5), amid(-0.5, 0.5)];
      const twisted = projectOntoLimit(limit, outOf(limit, swung(a, b, to)), outOf(limit, swung(0.1, 0.2, from)));
      expect(angleBetween(twisted, outOf(limit, swung(a, b, wanted))), `twist ${i}`).toBeLessThan(1e-7);
    }
  });

  test('narrower ones have no far side: the nearer end, wherever they stand (100 random ones)', () => {
    for (let i = 0; i < 100; i++) {
      const middle = amid(-3, 3);
      const half = amid(0.1, 1.5);
      const limit: Limit = { kind: 'hinge', axis: axis(), min: middle - half, max: middle + half };
      const [from, away] = [amid(-half, half), amid(-3.1, 3.1)];
      const wanted = middle + Math.min(half, Math.max(-half, away));
      const found = projectOntoLimit(limit, fromAxisAngle(limit.axis, middle + away), fromAxisAngle(limit.axis, middle + from));
      expect(angleBetween(found, fromAxisAngle(limit.axis, wanted)), `hinge ${i}`).toBeLessThan(1e-7);
    }
  });

  test('cones wider than a half space keep a swing that would go over their back on its own side (300 random ones)', () => {
    const jumped = { over: 0, not: 0 };
    for (let i = 0; i < 300; i++) {
      const half = amid(1.7, 2.8);
      const limit = cone([half, half, half, half], [-3, 3]);
      const [direction, turned] = [amid(-Math.PI, Math.PI), amid(-1.4, 1.4)];
      const [from, to] = [amid(0.2, half), amid(0.2, 3.1)];
      const before = [from * Math.cos(direction), from * Math.sin(direction)] as const;
      const after = [-to * Math.cos(direction + turned), -to * Math.sin(direction + turned)] as const;
      if (Math.abs(from + to - Math.PI) < 0.01) continue;
      const isOver = from + to > Math.PI;
      const [size, [x, y]] = isOver ? [half / from, before] : [Math.min(1, half / to), after];
      const twist = amid(-1.4, 1.4);
      const found = projectOntoLimit(
        limit,
        outOf(limit, swung(...after, twist)),
        outOf(limit, swung(...before, amid(-1.4, 1.4))),
      );
      expect(angleBetween(found, outOf(limit, swung(size * x, size * y, twist))), `cone ${i}`).toBeLessThan(1e-7);
      jumped[isOver ? 'over' : 'not']++;
    }
    expect(Math.min(jumped.over, jumped.not)).toBeGreaterThan(30);
  });

  test('at half a turn a swing has no side to stay on', () => {
    const limit = { ...cone([2, 2, 2, 2], [-1, 1]), parentFrame: [0, 0, 0, 1], childFrame: [0, 0, 0, 1] } as const;
    const found = projectOntoLimit(limit, swung(-1.9, 0, 0), [1, 0, 0, 0]);
    expect(limitCoordinates(limit, found).swing[0]).toBeCloseTo(-1.9, 9);
  });
});

test('joints that were brought inside are told in their order, cones before and behind the hinges', () => {
  const hinge: Limit = { kind: 'hinge', axis: UNIT_Z, min: 0, max: 1 };
  const limits = [cone([0.5, 0.5, 0.5, 0.5], [-1, 1]), hinge, cone([0.5, 1, 0.5, 1], [-1, 1]), hinge, { kind: 'free' } as const];
  const chain = createSkeleton(
    limits.map((limit, j) => ({ name: `joint${j}`, parent: j - 1, offset: [0, 0, 0] as const, limit })),
  );
  const pose = restPose(chain);
  limits.forEach((limit, j) =>
    setRotation(pose, j, limit.kind === 'swingTwist' ? outOf(limit, swung(2, 2, 0)) : fromAxisAngle(UNIT_Z, 2)),
  );
  expect(clampPose(chain, pose).clamped).toEqual([0, 1, 2, 3]);
});

test('nothing is a boundary to a free joint, nor to a cone and a hinge that are open all round', () => {
  const open: readonly Limit[] = [
    { kind: 'free' },
    cone([Math.PI, Math.PI, Math.PI, Math.PI], [-Math.PI, Math.PI]),
    { kind: 'hinge', axis: UNIT_Z, min: -4, max: 4 },
  ];
  for (const limit of open) {
    const one = createSkeleton([{ name: 'joint', parent: -1, offset: [0, 0, 0], limit }]);
    const table = createLimitTable([limit]);
    for (let i = 0; i < 50; i++) {
      const q = limit.kind === 'hinge' ? fromAxisAngle(UNIT_Z, amid(-3.14, 3.14)) : turn();
      const pose = restPose(one);
      setRotation(pose, 0, q);
      const l = Float64Array.from(q);
      toLimitFramePacked(table, 0, l, 0, l, 0);
      const measured = [
        limitFlags(table, 0, l, 0, new Float64Array(1)),
        limitExcess(one, pose, 0),
        limitedJoints(one, pose),
        projectOntoLimit(limit, q),
      ];
      expect(measured).toEqual([0, 0, [], q]);
    }
  }
});

test('the numbers of a cone say whether it is round, wider than half a space, or open all round', () => {
  const rowOf = (swing: SwingTwistLimit['swing']) => [...createLimitTable([cone(swing, [-1, 1])]).numbers];
  const quick = (angle: number) => expect.closeTo(Math.cos(angle / 2), 15);
  const [a, b, c, d] = [0.3, 1.2, 0.7, 0.9];
  expect(rowOf([a, b, c, d]).slice(0, 10)).toEqual([a, b, c, d, quick(a), 0, expect.anything(), expect.anything(), 0, 0]);
  const round = rowOf([a, a, a, a]).slice(4, 10);
  expect(round).toEqual([quick(a), 1, expect.closeTo(Math.sin(a / 2), 15), quick(a), 0, 0]);
  expect(rowOf([1.6, 1.6, 1.6, 1.6]).slice(8, 10)).toEqual([0, 1]);
  expect(rowOf([a, 1.6, a, a]).slice(8, 10)).toEqual([0, 1]);
  expect(rowOf([1.5, 1.5, 1.5, 1.5]).slice(8, 10)).toEqual([0, 0]);
  // Half a turn on some sides only is short of it by a millionth: there both ends of an axis are the same rotation.
  const short = Math.PI - 1e-6;
  expect(rowOf([Math.PI, 1, Math.PI, 3.1]).slice(0, 10)).toEqual([
    short,
    1,
    short,
    3.1,
    quick(1),
    0,
    expect.anything(),
    expect.anything(),
    0,
    1,
  ]);
  const open = rowOf([Math.PI, Math.PI, Math.PI, Math.PI]);
  expect(open.slice(0, 6)).toEqual([Math.PI, Math.PI, Math.PI, Math.PI, quick(Math.PI), 1]);
  expect(open.slice(8, 10)).toEqual([1, 0]);
});
