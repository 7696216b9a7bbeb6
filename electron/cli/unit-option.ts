import { InvalidArgumentError, type Command } from 'commander';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { sizeQuestion, type SizeReading } from '../../core/humanoid/rigging/size-question.ts';
import type { BvhReadingOverrides } from '../../core/formats/read-character.ts';

/** Metres of the units that may be named. */
const UNITS: Readonly<Record<string, number>> = { mm: 0.001, cm: 0.01, in: 0.0254, ft: 0.3048, m: 1 };

export interface UnitFlags {
  /** Metres. */
  readonly unit?: number;
}

/** `whose` is whose lengths are meant. */
export function addUnitOption(command: Command, whose = 'the file'): Command {
  const names = Object.keys(UNITS).join(', ');
  return command.option('--unit <unit>', `what a length of 1 in ${whose} means: ${names}, or metres as a number`, metresOf);
}

export function unitReading({ unit }: UnitFlags): BvhReadingOverrides {
  return unit === undefined ? {} : { unit };
}

/** The question about a character of an unlikely size, and what answers it. */
export function sizeNotes({ report }: Rig): string[] {
  const question = sizeQuestion(report.height);
  return question ? [question.sentence, ...question.readings.map(answer)] : [];
}

function answer({ metres, height }: SizeReading): string {
  const short = Object.keys(UNITS).find((name) => UNITS[name] === metres) ?? String(Number(metres.toPrecision(4)));
  return `with --unit ${short} the body is ${height.toFixed(2)} m tall`;
}

function metresOf(text: string): number {
  const name = text.trim().toLowerCase();
  const value = Object.hasOwn(UNITS, name) ? UNITS[name]! : name === '' ? Number.NaN : Number(text);
  if (!(value > 0 && value <= 1e6)) {
    throw new InvalidArgumentError(`expected one of ${Object.keys(UNITS).join(', ')} or metres above 0, got "${text}".`);
  }
  return value;
}
