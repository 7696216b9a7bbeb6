import { describe, expect, test } from 'vitest';
import type { CameraKey } from '../../../core/animation/camera-motion.ts';
import type { Clip, NamedInterpolation, TouchingSpan } from '../../../core/animation/clip.ts';
import { withContacts } from '../../../core/animation/holding/contact-spans.ts';
import { frameTimes } from '../../../core/animation/joint-paths.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { carrierAt, type PropKey } from '../../../core/animation/prop-motion.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { addActor } from '../../../core/document/edits/actors.ts';
import { activeClip, addClip, setActiveClip } from '../../../core/document/edits/clips.ts';
import {
  joinScene,
  lastKeyInScene,
  reverseScene,
  stretchScene,
  trimScene,
  type SceneAsked,
} from '../../../core/document/edits/recut-scene.ts';
import { sceneActor } from '../../../core/document/played-scene.ts';
import type { CameraData, PropData, SoundData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { motionOfProp, propFrames, type PropFrames } from '../../../core/document/prop-frames.ts';
import { shotOf } from '../../../core/document/shots.ts';
import { poseOfActor } from '../../../core/document/shown-pose.ts';
import { presentActor } from '../../../core/document/work-on-actor.ts';
import { frameSeenFrom, SAME_FRAME, type Frame } from '../../../core/math/frame.ts';
import { angleBetween, fromRotationVector } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { distance, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const FPS = 30;
const WAYS: readonly NamedInterpolation[] = ['linear', 'ease', 'easeIn', 'overshoot', 'cubic'];
const CLIPS = ['clip-1', 'clip-2'] as const;

/** Two actors that do the same, a ball that is thrown, a sword that changes hands, a camera and a sound, in two clips. */
function scene(seed: number): Project {
  const random = seededRandom(seed);
  const one = () => 2 * random() - 1;
  const way = () => WAYS[Math.floor(random() * WAYS.length)]!;
  const somewhere = (): Frame => ({ position: [one(), one(), one()], rotation: fromRotationVector([one(), one(), one()]) });
  const keysAt = (frames: readonly number[]) =>
    frames.map((frame): PropKey => ({ ...somewhere(), time: frame / FPS, interpolation: way() }));
  const inEach = <Motion>(motion: () => Motion) => Object.fromEntries(CLIPS.map((clip) => [clip, motion()]));
  const contact: TouchingSpan = {
    part: 'leftHand',
    from: 10 / FPS,
    to: 20 / FPS,
    isMuted: true,
    on: { by: { prop: 'prop-1' }, ...SAME_FRAME },
  };
  const clipOf = (id: string): Clip => {
    const empty = createClip(id, id, { fps: FPS, duration: 40 / FPS, loop: false });
    const posed = [0, 12, 28].reduce(
      (clip, frame) => setKey(rig.skeleton, clip, frame / FPS, randomPose(rig.skeleton, random)),
      empty,
    );
    const layer = { name: 'over', weight: 1, from: 0.2, to: 0.9, tracks: [{ ...posed.tracks.at(-1)!, times: [0.3, 0.5, 0.7] }] };
    return withContacts({ ...posed, layers: [layer], markers: [{ name: 'lands', time: 16 / FPS }] }, [contact]);
  };
  const bare = createProject(rig, { name: 'Hero', fileName: 'hero.glb', hash: 'ab12' });
  const clips = CLIPS.map(clipOf);
  const alone = setActiveClip(clips.reduce(addClip, { ...bare, clips: [] }), 'clip-1');
  const rest = { ...somewhere(), by: null };
  const form = { kind: 'box', size: [0.1, 0.1, 0.1] } as const;
  const ball: PropData = {
    id: 'prop-1',
    name: 'Ball',
    form,
    rest,
    motions: inEach(() => ({ keys: keysAt([4, 11, 33]), changes: [] })),
  };
  const hand = (actor: string) => ({ actor, joint: 'hand.r' });
  const sword: PropData = {
    id: 'prop-2',
    name: 'Sword',
    form,
    rest: { ...somewhere(), by: hand('actor-1') },
    motions: inEach(() => ({
      keys: keysAt([6, 9, 30, 34]),
      changes: [
        { from: 8 / FPS, by: null },
        { from: 15 / FPS, by: hand('actor-2') },
        { from: 27 / FPS, by: { prop: 'prop-1' } },
      ],
    })),
  };
  const shot = () => ({ focalLength: 30 + 20 * random(), distance: 2 + random() });
  const camera: CameraData = {
    id: 'camera-1',
    name: 'Wide',
    aspect: 1.5,
    rest: { ...somewhere(), ...shot() },
    motions: { 'clip-1': { keys: keysAt([3, 17, 25]).map((key): CameraKey => ({ ...key, ...shot() })) } },
  };
  const sound: SoundData = {
    id: 'sound-1',
    name: 'Hit',
    fileName: 'hit.wav',
    hash: 'cd',
    clip: 'clip-1',
    at: 0.5,
    from: 0,
    volume: 1,
  };
  const other = { ...presentActor(alone, rig), id: 'actor-2', place: { at: [1, 0, 2] as Vec3, turn: 1 } };
  return { ...addActor(alone, other), props: [ball, sword], cameras: [camera], sounds: [sound] };
}

/** Where props are in a clip, by the poses of the bodies there. */
function framesOf(project: Project, clip: string): PropFrames {
  const shown = { ...project, activeClip: clip };
  return propFrames(shown, (id, time) => {
    const actor = sceneActor(shown, rig, () => rig, id)!;
    const pose = poseOfActor(shown, rig, () => rig, { id, time, isPlayed: true })!;
    return { place: actor.view.place, skeleton: rig.skeleton, world: forwardKinematics(rig.skeleton, pose) };
  });
}

const askedOf = (project: Project): SceneAsked => ({ framesIn: (clip) => framesOf(project, clip), lengthOf: () => 0.25 });

function apart(a: Frame, b: Frame): number {
  return Math.max(distance(a.position, b.position), angleBetween(a.rotation, b.rotation));
}

/** What carries a prop, and where it is in the space of that. */
function carried(project: Project, frames: PropFrames, prop: number, clip: string, time: number) {
  const each = project.props[prop]!;
  const by = carrierAt(each.rest, motionOfProp(each, clip), time);
  return { by, frame: frameSeenFrom(frames.at(each, time), frames.ofCarrier(by, time)) };
}

interface Edit {
  readonly name: string;
  readonly edit: (project: Project) => Project;
  /** Where what is shown at a frame of the new clip comes from. */
  readonly source: (frame: number) => readonly [clip: (typeof CLIPS)[number], frame: number];
  /** Where the sound, of a quarter of a second from half a second on, is afterwards. */
  readonly sounds: readonly number[];
}

const EDITS: readonly Edit[] = [
  {
    name: 'stretched',
    edit: (project) =>
      stretchScene({ ...project, clips: project.clips.map((clip) => ({ ...clip, duration: 68 / FPS })) }, askedOf(project)),
    source: (frame) => ['clip-1', frame / 2],
    sounds: [1],
  },
  {
    name: 'reversed',
    edit: (project) => reverseScene(project, askedOf(project)),
    source: (frame) => ['clip-1', 40 - frame],
    sounds: [40 / FPS - 0.75],
  },
  {
    name: 'trimmed',
    edit: (project) => trimScene(project, 7 / FPS, 31 / FPS, askedOf(project)),
    source: (frame) => ['clip-1', 7 + frame],
    sounds: [0.5 - 7 / FPS],
  },
  {
    name: 'joined with the next',
    edit: (project) => joinScene(project, project.clips[1]!, askedOf(project), () => 'sound-2'),
    source: (frame) => (frame <= 40 ? ['clip-1', frame] : ['clip-2', frame - 41]),
    sounds: [0.5],
  },
];

describe.each(EDITS)('a clip that is $name', ({ edit, source, sounds }) => {
  test.each([1, 2, 3])('has one map of times for all who do something in it (seed %i)', (seed) => {
    const before = scene(seed);
    expect(lastKeyInScene(before)).toBe(34 / FPS);
    const after = edit(before);
    const clip = activeClip(after);

    // Bodies, with their layers, contacts and faces: the other does what the one that is worked on does.
    expect(after.actors[0]!.motions['clip-1']).toEqual(presentActor(after, rig).motions['clip-1']);
    expect(after.actors[0]!.motions['clip-2']).toBe(before.actors[0]!.motions['clip-2']);

    const then = framesOf(after, 'clip-1');
    const first = { 'clip-1': framesOf(before, 'clip-1'), 'clip-2': framesOf(before, 'clip-2') };
    frameTimes(clip).forEach((time, frame) => {
      const [from, at] = source(frame);
      before.props.forEach((_, prop) => {
        const [a, b] = [carried(after, then, prop, 'clip-1', time), carried(before, first[from], prop, from, at / FPS)];
        expect([frame, prop, a.by]).toEqual([frame, prop, b.by]);
        expect(apart(a.frame, b.frame), `prop ${prop}, frame ${frame}`).toBeLessThan(1e-5);
      });
      const [seen, was] = [shotOf(after.cameras[0]!, 'clip-1', time), shotOf(before.cameras[0]!, from, at / FPS)];
      expect(apart(seen, was), `frame ${frame}`).toBeLessThan(1e-6);
      expect(seen.focalLength).toBeCloseTo(was.focalLength, 6);
      expect(seen.distance).toBeCloseTo(was.distance, 6);
    });
    expect(after.sounds.map((sound) => sound.at)).toEqual(sounds.map((at) => expect.closeTo(at, 9)));
  });
});
