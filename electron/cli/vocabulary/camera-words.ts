import { z } from 'zod';
import { aimedAt } from '../../../core/animation/aim-camera.ts';
import {
  aimWay,
  followWay,
  keysAlongWay,
  orbitWay,
  steadied,
  STEADY_SECONDS,
  type ShotWay,
} from '../../../core/animation/camera-ways.ts';
import { jointWay } from '../../../core/document/joint-way.ts';
import { HUMANOID_BONES } from '../../../core/humanoid/body/bones.ts';
import { aimOf, FOCAL_LENGTHS, type Shot } from '../../../core/animation/camera-motion.ts';
import { INTERPOLATIONS } from '../../../core/animation/clip.ts';
import {
  addCamera,
  changeCamera,
  clearCamera,
  MOST_ASPECT,
  removeCamera,
  restCamera,
  setCameraKeys,
  setCut,
} from '../../../core/document/edits/cameras.ts';
import { activeClip, setClipMarkers } from '../../../core/document/edits/clips.ts';
import type { CameraData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { cutsOf, motionOfCamera, shotOf } from '../../../core/document/shots.ts';
import { quote } from '../../../core/formats/text/quote.ts';
import { stepAnswer, stepIn } from './facts.ts';
import { newId } from './new-id.ts';
import type { Session } from './session.ts';
import { word } from './word.ts';

const name = z.string().trim().min(1).max(200);
const point = z.tuple([z.number(), z.number(), z.number()]);
const frame = z.number().int().min(0).max(1e7);

const shotPart = {
  at: point.describe('where it stands, metres of the scene').exactOptional(),
  aim: point.describe('the point that it aims at, metres of the scene').exactOptional(),
  focalLength: z
    .number()
    .min(FOCAL_LENGTHS[0])
    .max(FOCAL_LENGTHS[1])
    .describe('millimetres, of a picture 36 mm wide')
    .exactOptional(),
};

const aspect = z
  .number()
  .min(1 / MOST_ASPECT)
  .max(MOST_ASPECT)
  .describe('width over height of its pictures')
  .exactOptional();

export const cameraFacts = z.object({
  name: z.string(),
  aspect: z.number(),
  at: point,
  aim: point,
  focalLength: z.number(),
  keys: z.array(z.number()).describe('frames of the clip at which it has keys'),
  cuts: z.array(z.number()).describe('frames from which on the clip is seen through it'),
});

const answer = z.object({ ...stepAnswer, cameras: z.array(cameraFacts).describe('all of the scene, as they rest') });

/** What a new camera sees where nothing is said: a person from the front. */
const NEW: Shot = { position: [0, 1.2, 4], rotation: [0, 0, 0, 1], focalLength: 50, distance: 4 };

type ShotPart = { readonly [Field in keyof typeof shotPart]?: z.infer<(typeof shotPart)[Field]> | undefined };

export const CAMERA_WORDS = {
  addCamera: word({
    title: 'Add a camera',
    description: 'Puts a camera into the scene, which films and pictures can be taken through.',
    effect: 'changes',
    given: { name: name.exactOptional(), aspect, ...shotPart },
    answer,
    run: async (session, { name: called = 'Camera', aspect: form = 16 / 9, ...part }) => {
      const document = await session.present();
      const id = newId(document, 'cameras', 'camera', called);
      const camera: CameraData = { id, name: called, aspect: form, rest: changed(NEW, part), motions: {} };
      return withCameras(session, `Add ${called}`, (project) => addCamera(project, camera));
    },
  }),
  changeCamera: word({
    title: 'Change a camera',
    description: 'Moves, aims or renames a camera, or changes its lens or the form of its pictures, where no key moves it.',
    effect: 'changes',
    given: { camera: name, name: name.exactOptional(), aspect, ...shotPart },
    answer,
    run: async (session, { camera: wanted, name: called, aspect: form, ...part }) => {
      const camera = cameraCalled((await session.present()).project, wanted);
      return withCameras(session, `Change ${wanted}`, (project) => {
        const film = { ...(called !== undefined && { name: called }), ...(form !== undefined && { aspect: form }) };
        return changeCamera(restCamera(project, camera.id, changed(camera.rest, part)), camera.id, film);
      });
    },
  }),
  keyCamera: word({
    title: 'Key a camera',
    description: 'Sets a key of a camera at a frame of the clip; what is not said stays as it is there.',
    effect: 'changes',
    given: { camera: name, frame, ...shotPart, interpolation: z.enum(INTERPOLATIONS).exactOptional() },
    answer,
    run: async (session, { camera: wanted, frame: at, interpolation = 'cubic', ...part }) => {
      const { project } = await session.present();
      const camera = cameraCalled(project, wanted);
      const { id: clip, fps } = activeClip(project);
      const time = at / fps;
      const key = { ...changed(shotOf(camera, clip, time), part), time, interpolation };
      return withCameras(session, `Key ${wanted}`, (before) => setCameraKeys(before, camera.id, clip, [key]));
    },
  }),
  deleteCameraKeys: word({
    title: 'Delete keys of a camera',
    description: 'Takes away the keys of a camera from one frame of the clip to another, both counted.',
    effect: 'changes',
    given: { camera: name, from: frame, to: frame },
    answer,
    run: async (session, { camera: wanted, from, to }) => {
      const { project } = await session.present();
      const { id: clip, fps } = activeClip(project);
      const { id } = cameraCalled(project, wanted);
      // A key between frames belongs to the nearest of them.
      const [first, last] = [(from - 0.5) / fps, (to + 0.5) / fps];
      return withCameras(session, `Delete keys of ${wanted}`, (before) => clearCamera(before, id, clip, first, last));
    },
  }),
  moveCamera: word({
    title: 'Move a camera by keys',
    description:
      'Keys a camera over a stretch of the clip: round what it aims at, along with a bone of the character, or aimed at it. Its keys there give way to few.',
    effect: 'changes',
    given: {
      camera: name,
      how: z.enum(['orbit', 'follow', 'aim']),
      from: frame,
      to: frame,
      rounds: z.number().min(-100).max(100).describe('of an orbit; below 0 the other way; default: 1').exactOptional(),
      bone: z.enum(HUMANOID_BONES).describe('what is followed or aimed at; default: hips').exactOptional(),
    },
    answer,
    run: async (session, { camera: wanted, how, from, to, rounds = 1, bone = 'hips' }) => {
      const { project, rig, rigOf } = await session.present();
      const { id: clip, fps } = activeClip(project);
      const camera = cameraCalled(project, wanted);
      if (to <= from) throw new Error(`a camera moves from one frame to a later one, got ${from} to ${to}`);
      const joint = rig.humanoid[bone];
      if (joint === undefined && how !== 'orbit') throw new Error(`the character has no ${bone}`);
      const times = Array.from({ length: to - from + 1 }, (_, i) => (from + i) / fps);
      const [first, last] = [times[0]!, times.at(-1)!];
      const begun = shotOf(camera, clip, first);
      const followed = () => steadied(jointWay(project, rig, rigOf, joint!), times, STEADY_SECONDS);
      const ways: Readonly<Record<typeof how, () => ShotWay>> = {
        orbit: () => orbitWay(begun, first, last, rounds),
        follow: () => followWay(begun, followed(), first),
        aim: () => aimWay((time) => shotOf(camera, clip, time), followed()),
      };
      const keys = keysAlongWay(ways[how](), times);
      return withCameras(session, `Move ${wanted}`, (before) =>
        setCameraKeys(clearCamera(before, camera.id, clip, first - 0.5 / fps, last + 0.5 / fps), camera.id, clip, keys),
      );
    },
  }),
  cutTo: word({
    title: 'Cut to a camera',
    description:
      'From a frame of the clip on it is seen through a camera: the marker there says so, or a new one. Without a camera the cut at that frame is taken away.',
    effect: 'changes',
    given: { frame, camera: name.exactOptional() },
    answer,
    run: async (session, { frame: at, camera: wanted }) => {
      const { project } = await session.present();
      const { fps } = activeClip(project);
      const id = wanted === undefined ? null : cameraCalled(project, wanted).id;
      return withCameras(session, wanted === undefined ? 'Remove cut' : `Cut to ${wanted}`, (before) => {
        const { markers = [] } = activeClip(before);
        const there = markers.find(({ time }) => Math.round(time * fps) === at);
        if (there) return setCut(before, there.time, id);
        if (id === null) throw new Error(`no marker stands at frame ${at}`);
        const cut = { name: `Cut at ${at}`, time: at / fps };
        return setCut(setClipMarkers(before, [...markers, cut]), cut.time, id);
      });
    },
  }),
  removeCamera: word({
    title: 'Remove a camera',
    description: 'Takes a camera out of the scene, and the cuts to it.',
    effect: 'changes',
    given: { camera: name },
    answer,
    run: async (session, { camera }) => {
      const { id } = cameraCalled((await session.present()).project, camera);
      return withCameras(session, `Remove ${camera}`, (project) => removeCamera(project, id));
    },
  }),
} as const;

/** A shot with what is said of it: moved without an aim, it looks the same way. Throws an `Error` of one sentence where it cannot aim there. */
function changed(shot: Shot, { at = [...shot.position], aim, focalLength = shot.focalLength }: ShotPart): Shot {
  const moved = { ...shot, position: at, focalLength };
  if (aim === undefined) return moved;
  const aimed = aimedAt(moved, aim);
  if (!aimed) throw new Error(`a camera at ${at.join(', ')} cannot aim at ${aim.join(', ')}: it is too near or too far away`);
  return aimed;
}

function cameraCalled({ cameras }: Project, wanted: string): CameraData {
  const found = cameras.find((camera) => camera.name === wanted);
  if (found) return found;
  const there = cameras.length === 0 ? 'there is none' : `there is ${cameras.map((camera) => quote(camera.name)).join(', ')}`;
  throw new Error(`the scene has no camera ${quote(wanted)}: ${there}`);
}

export function factsOfCameras(project: Project): z.output<typeof cameraFacts>[] {
  const { id: clip, fps } = activeClip(project);
  return project.cameras.map((camera) => ({
    name: camera.name,
    aspect: camera.aspect,
    at: [...camera.rest.position] as [number, number, number],
    aim: [...aimOf(camera.rest)] as [number, number, number],
    focalLength: camera.rest.focalLength,
    keys: motionOfCamera(camera, clip).keys.map(({ time }) => Math.round(time * fps)),
    cuts: cutsOf([camera], activeClip(project)).map(({ time }) => Math.round(time * fps)),
  }));
}

async function withCameras(session: Session, label: string, edit: (project: Project) => Project) {
  const { step } = await stepIn(session, label, edit);
  return { step, cameras: factsOfCameras((await session.present()).project) };
}
