import type { Clip } from '../../animation/clip.ts';
import { frameTimes } from '../../animation/joint-paths.ts';
import { snapToFrame } from '../../animation/keys.ts';
import { joinClips, reverseClip, stretchClip, trimClip } from '../../animation/recut.ts';
import { clipKeyTimes } from '../../animation/sampling.ts';
import { isSameTime } from '../../animation/track-keys.ts';
import { KEY_TIME_TOLERANCE } from '../../math/tolerances.ts';
import { timesOfProp } from '../../animation/prop-motion.ts';
import { motionInClip } from '../motion-in-clip.ts';
import type { SoundData } from '../project-data.ts';
import type { Project } from '../project.ts';
import { motionOfProp, type PropFrames } from '../prop-frames.ts';
import { motionOfCamera } from '../shots.ts';
import { activeClip } from './clips.ts';
import { recutActor, recutCamera, recutProp, type Recut } from './recut-owners.ts';
import { copySounds } from './sounds.ts';

/** What an edit of times asks the scene for. */
export interface SceneAsked {
  /** Where props are in a clip, by its id. */
  readonly framesIn: (clip: string) => PropFrames;
  /** Seconds for which a sound is heard; `Infinity` where nobody knows. */
  readonly lengthOf: (sound: SoundData) => number;
}

/** The last moment of the clip on the timeline at which anybody has a key, seconds; 0 where nobody has. */
export function lastKeyInScene(project: Project): number {
  const clip = activeClip(project);
  const own = clipKeyTimes(clip);
  const others = project.actors.flatMap(({ motions }) => {
    const { tracks = [], expressions = [] } = motionInClip(motions, clip.id) ?? {};
    return [...tracks, ...expressions].flatMap(({ times }) => times);
  });
  const props = project.props.flatMap((prop) => timesOfProp(motionOfProp(prop, clip.id)));
  const cameras = project.cameras.flatMap((camera) => motionOfCamera(camera, clip.id).keys.map(({ time }) => time));
  return [...own, ...others, ...props, ...cameras].reduce((last, time) => Math.max(last, time), 0);
}

/** Plays the clip on the timeline slower or faster, so that the last key in it stands at its end. */
export function stretchScene(project: Project, asked: SceneAsked): Project {
  const clip = activeClip(project);
  const last = lastKeyInScene(project);
  const end = snapToFrame(clip, clip.duration);
  if (last <= KEY_TIME_TOLERANCE || isSameTime(last, end)) return project;
  return recut(project, asked, {
    sources: [clip],
    cut: (motionIn) => stretchClip(motionIn(clip), last),
    from: (time) => [clip, (time * last) / end],
    to: (time) => (time * end) / last,
  });
}

/** Plays the clip on the timeline backwards; sounds are heard forwards where what goes on meanwhile is now. */
export function reverseScene(project: Project, asked: SceneAsked): Project {
  const clip = activeClip(project);
  const turned = (time: number) => clip.duration - time;
  return recut(project, asked, {
    sources: [clip],
    cut: (motionIn) => reverseClip(motionIn(clip)),
    from: (time) => [clip, turned(time)],
    to: turned,
  });
}

/** Keeps of the clip on the timeline what lies between two moments, seconds. Throws a `RangeError` when nothing is left. */
export function trimScene(project: Project, from: number, to: number, asked: SceneAsked): Project {
  const clip = activeClip(project);
  return recut(project, asked, {
    sources: [clip],
    cut: (motionIn) => trimClip(motionIn(clip), from, to),
    from: (time) => [clip, from + time],
    to: (time) => time - from,
  });
}

/**
 * Lets the clip on the timeline go on with another one, a frame after its end: each body from where it was left, all else where it is in the other clip.
 * `soundId` gives each copied sound an id that is not taken.
 */
export function joinScene(project: Project, next: Clip, asked: SceneAsked, soundId: (project: Project) => string): Project {
  const clip = activeClip(project);
  const start = clip.duration + 1 / clip.fps;
  const joined = recut(project, asked, {
    sources: [clip, next],
    cut: (motionIn) => joinClips(motionIn(clip), motionIn(next)),
    from: (time) => (time < start - KEY_TIME_TOLERANCE ? [clip, Math.min(time, clip.duration)] : [next, time - start]),
    to: (time) => time,
  });
  const copied = copySounds(joined, next.id, clip.id, soundId);
  const isCopy = ({ id }: SoundData) => !joined.sounds.some((sound) => sound.id === id);
  if (copied === joined) return joined;
  return { ...copied, sounds: copied.sounds.map((sound) => (isCopy(sound) ? { ...sound, at: sound.at + start } : sound)) };
}

function recut(project: Project, { framesIn, lengthOf }: SceneAsked, how: Recut): Project {
  const [clip] = how.sources as [Clip, ...Clip[]];
  const after = how.cut((source) => source);
  const times = frameTimes(after);
  return {
    ...project,
    clips: project.clips.map((each) => (each === clip ? after : each)),
    actors: project.actors.map((actor) => recutActor(actor, how)),
    props: project.props.map((prop) => recutProp(prop, how, times, framesIn)),
    cameras: project.cameras.map((camera) => recutCamera(camera, how)),
    sounds: project.sounds.map((sound) => (sound.clip === clip.id ? recutSound(sound, clip, lengthOf(sound), how) : sound)),
  };
}

/** A sound where what is heard of it within the clip is now; its beginning may lie before the clip. */
function recutSound(sound: SoundData, { duration }: Clip, length: number, { to }: Recut): SoundData {
  const begins = Math.max(sound.at, 0);
  const ends = Math.min(sound.at + length, duration);
  const isTurned = to(duration) < to(0);
  if (isTurned && ends <= begins) return sound;
  const at = to(isTurned ? ends : begins) - (begins - sound.at);
  return at === sound.at ? sound : { ...sound, at };
}
