import type { SizeReading } from '../../../core/humanoid/rigging/size-question.ts';
import type { LengthUnit } from '../../../electron/contract.ts';

/** Metres of a unit, what it is called in short and in full, and the decimals that it is shown with. */
const UNITS: Readonly<
  Record<LengthUnit, { readonly metres: number; readonly short: string; readonly name: string; readonly decimals: number }>
> = {
  mm: { metres: 0.001, short: 'mm', name: 'millimetres', decimals: 0 },
  cm: { metres: 0.01, short: 'cm', name: 'centimetres', decimals: 1 },
  m: { metres: 1, short: 'm', name: 'metres', decimals: 3 },
  in: { metres: 0.0254, short: 'in', name: 'inches', decimals: 2 },
};

/** Units of one kind, by the ways to write them: how many of the kind's first one each is. */
type Kind = Readonly<Record<string, number>>;

const LENGTHS: Kind = {
  m: 1,
  mm: 0.001,
  cm: 0.01,
  in: 0.0254,
  inch: 0.0254,
  inches: 0.0254,
  '"': 0.0254,
  '″': 0.0254,
  ft: 0.3048,
  "'": 0.3048,
  '′': 0.3048,
};
const ANGLES: Kind = { '°': 1, deg: 1, degrees: 1, rad: 180 / Math.PI, turn: 360, turns: 360 };
const TIMES: Kind = { s: 1, sec: 1, seconds: 1, ms: 0.001, min: 60 };
const SHARES: Kind = { '%': 1 };
const PIXELS: Kind = { px: 1, pixels: 1 };

const NUMBER = /^([+\-−]?(?:\d+(?:[.,]\d*)?|[.,]\d+))\s*(\D*)$/;

/** A typed number and what stands behind it, in small letters; null where it is none. */
export function readNumber(text: string): { readonly number: number; readonly written: string } | null {
  const [, digits, written] = NUMBER.exec(text.trim()) ?? [];
  if (digits === undefined || written === undefined) return null;
  return { number: Number(digits.replace('−', '-').replace(',', '.')), written: written.trim().toLowerCase() };
}

/** What a typed text means in a unit: a number of it, or of the one of its kind that stands behind the number. Null when it means none. */
export function readIn(unit: string, text: string): number | null {
  const read = readNumber(text);
  if (!read) return null;
  const { number, written } = read;
  if (written === '' || written === unit) return number;
  const kind = [LENGTHS, ANGLES, TIMES, SHARES, PIXELS].find((units) => Object.hasOwn(units, unit));
  return kind && Object.hasOwn(kind, written) ? (number * kind[written]!) / kind[unit]! : null;
}

/** A focal length in words: millimetres in every unit of length, as lenses are called. */
export function focalLengthInWords(millimetres: number): string {
  return `${millimetres.toFixed(1)} mm`;
}

export function unitName(unit: LengthUnit): string {
  return UNITS[unit].name;
}

export function unitSign(unit: LengthUnit): string {
  return UNITS[unit].short;
}

/** Metres that one of a unit has. */
export function metresOf(unit: LengthUnit): number {
  return UNITS[unit].metres;
}

/** Metres as a number in a unit, without its sign; `finest`: metres that are told apart where that needs more decimals than usual. */
export function lengthIn(unit: LengthUnit, metres: number, finest = Infinity): string {
  const { metres: one, decimals } = UNITS[unit];
  const text = (metres / one).toFixed(Math.max(decimals, decimalsFor(finest / one)));
  return Number(text) === 0 ? text.replace('-', '') : text;
}

/** Decimals in which numbers that are so far apart differ. */
function decimalsFor(step: number): number {
  return Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
}

/** Metres in a unit, with its sign. */
export function showLength(unit: LengthUnit, metres: number): string {
  return `${lengthIn(unit, metres)} ${UNITS[unit].short}`;
}

/** The unit in which small distances are told where another is set. */
export function fineUnit(unit: LengthUnit): LengthUnit {
  return unit === 'cm' ? 'mm' : unit;
}

/** Metres below which centimetres give way to millimetres. */
const SMALL = 0.1;
/** Decimals that a distance has at least. */
const FEWEST_DECIMALS: Readonly<Record<LengthUnit, number>> = { mm: 0, cm: 0, m: 2, in: 1 };

/**
 * How far two things are apart, in the unit that is set: to two digits, in whole units where there are many of them. What is less than `finest`
 * (metres; default 0.1 mm) is no longer told apart. Few centimetres are told in millimetres.
 */
export function showDistance(unit: LengthUnit, metres: number, finest = 1e-4): string {
  const told = metres < SMALL ? fineUnit(unit) : unit;
  const { metres: one, short } = UNITS[told];
  const twoDigits = metres >= finest / 2 ? 1 - Math.floor(Math.log10(metres / one)) : 0;
  const decimals = Math.max(FEWEST_DECIMALS[told], Math.min(twoDigits, decimalsFor(finest / one)));
  return `${(metres / one).toFixed(decimals)} ${short}`;
}

/** The same of a distance that ought to be none: “< 0.001 mm” where it is less than `finest`. */
export function showResidual(unit: LengthUnit, metres: number, finest: number): string {
  return metres < finest ? `< ${showDistance(unit, finest, finest)}` : showDistance(unit, metres, finest);
}

/** Metres that a typed text means: a number of the given unit, or of the one that stands behind it. Null when it means none. */
export function readLength(unit: LengthUnit, text: string): number | null {
  const read = readIn(unit, text);
  return read === null ? null : read * UNITS[unit].metres;
}

/** What to do with a file whose lengths are not those that were meant. */
export function inUnits({ unit, height }: SizeReading, lengths: LengthUnit): string {
  return unit === null ? `Make it ${showLength(lengths, height)} tall` : `Read as ${unit}`;
}

/** Metres that an arrow key changes a length by. */
export function stepOf(unit: LengthUnit): number {
  return unit === 'in' ? 0.0254 : 0.01;
}
