import { restPose } from '../../core/skeleton/pose.ts';
import type { Shot } from '../../core/animation/camera-motion.ts';
import type { Frame } from '../../core/math/frame.ts';
import type { ContactSpan, Interpolation } from '../../core/animation/clip.ts';
import {
  activeClip,
  addClip,
  deleteClip,
  deleteKey,
  editActiveClip,
  setActiveClip,
  setClipContacts,
  setClipDuration,
  setClipFps,
  setClipInterpolation,
  setClipLoop,
  setClipName,
  setKeyAt,
} from '../../core/document/edits/clips.ts';
import {
  deletePose,
  markFavourite,
  movePose,
  renameFolder,
  renamePose,
  savePose,
  tagPose,
} from '../../core/document/edits/library.ts';
import { dropUnkeyed, setPin, setPose, setSolverSetting } from '../../core/document/edits/posing.ts';
import { addProp, changeProp, removeProp, setCarrier, setPropKey } from '../../core/document/edits/props.ts';
import { addCamera, changeCamera, removeCamera, restCamera, setCameraKeys } from '../../core/document/edits/cameras.ts';
import { addSound, changeSound, muteSound, removeSound } from '../../core/document/edits/sounds.ts';
import { setCorrection, setLimit, setPreset, setStiffness } from '../../core/document/edits/rig-settings.ts';
import type { PropData, ReferenceData, SoundData } from '../../core/document/project-data.ts';
import type { Project } from '../../core/document/project.ts';
import { IDENTITY } from '../../core/math/quat.ts';
import { keysWithin, moveChosen, repeatChosen, scaleChosen } from '../../core/animation/chosen-keys.ts';
import { createClip } from '../../core/animation/keys.ts';
import { GIVE_WAYS } from '../../core/humanoid/bodies/body-contact.ts';
import { HANDLE_NAMES } from '../../core/humanoid/body/handles.ts';
import { capturePose } from '../../core/library/apply.ts';
import type { Random } from '../../core/math/random.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';
import { randomPose } from './random-pose.ts';

function randomProp(random: Random): Pick<PropData, 'form' | 'rest' | 'motions'> {
  const position = [random(), random(), random()] as const;
  return { form: { kind: 'ball', radius: 0.1 + random() }, rest: { position, rotation: IDENTITY, by: null }, motions: {} };
}

function randomSound(random: Random, clip: string): Omit<SoundData, 'id' | 'name'> {
  return {
    fileName: 'beat.wav',
    hash: 'b'.repeat(64),
    clip,
    at: random() - 0.5,
    from: random(),
    to: 1 + random(),
    volume: random(),
  };
}

function randomReference(random: Random): ReferenceData {
  return {
    name: 'run.mp4',
    files: [{ fileName: 'run.mp4', hash: 'c'.repeat(64) }],
    isShown: random() < 0.5,
    opacity: random(),
    size: 0.1 + random(),
    offset: [random(), random()],
    at: random() - 0.5,
    speed: 0.5 + random(),
    fps: 30,
  };
}

function randomShot(random: Random): Shot {
  return { ...frameOf(randomProp(random).rest), focalLength: 20 + 80 * random(), distance: 1 + random() };
}

const frameOf = ({ position, rotation }: Frame): Frame => ({ position, rotation });

/** A hand, a foot or another handle on a thing, on the own body, on another character or in the world. */
function randomContact({ props }: Project, random: Random): ContactSpan {
  const from = random();
  const to = from + 0.1 + random();
  const kind = Math.floor(4 * random());
  if (kind === 0) return { part: random() < 0.5 ? 'leftHeel' : 'rightHand', from, to };
  const joint = `Joint ${Math.floor(5 * random())}`;
  const by = kind === 1 ? { joint } : kind === 2 ? { actor: 'actor-2', joint } : { prop: props[0]?.id ?? 'gone' };
  const { position, rotation } = randomProp(random).rest;
  const part = HANDLE_NAMES[Math.floor(HANDLE_NAMES.length * random())]!;
  const gives = GIVE_WAYS[Math.floor(3 * random())]!;
  const rest = random() < 0.5 ? { isMuted: true as const } : { fade: random() };
  return { part, from, to, ...rest, on: { by, position, rotation, gives } };
}

/** One random edit of any kind, possibly one that changes nothing. */
export function randomEdit(skeleton: Skeleton, present: Project, random: Random, step: number): Project {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const joint = Math.floor(random() * skeleton.count);
  const time = random() * 3;
  const saved = present.poses.length > 0 ? pick(present.poses) : null;
  const thing = present.props.length > 0 ? pick(present.props) : null;
  const sound = present.sounds.length > 0 ? pick(present.sounds) : null;
  const camera = present.cameras.length > 0 ? pick(present.cameras) : null;
  const pose = present.unkeyed?.pose ?? restPose(skeleton);
  const edits: (() => Project)[] = [
    () => setPose(present, randomPose(skeleton, random), time),
    () => dropUnkeyed(present),
    () => setPin(present, pick(HANDLE_NAMES), { translation: random() < 0.5, rotation: random() < 0.5, weight: 1 }),
    () => setSolverSetting(present, 'restarts', Math.floor(random() * 5)),
    () => setPreset(present, pick(['standard', 'flexible', 'free'])),
    () => setLimit(present, joint, random() < 0.3 ? null : { kind: 'hinge', axis: [1, 0, 0], min: -random(), max: random() }),
    () => setStiffness(present, joint, random() < 0.3 ? null : random()),
    () => setCorrection(present, 'head', pick([null, undefined, 3])),
    () => savePose(present, capturePose(skeleton, pose, { id: `p${step}`, name: `Pose ${step}` })),
    () => (saved ? renamePose(present, saved.id, `Renamed ${step}`) : present),
    () => (saved ? tagPose(present, saved.id, [`tag ${step % 3}`]) : present),
    () => (saved ? movePose(present, saved.id, pick(['', 'Hands', 'Hands/Left', 'Sitting'])) : present),
    () => renameFolder(present, 'Hands', pick(['Sitting/Hands', 'Hands', 'Sitting'])),
    () => (saved ? markFavourite(present, saved.id, random() < 0.5) : present),
    () => (saved && random() < 0.5 ? deletePose(present, saved.id) : present),
    () => addProp(present, { ...randomProp(random), id: `prop-${step}`, name: `Thing ${step}` }),
    () => (thing ? changeProp(present, thing.id, { name: `Renamed ${step}` }) : present),
    () =>
      thing
        ? setPropKey(present, thing.id, present.activeClip, { ...randomProp(random).rest, time, interpolation: 'ease' })
        : present,
    () => (thing ? setCarrier(present, thing.id, present.activeClip, time, null) : present),
    () => (thing && random() < 0.5 ? removeProp(present, thing.id) : present),
    () => addSound(present, { ...randomSound(random, present.activeClip), id: `sound-${step}`, name: `Sound ${step}` }),
    () => (sound ? changeSound(present, sound.id, { at: time, to: sound.from + 0.1 + random() }) : present),
    () => (sound ? muteSound(present, sound.id, random() < 0.5) : present),
    () => (sound && random() < 0.5 ? removeSound(present, sound.id) : present),
    () => ({ ...present, reference: random() < 0.4 ? null : randomReference(random) }),
    () =>
      addCamera(present, { id: `camera-${step}`, name: `Camera ${step}`, aspect: 1.5, rest: randomShot(random), motions: {} }),
    () => (camera ? changeCamera(present, camera.id, { aspect: 1 + random() }) : present),
    () => (camera ? restCamera(present, camera.id, randomShot(random)) : present),
    () =>
      camera
        ? setCameraKeys(present, camera.id, present.activeClip, [{ ...randomShot(random), time, interpolation: 'cubic' }])
        : present,
    () => (camera && random() < 0.5 ? removeCamera(present, camera.id) : present),
    () => setKeyAt(present, skeleton, time, pose, random() < 0.5 ? undefined : [joint]),
    () => editActiveClip(present, (clip) => moveChosen(clip, keysWithin(clip, 0, time), step).clip),
    () => editActiveClip(present, (clip) => repeatChosen(clip, keysWithin(clip, 0, time), step).clip),
    () => deleteKey(present, activeClip(present).tracks[0]?.times[0] ?? 0),
    () => editActiveClip(present, (clip) => scaleChosen(clip, keysWithin(clip, 0, 9), 0, 0.5 + random()).clip),
    () => setClipInterpolation(present, pick<Interpolation>(['step', 'linear', 'ease', 'cubic', [0.2, -0.5, 0.6, 1.5]])),
    () => setClipFps(present, pick([24, 30, 60])),
    () => setClipDuration(present, 1 + random()),
    () => setClipLoop(present, random() < 0.5),
    () => setClipContacts(present, [...(activeClip(present).contacts ?? []), randomContact(present, random)]),
    () => setClipContacts(present, (activeClip(present).contacts ?? []).slice(1)),
    () => setClipName(present, `Clip ${step}`),
    () => addClip(present, createClip(`c${step}`, 'Another')),
    () => setActiveClip(present, pick(present.clips).id),
    () => deleteClip(present, pick(present.clips).id),
  ];
  return pick(edits)();
}
