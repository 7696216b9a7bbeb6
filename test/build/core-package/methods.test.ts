import { readFileSync } from 'node:fs';
import type { Object3D } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as coreTypes from '../../../core/index.ts';
import { loadInThree } from '../../core/formats/oracles.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { WRONG } from '../../helpers/wrong-arguments.ts';
import { installPackage, type InstalledPackage } from './installed-package.ts';

let installed: InstalledPackage;
let core: typeof coreTypes;
let character: Object3D;
beforeAll(async () => {
  installed = await installPackage();
  core = await installed.load();
  character = (await loadInThree(readFileSync(MANNEQUIN))).scene;
}, 120_000);
afterAll(() => installed?.remove());

/** Beside what is wrong anywhere: a place and a turn that are none. */
const WRONG_HERE: readonly unknown[] = [...WRONG, [NaN, 0, 0], [NaN, 0, 0, 1]];

type Method = (...values: readonly unknown[]) => unknown;

/** Objects that public functions return, and of each of their methods the arguments that are right. */
function returned(): readonly (readonly [name: string, object: object, methods: Readonly<Record<string, readonly unknown[]>>])[] {
  const link = core.sceneFromObject3D(character);
  const rig = core.buildRig(link.scene);
  const { skeleton } = rig;
  const pose = core.restPose(skeleton);
  const goals: coreTypes.Goal[] = [{ kind: 'position', joint: 3, target: [0, 1, 0] }];
  const pull = core.createPuller(rig).begin(pose, 'leftHand');
  pull.to([0.3, 1.2, 0.2]);
  const saved = [core.capturePose(skeleton, pose, { id: 'a', name: 'a', tags: [] })];
  const joined = core.joinSkeletons([{ skeleton }, { skeleton }]);
  const rooted = core.reRoot(skeleton, 3);
  const place: coreTypes.TrackedPlace = { position: [0, 1, 0], rotation: [0, 0, 0, 1] };
  const places = { head: place, leftHand: place, rightHand: place };
  const actor: coreTypes.PosedActor = { rig, pose, place: { at: [0, 0, 0], turn: 0 } };
  const contact: coreTypes.BodyContact = {
    from: { actor: 0, handle: 'rightHand', point: [0, 0, 0] },
    on: { actor: 1, joint: 3, point: [0, 0, 0] },
    gives: 'both',
  };
  const turn = [0, 0, 0, 1];
  const [point, rotation] = [[[0, 1, 0]], [turn]];
  return [
    [
      'link',
      link,
      { read: [rig, pose.slice()], apply: [rig, pose, {}], point, pointInScene: point, pointFrom: [rig, 3, [0, 1, 0]] },
    ],
    ['link', link, { rotation, rotationInScene: rotation, write: [3, [0, 0, 0], turn] }],
    [
      'puller',
      core.createPuller(rig),
      { begin: [pose, 'leftHand', {}, {}, undefined, undefined], trace: [pull.last(), 'lastMove'] },
    ],
    ['pull', pull, { to: [[0.3, 1.2, 0.2], {}] }],
    ['tracker', core.createTracker(rig), { calibrate: [places, pose], update: [places, 0.01] }],
    ['solver', core.createSolver(skeleton), { solve: [pose, goals, {}], begin: [pose, goals, {}] }],
    ['contacts', core.createContactSolver(), { solve: [[actor, { ...actor, place: { at: [0, 0, 1], turn: 3 } }], [contact]] }],
    ['joined', joined, { jointOf: [0, 3], join: [[pose, pose]], split: [joined.join([pose, pose])] }],
    ['re-rooted', rooted, { fromOriginal: [pose], toOriginal: [rooted.fromOriginal(pose)] }],
    ['prior', core.createPosePrior(rig, saved), { predict: [goals, pose, 1, undefined], setPoses: [saved] }],
    ['seeds', core.createSeedIndex(skeleton, saved), { nearest: [goals, pose, 1], ranked: [goals, pose], setPoses: [saved] }],
    ['retarget', { bring: core.createRetarget(rig, rig) }, { bring: [pose] }],
  ];
}

function holdsNaN(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return Number.isNaN(value);
  if (typeof value !== 'object' || value === null || depth > 3) return false;
  return (ArrayBuffer.isView(value) ? [...(value as Float64Array)] : Object.values(value)).some((each) =>
    holdsNaN(each, depth + 1),
  );
}

test('whatever comes to a method of what the package returns is taken without a NaN, or refused with a sentence', () => {
  const failures: string[] = [];
  let refused = 0;
  for (const [name, object, methods] of returned()) {
    for (const [method, right] of Object.entries(methods)) {
      const call: Method = (object as Readonly<Record<string, Method>>)[method]!.bind(object);
      expect(() => call(...right), `${name}.${method}`).not.toThrow();
      for (const [i, own] of right.entries()) {
        for (const [w, wrong] of WRONG_HERE.entries()) {
          if (wrong === undefined && own === undefined) continue;
          const what = `${name}.${method}, argument ${i}, value ${w}`;
          try {
            if (holdsNaN(call(...right.with(i, wrong)))) failures.push(`${what}: a NaN`);
          } catch (error) {
            refused++;
            const { message } = error as Error;
            if (!(error instanceof RangeError) || /of undefined|of null|not iterable/.test(message))
              failures.push(`${what}: ${message}`);
          }
        }
      }
    }
  }
  expect(failures).toEqual([]);
  expect(refused).toBeGreaterThan(600);
});
