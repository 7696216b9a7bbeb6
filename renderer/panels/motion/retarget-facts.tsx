import { barSentence, type RetargetReport } from '../../../core/animation/fidelity/retarget-report.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { jointLabel } from '../../../core/humanoid/body/joint-labels.ts';
import { useWording } from '../widgets/use-wording.ts';

type Figure = RetargetReport['broken'][number]['figure'];

const NAMED_JOINTS = 4;

/** How well the motion came onto the character: first, in orange, what is worse than it should be, then the figures. */
export function RetargetFacts({ report, rig, fps }: { report: RetargetReport; rig: Rig; fps: number }) {
  const words = useWording(fps);
  const { limbs, knees, soles, slide, hands, leaps, turns, limited, widened, broken } = report;
  const isGood = (...figures: readonly Figure[]) => !broken.some(({ figure }) => figures.includes(figure));
  const named = limited
    .slice(0, NAMED_JOINTS)
    .map(({ joint, share }) => `${jointLabel(rig, joint)} ${Math.round(100 * share)} %`);
  return (
    <>
      {report.isCopy && <p className="soft">Both have the same skeleton: the motion was copied exactly.</p>}
      {broken.length > 0 && (
        <ul className="warning-text" role="status" aria-label="Worse than it should be">
          {broken.map((bar) => (
            <li key={bar.figure}>{capital(barSentence(report, bar, words))}.</li>
          ))}
        </ul>
      )}
      <dl className="motion-facts">
        <Fact name="Limb error, mean" value={degrees(limbs.mean)} isGood={isGood('limbs')} />
        <Fact name="Knee error, mean" value={degrees(knees.mean)} isGood={isGood('knees')} />
        <Fact name="Feet off the floor" value={words.length(soles.p95)} isGood={isGood('soles')} />
        <Fact name="Feet slide a second" value={words.length(slide.p95)} isGood={isGood('slide')} />
        <Fact
          name="Straight knees (source)"
          value={`${percent(knees.straight)} (${percent(knees.straightInSource)})`}
          isGood={isGood('knees')}
        />
        <Fact name="Hand contacts kept" value={`${hands.kept} of ${hands.count}`} isGood={isGood('hands')} />
        <Fact name="Jumps of the hips" value={String(leaps.length)} isGood={isGood('leaps')} />
        <Fact name="Sudden rotations" value={String(turns.length)} isGood={isGood('turns')} />
      </dl>
      {widened.length > 0 && (
        <p className="soft">
          Beyond their limits, as in the file:{' '}
          {widened.map(({ joint, by }) => `${jointLabel(rig, joint)} ${degrees(by)}`).join(', ')}.
        </p>
      )}
      {named.length > 0 && (
        <p className="soft">
          On their limits, in how many frames: {named.join(', ')}
          {limited.length > named.length && ` and ${limited.length - named.length} more`}.
        </p>
      )}
    </>
  );
}

/** What tells one rest pose from another, in a few lines: how far limbs and knees are off, and what spoke against the pose. */
export function ReadingFacts({ report, rig, fps }: { report: RetargetReport; rig: Rig; fps: number }) {
  const words = useWording(fps);
  const { limbs, knees, floorPenetration, limited } = report;
  const longest = limited[0];
  return (
    <ul className="reading-facts soft numbers">
      <li>
        Limbs {degrees(limbs.mean)}, knees {degrees(knees.mean)} off
      </li>
      <li>Feet {words.length(Math.max(0, floorPenetration))} into the floor</li>
      <li>
        {longest
          ? `${jointLabel(rig, longest.joint)} on its limit ${percent(longest.share)} of the time`
          : 'No joint on its limit'}
      </li>
    </ul>
  );
}

/** A figure, in orange where it is worse than it should be. */
export function Fact({ name, value, isGood }: { name: string; value: string; isGood: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isGood ? 'numbers' : 'numbers warning-text'}>{value}</dd>
    </div>
  );
}

function capital(sentence: string): string {
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

function degrees(radians: number): string {
  return `${toDegrees(radians).toFixed(1)}°`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
