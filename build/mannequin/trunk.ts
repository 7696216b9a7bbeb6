import { addBall, addLoft, type LoftFrame, type Section, type Surface } from './surface.ts';

/** Vertical frame through (0, height, depth): sections run upwards. */
function upright(height: number, depth: number): LoftFrame {
  return { start: [0, height, depth], axis: [0, 1, 0], side: [1, 0, 0], front: [0, 0, 1] };
}

function section(along: number, side: number, front: number, back: number, shift = 0): Section {
  return { along, side, front, back, shift };
}

const rigid = (joint: string) => () => ({ first: joint, second: joint, share: 0 });

/** Share of the upper joint, rising smoothly from `low` to `high` metres along a loft. */
function blend(first: string, second: string, low: number, high: number) {
  return (along: number) => {
    const t = Math.min(1, Math.max(0, (along - low) / (high - low)));
    return { first, second, share: t * t * (3 - 2 * t) };
  };
}

/** Pelvis, waist, rib cage, neck and head. */
export function addTrunk(body: Surface, joints: Surface): void {
  addLoft(body, upright(0.862, 0), {
    around: 22,
    rings: 2,
    roundness: 2.5,
    weight: rigid('hips'),
    sections: [
      section(0, 0.012, 0.02, 0.022, 0.008),
      section(0.012, 0.06, 0.052, 0.058, 0.004),
      section(0.05, 0.143, 0.084, 0.102, 0),
      section(0.1, 0.162, 0.094, 0.112, -0.002),
      section(0.15, 0.146, 0.092, 0.094, -0.002),
      section(0.176, 0.12, 0.08, 0.078, 0),
      section(0.186, 0.02, 0.02, 0.02, 0),
    ],
  });
  addLoft(joints, upright(0.985, -0.002), {
    around: 18,
    rings: 2,
    weight: blend('hips', 'spine', 0.02, 0.12),
    sections: [
      section(0, 0.01, 0.01, 0.01),
      section(0.02, 0.096, 0.064, 0.062),
      section(0.075, 0.097, 0.066, 0.06),
      section(0.14, 0.099, 0.068, 0.06),
      section(0.2, 0.096, 0.066, 0.06),
      section(0.215, 0.01, 0.01, 0.01),
    ],
  });
  addLoft(body, upright(1.062, -0.008), {
    around: 20,
    rings: 2,
    roundness: 2.4,
    weight: blend('spine', 'chest', 0.0, 0.09),
    sections: [
      section(0, 0.02, 0.02, 0.02),
      section(0.008, 0.104, 0.072, 0.066),
      section(0.035, 0.126, 0.084, 0.076),
      section(0.075, 0.128, 0.086, 0.074),
      section(0.092, 0.116, 0.076, 0.068),
      section(0.1, 0.02, 0.02, 0.02),
    ],
  });
  addLoft(body, upright(1.168, -0.014), {
    around: 24,
    rings: 3,
    roundness: 2.5,
    weight: blend('chest', 'upperChest', 0.06, 0.17),
    sections: [
      section(0, 0.02, 0.02, 0.02),
      section(0.008, 0.108, 0.076, 0.07, 0.004),
      section(0.05, 0.148, 0.104, 0.088, 0.004),
      section(0.12, 0.17, 0.122, 0.106, 0.004),
      section(0.19, 0.172, 0.124, 0.112, 0),
      section(0.25, 0.152, 0.098, 0.1, -0.006),
      section(0.288, 0.1, 0.064, 0.07, -0.008),
      section(0.31, 0.052, 0.046, 0.05, -0.004),
      section(0.316, 0.012, 0.012, 0.012, 0),
    ],
  });
  addLoft(joints, upright(1.462, -0.012), {
    around: 16,
    rings: 2,
    roundness: 2,
    weight: blend('neck', 'head', 0.05, 0.12),
    sections: [
      section(0, 0.01, 0.01, 0.01),
      section(0.006, 0.052, 0.05, 0.05),
      section(0.06, 0.045, 0.044, 0.046, 0.006),
      section(0.12, 0.046, 0.045, 0.048, 0.012),
      section(0.13, 0.01, 0.01, 0.01, 0.012),
    ],
  });
  addHead(body, joints);
}

/** An egg with a chin, and a dark visor that shows where the figure looks. */
function addHead(body: Surface, joints: Surface): void {
  addLoft(body, upright(1.528, 0.012), {
    around: 22,
    rings: 3,
    roundness: 2.15,
    weight: rigid('head'),
    sections: [
      section(0, 0.014, 0.012, 0.02, 0.044),
      section(0.004, 0.036, 0.03, 0.056, 0.04),
      section(0.032, 0.056, 0.068, 0.068, 0.018),
      section(0.075, 0.069, 0.087, 0.086, 0.004),
      section(0.125, 0.077, 0.094, 0.098, -0.002),
      section(0.165, 0.074, 0.088, 0.098, -0.006),
      section(0.2, 0.056, 0.062, 0.076, -0.008),
      section(0.218, 0.024, 0.026, 0.034, -0.01),
      section(0.222, 0.006, 0.006, 0.006, -0.01),
    ],
  });
  addLoft(joints, upright(1.632, 0.042), {
    around: 18,
    rings: 2,
    roundness: 2.6,
    weight: rigid('head'),
    sections: [
      section(0, 0.004, 0.004, 0.004, 0.02),
      section(0.006, 0.048, 0.058, 0.01, 0.002),
      section(0.02, 0.056, 0.068, 0.01, 0),
      section(0.036, 0.056, 0.067, 0.01, -0.002),
      section(0.05, 0.048, 0.056, 0.01, -0.002),
      section(0.055, 0.004, 0.004, 0.004, 0.01),
    ],
  });
  addBall(joints, [0, 1.5, -0.012], 0.048, 'neck');
}
