import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Clip, ClipLayer, Track } from '../../../../core/animation/clip.ts';
import { withContacts } from '../../../../core/animation/holding/contact-spans.ts';
import { setKey } from '../../../../core/animation/keys.ts';
import { withLayers } from '../../../../core/animation/layers.ts';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { editActiveClip } from '../../../../core/document/edits/clips.ts';
import { fromRotationVector } from '../../../../core/math/quat.ts';
import type { ExportClipRequest } from '../../../../electron/contract.ts';
import { performExport } from '../../../../electron/services/export-tasks.ts';
import { commitEdit } from '../../../../renderer/state/editing.ts';
import { exportClips } from '../../../../renderer/state/saving/exporting.ts';
import { showFrame } from '../../../../renderer/state/timeline/playback.ts';
import { shownPose, type Studio } from '../../../../renderer/state/studio.ts';
import { crouched, fiveKeyWalk } from '../../../helpers/five-key-walk.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { matrixKinematics, positionOf } from '../../../helpers/matrix-kinematics.ts';
import { playInThree } from '../../../core/formats/oracles.ts';
import { openStudio, type Answers } from '../open-studio.ts';
import { few } from '../../../helpers/extent.ts';

const FRAMES = Array.from({ length: 91 }, (_, frame) => frame);
const folder = mkdtempSync(join(tmpdir(), 'limber-exported-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FOOT = { translation: true, rotation: false, weight: 1 };
const PINS = { leftFoot: FOOT, rightFoot: FOOT };
const { rig, walk, contacts } = fiveKeyWalk();

/** Down into a crouch on both feet, and the walk, with all ways between keys. */
const plain = (() => {
  const ways = ['linear', 'cubic', 'ease', 'overshoot', [0.7, 0, 0.2, 1]] as const;
  const start = sampleClip(rig.skeleton, walk, 0);
  const poses = [start, crouched(rig, start), ...[0, 1, 2, 3, 4].map((k) => sampleClip(rig.skeleton, walk, k / 2))];
  const empty: Clip = { ...walk, duration: 3, tracks: [] };
  const keyed = poses.reduce((clip, pose, k) => setKey(rig.skeleton, clip, k / 2, pose), empty);
  return { ...keyed, tracks: keyed.tracks.map((track, i): Track => ({ ...track, interpolation: ways[i % ways.length]! })) };
})();

const bow: ClipLayer = {
  name: 'Bow',
  weight: 0.8,
  from: 0.4,
  to: 2.7,
  tracks: [
    { joint: rig.humanoid.spine!, interpolation: 'linear', times: [1], values: [...fromRotationVector([0.3, 0.1, -0.2])] },
  ],
};
const later = contacts.map(({ part, from, to }) => ({ part, from: from + 1, to: to + 1 }));

const CLIPS = {
  curves: plain,
  contacts: withContacts(plain, later),
  pins: { ...plain, keepsPins: true },
  layers: withLayers(plain, [bow]),
  all: withLayers({ ...withContacts(plain, later), keepsPins: true }, [bow]),
} satisfies Record<string, Clip>;

/** World places of the character's nodes at every frame of a clip that the studio's playhead goes to, by matrices. */
function previewed(studio: Studio): number[][][] {
  return FRAMES.map((frame) => {
    showFrame(studio, frame);
    return matrixKinematics(rig.skeleton, shownPose(studio.getState())!).map(positionOf);
  });
}

/** Metres between the places that are farthest apart. */
function largestDistance(a: readonly number[][][], b: readonly number[][][]): number {
  return Math.max(...a.flatMap((frame, f) => frame.map((at, j) => Math.hypot(...at.map((value, c) => value - b[f]![j]![c]!)))));
}

async function studioWith(clip: Clip, answers?: Answers): Promise<Studio> {
  const { studio } = await openStudio(answers);
  commitEdit(studio, 'Clip', (project) => editActiveClip({ ...project, pins: PINS }, ({ id }) => ({ ...clip, id })));
  return studio;
}

test.each(few(Object.keys(CLIPS) as (keyof typeof CLIPS)[], 2))(
  'three.js shows of a file that is exported what was previewed, to a millionth of a metre, at every frame (%s)',
  async (name) => {
    let request: ExportClipRequest | null = null;
    const take = (_: string, asked: ExportClipRequest) => {
      request = asked;
      return { path: asked.path, bytes: 0, largestDistance: 0, largestAngle: 0, warnings: [] };
    };
    const studio = await studioWith(CLIPS[name], { 'export.clip': take });
    const shown = previewed(studio);
    await exportClips(studio, join(folder, `${name}.glb`), { kind: 'active' }).result;
    const temporary = join(folder, `${name}.written`);
    performExport({ kind: 'exportClip', bytes: readFileSync(MANNEQUIN), request: request!, temporary }, () => undefined);
    const times = FRAMES.map((frame) => frame / plain.fps);
    const played = await playInThree(new Uint8Array(readFileSync(temporary)), 0, times);
    const places = played.map((at) => Array.from(rig.binding.nodes, (node) => [...at.get(node)!]));
    expect(largestDistance(shown, places)).toBeLessThan(1e-6);
    // What holds and is laid over is there at all.
    if (name !== 'curves') expect(largestDistance(shown, previewed(await studioWith(plain)))).toBeGreaterThan(0.002);
  },
);
