import { expect, test } from 'vitest';
import { setInterpolation } from '../../../core/animation/keys.ts';
import { activeClip, addClip, deleteKey, editActiveClip, setKeyAt } from '../../../core/document/edits/clips.ts';
import { createClip } from '../../../core/animation/keys.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { seededRandom, type Random } from '../../../core/math/random.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { showClip } from '../../../renderer/state/timeline/clip-edits.ts';
import { commitEdit, commitPose, redo, undo } from '../../../renderer/state/editing.ts';
import { pause, play, showFrame } from '../../../renderer/state/timeline/playback.ts';
import { setPreview } from '../../../renderer/state/preview.ts';
import { shownPose, type Studio } from '../../../renderer/state/studio.ts';
import { tweenShownPose } from '../../../renderer/state/keys/tween.ts';
import { commandById } from '../../../renderer/commands/commands.ts';
import { runCommand } from '../../../renderer/commands/run-command.ts';
import { dropUnkeyedPose, keyUnkeyed } from '../../../renderer/state/posing/unkeyed-edits.ts';
import { documentOf, leftElbow, openStudio } from './open-studio.ts';
import { cases } from '../../helpers/extent.ts';

/** What the model knows of a body: how far its elbows are bent, degrees, and how high its root is, metres. */
interface Body {
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

type Channel = keyof Body;
const CHANNELS: readonly Channel[] = ['left', 'right', 'height'];
const REST: Body = { left: 0, right: 0, height: 0 };

/** Keys of a clip by their frames; linear between them. */
type Keys = Readonly<Record<Channel, ReadonlyMap<number, number>>>;
const NO_KEYS: Keys = { left: new Map(), right: new Map(), height: new Map() };

/** The document as an animator thinks of it. */
interface Model {
  readonly clips: readonly Keys[];
  readonly active: number;
  readonly unkeyed: { readonly clip: number; readonly frame: number; readonly body: Body } | null;
}

const FRAMES = 30;
const SEQUENCES = cases(200, 1000);

function valueAt(keys: ReadonlyMap<number, number>, frame: number): number {
  const frames = [...keys.keys()].sort((a, b) => a - b);
  const before = frames.findLast((each) => each <= frame) ?? frames[0];
  const after = frames.find((each) => each >= frame) ?? frames.at(-1);
  if (before === undefined || after === undefined) return 0;
  const [from, to] = [keys.get(before)!, keys.get(after)!];
  return before === after ? from : from + ((to - from) * (frame - before)) / (after - before);
}

function bodyOf(value: (channel: Channel) => number): Body {
  return { left: value('left'), right: value('right'), height: value('height') };
}

const framesOf = (keys: Keys): readonly number[] =>
  [...new Set(CHANNELS.flatMap((channel) => [...keys[channel].keys()]))].sort((a, b) => a - b);
const isEmpty = (keys: Keys) => CHANNELS.every((channel) => keys[channel].size === 0);
const ofClip = (keys: Keys, frame: number): Body => bodyOf((channel) => valueAt(keys[channel], frame));
const keysOf = ({ clips, active }: Model) => clips[active]!;
const isHere = (model: Model, frame: number) =>
  model.unkeyed?.clip === model.active && (isEmpty(keysOf(model)) || model.unkeyed.frame === frame);
const onScreen = (model: Model, frame: number): Body =>
  isHere(model, frame) ? model.unkeyed!.body : ofClip(keysOf(model), frame);
const isNear = (a: Body, b: Body) =>
  Math.abs(a.left - b.left) < 1e-5 && Math.abs(a.right - b.right) < 1e-5 && Math.abs(a.height - b.height) < 1e-7;

function keyed(model: Model, clip: number, frame: number, body: Body, channels: readonly Channel[] = CHANNELS): Model {
  const before = model.clips[clip]!;
  const after = {
    ...before,
    ...Object.fromEntries(channels.map((channel) => [channel, new Map(before[channel]).set(frame, body[channel])])),
  };
  return { ...model, clips: model.clips.with(clip, after) };
}

/** What the clip shows of itself is not unkeyed. */
function settled(model: Model): Model {
  const { unkeyed } = model;
  if (unkeyed?.clip !== model.active) return model;
  return isNear(ofClip(keysOf(model), unkeyed.frame), unkeyed.body) ? { ...model, unkeyed: null } : model;
}

/** A drag: the body as it is then stays at the frame, or becomes keys of what it has otherwise. */
function posed(model: Model, frame: number, body: Body, autoKey: boolean): Model {
  if (!autoKey) return settled({ ...model, unkeyed: { clip: model.active, frame, body } });
  const shown = ofClip(keysOf(model), frame);
  const changed = isEmpty(keysOf(model))
    ? CHANNELS
    : CHANNELS.filter((channel) => Math.abs(shown[channel] - body[channel]) > 1e-5);
  return { ...keyed(model, model.active, frame, body, changed), unkeyed: null };
}

/** A history of models, and the frame that the playhead stands at. */
class Expected {
  private past: Model[] = [];
  private future: Model[] = [];
  present: Model = { clips: [NO_KEYS, NO_KEYS], active: 0, unkeyed: null };
  frame = 0;
  copied: Body | null = null;

  /** A key is a step even where it says what was there. */
  commit(next: Model, isKey = false): void {
    if (!isKey && JSON.stringify(plain(next)) === JSON.stringify(plain(this.present))) return;
    this.past.push(this.present);
    this.future = [];
    this.present = next;
  }

  /** A step is seen where it posed. */
  step(from: 'past' | 'future'): void {
    const next = this[from].pop();
    if (!next) return;
    this[from === 'past' ? 'future' : 'past'].push(this.present);
    const posedAt = next.unkeyed === this.present.unkeyed ? null : (next.unkeyed ?? this.present.unkeyed);
    if (posedAt?.clip === next.active) this.frame = posedAt.frame;
    this.present = next;
  }
}

function plain({ clips, active, unkeyed }: Model): unknown {
  return [clips.map((keys) => CHANNELS.map((channel) => [...keys[channel]].sort((a, b) => a[0] - b[0]))), active, unkeyed];
}

function rightElbow(studio: Studio): number {
  return documentOf(studio).rig.humanoid.rightLowerArm!;
}

function poseOfBody(studio: Studio, { left, right, height }: Body): Pose {
  const { skeleton } = documentOf(studio).rig;
  const pose = restPose(skeleton);
  for (const [elbow, bend] of [
    [leftElbow(studio), left],
    [rightElbow(studio), right],
  ] as const) {
    const limit = skeleton.limits[elbow];
    if (limit?.kind !== 'hinge') throw new Error('the elbows of the mannequin must be hinges');
    setRotation(pose, elbow, fromAxisAngle(limit.axis, (bend * Math.PI) / 180));
  }
  pose[1] = height;
  return pose;
}

/** What the pose on screen shows of it; the test fails where it shows anything else. */
function bodyOnScreen(studio: Studio): Body {
  const pose = shownPose(studio.getState())!;
  const bendOf = (elbow: number): number => {
    const [x, y, z, w] = rotationOf(pose, elbow);
    return (2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180) / Math.PI;
  };
  const body = { left: bendOf(leftElbow(studio)), right: bendOf(rightElbow(studio)), height: pose[1]! };
  const whole = poseOfBody(studio, body);
  expect(Math.max(...whole.map((value, i) => Math.abs(value - pose[i]!)))).toBeLessThan(1e-4);
  return body;
}

/** How every second sequence begins: with a clip that goes from one pose to another. */
const TWO_KEYS = ['apply a pose', 'key', 'scrub', 'apply a pose', 'key', 'scrub'];

/** One thing that an animator does, to the studio and to the model: `asked`, or any. */
function act(studio: Studio, model: Expected, random: Random, asked?: string): string {
  const { rig, history } = documentOf(studio);
  const { present, frame } = model;
  const shown = onScreen(present, frame);
  const setAutoKey = (autoKey: boolean) => studio.setState({ session: { ...studio.getState().session, autoKey } });
  const drag = (autoKey: boolean, body: Body) => {
    setAutoKey(autoKey);
    setPreview(studio, { pose: poseOfBody(studio, { ...body, left: 7 }), cause: 'pull' });
    commitPose(studio, 'Pull', poseOfBody(studio, body));
    setAutoKey(false);
    model.commit(posed(present, frame, body, autoKey));
  };
  const run = (command: string) => void runCommand(commandById(command), { studio, parts: { viewport: null, workspace: null } });
  const paste = (command: string, change: (copied: Body) => Body, autoKey: boolean) => {
    if (!model.copied) return;
    const body = change(model.copied);
    setAutoKey(autoKey);
    run(command);
    setAutoKey(false);
    if (!isNear(body, shown)) model.commit(posed(present, frame, body, autoKey));
  };
  const acts: Readonly<Record<string, () => void>> = {
    scrub: () => {
      model.frame = Math.floor(random() * (FRAMES + 1));
      showFrame(studio, model.frame);
    },
    drag: () => drag(false, { ...shown, left: 5 + 100 * random() }),
    'drag with every change keyed': () => drag(true, { ...shown, height: 0.1 + random() }),
    'apply a pose': () => drag(false, { left: 5 + 100 * random(), right: 5 + 100 * random(), height: random() }),
    'go back to rest': () => drag(false, REST),
    key: () => {
      const time = frame / FRAMES;
      const pose = shownPose(studio.getState())!;
      commitEdit(studio, 'Key', (project) => setKeyAt(project, rig.skeleton, time, pose));
      const next = keyed(present, present.active, frame, shown);
      model.commit(settled(isHere(present, frame) ? { ...next, unkeyed: null } : next), true);
    },
    'mirror the body': () => {
      run('pose.flip');
      model.commit(posed(present, frame, { ...shown, left: shown.right, right: shown.left }, false));
    },
    copy: () => {
      run('edit.copyPose');
      model.copied = shown;
    },
    paste: () => paste('edit.pastePose', (copied) => copied, false),
    'paste with every change keyed': () => paste('edit.pastePose', (copied) => copied, true),
    'paste mirrored': () =>
      paste('edit.pasteFlipped', (copied) => ({ ...copied, left: copied.right, right: copied.left }), false),
    'go a part of the way between keys': () => {
      const times = framesOf(keysOf(present));
      const [before, after] = [times.findLast((each) => each < frame), times.find((each) => each > frame)];
      const share = random();
      tweenShownPose(studio, 'breakdown', share);
      if (before === undefined || after === undefined) return;
      const [from, to] = [ofClip(keysOf(present), before), ofClip(keysOf(present), after)];
      const next = keyed(
        present,
        present.active,
        frame,
        bodyOf((channel) => from[channel] + share * (to[channel] - from[channel])),
      );
      model.commit(settled(isHere(present, frame) ? { ...next, unkeyed: null } : next), true);
    },
    'delete a key': () => {
      const at = [...keysOf(present).left.keys()].sort((a, b) => a - b)[0];
      if (at === undefined) return;
      commitEdit(studio, 'Delete key', (project) => deleteKey(project, at / FRAMES));
      const without = (keys: ReadonlyMap<number, number>) => new Map([...keys].filter(([frameOfKey]) => frameOfKey !== at));
      const { left, right, height } = keysOf(present);
      const keys: Keys = { left: without(left), right: without(right), height: without(height) };
      model.commit(settled({ ...present, clips: present.clips.with(present.active, keys) }));
    },
    'change the clip': () => {
      const next = history.present.clips.find(({ id }) => id !== history.present.activeClip)!;
      showClip(studio, next.id);
      model.present = { ...present, active: 1 - present.active };
      model.frame = 0;
    },
    'key what is not keyed': () => {
      const { unkeyed } = present;
      keyUnkeyed(studio);
      if (unkeyed) model.commit({ ...keyed(present, unkeyed.clip, unkeyed.frame, unkeyed.body), unkeyed: null });
    },
    'drop what is not keyed': () => {
      dropUnkeyedPose(studio);
      model.commit({ ...present, unkeyed: null });
    },
    'look at the clip as it plays': () => {
      play(studio);
      const inPlay = isEmpty(keysOf(present)) ? shown : ofClip(keysOf(present), model.frame < FRAMES ? model.frame : 0);
      if (studio.getState().session.playback.time === frame / FRAMES) expect(bodyOnScreen(studio)).toEqual(near(inPlay));
      pause(studio);
      showFrame(studio, frame);
    },
    undo: () => {
      undo(studio);
      model.step('past');
    },
    redo: () => {
      redo(studio);
      model.step('future');
    },
  };
  const names = Object.keys(acts);
  const name = asked ?? names[Math.floor(random() * names.length)]!;
  acts[name]!();
  return name;
}

/** The first key makes a clip smooth; the model is linear between its keys. */
function makeLinear(studio: Studio): void {
  const document = documentOf(studio);
  const { present } = document.history;
  if (present.clips.every(({ tracks }) => tracks.every(({ interpolation }) => interpolation === 'linear'))) return;
  const clips = present.clips.map((clip) => setInterpolation(clip, 'linear'));
  studio.setState({ document: { ...document, history: { ...document.history, present: { ...present, clips } } } });
}

function near({ left, right, height }: Body) {
  const close = (value: number, digits: number) => expect.closeTo(value, digits) as number;
  return { left: close(left, 3), right: close(right, 3), height: close(height, 6) };
}

test(`What is on screen is the clip at the playhead, and what is not keyed yet: ${SEQUENCES} random sequences (seeds from 1)`, async () => {
  const { studio } = await openStudio();
  const linear = (project: Parameters<typeof editActiveClip>[0]) =>
    editActiveClip(project, (clip) => setInterpolation({ ...clip, fps: FRAMES, duration: 1, loop: false }, 'linear'));
  commitEdit(studio, 'Prepare', (project) => {
    const two = addClip(linear(project), createClip('clip-2', 'Clip 2', { fps: FRAMES, duration: 1, loop: false }));
    return { ...two, activeClip: activeClip(project).id };
  });
  const { document, session, transient } = studio.getState();
  const beginning = { ...document!, history: { ...document!.history, past: [], future: [] } };
  for (let seed = 1; seed <= SEQUENCES; seed++) {
    studio.setState({ document: beginning, session, transient });
    const random = seededRandom(seed);
    const model = new Expected();
    const done: string[] = [];
    const begin = seed % 2 === 0 ? TWO_KEYS : [];
    for (let step = 0; step < begin.length + 8; step++) {
      done.push(act(studio, model, random, begin[step]));
      makeLinear(studio);
      expect(bodyOnScreen(studio), `seed ${seed}: ${done.join(', ')}`).toEqual(near(onScreen(model.present, model.frame)));
      expect(studio.getState().session.playback.time * FRAMES, `seed ${seed}: ${done.join(', ')}`).toBeCloseTo(model.frame, 6);
    }
  }
});
