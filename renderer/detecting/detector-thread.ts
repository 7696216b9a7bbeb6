// The thread of the detector: see `create-detector.ts`. It is a classic one, as the package brings its parts by `importScripts`, which module threads lack.
// For the same reason it imports nothing, not even types: with an import it would be a module.
/* oxlint-disable typescript/consistent-type-imports -- see above. */
type Solution = import('@mediapipe/pose').Pose;
type Results = import('@mediapipe/pose').Results;
type Detection = import('./detection.ts').Detection;
type DetectorAnswer = import('./detection.ts').DetectorAnswer;
type DetectorRequest = import('./detection.ts').DetectorRequest;

/** What the package finds in a thread: the names of a page that it asks for are given to it below. */
interface DetectorScope {
  readonly importScripts: (address: string) => void;
  readonly Pose: typeof import('@mediapipe/pose').Pose;
  window: unknown;
  document: unknown;
}

const scope = self as unknown as DetectorScope;
const answer = (said: DetectorAnswer): void => (postMessage as (message: DetectorAnswer) => void)(said);

/** `full`: of the package's three models `lite` misses more, and `heavy` gains nothing for four times the bytes. */
const OPTIONS = {
  modelComplexity: 1,
  useCpuInference: true,
  smoothLandmarks: false,
  minDetectionConfidence: 0.4,
  minTrackingConfidence: 0.4,
} as const;

let solution: Solution | null = null;
let seen: Results | null = null;
let clock = 0;

addEventListener('message', ({ data }: MessageEvent<DetectorRequest>) => {
  const done = data.kind === 'load' ? load(data.files) : detect(data);
  done.catch((error: unknown) => answer({ kind: 'failed', sentence: error instanceof Error ? error.message : String(error) }));
});

/** The package draws on a canvas of a page and adds its scripts to that page: a thread has a canvas without one, and loads scripts at once. */
function standInForPage(): void {
  scope.window = self;
  scope.document = {
    createElement: (kind: string) => (kind === 'canvas' ? new OffscreenCanvas(1, 1) : createScript()),
    body: {
      appendChild: (script: ReturnType<typeof createScript>) => {
        scope.importScripts(script.address);
        script.loaded();
      },
    },
  };
}

function createScript() {
  const script = {
    address: '',
    loaded: () => {},
    setAttribute: (name: string, value: string) => {
      if (name === 'src') script.address = value;
    },
    addEventListener: (event: string, listener: () => void) => {
      if (event === 'load') script.loaded = listener;
    },
  };
  return script;
}

async function load(files: Readonly<Record<string, string>>): Promise<void> {
  standInForPage();
  const names = Object.keys(files);
  let asked = 0;
  scope.importScripts(files['pose.js']!);
  solution = new scope.Pose({
    locateFile: (name) => {
      answer({ kind: 'progress', share: Math.min(0.95, ++asked / names.length) });
      const address = files[name];
      if (address === undefined) throw new Error(`the detector asks for a file that is not there: ${name}`);
      return address;
    },
  });
  solution.setOptions(OPTIONS);
  solution.onResults((results) => {
    seen = results;
  });
  await solution.initialize();
  answer({ kind: 'ready' });
}

/** A picture that follows no other is looked at several times: the first look finds the person, each further one looks closer at where they were found. */
async function detect({ picture, follows, looks, milliseconds }: Extract<DetectorRequest, { kind: 'detect' }>): Promise<void> {
  if (!solution) throw new Error('the detector is not loaded');
  if (!follows) solution.reset();
  let detection: Detection | null = null;
  try {
    for (let look = 0; look < looks; look++) {
      seen = null;
      clock = Math.max(clock + 1, milliseconds);
      await solution.send({ image: picture as unknown as HTMLCanvasElement }, clock / 1000);
      detection = detectionOf(seen);
    }
  } finally {
    picture.close();
  }
  answer({ kind: 'seen', detection });
}

function detectionOf(results: Results | null): Detection | null {
  const { poseLandmarks, poseWorldLandmarks } = (results ?? {}) as Partial<Results>;
  if (!poseLandmarks || !poseWorldLandmarks || poseLandmarks.length !== poseWorldLandmarks.length) return null;
  return Float32Array.from(
    poseLandmarks.flatMap(({ x, y, z, visibility = 1 }, i) => {
      const world = poseWorldLandmarks[i]!;
      return [x, y, z, world.x, world.y, world.z, visibility];
    }),
  );
}
