import type { RetargetReport } from '../../core/animation/fidelity/retarget-report.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { toDegrees } from '../../core/math/angles.ts';
import { rounded } from './describe-report.ts';

/** How well a clip came over, for `--json`: degrees, millimetres, seconds, joint names. */
export function fidelityOf(rig: Rig, report: RetargetReport) {
  const name = (joint: number) => rig.skeleton.names[joint]!;
  const degrees = (radians: number) => rounded(toDegrees(radians));
  const millimetres = (metres: number) => rounded(1000 * metres);
  const { limbs, knees, soles, slide, leaps, turns, hands, widened, limited } = report;
  return {
    frames: report.frames,
    copied: report.isCopy,
    limbs: { mean: degrees(limbs.mean), p95: degrees(limbs.p95) },
    knees: {
      mean: degrees(knees.mean),
      straight: rounded(knees.straight),
      straightInSource: rounded(knees.straightInSource),
    },
    contacts: report.contacts,
    soles: { median: millimetres(soles.median), p95: millimetres(soles.p95) },
    slide: { p95: millimetres(slide.p95), source: millimetres(slide.source) },
    floorPenetration: millimetres(report.floorPenetration),
    leaps,
    turns: turns.map(({ joint, frame, by }) => ({ joint: name(joint), frame, by: degrees(by) })),
    hands: { contacts: hands.count, kept: hands.kept, largest: millimetres(hands.largest) },
    widened: widened.map(({ joint, by }) => ({ joint: name(joint), by: degrees(by) })),
    limited: limited.map(({ joint, share }) => ({ joint: name(joint), share: rounded(share) })),
    broken: report.broken.map(({ figure, sentence }) => ({ figure, sentence })),
  };
}

/** Limited joints that are named on the terminal. */
const NAMED = 8;

/** The same in lines for the terminal, without what breaks a bar. */
export function describeFidelity(rig: Rig, report: RetargetReport): string[] {
  const { limbs, knees, contacts, soles, slide, floorPenetration, hands, leaps, turns, widened, limited } = fidelityOf(
    rig,
    report,
  );
  const one = (value: number) => value.toFixed(1);
  const share = (value: number) => `${Math.round(100 * value)} %`;
  return [
    ...(report.isCopy ? ['the skeletons are the same: the clip was copied exactly'] : []),
    `arms and legs ${one(limbs.mean)}° from the source's on average (${one(limbs.p95)}° at the 95th percentile), knees ${one(knees.mean)}°; straight knees ${share(knees.straight)}, in the source ${share(knees.straightInSource)}`,
    `${contacts} foot contacts: planted feet ${one(soles.median)} mm off the floor (${one(soles.p95)} at the 95th percentile), slide ${one(slide.p95)} mm a second (source ${one(slide.source)}), ${one(floorPenetration)} mm into the floor at most`,
    `${hands.contacts} hand contacts${hands.contacts > 0 ? `, ${hands.kept} kept within 1 cm` : ''}; ${leaps.length} leaps of the hips, ${turns.length} sudden turns`,
    ...(widened.length > 0
      ? [`beyond their limits, as in the source: ${widened.map(({ joint, by }) => `${joint} (${one(by)}°)`).join(', ')}`]
      : []),
    ...(limited.length > 0
      ? [
          `on their limits: ${limited
            .slice(0, NAMED)
            .map((each) => `${each.joint} (${share(each.share)})`)
            .join(', ')}`,
        ]
      : []),
  ];
}
