import { basename } from 'node:path';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { pinned } from '../../core/humanoid/body/handles.ts';
import { createPuller } from '../../core/humanoid/pulling/puller.ts';
import { TRACKED_PARTS, type TrackedPart, type TrackedPlaces } from '../../core/humanoid/tracking/tracked-places.ts';
import { createTracker } from '../../core/humanoid/tracking/tracker.ts';
import type { Goal } from '../../core/ik/request/goals.ts';
import { createSolver } from '../../core/ik/solver.ts';
import { seededRandom } from '../../core/math/random.ts';
import { distance, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../core/skeleton/pose.ts';
import { readGlbScene } from '../helpers/glb-scene.ts';
import { testBiped } from '../helpers/ik-chains.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { sharedData } from '../helpers/shared-data.ts';
import { capturedClips, type CapturedClip } from './poses/motions.ts';
import { median } from './statistics.ts';

/** Sets of motions that people were captured for, not made by hand. */
const CAPTURED = /cmu|fair1|rokoko/;
/** Rounds of the same frames, of which the last is measured: code that ran before is compiled. */
const ROUNDS = 6;
/** Whether what is pulled is out of reach. */
export const PULLS = [
  ['in reach', false],
  ['out of reach', true],
] as const;
const CONTRADICTING = [4, 8, 16, 32, 64];
const CLONES = [1, 10, 100, 1000];

/** Tables of pulls, of trackers, of goals that contradict each other, and of clones that share a rig. */
export async function bodyRows(seed: number): Promise<string[]> {
  const rig = buildRig(readGlbScene(MANNEQUIN));
  return [...pullRows(rig), '', ...(await trackerRows(rig)), '', ...contradictingRows(seed), '', ...cloneRows(rig)];
}

/** Of a hand that is pulled along a loop, feet pinned: what a move costs beside a plain solve of the same places. */
function pullRows(rig: Rig): string[] {
  const solver = createSolver(rig.skeleton);
  const rest = restPose(rig.skeleton);
  const standing = forwardKinematics(rig.skeleton, rest);
  const rows = PULLS.map(([name, isFar]) => {
    const pull = createPuller(rig).begin(rest, 'leftHand', pinned('leftFoot', 'rightFoot'));
    const places = Array.from({ length: 40 * ROUNDS }, (_, i) => placeOnLoop(rig, isFar, i));
    const feet = (['leftFoot', 'rightFoot'] as const).map((bone): Goal => {
      const joint = rig.humanoid[bone]!;
      return { kind: 'position', joint, target: worldPosition(standing, joint) };
    });
    const moved = places.map((target) => timeOf(() => pull.to(target)));
    let present: Pose = rest;
    const solved = places.map((target) =>
      timeOf(() => {
        const goals: Goal[] = [{ kind: 'position', joint: rig.humanoid.leftHand!, target }, ...feet];
        present = solver.solve(present, goals, { restarts: 0, rootStiffness: 0.5 }).pose;
      }),
    );
    const last = (times: readonly number[]): string => median(times.slice(-40)).toFixed(3);
    return `| ${name} | ${last(moved)} | ${last(solved)} |`;
  });
  return ['| pull of a hand of the mannequin, feet pinned | ms a move | ms of a plain solve |', '|---|---|---|', ...rows];
}

/** A place before the chest of a figure that rests with its arms out, or one beyond its reach. */
export function placeOnLoop(rig: Rig, isFar: boolean, i: number): Vec3 {
  const hand = worldPosition(forwardKinematics(rig.skeleton, restPose(rig.skeleton)), rig.humanoid.leftHand!);
  const [x, z] = isFar ? [1.5, 1.5] : [-0.2, 0.25];
  const angle = 0.05 * i;
  return [hand[0] + x + 0.05 * Math.sin(angle), hand[1] - 0.1 + 0.04 * Math.cos(angle), hand[2] + z + 0.03 * Math.sin(2 * angle)];
}

function timeOf(run: () => void): number {
  const began = performance.now();
  run();
  return performance.now() - began;
}

/** Of captured motions: what a frame of a tracker and a plain solve of the same goals cost, and how far inner joints are from the truth. */
async function trackerRows(mannequin: Rig): Promise<string[]> {
  const clips = await trackedClips(mannequin);
  const others = ['rigs/unreal-names-male.glb', 'rigs/kaykit-knight.glb'].map(sharedData).filter((path) => path !== null);
  const rows = [
    trackerRow('mannequin: head, hands', ['head', 'leftHand', 'rightHand'], clips),
    trackerRow('mannequin: head, hands, hips', ['head', 'leftHand', 'rightHand', 'hips'], clips),
    trackerRow('mannequin: all six', TRACKED_PARTS, clips),
  ];
  for (const path of others)
    rows.push(trackerRow(`${basename(path)}: all six`, TRACKED_PARTS, await trackedClips(buildRig(readGlbScene(path)))));
  rows.push(trackerRow('the bodies that were captured: all six', TRACKED_PARTS, await trackedClips(null)));
  return [
    '| tracker after captured motion | ms a frame | ms of a plain solve | mm of elbows | of knees | of hips |',
    '|---|---|---|---|---|---|',
    ...rows,
  ];
}

async function trackedClips(rig: Rig | null): Promise<readonly CapturedClip[]> {
  const clips = await capturedClips(rig);
  return clips.filter((clip) => CAPTURED.test(clip.set) && TRACKED_PARTS.every((part) => clip.rig.humanoid[part] !== undefined));
}

function trackerRow(name: string, parts: readonly TrackedPart[], clips: readonly CapturedClip[]): string {
  const frames = clips.map(({ rig, poses }) => ({
    rig,
    asked: poses.map((pose) => ({ pose, places: placesOf(rig, pose, parts) })),
  }));
  const off = { LowerArm: [] as number[], LowerLeg: [] as number[], hips: [] as number[] };
  let spent: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    spent = [];
    for (const { rig, asked } of frames) {
      const tracker = createTracker(rig);
      for (const { pose, places } of asked) {
        const began = performance.now();
        const found = tracker.update(places, 0.1);
        spent.push(performance.now() - began);
        if (round === 0) compare(rig, pose, found, off);
      }
    }
  }
  const solved = frames.flatMap(({ rig, asked }) => {
    const solver = createSolver(rig.skeleton);
    let present: Pose = restPose(rig.skeleton);
    return asked.slice(0, 40).map(({ places }) => {
      const goals = goalsOf(rig, places);
      const began = performance.now();
      present = solver.solve(present, goals, { restarts: 0, rootStiffness: 0 }).pose;
      return performance.now() - began;
    });
  });
  const mean = (list: readonly number[]): string => (list.reduce((sum, each) => sum + each, 0) / list.length).toFixed(0);
  return `| ${name} | ${median(spent).toFixed(3)} | ${median(solved).toFixed(3)} | ${mean(off.LowerArm)} | ${mean(off.LowerLeg)} | ${mean(off.hips)} |`;
}

export function placesOf(rig: Rig, pose: Pose, parts: readonly TrackedPart[]): TrackedPlaces {
  const world = forwardKinematics(rig.skeleton, pose);
  return Object.fromEntries(
    parts.map((part) => {
      const joint = rig.humanoid[part]!;
      return [part, { position: worldPosition(world, joint), rotation: worldRotation(world, joint) }];
    }),
  );
}

function goalsOf(rig: Rig, places: TrackedPlaces): Goal[] {
  return Object.entries(places).flatMap(([part, { position, rotation }]): Goal[] => {
    const joint = rig.humanoid[part as TrackedPart]!;
    return [
      { kind: 'position', joint, target: position },
      { kind: 'orientation', joint, target: rotation, soft: true },
    ];
  });
}

function compare(rig: Rig, truth: Pose, found: Pose, off: Record<'LowerArm' | 'LowerLeg' | 'hips', number[]>): void {
  const [there, here] = [truth, found].map((pose) => forwardKinematics(rig.skeleton, pose));
  for (const bone of ['leftLowerArm', 'rightLowerArm', 'leftLowerLeg', 'rightLowerLeg', 'hips'] as const) {
    const joint = rig.humanoid[bone]!;
    const part = bone.endsWith('Arm') ? 'LowerArm' : bone.endsWith('Leg') ? 'LowerLeg' : 'hips';
    // Of a figure 1.75 m tall, as large as the mannequin.
    off[part].push((1750 / rig.report.height) * distance(worldPosition(there!, joint), worldPosition(here!, joint)));
  }
}

/** Goals at random places, of which no pose meets more than a few: with the default restarts, and with none. */
function contradictingRows(seed: number): string[] {
  const { skeleton } = testBiped();
  const solver = createSolver(skeleton);
  const solvesOf = (count: number, restarts: number | undefined) =>
    Array.from({ length: 2 * ROUNDS }, (_, i) => {
      const dice = seededRandom(seed + 100 * count + i);
      const goals = Array.from({ length: count }, (__, g): Goal => ({
        kind: 'position',
        joint: (7 * g) % skeleton.count,
        target: [dice() - 0.5, 2 * dice(), dice() - 0.5],
      }));
      const began = performance.now();
      const { updates, iterations } = solver.solve(restPose(skeleton), goals, { restarts });
      return { updates, iterations, time: performance.now() - began };
    });
  // Code that ran before is compiled: all sizes once, then what is measured.
  for (const count of CONTRADICTING) solvesOf(count, undefined);
  const rows = CONTRADICTING.map((count) => {
    const cells = [undefined, 0].map((restarts) => {
      const solves = solvesOf(count, restarts);
      const of = (value: 'time' | 'updates' | 'iterations'): number => median(solves.map((solve) => solve[value]));
      return `${of('time').toFixed(2)} | ${of('iterations')} | ${of('updates').toFixed(0)}`;
    });
    return `| ${count} | ${cells.join(' | ')} |`;
  });
  return [
    '| goals that contradict each other, on a biped | ms | iterations | joint updates | ms without restarts | iterations | joint updates |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ];
}

/** Bodies that share a rig and a solver, each after a target of its own from where it is. */
function cloneRows(rig: Rig): string[] {
  const { skeleton, humanoid } = rig;
  const solver = createSolver(skeleton);
  const hand = worldPosition(forwardKinematics(skeleton, restPose(skeleton)), humanoid.leftHand!);
  const framesOf = (count: number, frames: number): number[] => {
    const poses = Array.from({ length: count }, () => restPose(skeleton));
    return Array.from({ length: frames }, (_, frame) => {
      const began = performance.now();
      poses.forEach((pose, i) => {
        const angle = 0.3 * frame + i;
        const target = [hand[0] - 0.2 + 0.05 * Math.sin(angle), hand[1] - 0.1, hand[2] + 0.2 + 0.05 * Math.cos(angle)] as const;
        solver.solve(pose, [{ kind: 'position', joint: humanoid.leftHand!, target }], { restarts: 0, into: pose });
      });
      return performance.now() - began;
    });
  };
  framesOf(CLONES.at(-1)!, ROUNDS);
  const rows = CLONES.map((count) => {
    // Of one body many frames, of many bodies few; the first one, which sets out from rest, is left out.
    const time = median(framesOf(count, Math.max(ROUNDS, CLONES.at(-1)! / count)).slice(1));
    return `| ${count} | ${time.toFixed(2)} | ${((1000 * time) / count).toFixed(0)} |`;
  });
  return ['| clones that share one rig, a hand each | ms a frame | µs a clone |', '|---|---|---|', ...rows];
}
