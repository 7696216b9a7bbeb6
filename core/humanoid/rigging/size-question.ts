/** Heights of bodies between which nobody is asked about the file's units, in metres: a doll and a giant. */
const [LOWEST, HIGHEST] = [0.1, 10] as const;
/** Heights in metres that a unit must give to be offered, and the height that is offered where none does. */
const PERSON = { least: 0.5, usual: 1.75, most: 3 } as const;
/** Below this a body has no height that any unit could bring back. */
const NOTHING = 1e-6;

const UNITS = [
  { name: 'millimetres', metres: 0.001 },
  { name: 'centimetres', metres: 0.01 },
  { name: 'inches', metres: 0.0254 },
] as const;

/** A unit in which a file's lengths may be meant. */
export interface SizeReading {
  /** Its name in plural, `centimetres`; null where no unit makes a person of the body, and it is brought to a person's height. */
  readonly unit: string | null;
  /** Metres for one unit of the file. */
  readonly metres: number;
  /** Metres, the body's height then. */
  readonly height: number;
}

/** What is asked of a body whose height in metres is none of a person's. */
export interface SizeQuestion {
  readonly sentence: string;
  /** What the file's lengths may be instead, most likely first. */
  readonly readings: readonly SizeReading[];
}

/** The question where a body is so small or large that its file seems to count in other units than the metres of glTF; null for others. `inWords` writes a height. */
export function sizeQuestion(height: number, inWords: (metres: number) => string = showHeight): SizeQuestion | null {
  if (height >= LOWEST && height <= HIGHEST) return null;
  if (!(height > NOTHING))
    return { sentence: 'The body has no height: is it empty, or scaled to nothing in its file?', readings: [] };
  const size = inWords(height);
  const fitting = UNITS.map(({ name, metres }): SizeReading => ({ unit: name, metres, height: metres * height })).filter(
    (reading) => reading.height >= PERSON.least && reading.height <= PERSON.most,
  );
  const [first] = fitting;
  if (!first) {
    return {
      sentence: `The body is ${size} tall: are the units of its file those that were meant?`,
      readings: [{ unit: null, metres: PERSON.usual / height, height: PERSON.usual }],
    };
  }
  return {
    sentence: `The body is ${size} tall: does its file count in ${first.unit}? It would be ${inWords(first.height)} then.`,
    readings: fitting,
  };
}

function showHeight(metres: number): string {
  return metres < 1 ? `${(1000 * metres).toPrecision(3)} mm` : `${metres.toPrecision(3)} m`;
}
