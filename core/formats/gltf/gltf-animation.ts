import { createAccessorReader, type AccessorValues } from './gltf-accessors.ts';
import type { GltfAsset } from './gltf-asset.ts';
import { LONGEST_NAME, type GltfAnimation } from './gltf-schema.ts';
import { readKhrCharacter } from './khr-character.ts';
import { morphTargetsOf } from './morph-targets.ts';
import { once } from './once.ts';

export type ChannelPath = 'translation' | 'rotation' | 'scale';

/** Keys of one property of one node, in the file's units. */
export interface NodeChannel {
  readonly node: number;
  readonly path: ChannelPath;
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
  /** Seconds, strictly rising, at least one; not necessarily from 0. */
  readonly times: Float32Array | Float64Array;
  /** Flat; 4 numbers a key for rotations, otherwise 3. Cubic splines store in-tangent, value and out-tangent for each key. */
  readonly values: Float32Array | Float64Array;
}

/** Keys of the weights of a node's morph targets. */
export interface WeightsChannel extends Omit<NodeChannel, 'path'> {
  /** Morph targets, and numbers a key. */
  readonly targets: number;
}

export interface FileAnimation {
  readonly name: string;
  /** First and last key over all channels, seconds. */
  readonly start: number;
  readonly end: number;
  readonly channels: readonly NodeChannel[];
  /** Missing where no morph targets move. */
  readonly weights?: readonly WeightsChannel[];
}

/** Largest value of a key that is accepted; beyond it arithmetic would overflow. */
const MAX_VALUE = 1e9;
/** Latest key that is accepted, seconds: a day. */
const MAX_TIME = 86_400;

/** Sentences that are told about one file. */
const MOST_WARNINGS = 200;

export interface FileAnimations {
  readonly animations: readonly FileAnimation[];
  /** Sentences about channels that could not be read; all others were. */
  readonly warnings: readonly string[];
}

/** So many kinds of problems of an animation are told. */
const MOST_PROBLEMS = 10;

/**
 * Reads the animations (from number `first` on) of nodes' translations, rotations, scales and morph targets; pointers are left aside, and so are animations that
 * are reference poses or expressions of a character.
 */
export function readAnimations(asset: GltfAsset, first = 0): FileAnimations {
  const { poses, expressions } = readKhrCharacter(asset.document);
  const told = new Set([...poses, ...expressions].map(({ animation }) => animation));
  const read = readNumbered(asset, (a) => a >= first && !told.has(a));
  return { ...read, animations: [...read.animations.values()] };
}

/** Reads some animations, by their numbers in the file; one that moves nothing of that is none. */
export function readNumbered(
  asset: GltfAsset,
  isWanted: (number: number) => boolean,
): { readonly animations: ReadonlyMap<number, FileAnimation>; readonly warnings: readonly string[] } {
  const warnings: string[] = [];
  const animations = new Map<number, FileAnimation>();
  const reader = createChannelReader(asset);
  (asset.document.animations ?? []).forEach((animation, a) => {
    if (!isWanted(a)) return;
    const name = animation.name?.slice(0, LONGEST_NAME) ?? `animation ${a}`;
    const channels: NodeChannel[] = [];
    const weights: WeightsChannel[] = [];
    const problems = new Map<string, number[]>();
    for (const index of animation.channels.keys()) {
      try {
        const channel = readChannel(reader, animation, index);
        if (channel) channels.push(channel);
        const morphing = readWeights(asset, reader, animation, index);
        if (morphing) weights.push(morphing);
      } catch (error) {
        const problem = error instanceof Error ? error.message : 'it is unreadable';
        const indices = problems.get(problem);
        if (indices) indices.push(index);
        else problems.set(problem, [index]);
      }
    }
    warnings.push(...sentencesOf(name, problems));
    const all = [...channels, ...weights];
    if (all.length === 0) return;
    const start = all.reduce((least, { times }) => Math.min(least, times[0]!), Infinity);
    const end = all.reduce((most, { times }) => Math.max(most, times.at(-1)!), -Infinity);
    animations.set(a, { name, start, end, channels, ...(weights.length > 0 && { weights }) });
  });
  return { animations, warnings: warnings.slice(0, MOST_WARNINGS) };
}

function sentencesOf(name: string, problems: ReadonlyMap<string, readonly number[]>): string[] {
  const told = [...problems].slice(0, MOST_PROBLEMS).map(([problem, indices]) => {
    const which =
      indices.length === 1 ? `channel ${indices[0]} of "${name}" was` : `${indices.length} channels of "${name}" were`;
    return `${which} left out: ${problem}`;
  });
  const more = problems.size - told.length;
  return more > 0 ? [...told, `more channels of "${name}" were left out, for ${more} other reasons`] : told;
}

/** Reads and checks what channels name; what many of them share is read and checked once. */
interface ChannelReader {
  readonly times: (accessor: number) => AccessorValues;
  /** The first `elements` elements of `components` numbers. */
  readonly values: (accessor: number, elements: number, components: number) => Float32Array | Float64Array;
}

function createChannelReader(asset: GltfAsset): ChannelReader {
  const read = createAccessorReader(asset);
  const times = once((accessor: number) => {
    const input = read(accessor);
    if (input.components !== 1 || input.count === 0) throw new Error('it has no key times');
    checkTimes(input.values);
    return input;
  });
  const badValue = once((accessor: number) => firstUnusable(read(accessor).values));
  return {
    times,
    values(accessor, elements, components) {
      const output = read(accessor);
      if (output.components !== components || output.count < elements) {
        throw new Error(`it needs ${elements} values of ${components} numbers, and has ${output.count} of ${output.components}`);
      }
      if (badValue(accessor) < elements * components) throw new Error('its values are not all usable numbers');
      return output.values.subarray(0, elements * components);
    },
  };
}

/** Index of the first value that is no number to work with; infinity without one. */
function firstUnusable(values: AccessorValues['values']): number {
  for (let i = 0; i < values.length; i++) if (!(Math.abs(values[i]!) <= MAX_VALUE)) return i;
  return Infinity;
}

function checkTimes(times: AccessorValues['values']): void {
  for (let k = 0; k < times.length; k++) {
    if (!(Math.abs(times[k]!) <= MAX_TIME)) throw new Error(`the time of key ${k} is ${times[k]}, out of bounds`);
    if (k > 0 && times[k]! <= times[k - 1]!) throw new Error(`its key times do not rise at key ${k}`);
  }
}

function readChannel(reader: ChannelReader, animation: GltfAnimation, index: number): NodeChannel | null {
  const { target, sampler: samplerIndex } = animation.channels[index]!;
  const { node, path } = target;
  if (node === undefined || (path !== 'translation' && path !== 'rotation' && path !== 'scale')) return null;
  const { output, ...sampler } = readSampler(reader, animation, samplerIndex);
  const values = reader.values(output, sampler.times.length * perKey(sampler), path === 'rotation' ? 4 : 3);
  return { node, path, ...sampler, values };
}

function readWeights(asset: GltfAsset, reader: ChannelReader, animation: GltfAnimation, index: number): WeightsChannel | null {
  const { target, sampler: samplerIndex } = animation.channels[index]!;
  const { node, path } = target;
  if (node === undefined || path !== 'weights') return null;
  const targets = morphTargetsOf(asset.document, node);
  if (targets === 0) return null;
  const { output, ...sampler } = readSampler(reader, animation, samplerIndex);
  const values = reader.values(output, sampler.times.length * perKey(sampler) * targets, 1);
  return { node, targets, ...sampler, values };
}

type Sampling = Pick<NodeChannel, 'interpolation' | 'times'>;

function readSampler(reader: ChannelReader, animation: GltfAnimation, index: number): Sampling & { readonly output: number } {
  const { interpolation = 'LINEAR', input, output } = animation.samplers[index]!;
  if (interpolation !== 'LINEAR' && interpolation !== 'STEP' && interpolation !== 'CUBICSPLINE') {
    throw new Error(`its interpolation "${interpolation.slice(0, 60)}" is unknown`);
  }
  return { interpolation, times: reader.times(input).values, output };
}

/** Values a key: a cubic spline has its tangents too. */
function perKey({ interpolation }: Sampling): 1 | 3 {
  return interpolation === 'CUBICSPLINE' ? 3 : 1;
}
