import { beforeAll, expect, test } from 'vitest';
import { createClip, setInterpolation } from '../../../core/animation/keys.ts';
import { activeClip, editActiveClip, setClipContacts, setKeyAt } from '../../../core/document/edits/clips.ts';
import { addProp, removeProp, restProp, setPropKey } from '../../../core/document/edits/props.ts';
import { addSound, changeSound, muteSound, removeSound } from '../../../core/document/edits/sounds.ts';
import type { ContactSpan } from '../../../core/animation/clip.ts';
import type { PropData, SoundData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { fromAxisAngle, IDENTITY } from '../../../core/math/quat.ts';
import { seededRandom, type Random } from '../../../core/math/random.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { commitEdit, commitPose, redo, undo } from '../../../renderer/state/editing.ts';
import { framesOnScreen } from '../../../renderer/state/props/shown-props.ts';
import { actorsBeside } from '../../../renderer/state/scene/beside.ts';
import { addCharacter } from '../../../renderer/state/scene/edit-actors.ts';
import { workOnActor } from '../../../renderer/state/scene/work-on.ts';
import { shownPose, type Studio, type StudioState } from '../../../renderer/state/studio.ts';
import { showFrame } from '../../../renderer/state/timeline/playback.ts';
import { cases } from '../../helpers/extent.ts';
import { documentOf, leftElbow, mannequin, openStudio } from './open-studio.ts';

const FRAMES = 30;
const ACTORS = ['actor-1', 'actor-2'] as const;
type ActorId = (typeof ACTORS)[number];
type Keys = ReadonlyMap<number, number>;

/** What the model knows of an actor: how far its left elbow is bent, degrees, by frames, and what it holds. */
interface ActorModel {
  readonly keys: Keys;
  readonly unkeyed: { readonly frame: number; readonly bend: number } | null;
  readonly contacts: readonly (readonly [from: number, to: number])[];
}

/** A scene as an animator thinks of it. `prop`: how far it stands to the left, metres. */
interface Model {
  readonly workedOn: ActorId;
  readonly actors: Readonly<Record<ActorId, ActorModel>>;
  readonly prop: { readonly rest: number; readonly keys: Keys } | null;
  readonly sound: { readonly at: number; readonly isMuted: boolean } | null;
}

const NOTHING: ActorModel = { keys: new Map(), unkeyed: null, contacts: [] };
const EMPTY: Model = { workedOn: 'actor-1', actors: { 'actor-1': NOTHING, 'actor-2': NOTHING }, prop: null, sound: null };

function valueAt(keys: Keys, frame: number): number | null {
  const frames = [...keys.keys()].sort((a, b) => a - b);
  const before = frames.findLast((each) => each <= frame) ?? frames[0];
  const after = frames.find((each) => each >= frame) ?? frames.at(-1);
  if (before === undefined || after === undefined) return null;
  const [from, to] = [keys.get(before)!, keys.get(after)!];
  return before === after ? from : from + ((to - from) * (frame - before)) / (after - before);
}

function bendOf({ keys, unkeyed }: ActorModel, frame: number): number {
  return unkeyed && (keys.size === 0 || unkeyed.frame === frame) ? unkeyed.bend : (valueAt(keys, frame) ?? 0);
}

/** What is seen and heard at a frame. */
function onScreen({ workedOn, actors, prop, sound }: Model, frame: number) {
  const close = (value: number) => expect.closeTo(value, 3) as number;
  return {
    workedOn,
    frame: close(frame),
    bends: ACTORS.map((id) => close(bendOf(actors[id], frame))),
    contacts: ACTORS.map((id) => actors[id].contacts),
    prop: prop && close(valueAt(prop.keys, frame) ?? prop.rest),
    sound,
  };
}

/** A history of models, and the frame that the playhead stands at. */
class Expected {
  private past: Model[] = [];
  private future: Model[] = [];
  present = EMPTY;
  frame = 0;

  commit(next: Model): void {
    this.past.push(this.present);
    this.future = [];
    this.present = next;
  }

  change(actor: Partial<ActorModel>): void {
    this.commit(withActor(this.present, { ...this.worked, ...actor }));
  }

  get worked(): ActorModel {
    return this.present.actors[this.present.workedOn];
  }

  /** Back goes to the actor that the edit was of; again is seen from the actor that is worked on now. A step that posed anybody is seen at its frame. */
  step(from: 'past' | 'future'): void {
    const next = this[from].pop();
    if (!next) return;
    this[from === 'past' ? 'future' : 'past'].push(this.present);
    const workedOn = from === 'past' ? next.workedOn : this.present.workedOn;
    for (const id of ACTORS) {
      const [before, after] = [this.present, next].map(({ actors }) => actors[id].unkeyed);
      if (JSON.stringify(before) !== JSON.stringify(after)) this.frame = (after ?? before)!.frame;
    }
    this.present = { ...next, workedOn };
  }
}

function withActor(model: Model, actor: ActorModel): Model {
  return { ...model, actors: { ...model.actors, [model.workedOn]: actor } };
}

function bent(studio: Studio, degrees: number): Pose {
  const { skeleton } = documentOf(studio).rig;
  const elbow = leftElbow(studio);
  const limit = skeleton.limits[elbow];
  if (limit?.kind !== 'hinge') throw new Error('the elbow of the mannequin must be a hinge');
  const pose = restPose(skeleton);
  setRotation(pose, elbow, fromAxisAngle(limit.axis, (degrees * Math.PI) / 180));
  return pose;
}

function bendIn(studio: Studio, pose: Pose): number {
  const [x, y, z, w] = rotationOf(pose, leftElbow(studio));
  return (2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180) / Math.PI;
}

/** The same of the studio as {@link onScreen} says of a model. */
function seen(studio: Studio) {
  const state = studio.getState();
  const document = documentOf(studio);
  const { present } = document.history;
  const poses = new Map(actorsBeside(state).map(({ id, pose }) => [id, pose]));
  const contactsOf = (id: ActorId) =>
    id === present.workedOn
      ? activeClip(present).contacts
      : present.actors.find((actor) => actor.id === id)!.motions[present.activeClip]?.contacts;
  const [prop] = present.props;
  const [sound] = present.sounds;
  return {
    workedOn: present.workedOn,
    frame: state.session.playback.time * FRAMES,
    bends: ACTORS.map((id) => bendIn(studio, id === present.workedOn ? shownPose(state)! : poses.get(id)!)),
    contacts: ACTORS.map((id) => (contactsOf(id) ?? []).map(({ from, to }) => [from, to])),
    prop: prop ? framesOnScreen(state, document).at(prop, state.session.playback.time).position[0] : null,
    sound: sound ? { at: sound.at, isMuted: sound.isMuted === true } : null,
  };
}

const PROP: PropData = {
  id: 'prop-1',
  name: 'Ball',
  form: { kind: 'ball', radius: 0.1 },
  rest: { position: [0, 0, 0], rotation: IDENTITY, by: null },
  motions: {},
};
const SOUND: SoundData = {
  id: 'sound-1',
  name: 'Beat',
  fileName: 'beat.wav',
  hash: 'b'.repeat(64),
  clip: 'clip-1',
  at: 0,
  from: 0,
  volume: 1,
};

/** One thing that an animator does, to the studio and to the model. */
function act(studio: Studio, model: Expected, random: Random): string {
  const { present, frame } = model;
  const { prop, sound } = present;
  const time = frame / FRAMES;
  const edit = (change: (project: Project) => Project, next: Model) => {
    commitEdit(studio, 'Edit', change);
    model.commit(next);
  };
  const placed = (x: number) => ({ position: [x, 0, 0] as const, rotation: IDENTITY });
  const acts: Readonly<Record<string, () => void>> = {
    scrub: () => {
      model.frame = Math.floor(random() * (FRAMES + 1));
      showFrame(studio, model.frame);
    },
    'work on the other': () => {
      const workedOn = present.workedOn === 'actor-1' ? 'actor-2' : 'actor-1';
      workOnActor(studio, workedOn);
      model.present = { ...present, workedOn };
    },
    drag: () => {
      const bend = 5 + 100 * random();
      commitPose(studio, 'Pull', bent(studio, bend));
      model.change({ unkeyed: { frame, bend } });
    },
    key: () => {
      const shown = bendOf(model.worked, frame);
      const { skeleton } = documentOf(studio).rig;
      commitEdit(studio, 'Key', (project) =>
        editActiveClip(setKeyAt(project, skeleton, time, shownPose(studio.getState())!), (clip) =>
          setInterpolation(clip, 'linear'),
        ),
      );
      const { keys, unkeyed } = model.worked;
      const isKeyed = unkeyed?.frame === frame || (unkeyed && keys.size === 0);
      model.change({ keys: new Map(keys).set(frame, shown), unkeyed: isKeyed ? null : unkeyed });
    },
    'hold a heel': () => {
      const before = activeClip(documentOf(studio).history.present).contacts ?? [];
      // Behind the last one: spans that meet become one. Muted: what it does to the body is of no interest here.
      const from = (before.at(-1)?.to ?? 0) + 0.01;
      const span: ContactSpan = { part: 'leftHeel', from, to: from + 0.01 + 0.05 * random(), isMuted: true };
      commitEdit(studio, 'Hold', (project) => setClipContacts(project, [...before, span]));
      model.change({ contacts: [...model.worked.contacts, [span.from, span.to]] });
    },
    'let a heel go': () => {
      if (model.worked.contacts.length === 0) return;
      const [, ...left] = activeClip(documentOf(studio).history.present).contacts!;
      commitEdit(studio, 'Let go', (project) => setClipContacts(project, left));
      model.change({ contacts: left.map(({ from, to }) => [from, to] as const) });
    },
    'a prop comes or goes': () =>
      prop
        ? edit((project) => removeProp(project, PROP.id), { ...present, prop: null })
        : edit((project) => addProp(project, PROP), { ...present, prop: { rest: 0, keys: new Map() } }),
    'move the prop': () => {
      if (!prop) return;
      const x = random();
      edit((project) => restProp(project, PROP.id, { ...placed(x), by: null }), { ...present, prop: { ...prop, rest: x } });
    },
    'key the prop': () => {
      if (!prop) return;
      const x = random();
      edit((project) => setPropKey(project, PROP.id, project.activeClip, { ...placed(x), time, interpolation: 'linear' }), {
        ...present,
        prop: { ...prop, keys: new Map(prop.keys).set(frame, x) },
      });
    },
    'a sound comes or goes': () =>
      sound
        ? edit((project) => removeSound(project, SOUND.id), { ...present, sound: null })
        : edit((project) => addSound(project, SOUND), { ...present, sound: { at: 0, isMuted: false } }),
    'shift or mute the sound': () => {
      if (!sound) return;
      const [at, isMuted] = [random(), !sound.isMuted];
      edit((project) => muteSound(changeSound(project, SOUND.id, { at }), SOUND.id, isMuted), {
        ...present,
        sound: { at, isMuted },
      });
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
  // Half of what is done is undone again, so that sequences go back and on several times.
  const name = random() < 0.3 ? (random() < 0.6 ? 'undo' : 'redo') : names[Math.floor(random() * names.length)]!;
  acts[name]!();
  return name;
}

let studio: Studio;
let beginning: StudioState;

beforeAll(async () => {
  ({ studio } = await openStudio());
  addCharacter(studio, mannequin('second'));
  workOnActor(studio, 'actor-1');
  const timing = createClip('clip-1', 'Clip', { fps: FRAMES, duration: 1, loop: false });
  commitEdit(studio, 'Prepare', (project) => ({ ...project, clips: [timing], activeClip: timing.id }));
  const state = studio.getState();
  const document = documentOf(studio);
  beginning = { ...state, document: { ...document, history: { ...document.history, past: [], future: [] } } };
});

const SEQUENCES = cases(400, 1000);

test(`Undo and redo bring back actors, props, sounds and contacts: ${SEQUENCES} random sequences (seeds from 1)`, () => {
  for (let seed = 1; seed <= SEQUENCES; seed++) {
    studio.setState(beginning);
    const random = seededRandom(seed);
    const model = new Expected();
    const done: string[] = [];
    for (let step = 0; step < 12; step++) {
      done.push(act(studio, model, random));
      expect(seen(studio), `seed ${seed}: ${done.join(', ')}`).toEqual(onScreen(model.present, model.frame));
    }
  }
});

test.each([
  ['the other actor is worked on', false],
  ['the other actor is worked on, and was when it was undone', true],
] as const)('A drag that is done again is seen at its frame, also while %s', (_, wasOther) => {
  studio.setState(beginning);
  workOnActor(studio, 'actor-2');
  showFrame(studio, 20);
  commitPose(studio, 'Pull', bent(studio, 50));
  if (wasOther) workOnActor(studio, 'actor-1');
  undo(studio);
  workOnActor(studio, 'actor-1');
  showFrame(studio, 3);
  redo(studio);
  expect(seen(studio)).toMatchObject({ workedOn: 'actor-1', frame: expect.closeTo(20, 3), bends: [0, expect.closeTo(50, 3)] });
});
