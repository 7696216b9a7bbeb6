import { describe, expect, test } from 'vitest';
import { ROOT_TRACK, type Clip, type ClipLayer } from '../../../core/animation/clip.ts';
import { flattenLayers } from '../../../core/animation/flatten-layers.ts';
import { slideOfContacts, withContacts } from '../../../core/animation/holding/contact-spans.ts';
import { contactPoints } from '../../../core/animation/holding/contact-points.ts';
import { bakeClip } from '../../../core/animation/bake.ts';
import { frameTimes, pointPaths, posesAt } from '../../../core/animation/joint-paths.ts';
import { beneathLayers, layerBetween, withLayers } from '../../../core/animation/layers.ts';
import { playedClip } from '../../../core/animation/played-clip.ts';
import { joinClips, reverseClip, trimClip } from '../../../core/animation/recut.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { toRadians } from '../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle, multiply, quatAt } from '../../../core/math/quat.ts';
import { distance, vec3At } from '../../../core/math/vec3.ts';
import { nodeTransforms } from '../../../core/skeleton/binding.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import { rotationOf, setRotation } from '../../../core/skeleton/pose.ts';
import { setKeyAt } from '../../../core/document/edits/clips.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { activeClip, editActiveClip } from '../../../core/document/edits/clips.ts';
import { projectFromData, projectToData } from '../../../core/document/serialize.ts';
import { layOutClip, readClip } from '../../../electron/files/project/project-parts.ts';
import { fiveKeyWalk } from '../../helpers/five-key-walk.ts';

const { rig, walk, contacts } = fiveKeyWalk();
const { skeleton, humanoid } = rig;
const arm = humanoid.leftUpperArm!;
const AT = 15 / walk.fps;
const RANGE = [5 / walk.fps, 27 / walk.fps] as const;

/** The walk with its left arm turned by 30° at frame 15, from frame 5 to frame 27. */
function turned(clip: Clip = walk, change: Partial<ClipLayer> = {}): Clip {
  const shown = sampleClip(skeleton, playedClip(rig, { ...clip, layers: [] }, {}), AT);
  const posed = shown.slice();
  setRotation(posed, arm, multiply(rotationOf(shown, arm), fromAxisAngle([0, 0, 1], toRadians(-20))));
  return withLayers(clip, [{ ...layerBetween(skeleton, 'Arm', AT, RANGE, shown, posed)!, ...change }]);
}

/** Degrees by which the arm is turned at a frame. */
function turnAt(clip: Clip, frame: number): number {
  const time = frame / clip.fps;
  const [a, b] = [playedClip(rig, clip, {}), walk].map((each) => rotationOf(sampleClip(skeleton, each, time), arm));
  return (180 / Math.PI) * angleBetween(a!, b!);
}

describe('a layer', () => {
  test('of a loop fades beyond the seam: what it has at the end of a round it has at the beginning of the next', () => {
    const last = Math.round(walk.duration * walk.fps);
    const at = 3 / walk.fps;
    const loop = { ...walk, loop: true };
    const shown = sampleClip(skeleton, loop, at);
    const posed = shown.slice();
    setRotation(posed, arm, multiply(rotationOf(shown, arm), fromAxisAngle([0, 0, 1], toRadians(-20))));
    const range = [-5 / walk.fps, 11 / walk.fps] as const;
    const layers = [layerBetween(skeleton, 'Arm', at, range, shown, posed)!];
    const clip = withLayers(loop, layers);
    expect(turnAt(clip, 3)).toBeCloseTo(20, 6);
    // 3u² − 2u³ of the way from five frames before the seam to three behind it.
    const share = (frame: number) => 3 * ((frame + 5) / 8) ** 2 - 2 * ((frame + 5) / 8) ** 3;
    for (const frame of [-4, -2, 0]) expect(turnAt(clip, last + frame)).toBeCloseTo(20 * share(frame), 5);
    expect(turnAt(clip, 0)).toBeCloseTo(20 * share(0), 5);
    expect(turnAt(clip, last - 6)).toBeCloseTo(0, 6);
    // Where it is played once it begins with what it is at its first frame.
    expect(turnAt({ ...clip, loop: false }, last)).toBeCloseTo(0, 6);
    // A layer near the end comes in at the beginning.
    const late = withLayers(loop, [
      layerBetween(skeleton, 'Arm', (last - 2) / walk.fps, [(last - 8) / walk.fps, (last + 4) / walk.fps], shown, posed)!,
    ]);
    expect(turnAt(late, 0)).toBeCloseTo(turnAt(late, last), 5);
    expect(turnAt(late, 2)).toBeGreaterThan(1);
    expect(turnAt(late, 4)).toBeCloseTo(0, 6);
  });

  test('is whole where it was made, fades to nothing at its ends and leaves everything else as it was', () => {
    const clip = turned();
    expect(turnAt(clip, 15)).toBeCloseTo(20, 6);
    // Half of 3u² − 2u³ is half way.
    expect(turnAt(clip, 10)).toBeCloseTo(10, 6);
    expect(turnAt(clip, 21)).toBeCloseTo(10, 6);
    expect(turnAt(clip, 24)).toBeCloseTo(20 * (3 / 16 - 2 / 64), 6);
    for (const frame of [0, 3, 5, 27, 29]) expect(turnAt(clip, frame)).toBeCloseTo(0, 6);
    const played = playedClip(rig, clip, {});
    for (const time of frameTimes(walk)) {
      const [now, before] = [played, walk].map((each) => sampleClip(skeleton, each, time));
      for (const joint of skeleton.names.keys()) {
        if (joint !== arm) expect(rotationOf(now!, joint)).toEqual(rotationOf(before!, joint));
      }
    }
    expect(clip.tracks).toBe(walk.tracks);
  });

  test('is weighted and muted', () => {
    expect(turnAt(turned(walk, { weight: 0.5 }), 15)).toBeCloseTo(10, 6);
    expect(turnAt(turned(walk, { weight: 0 }), 15)).toBe(0);
    const muted = turned(walk, { isMuted: true });
    expect(playedClip(rig, muted, {}).tracks).toEqual(walk.tracks);
  });

  test('keeps the limits that its clip keeps, however much it is weighted', () => {
    const wild = turned(walk, { weight: 2 });
    const layers = wild.layers!.map((layer) => ({ ...layer, tracks: [{ ...layer.tracks[0]!, values: [0.7, 0.1, 0.1, 0.7] }] }));
    const played = playedClip(rig, { ...wild, layers }, {});
    for (const time of frameTimes(walk)) expect(isInsideLimits(skeleton, sampleClip(skeleton, played, time), 1e-5)).toBe(true);
  });

  describe('that moves the hips', () => {
    const held = withContacts(walk, contacts);
    const lowered = (by: number) =>
      withLayers(held, [
        {
          name: 'Low',
          weight: 1,
          from: RANGE[0],
          to: RANGE[1],
          tracks: [{ joint: ROOT_TRACK, interpolation: 'linear', times: [AT], values: [by / 2, -by, 0] }],
        },
      ]);
    const before = playedClip(rig, held, {});
    /** Metres by which contacts of some parts are elsewhere than without the layer. */
    const strayed = (played: Clip, parts: readonly string[]) =>
      contactPoints(rig).flatMap((point) => {
        const times = frameTimes(walk);
        const [then, now] = [before, played].map((each) => pointPaths(skeleton, posesAt(skeleton, each, times), [point])[0]!);
        return contacts
          .filter(({ part }) => part === point.part && parts.some((each) => part.endsWith(each)))
          .flatMap(({ from, to }) =>
            times.flatMap((time, frame) =>
              time < from || time > to ? [] : [distance(vec3At(then!, frame), vec3At(now!, frame))],
            ),
          );
      });

    test('lets the feet stand where they stood, as far as ankles bend; then heels lift and balls stay', () => {
      const [little, much] = [-0.02, 0.06].map((by) => playedClip(rig, lowered(by), {}));
      expect(sampleClip(skeleton, little!, AT)[1]! - sampleClip(skeleton, before, AT)[1]!).toBeCloseTo(0.02, 3);
      expect(Math.max(...strayed(little!, ['Heel', 'Ball', 'Toe']))).toBeLessThan(0.001);
      expect(slideOfContacts(rig, lowered(-0.02), little!).largest).toBeLessThan(0.001);
      expect(Math.max(...strayed(much!, ['Ball', 'Toe']))).toBeLessThan(0.001);
      for (const time of frameTimes(walk)) expect(isInsideLimits(skeleton, sampleClip(skeleton, much!, time), 1e-5)).toBe(true);
    });

    test('is baked as it is previewed', () => {
      const played = playedClip(rig, lowered(0.02), {});
      const baked = bakeClip(rig, played);
      for (const [i, time] of baked.times.entries()) {
        const nodes = nodeTransforms(rig.binding, forwardKinematics(skeleton, sampleClip(skeleton, played, time)));
        for (const { node, path, values } of baked.channels) {
          if (path !== 'rotation') continue;
          const joint = rig.binding.nodes.indexOf(node);
          expect(angleBetween(quatAt(values, i), quatAt(nodes.rotations, joint))).toBeLessThan(1e-6);
        }
      }
    });
  });

  test('is flattened into keys that play the same, and keys are set under it so that they are seen', () => {
    const clip = withContacts(turned(), contacts);
    const flat = flattenLayers(rig, clip, {});
    expect(flat.layers).toBeUndefined();
    const [a, b] = [playedClip(rig, clip, {}), playedClip(rig, flat, {})];
    for (const time of frameTimes(walk)) {
      const [one, other] = [a, b].map((each) => sampleClip(skeleton, each, time));
      for (const joint of skeleton.names.keys()) {
        expect(angleBetween(rotationOf(one!, joint), rotationOf(other!, joint))).toBeLessThan(toRadians(0.05));
      }
    }
    const muted = turned(walk, { isMuted: true });
    expect(flattenLayers(rig, muted, {})).toBe(muted);

    const time = 12 / walk.fps;
    const pose = sampleClip(skeleton, playedClip(rig, turned(), {}), time);
    setRotation(pose, arm, fromAxisAngle([0, 0, 1], 0.1));
    const project = editActiveClip(createProject(rig, { name: 'a', fileName: 'a.glb', hash: '0'.repeat(64) }), () => turned());
    const keyed = activeClip(setKeyAt(project, skeleton, time, pose, [arm]));
    expect(turnAt({ ...keyed, layers: [] }, 12)).toBeGreaterThan(1);
    const shown = sampleClip(skeleton, playedClip(rig, keyed, {}), time);
    expect(angleBetween(rotationOf(shown, arm), rotationOf(pose, arm))).toBeLessThan(1e-9);
    expect(beneathLayers(skeleton, walk, time, pose)).toBe(pose);
  });

  test('is written into files and read again, and goes along when its clip is cut, joined and turned round', () => {
    const clip = { ...turned(walk, { isMuted: true }), id: 'walk' };
    const project = {
      ...createProject(rig, { name: 'a', fileName: 'a.glb', hash: '0'.repeat(64) }),
      clips: [clip],
      activeClip: 'walk',
    };
    const [data] = projectToData(rig, project).clips;
    const again = readClip('walk', Buffer.from(layOutClip(data!)));
    expect(again).toEqual(data);
    const read = projectFromData(rig, { ...projectToData(rig, project), clips: [again] });
    expect(read.warnings).toEqual([]);
    expect(read.project.clips[0]!.layers).toEqual([expect.objectContaining({ name: 'Arm', isMuted: true, from: RANGE[0] })]);
    const broken = { ...again, layers: [{ ...again.layers![0]!, to: 0 }] };
    expect(projectFromData(rig, { ...projectToData(rig, project), clips: [broken] }).warnings).toEqual([
      expect.stringContaining('the layer "Arm" ends before its keys and was left out'),
    ]);

    const { duration } = walk;
    const whole = turned();
    const cut = trimClip(whole, 8 / walk.fps, 25 / walk.fps);
    const turnOf = (each: Clip, plain: Clip, time: number) => {
      const [a, b] = [each, plain].map((one) => rotationOf(sampleClip(skeleton, playedClip(rig, one, {}), time), arm));
      return (180 / Math.PI) * angleBetween(a!, b!);
    };
    expect(turnOf(cut, trimClip(walk, 8 / walk.fps, 25 / walk.fps), 7 / walk.fps)).toBeCloseTo(20, 4);
    expect(turnOf(reverseClip(whole), reverseClip(walk), duration - 10 / walk.fps)).toBeCloseTo(10, 1);
    const both = joinClips(whole, whole);
    expect(both.layers!.map(({ name }) => name)).toEqual(['Arm', 'Arm 2']);
    expect(turnOf(both, joinClips(walk, walk), duration + 16 / walk.fps)).toBeCloseTo(20, 4);
  });

  test('that cannot be used is refused in a sentence', () => {
    const [layer] = turned().layers!;
    expect(() => withLayers(walk, [{ ...layer!, weight: 3 }])).toThrow('a layer has a weight from 0 to 2, got 3');
    expect(() => withLayers(walk, [{ ...layer!, to: 0.1 }])).toThrow('ends after them');
    expect(() => withLayers(walk, [{ ...layer!, from: NaN }])).toThrow('the start of a layer');
  });
});
