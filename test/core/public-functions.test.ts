import { describe, expect, test } from 'vitest';
import * as core from '../../core/index.ts';
import { spellOut } from '../../core/math/check-values.ts';
import { readFunctions, type Parameter } from '../helpers/public-functions.ts';
import { clip, object3D, pose, RIGHT, rig, transformNode, WITHOUT_RIGHT } from '../helpers/right-arguments.ts';
import { WRONG } from '../helpers/wrong-arguments.ts';

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

/** Calls it with one argument after the other replaced by each wrong value, the rest being right where that is known. */
function* failuresOf(name: string, parameters: readonly Parameter[]): Generator<string> {
  const call = (core as Readonly<Record<string, unknown>>)[name] as (...values: readonly unknown[]) => unknown;
  const right = parameters.map(({ type, isOptional }) => (isOptional && !(type in RIGHT) ? undefined : RIGHT[type]));
  for (let i = 0; i < Math.max(1, parameters.length); i++) {
    for (const wrong of WRONG) {
      if (wrong === undefined && parameters[i]?.isOptional !== false) continue;
      const refusal = refusalOf(() => call(...right.with(i, wrong)));
      if (refusal !== null && !isSentence(refusal))
        yield `${name}: ${parameters[i]?.name ?? ''} = ${spellOut(wrong)}: ${String(refusal)}`;
    }
  }
}

/** The error that a call throws; null where it answers. */
function refusalOf(call: () => unknown): Error | null {
  try {
    call();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new TypeError(`no error, but ${JSON.stringify(error)}`);
  }
}

/** Whether a refusal is a sentence that names what was wrong before it says what that must be. */
function isSentence(refusal: Error): boolean {
  const isOfEngine = refusal instanceof TypeError || refusal instanceof ReferenceError || refusal instanceof SyntaxError;
  const { message } = refusal;
  return (
    !isOfEngine &&
    !/\n|\[object|is not iterable|of undefined|of null|Invalid (array|typed)|Maximum call/.test(message) &&
    /^["\w]/.test(message) &&
    message.length > 10
  );
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
    Clip: () => ({ ...clip, tracks: clip.tracks.map((track) => ({ ...track, values: track.values.with(1, NaN) })) }),
    Track: () => ({ joint: 1, times: [NaN], values: [0, 0, 0, 1], interpolation: 'linear' }),
    PoseData: () => ({ root: [NaN, 0, 0], joints: {} }),
    Object3DLike: () => ({ ...object3D(), position: { x: NaN, y: 0, z: 0 } }),
    TransformNodeLike: () => ({ ...transformNode(), scaling: { x: NaN, y: 1, z: 1 } }),
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
  expect(() => pull.to([0.2, 1, 0.2], null as never)).toThrow('the options of a move must be an object, got null');
  expect(() => pull.to([NaN, 0, 0])).toThrow('the target of "leftHand" must be 3 finite numbers');
  expect(() => pull.to(undefined as never)).toThrow(/the target of "leftHand" must be 3 finite numbers .*, got undefined/);
  expect(() => pull.to([0.2, 1, 0.2], { rotation: [0, 0, 0, 2] })).toThrow('the rotation must have length 1, got 2');
});

/** What Limber's own functions make and programs hand back as it is: no part of it is put together by hand. */
const MADE = new Set(['Skeleton', 'Rig', 'BoundSkeleton', 'Solver', 'WorldTransforms', 'History']);
/** How deep parts of parts are replaced. */
const DEEPEST = 3;

/** The value again and again, each time with something wrong in the place of one of its parts; of lists, in the first two places. */
function* withWrongParts(value: unknown, path: string, depth = DEEPEST): Generator<readonly [place: string, value: unknown]> {
  if (typeof value !== 'object' || value === null || value === rig || Object.isFrozen(value) || depth === 0) return;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return;
  for (const [key, part] of Object.entries(value).slice(0, Array.isArray(value) ? 2 : undefined)) {
    const put = (other: unknown): unknown => Object.assign(Array.isArray(value) ? [...value] : { ...value }, { [key]: other });
    const place = `${path}.${key}`;
    for (const wrong of [...WRONG, 1e300, Infinity]) yield [place, put(wrong)];
    for (const [deeper, other] of withWrongParts(part, place, depth - 1)) yield [deeper, put(other)];
  }
}

test('what is right is taken, so that a refusal is of what was put in its place', () => {
  const refused = [...FUNCTIONS].flatMap(([name, parameters]) => {
    const call = (core as Readonly<Record<string, unknown>>)[name] as (...values: readonly unknown[]) => unknown;
    const right = parameters.map(({ type, isOptional }) => (isOptional && !(type in RIGHT) ? undefined : RIGHT[type]));
    return refusalOf(() => call(...right)) === null ? [] : [name];
  });
  expect(refused).toEqual(WITHOUT_RIGHT);
});

test('whatever comes in the place of any part of an argument is taken, or refused with a sentence', () => {
  const failures = new Map<string, string>();
  for (const [name, parameters] of FUNCTIONS) {
    const call = (core as Readonly<Record<string, unknown>>)[name] as (...values: readonly unknown[]) => unknown;
    const right = parameters.map(({ type, isOptional }) => (isOptional && !(type in RIGHT) ? undefined : RIGHT[type]));
    for (const [i, parameter] of parameters.entries()) {
      if (MADE.has(parameter.type)) continue;
      const given = right[i] ?? RIGHT[parameter.type];
      for (const [place, value] of withWrongParts(given, `${name}: ${parameter.name}`)) {
        const refusal = refusalOf(() => call(...right.with(i, value)));
        if (refusal !== null && !isSentence(refusal) && !failures.has(place)) failures.set(place, String(refusal));
      }
    }
  }
  expect([...failures].map(([place, refusal]) => `${place}: ${refusal}`)).toEqual([]);
});

test('a rotation is written at whatever length it has, but not without one', () => {
  const own = pose.slice();
  core.setRotation(own, 1, [0, 0, 0, 2]);
  expect(core.rotationOf(own, 1)).toEqual([0, 0, 0, 2]);
  expect(() => core.setRotation(own, 1, [0, 0, 0, 0])).toThrow('the rotation must have a length above 0, got 0, 0, 0, 0');
});

test('corrections of a rig are of bones and nodes that there are', () => {
  const scene = RIGHT['CharacterScene'] as core.CharacterScene;
  const correct = (corrections: object) => () => core.buildRig(scene, { corrections });
  expect(correct({ leftHnd: 3 })).toThrow(
    'the corrections must be of humanoid bones, got "leftHnd"; near it are "leftHand", "leftEye"',
  );
  expect(correct({ leftHand: 17 })).toThrow('the correction of leftHand must be null or a node from 0 to 16, got 17');
});
