import { z } from 'zod';
import { activeClip } from '../../../core/document/edits/clips.ts';
import { setPose } from '../../../core/document/edits/posing.ts';
import { actorsOf } from '../../../core/document/work-on-actor.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { fromPlace } from '../../../core/math/place.ts';
import { handlesOf } from '../../../core/humanoid/body/handles.ts';
import { handlePosition } from '../../../core/humanoid/pulling/puller.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { namedWeights } from '../../../core/skeleton/name-weights.ts';
import { limitedJoints } from '../../../core/skeleton/limit-state.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { clipKeyTimes } from '../../../core/animation/sampling.ts';
import type { Clip } from '../../../core/animation/clip.ts';
import { shownIn, type OpenDocument } from './open-document.ts';
import type { Session } from './session.ts';

/** A point of the world: metres, Y up. */
export const point = z.tuple([z.number().min(-1e6).max(1e6), z.number().min(-1e6).max(1e6), z.number().min(-1e6).max(1e6)]);

/** A direction in the axes of the world, of any length but 0. */
export const direction = point.refine((axes) => axes.some((value) => value !== 0), 'expected a direction, got 0, 0, 0');

/** What a character or a prop of the scene is called. */
export const sceneName = z.string().trim().min(1).max(200);

/** A frame of the clip on the timeline. */
export const frame = z.number().int().min(0).max(1e7);

/** Where somebody or something is put; what is not said stays. */
export const placing = {
  at: point.describe('where it stands, metres of the scene').exactOptional(),
  turn: z.number().min(-1e6).max(1e6).describe('degrees about the vertical').exactOptional(),
};

/** The name of a handle, of a humanoid bone, or of a joint of plain bones. */
export const bodyName = z.string().min(1).max(200);

/** Every step tells what it is called. */
export const stepAnswer = { step: z.string().nullable().describe('the step that undo takes back next; null: nothing changed') };

export const clipFacts = z.object({
  name: z.string(),
  seconds: z.number(),
  fps: z.number(),
  frames: z.number().describe('number of the last frame, from 0'),
  loop: z.boolean(),
  keys: z.array(z.number()).describe('the frames that have keys, the first thirty'),
  keyedFrames: z.number().describe('how many frames have keys'),
  markers: z.array(z.object({ frame: z.number(), name: z.string() })).describe('frames that have names'),
});

/** Keyed frames that are listed. */
const LISTED_KEYS = 30;

export function factsOfClip(clip: Clip): z.output<typeof clipFacts> {
  const { name, duration, fps, loop, markers = [] } = clip;
  const frames = clipKeyTimes(clip).map((time) => Math.round(time * fps));
  const last = Math.floor(duration * fps + 1e-6);
  return {
    name,
    seconds: rounded(duration),
    fps,
    frames: last,
    loop,
    keys: frames.slice(0, LISTED_KEYS),
    keyedFrames: frames.length,
    markers: markers.map((marker) => ({ frame: Math.round(marker.time * fps), name: marker.name })),
  };
}

export const actorFacts = z.object({
  id: z.string(),
  name: z.string(),
  file: z.string(),
  at: point.describe('where it stands, metres of the scene'),
  turn: z.number().describe('degrees about the vertical'),
  isWorkedOn: z.boolean().describe('whether words about pose, pins and keys speak of it'),
});

export function factsOfActors({ project }: OpenDocument): z.output<typeof actorFacts>[] {
  return actorsOf(project).map(({ id, name: called }) => {
    const isWorkedOn = id === project.workedOn;
    const waits = project.actors.find((actor) => actor.id === id);
    const { at, turn } = isWorkedOn ? project.place : waits!.place;
    const [x, y, z3] = at;
    return {
      id,
      name: called,
      file: isWorkedOn ? project.character.fileName : waits!.fileName,
      at: [rounded(x), rounded(y), rounded(z3)] as [number, number, number],
      turn: rounded(toDegrees(turn)),
      isWorkedOn,
    };
  });
}

export const projectFacts = z.object({
  folder: z.string(),
  name: z.string(),
  character: z.object({
    name: z.string(),
    file: z.string(),
    height: z.number().describe('metres'),
    handles: z.array(z.string()),
    bones: z.array(z.string()).describe('humanoid bones that it has'),
    joints: z.number(),
    expressions: z.array(z.string()).describe('facial expressions that it has'),
    preset: z.string().describe('which joint limits it has'),
  }),
  actors: z.array(actorFacts).describe('the characters of the scene'),
  pins: z.record(z.string(), z.string()).describe('handles that stay, and what of them stays'),
  poses: z.number().describe('saved poses in the library'),
  clips: z.array(clipFacts),
  activeClip: z.string().describe('the clip on the timeline'),
  undo: z.array(z.string()).describe('steps that can be undone, the latest first'),
  redo: z.array(z.string()),
  notes: z.array(z.string()),
});

/** Steps that are named. */
const NAMED_STEPS = 20;

export function factsOfProject(document: OpenDocument): z.output<typeof projectFacts> {
  const { folder, project, rig, done, undone, notes } = document;
  const labels = (steps: OpenDocument['done']) =>
    steps
      .slice(-NAMED_STEPS)
      .toReversed()
      .map(({ label }) => label);
  return {
    folder,
    name: project.name,
    character: {
      name: project.character.name,
      file: project.character.fileName,
      height: rounded(rig.report.height),
      handles: handlesOf(rig).map(({ name }) => name),
      bones: Object.keys(rig.humanoid),
      joints: rig.skeleton.count,
      expressions: [...(rig.skeleton.expressions ?? [])],
      preset: project.rig.preset,
    },
    actors: factsOfActors(document),
    pins: Object.fromEntries(
      Object.entries(project.pins).map(([name, pin]) => [
        name,
        pin.ik === 0 ? 'FK' : [pin.translation && 'place', pin.rotation && 'direction'].filter(Boolean).join(' and '),
      ]),
    ),
    poses: project.poses.length,
    clips: project.clips.map(factsOfClip),
    activeClip: activeClip(project).name,
    undo: labels(done),
    redo: labels(undone),
    notes: [...notes],
  };
}

export const poseFacts = z.object({
  handles: z.record(z.string(), point).describe('where handles are, metres of the scene'),
  limited: z.array(z.string()).describe('joints on their limits'),
  expressions: z.record(z.string(), z.number()).describe('weights of the facial expressions that show, 0 to 1'),
});

export function factsOfPose(document: OpenDocument): z.output<typeof poseFacts> {
  const { rig, project } = document;
  const pose = shownIn(document);
  const world = forwardKinematics(rig.skeleton, pose);
  const places = handlesOf(rig).map((handle) => {
    const [x, y, z3] = fromPlace(project.place, handlePosition(handle, world));
    return [handle.name, [rounded(x), rounded(y), rounded(z3)] as [number, number, number]] as const;
  });
  const limited = limitedJoints(rig.skeleton, pose).map((joint) => rig.skeleton.names[joint]!);
  return { handles: Object.fromEntries(places), limited, expressions: namedWeights(rig.skeleton, pose) };
}

/** Makes a step that poses the body at the playhead, from what is on screen. */
export async function poseIn(session: Session, label: string, pose: (shown: Pose) => Pose): Promise<{ step: string | null }> {
  const document = await session.present();
  return stepIn(session, label, (project) => setPose(project, pose(shownIn(document)), document.playhead));
}

/** Makes a step and answers what it is called; null where it changed nothing. */
export async function stepIn(
  session: Session,
  label: string,
  change: Parameters<Session['edit']>[1],
): Promise<{ step: string | null }> {
  const before = (await session.present()).project;
  const after = await session.edit(label, change);
  return { step: after.project === before ? null : label };
}

/** Ten thousandths: tenths of millimetres. */
export function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
