import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activeClip } from '../../../../core/document/edits/clips.ts';
import type { ReferenceData } from '../../../../core/document/project-data.ts';
import { motionOfFilm } from '../../../../core/formats/pictures/motion-of-film.ts';
import type { Detection } from '../../../../renderer/detecting/detection.ts';
import type { FilmRequest } from '../../../../renderer/detecting/solve-film.ts';
import { commitEdit } from '../../../../renderer/state/editing.ts';
import { motionFromFilm } from '../../../../renderer/state/pictures/motion-from-film.ts';
import { keepFrames } from '../../../../renderer/state/reference/reference-frames.ts';
import { confidenceOfClip } from '../../../../renderer/state/timeline/confidence.ts';
import { setPlayRange } from '../../../../renderer/state/timeline/playback.ts';
import type { Studio } from '../../../../renderer/state/studio.ts';
import { mediaPipeFrame, pointsOf, steppingMannequin } from '../../../helpers/capture-files.ts';
import { documentOf, openStudio } from '../open-studio.ts';

const { rig, poses } = steppingMannequin();

/** What the detector of these tests sees of the frame that was drawn last, and the frames that it was shown. */
const detector = vi.hoisted(() => ({
  see: (_frame: number): Float32Array | null => null,
  seen: [] as number[],
  closed: 0,
  drawn: -1,
}));

vi.mock('../../../../renderer/detecting/create-detector.ts', () => ({
  createDetector: (_: unknown, signal: AbortSignal) => ({
    detect: async () => {
      if (signal.aborted) throw new Error('cancelled');
      detector.seen.push(detector.drawn);
      return detector.see(detector.drawn);
    },
    close: () => detector.closed++,
  }),
}));
vi.mock('../../../../renderer/detecting/solve-film.ts', () => ({
  solveFilm: async ({ rig: of, settings, examples }: FilmRequest) => motionOfFilm(of, settings, examples),
}));
vi.mock('../../../../renderer/state/pictures/known-limbs.ts', () => ({
  knownLimbs: async () => ({ arms: new Float64Array(0), legs: new Float64Array(0) }),
}));

const REFERENCE: ReferenceData = {
  name: 'steps.mp4',
  files: [{ fileName: 'steps.mp4', hash: 'ab'.repeat(32) }],
  isShown: true,
  opacity: 0.5,
  size: 1,
  offset: [0, 0],
  at: 0,
  speed: 1,
  fps: 30,
};

/** The numbers of a detection of a pose, seen from afar. */
function detectionOf(frame: number): Detection {
  const landmarks = mediaPipeFrame(pointsOf(rig, poses[frame]!)) as { x: number; y: number; z: number; visibility: number }[];
  return Float32Array.from(landmarks.flatMap(({ x, y, z, visibility }) => [0.5 + x / 3, 0.5 + y / 3, 0, x, y, z, visibility]));
}

async function filming(): Promise<Studio> {
  const { studio } = await openStudio();
  commitEdit(studio, 'Show steps.mp4', (project) => ({ ...project, reference: REFERENCE }));
  keepFrames(studio, REFERENCE.files, {
    count: 40,
    times: Array.from({ length: 40 }, (_, i) => i / 30),
    draw: async (index, canvas) => {
      detector.drawn = index;
      canvas.width = canvas.height = 100;
    },
    close: () => {},
  });
  return studio;
}

const notices = (studio: Studio) => studio.getState().session.notices.map(({ text }) => text);
const history = (studio: Studio) => documentOf(studio).history.past.map(({ label }) => label);

beforeEach(() => {
  Object.assign(detector, { see: detectionOf, seen: [], closed: 0 });
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      width = 1;
      height = 1;
    },
  );
  vi.stubGlobal('createImageBitmap', async () => ({}));
});
afterEach(() => vi.unstubAllGlobals());

test('the film that is the reference becomes a draft clip in one step, with contacts, and its film beside it', async () => {
  const studio = await filming();
  const before = documentOf(studio).history.present;
  await motionFromFilm(studio);
  expect(history(studio)).toEqual(['Show steps.mp4', 'Motion from film']);
  const { present } = documentOf(studio).history;
  const clip = activeClip(present);
  expect(clip).toMatchObject({ id: 'from-film', name: 'From steps', fps: 30, duration: 39 / 30 });
  expect(clip.contacts!.length).toBeGreaterThan(1);
  expect(present.clips.length).toBe(before.clips.length + 1);
  expect(present.reference!.opacity).toBe(1);
  const confidence = confidenceOfClip(studio.getState(), clip)!;
  expect(confidence.shares.length).toBe(40);
  expect(Math.max(...confidence.shares)).toBeLessThanOrEqual(1);
  expect(detector.seen).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(detector.closed).toBe(1);
  const [notice] = studio.getState().session.notices.slice(-1);
  expect(notice!.text).toMatch(/^This motion is a draft\. /);
  expect(notice!.commands).toEqual(['edit.undo', 'clip.simplify', 'clip.check']);
});

test('of the range that is played only its frames are read, and the film begins where the clip does', async () => {
  const studio = await filming();
  setPlayRange(studio, [10, 24]);
  await motionFromFilm(studio);
  expect(detector.seen).toEqual(Array.from({ length: 15 }, (_, i) => i + 10));
  const { present } = documentOf(studio).history;
  expect(activeClip(present).duration).toBeCloseTo(14 / 30, 9);
  expect(present.reference!.at).toBeCloseTo(-10 / 30, 9);
});

test('frames without anybody are bridged, marked and told', async () => {
  const studio = await filming();
  detector.see = (frame) => (frame >= 20 && frame < 26 ? null : detectionOf(frame));
  await motionFromFilm(studio);
  const markers = activeClip(documentOf(studio).history.present).markers ?? [];
  expect(markers.map(({ name }) => name)).toContain('Nobody seen');
  const { shares } = studio.getState().session.timeline.confidence!;
  expect(shares[23]).toBeLessThan(Math.min(0.5, shares[10]!));
  expect(notices(studio).at(-1)).toContain('Nobody was found in 6 of its 40 frames, which are bridged.');
});

test.each([
  ['nobody', () => null, 'No person was found in the film: select a film that shows a whole person.'],
  [
    'somebody for a moment',
    (frame: number) => (frame < 3 ? detectionOf(frame) : null),
    'No person was found in more than 3 of its 40 frames: select a film that shows a whole person.',
  ],
])('a film of %s is refused in a sentence, and changes nothing', async (_, see, sentence) => {
  const studio = await filming();
  detector.see = see;
  await motionFromFilm(studio);
  expect(history(studio)).toEqual(['Show steps.mp4']);
  expect(notices(studio).at(-1)).toContain(sentence);
  expect(detector.closed).toBe(1);
});

test('cancelling leaves the document as it was, and says nothing', async () => {
  const studio = await filming();
  const before = documentOf(studio).history;
  const said = notices(studio);
  detector.see = (frame) => {
    if (frame === 5) studio.getState().session.work!.cancel();
    return detectionOf(frame);
  };
  await motionFromFilm(studio);
  expect(detector.seen.at(-1)).toBe(5);
  expect(documentOf(studio).history).toBe(before);
  expect(notices(studio)).toEqual(said);
  expect(studio.getState().session.work).toBeNull();
});
