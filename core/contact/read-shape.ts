import { isNumberFrom } from '../math/check-numbers.ts';
import { isList, isObject, spellOut } from '../math/check-values.ts';
import { STANDARD_SHAPES, type Shape } from './shape.ts';

/** Metres that a side of a shape measures. */
export const SMALLEST_SIDE = 0.001;
export const LARGEST_SIDE = 100;
/** Steps of stairs. */
const MOST_STEPS = 200;
/** Triangles of a mesh. */
const MOST_TRIANGLES = 200_000;

type Fields = Readonly<Record<string, unknown>>;

/**
 * A shape from what was stored or handed in: the same values, and nothing that no shape has. Sides are 1 mm to 100 m, stairs have 1 to 200 steps, a mesh has
 * 1 to 200,000 triangles. Throws a `RangeError` of one sentence that says what was expected and what came.
 */
export function readShape(value: unknown): Shape {
  if (!isObject(value)) throw new RangeError(`a shape must be an object, got ${spellOut(value)}`);
  const { kind } = value;
  switch (kind) {
    case 'box':
    case 'table':
    case 'door':
      return { kind, size: sides(value, kind, 3) as unknown as readonly [number, number, number] };
    case 'ball':
      return { kind, radius: side(value, kind, 'radius') };
    case 'cylinder':
      return { kind, radius: side(value, kind, 'radius'), height: side(value, kind, 'height') };
    case 'plane':
      return { kind, size: sides(value, kind, 2) as unknown as readonly [number, number] };
    case 'stairs':
      return readStairs(value);
    case 'ramp':
      return {
        kind,
        length: side(value, kind, 'length'),
        height: side(value, kind, 'height'),
        width: side(value, kind, 'width'),
      };
    case 'chair':
      return {
        kind,
        seatHeight: side(value, kind, 'seatHeight'),
        size: sides(value, kind, 2) as unknown as readonly [number, number],
        backHeight: value['backHeight'] === 0 ? 0 : side(value, kind, 'backHeight'),
        ...(value['armHeight'] !== undefined && { armHeight: side(value, kind, 'armHeight') }),
      };
    case 'mesh':
      return readMesh(value);
    default: {
      const kinds = [...Object.keys(STANDARD_SHAPES), 'mesh'].map((known) => `"${known}"`).join(', ');
      throw new RangeError(`the kind of a shape must be one of ${kinds}, got ${spellOut(kind)}`);
    }
  }
}

function side(fields: Fields, kind: string, name: string): number {
  const value = fields[name];
  if (isNumberFrom(value, SMALLEST_SIDE, LARGEST_SIDE)) return value;
  throw new RangeError(`the ${name} of a ${kind} must be ${SMALLEST_SIDE} to ${LARGEST_SIDE} m, got ${spellOut(value)}`);
}

function sides(fields: Fields, kind: string, count: number): readonly number[] {
  const value = fields['size'];
  const numbers = isList(value) && value.length === count ? Array.from(value) : [];
  if (numbers.length === count && numbers.every((each) => isNumberFrom(each, SMALLEST_SIDE, LARGEST_SIDE))) return numbers;
  throw new RangeError(
    `the size of a ${kind} must be ${count} numbers from ${SMALLEST_SIDE} to ${LARGEST_SIDE} m, got ${spellOut(value)}`,
  );
}

function readStairs(fields: Fields): Shape {
  const { steps } = fields;
  if (!isNumberFrom(steps, 1, MOST_STEPS) || !Number.isInteger(steps))
    throw new RangeError(`the steps of stairs must be a whole number from 1 to ${MOST_STEPS}, got ${spellOut(steps)}`);
  const read = (name: string): number => side(fields, 'flight of stairs', name);
  return { kind: 'stairs', steps, rise: read('rise'), tread: read('tread'), width: read('width') };
}

function readMesh({ positions, indices }: Fields): Shape {
  if (!isList(positions) || positions.length === 0 || positions.length % 3 !== 0)
    throw new RangeError(`the positions of a mesh must be three numbers a point, got ${spellOut(positions)}`);
  for (let i = 0; i < positions.length; i++) {
    if (!isNumberFrom(positions[i], -LARGEST_SIDE, LARGEST_SIDE))
      throw new RangeError(
        `the positions of a mesh must be numbers from -${LARGEST_SIDE} to ${LARGEST_SIDE} m, got ${spellOut(positions[i])}`,
      );
  }
  if (!isList(indices) || indices.length === 0 || indices.length % 3 !== 0 || indices.length > 3 * MOST_TRIANGLES) {
    const got = isList(indices) ? `${indices.length} indices` : spellOut(indices);
    throw new RangeError(`a mesh must have 1 to ${MOST_TRIANGLES} triangles of three indices, got ${got}`);
  }
  const points = positions.length / 3;
  for (let i = 0; i < indices.length; i++) {
    if (!isNumberFrom(indices[i], 0, points - 1) || !Number.isInteger(indices[i]))
      throw new RangeError(`the indices of a mesh must be whole numbers from 0 to ${points - 1}, got ${spellOut(indices[i])}`);
  }
  return {
    kind: 'mesh',
    positions: positions instanceof Float32Array ? positions : Float32Array.from(positions as ArrayLike<number>),
    indices: indices instanceof Uint32Array ? indices : Uint32Array.from(indices as ArrayLike<number>),
  };
}
