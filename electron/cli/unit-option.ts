import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { CharacterScene } from '../../core/skeleton/scene.ts';
import { sizeQuestion, type SizeReading } from '../../core/humanoid/rigging/size-question.ts';
import type { BvhReadingOverrides } from '../../core/formats/read-character.ts';
import { lyingNote, UP_AXES, type UpAxis } from '../../core/formats/text/up-axes.ts';

/** Metres of the units that may be named. */
const UNITS: Readonly<Record<string, number>> = { mm: 0.001, cm: 0.01, in: 0.0254, ft: 0.3048, m: 1 };

export interface UnitFlags {
  /** Metres. */
  readonly unit?: number;
  readonly up?: UpAxis;
}

/** `whose` is whose lengths and directions are meant. */
export function addUnitOption(command: Command, whose = 'the file'): Command {
  const names = Object.keys(UNITS).join(', ');
  return command
    .option('--unit <unit>', `what a length of 1 in ${whose} means: ${names}, or metres as a number`, metresOf)
    .addOption(
      new Option('--up <axis>', `axis that points up in ${whose}; default: y, or the one along which its body lies`).choices(
        UP_AXES,
      ),
    );
}

export function unitReading({ unit, up }: UnitFlags): BvhReadingOverrides {
  return { ...(unit !== undefined && { unit }), ...(up && { axis: up }) };
}

/** What is told of how a character's file was read: that its body was set upright, and the question about its size. */
export function readingNotes({ rig, scene: { lay } }: { readonly rig: Rig; readonly scene: CharacterScene }): string[] {
  return [...(lay === undefined ? [] : [lyingNote(lay)]), ...sizeNotes(rig)];
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
