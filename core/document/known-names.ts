import { expressionTrack, ROOT_TRACK } from '../animation/clip.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { jointKeys } from './joint-keys.ts';
import type { ExpressionTrackData, LayerData, PoseData, SavedMotionData, TrackData } from './project-data.ts';
import { readTrack, spansKeys } from './read-clips.ts';
import { unitRotation } from './reading.ts';

/** What a rig knows of what files may speak of: all else is not understood, and stays in them when they are written anew. */
export interface KnownNames {
  /** Of its joints, as files have them. */
  readonly joints: readonly string[];
  readonly expressions: readonly string[];
  /** How many of its joints slide: other counts of displacements are not understood. */
  readonly slides: number;
  /** The same of the rigs of a scene's actors, by their ids. Missing where they are passed on as they are read. */
  readonly actors?: Readonly<Record<string, KnownNames>>;
}

/** What a skeleton knows. */
export function namesKnownTo(skeleton: Skeleton): KnownNames {
  return { joints: jointKeys(skeleton), expressions: skeleton.expressions ?? [], slides: skeleton.slideCount };
}

/** Whether something in a file is understood: whether reading it makes something of it. */
export interface Understanding {
  joint(name: string): boolean;
  expression(name: string): boolean;
  rotation(name: string, pose: PoseData): boolean;
  slides(pose: PoseData): boolean;
  track(track: TrackData): boolean;
  expressionTrack(track: ExpressionTrackData): boolean;
  layer(layer: LayerData): boolean;
  motion(motion: SavedMotionData): boolean;
}

export function understandingOf({ joints, expressions, slides }: KnownNames): Understanding {
  const [known, faces] = [new Set(joints), new Set(expressions)];
  const track = (data: TrackData): boolean => {
    const { joint } = data;
    return (joint === null || known.has(joint)) && readTrack(data, joint === null ? ROOT_TRACK : 0) !== null;
  };
  return {
    joint: (name) => known.has(name),
    expression: (name) => faces.has(name),
    rotation: (name, pose) => known.has(name) && unitRotation(pose.joints[name]!) !== null,
    slides: (pose) => (pose.slides ?? []).length === slides,
    track,
    expressionTrack: (data) => faces.has(data.expression) && readTrack(data, expressionTrack(0)) !== null,
    layer: (layer) => spansKeys(layer, layer.tracks.filter(track)),
    motion: ({ tracks }) => tracks.some(track),
  };
}
