import { readFileSync } from 'node:fs';
import { AnimationMixer, LoopOnce, PropertyBinding, Quaternion, Vector3, type AnimationClip, type Object3D } from 'three';
import { loadFbxInThree } from '../../core/formats/fbx/play-fbx.ts';
import { loadInThree } from '../../core/formats/oracles.ts';

/** Where some bones of a body are, frame by frame, as a program other than the product computes it. */
export interface MotionTrack {
  readonly frames: number;
  /** Frames a second. */
  readonly fps: number;
  /** By bone: 3 × frames, world, +Y up. */
  readonly positions: ReadonlyMap<string, Float64Array>;
  /** By bone: 4 × frames, world. */
  readonly rotations: ReadonlyMap<string, Float64Array>;
}

/** Which joint of a BVH file (in the file's order, end sites counted), or which node of a GLB, stands for each bone. */
export type BoneNodes = Readonly<Record<string, number>>;

interface BvhJoint {
  readonly parent: number;
  readonly offset: Vector3;
  /** First column of the joint in a frame's numbers, and the channels' names. */
  readonly column: number;
  readonly channels: readonly string[];
}

function parseHierarchy(text: string): BvhJoint[] {
  const tokens = text.split(/\s+/);
  const joints: { parent: number; offset: Vector3; column: number; channels: string[] }[] = [];
  const open: number[] = [];
  let column = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token === '{') open.push(joints.length - 1);
    else if (token === '}') open.pop();
    else if (['ROOT', 'JOINT', 'End'].includes(token)) {
      joints.push({ parent: open.at(-1) ?? -1, offset: new Vector3(), column, channels: [] });
    } else if (token === 'OFFSET')
      joints.at(-1)!.offset.set(...(tokens.slice(i + 1, i + 4).map(Number) as [number, number, number]));
    else if (token === 'CHANNELS') {
      const count = Number(tokens[i + 1]);
      joints.at(-1)!.channels = tokens.slice(i + 2, i + 2 + count);
      joints.at(-1)!.column = column;
      column += count;
    }
  }
  return joints;
}

const AXES: Readonly<Record<string, Vector3>> = { X: new Vector3(1, 0, 0), Y: new Vector3(0, 1, 0), Z: new Vector3(0, 0, 1) };

/** A joint's rotation in a frame: its channels multiplied from left to right. */
function rotationIn(joint: BvhJoint, row: readonly number[]): Quaternion {
  const rotation = new Quaternion();
  joint.channels.forEach((channel, c) => {
    if (!channel.endsWith('rotation')) return;
    const angle = (row[joint.column + c]! * Math.PI) / 180;
    rotation.multiply(new Quaternion().setFromAxisAngle(AXES[channel[0]!]!, angle));
  });
  return rotation;
}

function rootIn(joint: BvhJoint, row: readonly number[]): Vector3 {
  const place = joint.channels.some((channel) => channel.endsWith('position')) ? new Vector3() : joint.offset.clone();
  joint.channels.forEach((channel, c) => {
    if (channel.endsWith('position')) place[channel[0]!.toLowerCase() as 'x' | 'y' | 'z'] = row[joint.column + c]!;
  });
  return place;
}

/**
 * A BVH file's motion in its own units, between frames turned by SLERP. `first` is the frame at time 0. Root channels are taken as absolute,
 * position channels of other joints are passed over: bones keep their lengths.
 */
export function bvhTrack(path: string, bones: BoneNodes, fps: number, first: number, isZUp: boolean): MotionTrack {
  const [head, motion] = readFileSync(path, 'utf8').split('MOTION') as [string, string];
  const joints = parseHierarchy(head);
  const frameTime = Number(/Frame Time:\s*(\S+)/.exec(motion)![1]);
  const rows = motion
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.length > 3 && row.every(Number.isFinite))
    .slice(first);
  const up = isZUp ? new Quaternion(-Math.SQRT1_2, 0, 0, Math.SQRT1_2) : new Quaternion();
  const duration = Math.max((rows.length - 1) * frameTime, 1 / fps);
  const frames = Math.round(duration * fps) + 1;
  const track = emptyTrack(Object.keys(bones), frames, fps);
  for (let frame = 0; frame < frames; frame++) {
    const at = Math.min(frame / fps / frameTime, rows.length - 1);
    const [row, next] = [rows[Math.floor(at)]!, rows[Math.min(Math.floor(at) + 1, rows.length - 1)]!];
    const share = at - Math.floor(at);
    const positions: Vector3[] = [];
    const rotations: Quaternion[] = [];
    for (const joint of joints) {
      const local = rotationIn(joint, row).slerp(rotationIn(joint, next), share);
      if (joint.parent < 0) {
        positions.push(rootIn(joint, row).lerp(rootIn(joint, next), share).applyQuaternion(up));
        rotations.push(up.clone().multiply(local));
      } else {
        const parent = rotations[joint.parent]!;
        positions.push(joint.offset.clone().applyQuaternion(parent).add(positions[joint.parent]!));
        rotations.push(parent.clone().multiply(local));
      }
    }
    for (const [bone, node] of Object.entries(bones)) write(track, bone, frame, positions[node]!, rotations[node]!);
  }
  return track;
}

/** An animation of a GLB as three.js plays it; animation −1 is the rest pose, one frame. */
export async function glbTrack(bytes: Uint8Array, animation: number, bones: BoneNodes, fps: number): Promise<MotionTrack> {
  const gltf = await loadInThree(bytes);
  const objects = new Map<number, Object3D>();
  gltf.parser.associations.forEach((association, object) => {
    const node = (association as { nodes?: number } | undefined)?.nodes;
    // The first object of a node is the node itself, the others are its primitives.
    if (node !== undefined && 'isObject3D' in object && !objects.has(node)) objects.set(node, object);
  });
  const clip = animation < 0 ? null : gltf.animations[animation]!;
  const boneObjects = Object.entries(bones).map(([bone, node]) => [bone, objects.get(node)!]);
  return playedTrack(gltf.scene, clip, Object.fromEntries(boneObjects), fps);
}

/** The first animation of an FBX file from frame `first` on as three.js's own loader for FBX plays it; bones by the names of their nodes. */
export function fbxTrack(bytes: Uint8Array, bones: Readonly<Record<string, string>>, fps: number, first: number): MotionTrack {
  const { scene, clips } = loadFbxInThree(bytes);
  const objects = Object.entries(bones).map(([bone, name]) => {
    return [bone, scene.getObjectByName(PropertyBinding.sanitizeNodeName(name))!];
  });
  return playedTrack(scene, clips[0]!, Object.fromEntries(objects), fps, first);
}

/** A scene played by three.js from its clip's first key, or so many frames later; without a clip, one frame of it. */
function playedTrack(
  scene: Object3D,
  clip: AnimationClip | null,
  bones: Readonly<Record<string, Object3D>>,
  fps: number,
  first = 0,
): MotionTrack {
  const mixer = new AnimationMixer(scene);
  if (clip) {
    const action = mixer.clipAction(clip).setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
  }
  // three.js counts a clip's time from 0; a file's first key may come later.
  const start = clip ? Math.min(...clip.tracks.map((each) => each.times[0]!)) + first / fps : 0;
  const frames = clip ? Math.round(Math.max(clip.duration - start, 1 / fps) * fps) + 1 : 1;
  const track = emptyTrack(Object.keys(bones), frames, fps);
  for (let frame = 0; frame < frames; frame++) {
    mixer.setTime(Math.min(start + frame / fps, clip?.duration ?? 0));
    scene.updateMatrixWorld(true);
    for (const [bone, object] of Object.entries(bones)) {
      write(track, bone, frame, object.getWorldPosition(new Vector3()), object.getWorldQuaternion(new Quaternion()));
    }
  }
  return track;
}

function emptyTrack(bones: readonly string[], frames: number, fps: number): MotionTrack {
  const arrays = (size: number) => new Map(bones.map((bone) => [bone, new Float64Array(size * frames)]));
  return { frames, fps, positions: arrays(3), rotations: arrays(4) };
}

function write(track: MotionTrack, bone: string, frame: number, position: Vector3, rotation: Quaternion): void {
  track.positions.get(bone)!.set(position.toArray(), 3 * frame);
  track.rotations.get(bone)!.set(rotation.toArray(), 4 * frame);
}
