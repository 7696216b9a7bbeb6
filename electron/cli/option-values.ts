import { InvalidArgumentError } from 'commander';
import type { RestChoice } from '../../core/formats/clips/source-rest.ts';
import { LIMIT_PRESETS, type LimitPreset } from '../../core/humanoid/body/rig.ts';
import { FRAME_RATES } from '../../core/animation/clip.ts';
import { length, type Vec3 } from '../../core/math/vec3.ts';
import type { NamedGoal, NamedPole } from './pose-goals.ts';

/** Adds `leftHand=0.4,1.2,0.3` to the goals given before. */
export function collectGoals(text: string, before: readonly NamedGoal[] = []): readonly NamedGoal[] {
  const [name, target] = namedVector(text, 'in metres, such as leftHand=0.4,1.2,0.3');
  if (before.some((goal) => goal.name === name)) throw new InvalidArgumentError(`"${name}" has a goal already.`);
  return [...before, { name, target }];
}

/** Adds `rightElbow=0,-1,0` to the poles given before. */
export function collectPoles(text: string, before: readonly NamedPole[] = []): readonly NamedPole[] {
  const [name, direction] = namedVector(text, 'a direction, such as rightElbow=0,-1,0');
  if (length(direction) === 0) throw new InvalidArgumentError(`expected a direction, got "${text}", which has no length.`);
  if (before.some((pole) => pole.name === name)) throw new InvalidArgumentError(`"${name}" has a pole already.`);
  return [...before, { name, direction }];
}

function namedVector(text: string, expected: string): readonly [name: string, vector: Vec3] {
  const [name = '', numbers = '', ...rest] = text.split('=');
  const vector = numbers.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (name === '' || rest.length > 0 || vector.length !== 3 || !vector.every((value) => Math.abs(value) <= 1e6)) {
    throw new InvalidArgumentError(`expected NAME=x,y,z ${expected}, got "${text}".`);
  }
  return [name, vector as unknown as Vec3];
}

/** Reads `happy=0.6` and adds it to the weights given before. */
export function collectWeights(text: string, before: Readonly<Record<string, number>> = {}): Readonly<Record<string, number>> {
  const at = text.lastIndexOf('=');
  const [name, number] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  const weight = number.trim() === '' ? Number.NaN : Number(number);
  if (name === '' || !(weight >= 0 && weight <= 1))
    throw new InvalidArgumentError(`expected NAME=WEIGHT from 0 to 1, such as happy=0.6, got "${text}".`);
  if (Object.hasOwn(before, name)) throw new InvalidArgumentError(`"${name}" has a weight already.`);
  return { ...before, [name]: weight };
}

/** Splits `leftFoot,rightFoot` and adds it to the names given before. */
export function collectNames(text: string, before: readonly string[] = []): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError(`expected names separated by commas, got "${text}".`);
  return [...before, ...names];
}

/** Adds a path to those given before. */
export function collectFiles(path: string, before: readonly string[] = []): readonly string[] {
  return [...before, path];
}

/** A whole number, at least `least`. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < least || value > 2 ** 31) {
      throw new InvalidArgumentError(`expected a whole number of ${least} or more, got "${text}".`);
    }
    return value;
  };
}

/** A number above 0. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(text.trim() !== '' && value > 0 && value < 1e9))
    throw new InvalidArgumentError(`expected a number above 0, got "${text}".`);
  return value;
}

/** A number from `least` to `most`. */
export function numberWithin(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!(text.trim() !== '' && value >= least && value <= most)) {
      throw new InvalidArgumentError(`expected a number from ${least} to ${most}, got "${text}".`);
    }
    return value;
  };
}

/** How far joints turn: one of the presets of limits. */
export function limitPreset(text: string): LimitPreset {
  const preset = LIMIT_PRESETS.find((known) => known === text);
  if (!preset) throw new InvalidArgumentError(`expected one of ${LIMIT_PRESETS.join(', ')}, got "${text}".`);
  return preset;
}

/** One of the frame rates that clips have. */
export function frameRate(text: string): number {
  const value = Number(text);
  if (!FRAME_RATES.includes(value)) {
    throw new InvalidArgumentError(`expected one of ${FRAME_RATES.join(', ')} frames a second, got "${text}".`);
  }
  return value;
}

/** A time on a clip's timeline. */
export function seconds(text: string): number {
  const value = Number(text);
  if (!(text.trim() !== '' && value >= 0 && value < 1e9))
    throw new InvalidArgumentError(`expected seconds, 0 or more, got "${text}".`);
  return value;
}

/** `zero`, or the number of a frame, from 0. */
export function restPoseOf(text: string): 'zero' | { readonly frame: number } {
  return text === 'zero' ? 'zero' : { frame: wholeNumber(0)(text) };
}

/** What a retargeted source rests in: `file`, `bind`, `t-pose` or seconds from the clip's beginning. */
export function sourceRest(text: string): RestChoice {
  if (text === 'file' || text === 'bind') return text;
  if (text === 't-pose') return 'tPose';
  if (Number.isNaN(Number(text))) {
    throw new InvalidArgumentError(`expected file, bind, t-pose or a moment of the clip in seconds, got "${text}".`);
  }
  return { seconds: seconds(text) };
}
