import { HUMANOID_BONES, otherSide } from '../humanoid/body/bones.ts';
import { checkRig } from '../humanoid/body/check-rig.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { mirroredExpressions } from '../humanoid/transfer/expression-names.ts';
import { createChangeMirror, mirrorPose } from '../humanoid/transfer/mirror-pose.ts';
import { clampPose } from '../skeleton/limit-state.ts';
import { checkClip } from './check-clip.ts';
import { checkCopied, placeKeys, type CopiedKeys } from './chosen-keys.ts';
import { expressionTrack, keySize, poseOffset, ROOT_TRACK, type Clip, type ClipLayer, type Track } from './clip.ts';
import { changedTangents } from './easing.ts';
import { withContacts } from './holding/contact-spans.ts';
import { mirrorContacts, type MirroredAlong } from './holding/mirror-contacts.ts';
import { sampleClip } from './sampling.ts';
import { keysOf, trackOf, type Key } from './track-keys.ts';

/**
 * Copied keys as a mirror shows them: those of the left are of the right, and so are contacts. Joints without a counterpart keep what they hold; contacts with
 * others and with props, which are not mirrored along, are left out.
 */
export function mirrorCopied(copied: CopiedKeys): CopiedKeys {
  checkCopied(copied);
  const { rig, keys, poses } = copied;
  const mirrored = new Map([...poses].map(([time, pose]) => [time, clampPose(rig.skeleton, mirrorPose(rig, pose)).pose]));
  const mirrorChange = createChangeMirror(rig);
  const other = mirroredTracks(rig);
  return {
    rig,
    poses: mirrored,
    contacts: mirrorContacts(rig, copied.contacts),
    keys: keys.map((key) => {
      const joint = other.get(key.joint) ?? key.joint;
      const pose = mirrored.get(key.time)!;
      const from = poseOffset(joint, pose);
      const isKnown = joint === ROOT_TRACK || other.has(key.joint);
      const value = isKnown ? [...pose.subarray(from, from + keySize(joint))] : key.value;
      const { interpolation } = key;
      if (!isKnown || joint < ROOT_TRACK || !interpolation) return { ...key, joint, value };
      return {
        ...key,
        joint,
        value,
        interpolation: changedTangents(interpolation, (way) => mirrorChange(key.joint, joint, way)),
      };
    }),
  };
}

/** The tracks whose counterparts a mirror exchanges, each with the other one. */
function mirroredTracks(rig: Rig): ReadonlyMap<number, number> {
  const other = new Map<number, number>();
  for (const bone of HUMANOID_BONES) {
    const [from, to] = [rig.humanoid[bone], rig.humanoid[otherSide(bone)]];
    if (from !== undefined && to !== undefined) other.set(from, to);
  }
  for (const [from, to] of mirroredExpressions(rig.skeleton.expressions)) other.set(expressionTrack(from), expressionTrack(to));
  return other;
}

/**
 * The clip as a mirror in the body's middle shows it: keys, contacts and layers of the left are of the right. Contacts with others are where those are mirrored along
 * (`rigOf`); those with whoever is not, and with props, are left out.
 */
export function mirrorClip(rig: Rig, clip: Clip, rigOf?: MirroredAlong): Clip {
  checkRig(rig);
  checkClip(clip, 'the clip');
  const keys = clip.tracks.flatMap((track) =>
    keysOf(track).map((key) => ({ ...key, joint: track.joint, interpolation: key.interpolation ?? track.interpolation })),
  );
  const poses = new Map(keys.map(({ time }) => [time, sampleClip(rig.skeleton, clip, time)]));
  const mirrored = mirrorCopied({ rig, keys, poses, contacts: [] });
  const { contacts = [], layers = [], ...bare } = clip;
  const placed = placeKeys({ ...bare, tracks: [] }, [], mirrored.keys).clip;
  const swapped = withContacts(placed, mirrorContacts(rig, contacts, rigOf));
  return layers.length === 0 ? swapped : { ...swapped, layers: layers.map((layer) => mirrorLayer(rig, layer)) };
}

function mirrorLayer(rig: Rig, layer: ClipLayer): ClipLayer {
  const other = mirroredTracks(rig);
  const mirrorChange = createChangeMirror(rig);
  const tracks = layer.tracks.map((track): Track => {
    const from = track.joint;
    const to = other.get(from) ?? from;
    if (from < ROOT_TRACK) return { ...track, joint: to };
    if (from !== ROOT_TRACK && !other.has(from)) return track;
    const keys = keysOf(track).map((key): Key => {
      const [x, y, z, w] = key.value;
      const mirrored = (way: readonly number[]) => mirrorChange(from, to, way);
      const value = [...mirrored([x!, y!, z!]), ...(w === undefined ? [] : [w])];
      const { interpolation } = key;
      return { ...key, value, ...(interpolation && { interpolation: changedTangents(interpolation, mirrored) }) };
    });
    return trackOf({ joint: to, interpolation: track.interpolation }, keys);
  });
  return { ...layer, tracks: tracks.toSorted((a, b) => a.joint - b.joint) };
}
