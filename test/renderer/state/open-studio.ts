import { setClipInterpolation, setClipLoop } from '../../../core/document/edits/clips.ts';
import type { Project } from '../../../core/document/project.ts';
import { dog } from '../../helpers/dog.ts';
import { sceneOf } from '../../helpers/figure.ts';
import type {
  Contract,
  ContractEvents,
  Desktop,
  EventName,
  MessageName,
  OpenedCharacter,
  SavedProject,
} from '../../../electron/contract.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { setRotation } from '../../../core/skeleton/pose.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { createClock, type Clock } from '../../../renderer/state/clock.ts';
import { startUp } from '../../../renderer/state/documents/start-up.ts';
import type { Dialog } from '../../../renderer/state/window/notices-and-dialogs.ts';
import type { DocumentState } from '../../../renderer/state/document-state.ts';
import { createStudio, standingPose, type Studio } from '../../../renderer/state/studio.ts';
import { readGlbScene } from '../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';

export type Answers = { readonly [Name in MessageName]?: (...parameters: Parameters<Contract[Name]>) => unknown };

export interface FakeDesktop extends Desktop {
  /** Every message so far. */
  readonly calls: readonly { readonly name: MessageName; readonly parameters: readonly unknown[] }[];
  /** Parameters of the calls of one message. */
  callsOf(name: MessageName): readonly (readonly unknown[])[];
  /** Tells the window something, as the main process does. */
  tell<Name extends EventName>(name: Name, event: ContractEvents[Name]): void;
}

let scene: OpenedCharacter['scene'] | null = null;

export function mannequin(name = 'mannequin'): OpenedCharacter {
  scene ??= readGlbScene(MANNEQUIN);
  return { name, fileName: `${name}.glb`, hash: 'ab'.repeat(32), bytes: new Uint8Array(), scene };
}

/** A skeleton that is none of a biped. */
export function dogCharacter(): OpenedCharacter {
  return { ...mannequin('dog'), scene: sceneOf(dog(true)) };
}

/** The mannequin as a file shows it that counts in centimetres. */
export function giant(): OpenedCharacter {
  const character = mannequin('giant');
  const [root] = character.scene.nodes.flatMap(({ parent }, node) => (parent < 0 ? [node] : []));
  const nodes = character.scene.nodes.map((node, i) => (i === root ? { ...node, scale: [100, 100, 100] as const } : node));
  const tall = (metres: number) => 100 * metres;
  const meshExtents = character.scene.meshExtents.map((extent) => ({
    ...extent,
    lowest: tall(extent.lowest),
    highest: tall(extent.highest),
  }));
  return { ...character, scene: { ...character.scene, nodes, meshExtents } };
}

/** A save that met nobody else’s. */
export function savedIn(folder: string, merged: Partial<SavedProject> = {}): SavedProject {
  const nothing = {
    revisions: {},
    theirs: { changed: {} },
    copies: { poses: {}, clips: {}, actors: {}, props: {}, sounds: {}, cameras: {} },
    notes: [],
  };
  return { folder, file: `${folder}/project.limber`, ...nothing, ...merged };
}

const DEFAULTS: Answers = {
  'app.info': () => ({ version: '1.2.3', host: 'browser', platform: 'linux', documentsFolder: '/home/ann/Documents' }),
  'app.startup': () => ({ kind: 'mannequin' }),
  'character.mannequin': () => mannequin(),
  'character.openPath': () => mannequin('hero'),
  'character.openBytes': () => mannequin('dropped'),
  'character.readAs': (_, fileName) => mannequin(fileName.replace('.glb', '')),
  'project.save': (folder) => savedIn(folder),
  'project.saveChange': (folder) => savedIn(folder),
  'recent.list': () => [],
  'dialog.open': () => ({ kind: 'cancelled' }),
  'dialog.save': () => ({ kind: 'cancelled' }),
};

/** A main process that answers as told and remembers what it was asked. */
export function fakeDesktop(answers: Answers = {}, paths: ReadonlyMap<File, string> = new Map()): FakeDesktop {
  const calls: { name: MessageName; parameters: readonly unknown[] }[] = [];
  const listeners: { name: EventName; listener: (event: unknown) => void }[] = [];
  return {
    calls,
    callsOf: (wanted) => calls.filter(({ name }) => name === wanted).map(({ parameters }) => parameters),
    async call(name, ...parameters) {
      calls.push({ name, parameters });
      const answer = (answers[name] ?? DEFAULTS[name]) as ((...given: readonly unknown[]) => unknown) | undefined;
      return (await answer?.(...parameters)) as never;
    },
    on(name, listener) {
      const entry = { name, listener: listener as (event: unknown) => void };
      listeners.push(entry);
      return () => void listeners.splice(listeners.indexOf(entry), 1);
    },
    tell(name, event) {
      for (const entry of listeners) if (entry.name === name) entry.listener(event);
    },
    pathOf: (file) => paths.get(file) ?? null,
  };
}

export interface OpenStudio {
  readonly studio: Studio;
  readonly desktop: FakeDesktop;
  readonly clock: Clock;
}

let lastStarted: Studio | null = null;

/** The studio that was made last, even while it still starts up. */
export function started(): Studio {
  if (!lastStarted) throw new Error('no studio was started');
  return lastStarted;
}

/**
 * A studio on a held clock that has started up: with the mannequin unless the answers say otherwise. `reply` answers what it asks meanwhile.
 */
export async function openStudio(
  answers: Answers = {},
  paths?: ReadonlyMap<File, string>,
  reply?: (dialog: Dialog) => unknown,
): Promise<OpenStudio> {
  const desktop = fakeDesktop(answers, paths);
  const clock = createClock({ now: () => 0, requestFrame: () => 0, cancelFrame: () => undefined });
  clock.hold();
  const studio = createStudio(desktop, clock);
  lastStarted = studio;
  const stop = studio.subscribe(({ session }, before) => {
    const dialog = session.dialogs.at(-1);
    if (dialog && !before.session.dialogs.includes(dialog)) reply?.(dialog);
  });
  await startUp(studio);
  stop();
  return { studio, desktop, clock };
}

/** The project with the clip on the timeline linear between its keys, and looping. */
export function asLinearLoop(project: Project): Project {
  return setClipLoop(setClipInterpolation(project, 'linear'), true);
}

/** What is on screen but for a preview. */
export function poseOf(studio: Studio): Pose {
  return standingPose(studio.getState())!;
}

export function documentOf(studio: Studio): DocumentState {
  const { document } = studio.getState();
  if (!document) throw new Error('no document is open');
  return document;
}

/** The document's pose with the left elbow bent by `degrees`. */
export function bentElbow(studio: Studio, degrees: number): Pose {
  const { rig } = documentOf(studio);
  const joint = leftElbow(studio);
  const limit = rig.skeleton.limits[joint];
  if (limit?.kind !== 'hinge') throw new Error('the elbow of the mannequin must be a hinge');
  const pose = poseOf(studio).slice();
  setRotation(pose, joint, fromAxisAngle(limit.axis, (degrees * Math.PI) / 180));
  return pose;
}

export function leftElbow(studio: Studio): number {
  const joint = documentOf(studio).rig.humanoid.leftLowerArm;
  if (joint === undefined) throw new Error('the mannequin must have a left elbow');
  return joint;
}

export function noticesOf(studio: Studio): readonly string[] {
  return studio.getState().session.notices.map(({ text }) => text);
}
