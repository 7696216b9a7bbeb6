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
import { dropUnkeyedPose, keyUnkeyed } from '../../../renderer/state/posing/unkeyed-edits.ts';
import { documentOf, leftElbow, openStudio } from './open-studio.ts';

/** What the model knows of a body: how far its left elbow is bent, degrees, and how high its root is, metres. */
interface Body {
  readonly bend: number;
  readonly height: number;
}

type Channel = keyof Body;
const CHANNELS: readonly Channel[] = ['bend', 'height'];
const REST: Body = { bend: 0, height: 0 };

/** Keys of a clip by their frames; linear between them. */
type Keys = Readonly<Record<Channel, ReadonlyMap<number, number>>>;
const NO_KEYS: Keys = { bend: new Map(), height: new Map() };

/** The document as an animator thinks of it. */
interface Model {
  readonly clips: readonly Keys[];
  readonly active: number;
  readonly unkeyed: { readonly clip: number; readonly frame: number; readonly body: Body } | null;
}

const FRAMES = 30;

function valueAt(keys: ReadonlyMap<number, number>, frame: number): number {
  const frames = [...keys.keys()].sort((a, b) => a - b);
  const before = frames.findLast((each) => each <= frame) ?? frames[0];
  const after = frames.find((each) => each >= frame) ?? frames.at(-1);
  if (before === undefined || after === undefined) return 0;
  const [from, to] = [keys.get(before)!, keys.get(after)!];
  return before === after ? from : from + ((to - from) * (frame - before)) / (after - before);
}

const isEmpty = (keys: Keys) => CHANNELS.every((channel) => keys[channel].size === 0);
const ofClip = (keys: Keys, frame: number): Body => ({ bend: valueAt(keys.bend, frame), height: valueAt(keys.height, frame) });
const keysOf = ({ clips, active }: Model) => clips[active]!;
const isHere = (model: Model, frame: number) =>
  model.unkeyed?.clip === model.active && (isEmpty(keysOf(model)) || model.unkeyed.frame === frame);
const onScreen = (model: Model, frame: number): Body =>
  isHere(model, frame) ? model.unkeyed!.body : ofClip(keysOf(model), frame);
const isNear = (a: Body, b: Body) => Math.abs(a.bend - b.bend) < 1e-5 && Math.abs(a.height - b.height) < 1e-7;

function keyed(model: Model, clip: number, frame: number, body: Body, channels: readonly Channel[] = CHANNELS): Model {
  const before = model.clips[clip]!;
  const after = {
    ...before,
    ...Object.fromEntries(channels.map((each) => [each, new Map(before[each]).set(frame, body[each])])),
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
  const changed = isEmpty(keysOf(model)) ? CHANNELS : CHANNELS.filter((each) => Math.abs(shown[each] - body[each]) > 1e-5);
  return { ...keyed(model, model.active, frame, body, changed), unkeyed: null };
}

/** A history of models, and the frame that the playhead stands at. */
class Expected {
  private past: Model[] = [];
  private future: Model[] = [];
  present: Model = { clips: [NO_KEYS, NO_KEYS], active: 0, unkeyed: null };
  frame = 0;

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
  return [clips.map((keys) => CHANNELS.map((each) => [...keys[each]].sort((a, b) => a[0] - b[0]))), active, unkeyed];
}

function poseOfBody(studio: Studio, { bend, height }: Body): Pose {
  const { skeleton } = documentOf(studio).rig;
  const elbow = leftElbow(studio);
  const limit = skeleton.limits[elbow];
  if (limit?.kind !== 'hinge') throw new Error('the elbow of the mannequin must be a hinge');
  const pose = restPose(skeleton);
  setRotation(pose, elbow, fromAxisAngle(limit.axis, (bend * Math.PI) / 180));
  pose[1] = height;
  return pose;
}

function bodyOnScreen(studio: Studio): Body {
  const pose = shownPose(studio.getState())!;
  const [x, y, z, w] = rotationOf(pose, leftElbow(studio));
  return { bend: (2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180) / Math.PI, height: pose[1]! };
}

/** One thing that an animator does, to the studio and to the model. */
function act(studio: Studio, model: Expected, random: Random): string {
  const { rig, history } = documentOf(studio);
  const { present, frame } = model;
  const shown = onScreen(present, frame);
  const setAutoKey = (autoKey: boolean) => studio.setState({ session: { ...studio.getState().session, autoKey } });
  const drag = (autoKey: boolean, body: Body) => {
    setAutoKey(autoKey);
    setPreview(studio, { pose: poseOfBody(studio, { ...body, bend: 7 }), cause: 'pull' });
    commitPose(studio, 'Pull', poseOfBody(studio, body));
    setAutoKey(false);
    model.commit(posed(present, frame, body, autoKey));
  };
  const acts: Readonly<Record<string, () => void>> = {
    scrub: () => {
      model.frame = Math.floor(random() * (FRAMES + 1));
      showFrame(studio, model.frame);
    },
    drag: () => drag(false, { ...shown, bend: 5 + 100 * random() }),
    'drag with every change keyed': () => drag(true, { ...shown, height: 0.1 + random() }),
    'apply a pose': () => drag(false, { bend: 5 + 100 * random(), height: random() }),
    'go back to rest': () => drag(false, REST),
    key: () => {
      const time = frame / FRAMES;
      const pose = shownPose(studio.getState())!;
      commitEdit(studio, 'Key', (project) => setKeyAt(project, rig.skeleton, time, pose));
      const next = keyed(present, present.active, frame, shown);
      model.commit(settled(isHere(present, frame) ? { ...next, unkeyed: null } : next), true);
    },
    'delete a key': () => {
      const [first] = keysOf(present).bend.keys();
      if (first === undefined) return;
      const at = [...keysOf(present).bend.keys()].sort((a, b) => a - b)[0]!;
      commitEdit(studio, 'Delete key', (project) => deleteKey(project, at / FRAMES));
      const left = (keys: ReadonlyMap<number, number>) => new Map([...keys].filter(([each]) => each !== at));
      const keys: Keys = { bend: left(keysOf(present).bend), height: left(keysOf(present).height) };
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
  const name = names[Math.floor(random() * names.length)]!;
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

function near({ bend, height }: Body) {
  return { bend: expect.closeTo(bend, 3) as number, height: expect.closeTo(height, 6) as number };
}

test('What is on screen is the clip at the playhead, and what is not keyed yet: 1,000 random sequences (seeds 1 to 1,000)', async () => {
  const { studio } = await openStudio();
  const linear = (project: Parameters<typeof editActiveClip>[0]) =>
    editActiveClip(project, (clip) => setInterpolation({ ...clip, fps: FRAMES, duration: 1, loop: false }, 'linear'));
  commitEdit(studio, 'Prepare', (project) => {
    const two = addClip(linear(project), createClip('clip-2', 'Clip 2', { fps: FRAMES, duration: 1, loop: false }));
    return { ...two, activeClip: activeClip(project).id };
  });
  const { document, session, transient } = studio.getState();
  const beginning = { ...document!, history: { ...document!.history, past: [], future: [] } };
  for (let seed = 1; seed <= 1000; seed++) {
    studio.setState({ document: beginning, session, transient });
    const random = seededRandom(seed);
    const model = new Expected();
    const done: string[] = [];
    for (let step = 0; step < 8; step++) {
      done.push(act(studio, model, random));
      makeLinear(studio);
      expect(bodyOnScreen(studio), `seed ${seed}: ${done.join(', ')}`).toEqual(near(onScreen(model.present, model.frame)));
      expect(studio.getState().session.playback.time * FRAMES, `seed ${seed}: ${done.join(', ')}`).toBeCloseTo(model.frame, 6);
    }
  }
});
