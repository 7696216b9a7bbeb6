import { FINGERTIP, mannequinJoints, mirrored, sideName, type Point, type Side } from './joints.ts';
import { addBall, addLoft, cross, type LoftFrame, type Section, type Surface } from './surface.ts';

const rigid = (joint: string) => () => ({ first: joint, second: joint, share: 0 });
const place = new Map(mannequinJoints().map(({ name, at }) => [name, at]));

/** From one point to another; `front` is where the section's front half goes. Returns the frame and its length. */
function between(start: Point, end: Point, front: Point): { frame: LoftFrame; length: number } {
  const along: Point = [end[0] - start[0], end[1] - start[1], end[2] - start[2]];
  const length = Math.hypot(...along);
  const axis: Point = [along[0] / length, along[1] / length, along[2] / length];
  const side = unit(cross(axis, front));
  return { frame: { start, axis, side, front: unit(cross(side, axis)) }, length };
}

function unit(v: Point): Point {
  const n = Math.hypot(...v);
  return [v[0] / n, v[1] / n, v[2] / n];
}

/** Profile of a limb: shares of its length, half extents in metres. */
type Profile = readonly (readonly [share: number, side: number, front: number, back: number])[];

const UPPER_ARM: Profile = [
  [0.02, 0.012, 0.012, 0.012],
  [0.06, 0.04, 0.042, 0.042],
  [0.22, 0.05, 0.052, 0.05],
  [0.5, 0.043, 0.046, 0.044],
  [0.8, 0.036, 0.037, 0.037],
  [0.89, 0.032, 0.033, 0.033],
  [0.91, 0.008, 0.008, 0.008],
];
const FOREARM: Profile = [
  [0.08, 0.008, 0.008, 0.008],
  [0.1, 0.032, 0.033, 0.033],
  [0.28, 0.04, 0.043, 0.04],
  [0.55, 0.034, 0.036, 0.034],
  [0.86, 0.022, 0.027, 0.025],
  [0.92, 0.02, 0.024, 0.023],
  [0.935, 0.006, 0.006, 0.006],
];
const THIGH: Profile = [
  [0.03, 0.016, 0.016, 0.016],
  [0.07, 0.066, 0.072, 0.074],
  [0.25, 0.077, 0.085, 0.084],
  [0.55, 0.066, 0.074, 0.068],
  [0.84, 0.05, 0.054, 0.052],
  [0.905, 0.044, 0.048, 0.046],
  [0.92, 0.01, 0.01, 0.01],
];
const SHANK: Profile = [
  [0.075, 0.01, 0.01, 0.01],
  [0.095, 0.044, 0.046, 0.048],
  [0.28, 0.051, 0.048, 0.068],
  [0.55, 0.042, 0.04, 0.054],
  [0.86, 0.028, 0.03, 0.031],
  [0.92, 0.026, 0.028, 0.028],
  [0.935, 0.006, 0.006, 0.006],
];

function sections(profile: Profile, length: number): Section[] {
  return profile.map(([share, side, front, back]) => ({ along: share * length, side, front, back }));
}

/** Arms, hands, legs and feet of one side. */
export function addSide(body: Surface, dark: Surface, side: Side): void {
  const at = (name: string): Point => place.get(sideName(side, name))!;
  const forward: Point = [0, 0, 1];
  const limb = (from: string, to: string, profile: Profile): void => {
    const { frame, length } = between(at(from), at(to), forward);
    addLoft(body, frame, { sections: sections(profile, length), around: 16, rings: 2, roundness: 2.15, weight: rigid(sideName(side, from)) });
  };
  const ball = (name: string, radius: number, joint = name): void => addBall(dark, at(name), radius, sideName(side, joint));
  addShoulder(body, side);
  limb('UpperArm', 'LowerArm', UPPER_ARM);
  limb('LowerArm', 'Hand', FOREARM);
  limb('UpperLeg', 'LowerLeg', THIGH);
  limb('LowerLeg', 'Foot', SHANK);
  ball('UpperArm', 0.049);
  ball('LowerArm', 0.034);
  ball('Hand', 0.024);
  ball('UpperLeg', 0.063);
  ball('LowerLeg', 0.047);
  ball('Foot', 0.034);
  addHand(body, dark, side, at);
  addFoot(body, dark, side, at);
}

/** The yoke between the rib cage and the arm, moved by the clavicle. */
function addShoulder(body: Surface, side: Side): void {
  const { frame, length } = between(mirrored(side, [0.03, 1.43, -0.012]), mirrored(side, [0.168, 1.452, -0.014]), [0, 0, 1]);
  addLoft(body, frame, {
    around: 16,
    rings: 2,
    roundness: 2.2,
    weight: rigid(sideName(side, 'Shoulder')),
    sections: [
      { along: 0, side: 0.01, front: 0.012, back: 0.012 },
      { along: 0.012, side: 0.026, front: 0.04, back: 0.044 },
      { along: 0.5 * length, side: 0.034, front: 0.05, back: 0.052 },
      { along: 0.9 * length, side: 0.04, front: 0.048, back: 0.048 },
      { along: length, side: 0.01, front: 0.012, back: 0.012 },
    ],
  });
}

function addHand(body: Surface, dark: Surface, side: Side, at: (name: string) => Point): void {
  const wrist = at('Hand');
  const out = side === 'left' ? 1 : -1;
  const palm: LoftFrame = { start: [wrist[0] + 0.012 * out, wrist[1], wrist[2]], axis: [out, 0, 0], side: [0, 1, 0], front: [0, 0, 1] };
  addLoft(body, palm, {
    around: 16,
    rings: 2,
    roundness: 2.8,
    weight: rigid(sideName(side, 'Hand')),
    sections: [
      { along: 0, side: 0.006, front: 0.008, back: 0.008 },
      { along: 0.006, side: 0.015, front: 0.024, back: 0.024 },
      { along: 0.04, side: 0.0165, front: 0.038, back: 0.037 },
      { along: 0.068, side: 0.0145, front: 0.039, back: 0.041 },
      { along: 0.08, side: 0.011, front: 0.036, back: 0.04 },
      { along: 0.084, side: 0.003, front: 0.02, back: 0.024 },
    ],
  });
  for (const finger of ['Index', 'Middle', 'Ring', 'Little'] as const) {
    const names = [`${finger}Proximal`, `${finger}Intermediate`, `${finger}Distal`];
    const thickness = finger === 'Little' ? 0.0072 : 0.0086;
    const tip: Point = [at(names[2]!)[0] + FINGERTIP * out, at(names[2]!)[1], at(names[2]!)[2]];
    names.forEach((name, i) => {
      const end = i < 2 ? at(names[i + 1]!) : tip;
      addPhalanx(body, sideName(side, name), at(name), end, thickness * (1 - 0.08 * i));
      addBall(dark, at(name), thickness * (1 - 0.08 * i) * 0.98, sideName(side, name), 6, 4);
    });
  }
  const thumb = ['ThumbMetacarpal', 'ThumbProximal', 'ThumbDistal'] as const;
  const last = at('ThumbDistal');
  const thumbTip: Point = [last[0] + 0.02 * out, last[1] - 0.001, last[2] + 0.017];
  thumb.forEach((name, i) => {
    const end = i < 2 ? at(thumb[i + 1]!) : thumbTip;
    addPhalanx(body, sideName(side, name), at(name), end, [0.0135, 0.0112, 0.0098][i]!);
    if (i > 0) addBall(dark, at(name), 0.0104, sideName(side, name), 6, 4);
  });
}

function addPhalanx(body: Surface, joint: string, start: Point, end: Point, radius: number): void {
  const { frame, length } = between(start, end, [0, 0, 1]);
  addLoft(body, frame, {
    around: 8,
    rings: 1,
    roundness: 2.2,
    weight: rigid(joint),
    sections: [
      { along: 0.08 * length, side: 0.3 * radius, front: 0.3 * radius, back: 0.3 * radius },
      { along: 0.16 * length, side: 0.9 * radius, front: 0.9 * radius, back: 0.9 * radius },
      { along: 0.55 * length, side: radius, front: radius, back: radius },
      { along: 0.88 * length, side: 0.86 * radius, front: 0.86 * radius, back: 0.86 * radius },
      { along: 0.97 * length, side: 0.3 * radius, front: 0.3 * radius, back: 0.3 * radius },
    ],
  });
}

/** Sections run from the heel to the ball; a second loft makes the toes. The sole stands on y = 0. */
function addFoot(body: Surface, dark: Surface, side: Side, at: (name: string) => Point): void {
  const x = at('Foot')[0];
  const sole = (along: number, width: number, height: number): Section => ({
    along,
    side: width,
    front: height - height / 2,
    back: height / 2,
    shift: height / 2,
  });
  const foot: LoftFrame = { start: [x, 0, -0.07], axis: [0, 0, 1], side: [1, 0, 0], front: [0, 1, 0] };
  addLoft(body, foot, {
    around: 16,
    rings: 2,
    roundness: 2.6,
    weight: rigid(sideName(side, 'Foot')),
    sections: [
      sole(0, 0.01, 0.03),
      sole(0.006, 0.026, 0.052),
      sole(0.03, 0.034, 0.078),
      sole(0.07, 0.037, 0.088),
      sole(0.12, 0.041, 0.068),
      sole(0.168, 0.047, 0.048),
      sole(0.18, 0.045, 0.042),
      sole(0.184, 0.01, 0.016),
    ],
  });
  const toes = at('Toes');
  addLoft(dark, { start: [toes[0] - 0.04, 0.022, toes[2]], axis: [1, 0, 0], side: [0, 0, 1], front: [0, 1, 0] }, {
    around: 10,
    rings: 1,
    roundness: 2,
    weight: rigid(sideName(side, 'Toes')),
    sections: [
      { along: 0, side: 0.004, front: 0.004, back: 0.004 },
      { along: 0.006, side: 0.017, front: 0.017, back: 0.017 },
      { along: 0.074, side: 0.017, front: 0.017, back: 0.017 },
      { along: 0.08, side: 0.004, front: 0.004, back: 0.004 },
    ],
  });
  addLoft(body, { start: [toes[0], 0, toes[2] + 0.006], axis: [0, 0, 1], side: [1, 0, 0], front: [0, 1, 0] }, {
    around: 16,
    rings: 2,
    roundness: 2.7,
    weight: rigid(sideName(side, 'Toes')),
    sections: [
      sole(0, 0.01, 0.014),
      sole(0.004, 0.046, 0.038),
      sole(0.03, 0.045, 0.034),
      sole(0.058, 0.034, 0.026),
      sole(0.07, 0.016, 0.018),
      sole(0.073, 0.004, 0.008),
    ],
  });
}
