import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as core from '../../core/index.ts';
import { smallBiped } from '../helpers/small-biped.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'core');

interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
}

/** The text up to the bracket that closes the one before `at`. */
function upToClosing(text: string, at: number): string {
  for (let i = at, depth = 1; ; i++) {
    if ('([{'.includes(text[i]!)) depth++;
    if (')]}'.includes(text[i]!) && --depth === 0) return text.slice(at, i);
  }
}

/** The entries of a list of parameters, split at the commas that are in no bracket. */
function splitParameters(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of list) {
    if ('([{<'.includes(letter)) depth++;
    if (')]}>'.includes(letter)) depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function readParameter(text: string): Parameter {
  const [, name = text, mark, type = '', fallback] = /^(?:\.\.\.)?(\w+)(\?)?(?::\s*([^=]+?))?(?:\s*=\s*(.*))?$/s.exec(text) ?? [];
  return {
    name,
    type: type
      .replaceAll(/\s+/g, ' ')
      .replaceAll('<Names>', '')
      .replace(/^Joints$/, 'readonly JointDefinition[]'),
    isOptional: mark !== undefined || fallback !== undefined || text.startsWith('...'),
  };
}

/** The parameters of every public function, as its source has them. */
function readFunctions(): Map<string, readonly Parameter[]> {
  const index = readFileSync(join(FOLDER, 'index.ts'), 'utf8');
  const functions = new Map<string, readonly Parameter[]>();
  for (const [, list = '', from = ''] of index.matchAll(/export \{([^}]*)\} from '\.\/([^']+)';/g)) {
    const source = readFileSync(join(FOLDER, from), 'utf8');
    for (const entry of list.split(',').map((each) => each.trim())) {
      const [own = '', name = own] = entry.split(' as ');
      const start = new RegExp(`export function ${own}(<[^(]*>)?\\(`).exec(source);
      if (own === '' || start === null) continue;
      const at = start.index + start[0].length;
      functions.set(name, splitParameters(upToClosing(source, at)).map(readParameter));
    }
  }
  return functions;
}

const FUNCTIONS = readFunctions();
const isBody = ({ type }: Parameter): boolean => ['Skeleton', 'Rig', 'BoundSkeleton'].includes(type);

describe('the order of arguments', () => {
  test('is found for nearly all public functions', () => {
    expect(FUNCTIONS.size).toBeGreaterThan(130);
  });

  test('has the skeleton or rig first, wherever there is one', () => {
    const others = [...FUNCTIONS].filter(([, parameters]) => parameters.some(isBody) && !isBody(parameters[0]!));
    expect(others.map(([name]) => name)).toEqual([]);
  });
});

const { rig } = smallBiped();
const { skeleton } = rig;
const pose = core.restPose(skeleton);
const clip = core.clipFromPoses(skeleton, [pose, pose], { id: 'clip', name: 'clip', fps: 30, loop: false });
const saved = core.capturePose(skeleton, pose, { id: 'a', name: 'a', tags: [] });
const project = core.createProject(rig, { name: 'a', fileName: 'a.glb', hash: '0'.repeat(64) });
const RIGHT: Readonly<Record<string, unknown>> = {
  number: 1,
  string: 'a',
  Quat: [0, 0, 0, 1],
  Vec3: [1, 0, 0],
  Skeleton: skeleton,
  Rig: rig,
  BoundSkeleton: rig,
  Pose: pose,
  'readonly Pose[]': [pose, pose],
  Clip: clip,
  'readonly Clip[]': [clip],
  Track: { joint: 1, times: [0], values: [0, 0, 0, 1], interpolation: 'linear' },
  SavedPose: saved,
  'readonly SavedPose[]': [saved],
  'readonly number[]': [1],
  'readonly ChosenKey[]': [],
  'readonly Goal[]': [],
  WorldTransforms: core.forwardKinematics(skeleton, pose),
  SegmentMasses: core.segmentMasses(rig),
  Limit: { kind: 'free' },
  Random: core.seededRandom(1),
  Side: 'left',
  HumanoidBone: 'leftHand',
  HandleName: 'leftHand',
  Pins: {},
  History: core.createHistory(project),
  Project: project,
  ProjectData: core.projectToData(rig, project),
  PoseData: core.poseToData(skeleton, pose),
  Solver: core.createSolver(skeleton),
  WriteNode: () => {},
  ReadNode: () => ({ translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] }),
  Uint8Array: new Uint8Array(8),
};
/** What JavaScript may hold where something else belongs. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  true,
  NaN,
  -7,
  'x',
  {},
  [],
  [null],
  [{}],
  new Float64Array(2),
  new Map(),
  () => 1,
];

/** Calls it with one argument after the other replaced by each wrong value, the rest being right where that is known. */
function* failuresOf(name: string, parameters: readonly Parameter[]): Generator<string> {
  const call = (core as Readonly<Record<string, unknown>>)[name] as (...values: readonly unknown[]) => unknown;
  const right = parameters.map(({ type, isOptional }) => (isOptional && !(type in RIGHT) ? undefined : RIGHT[type]));
  for (let i = 0; i < Math.max(1, parameters.length); i++) {
    for (const wrong of WRONG) {
      if (wrong === undefined && parameters[i]?.isOptional !== false) continue;
      try {
        call(...right.with(i, wrong));
      } catch (error) {
        const isSentence =
          error instanceof Error &&
          !(error instanceof TypeError || error instanceof ReferenceError || error instanceof SyntaxError) &&
          !/\n|\[object|is not iterable|of undefined|of null|Invalid (array|typed)/.test(error.message) &&
          // It names what was wrong before it says what that must be.
          /^["\w]/.test(error.message) &&
          error.message.length > 10;
        if (!isSentence)
          yield `${name}: ${parameters[i]?.name ?? ''} = ${JSON.stringify(wrong) ?? String(wrong)}: ${String(error)}`;
      }
    }
  }
}

test('whatever comes to a public function in the place of any argument is taken, or refused with a sentence', () => {
  const constant = ['handlesOf', 'segmentMasses'].map(
    (name) => [name, [{ name: 'rig', type: 'Rig', isOptional: false }]] as const,
  );
  const failures = [...FUNCTIONS, ...constant].flatMap(([name, parameters]) => [...failuresOf(name, parameters)].slice(0, 3));
  expect(failures).toEqual([]);
});

/** Whether a number that is none is anywhere in what a function gave. */
function holdsNaN(value: unknown): boolean {
  if (typeof value === 'number') return Number.isNaN(value);
  if (typeof value !== 'object' || value === null) return false;
  return (ArrayBuffer.isView(value) ? [...(value as Float64Array)] : Object.values(value)).some(holdsNaN);
}

test('numbers that are none never come out of a public function, whichever argument brings them', () => {
  const unfit: Readonly<Record<string, () => unknown>> = {
    number: () => NaN,
    Quat: () => [NaN, 0, 0, 1],
    Vec3: () => [NaN, 0, 0],
    Pose: () => pose.with(5, NaN),
    'readonly number[]': () => [NaN],
  };
  const passed = [...FUNCTIONS].flatMap(([name, parameters]) => {
    const call = (core as Readonly<Record<string, unknown>>)[name] as (...values: readonly unknown[]) => unknown;
    const right = parameters.map(({ type, isOptional }) => (isOptional && !(type in RIGHT) ? undefined : RIGHT[type]));
    return parameters.flatMap((parameter, i) => {
      const wrong = unfit[parameter.type]?.();
      if (wrong === undefined) return [];
      try {
        return holdsNaN(call(...right.with(i, wrong))) ? [`${name}: ${parameter.name}`] : [];
      } catch {
        return [];
      }
    });
  });
  expect(passed).toEqual([]);
});

test('whatever is misspelt in options, settings and pins is refused', () => {
  const isOptions = ({ type }: Parameter): boolean => /(Options|Settings)\b|^Pins$|^Relaxing$|^\{ readonly/.test(type);
  const asked = [...FUNCTIONS].flatMap(([name, parameters]) =>
    parameters.flatMap((parameter, i) => (isOptions(parameter) ? [{ name, parameters, i }] : [])),
  );
  const passed = asked.filter(({ name, parameters, i }) => {
    const call = (core as Readonly<Record<string, unknown>>)[name] as (...values: readonly unknown[]) => unknown;
    const right = parameters.map(({ type, isOptional }) => (isOptional && !(type in RIGHT) ? undefined : RIGHT[type]));
    try {
      call(...right.with(i, { misspelt: 1 }));
      return true;
    } catch {
      return false;
    }
  });
  expect(asked.length).toBeGreaterThan(20);
  expect(passed.map(({ name }) => name)).toEqual([]);
});

test('a pull refuses misspelt options of a move, and places and turns that are none', () => {
  const pull = core.createPuller(rig).begin(pose, 'leftHand');
  expect(() => pull.to([0.2, 1, 0.2], { floorStop: true } as never)).toThrow(
    'the options of a move cannot have the field "floorStop"; near it is "floorStops"',
  );
  expect(() => pull.to([NaN, 0, 0])).toThrow('the target of "leftHand" must be three finite numbers');
  expect(() => pull.to(undefined as never)).toThrow('the target of "leftHand" must be three finite numbers, got undefined');
  expect(() => pull.to([0.2, 1, 0.2], { rotation: [0, 0, 0, 2] })).toThrow('the rotation must have length 1, got 2');
});
