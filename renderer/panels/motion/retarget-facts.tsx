import type { RetargetReport } from '../../../core/animation/retarget-report.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { jointLabel } from '../../state/joint-labels.ts';

/** Metres that nobody sees, a frame or at once. */
const UNSEEN = { slide: 1e-3, floor: 5e-3, hands: 1e-2 } as const;
const NAMED_JOINTS = 4;

/** How well the motion came onto the character. */
export function RetargetFacts({ report, rig }: { report: RetargetReport; rig: Rig }) {
  const { frames, footSlide, floorPenetration, handError, limited } = report;
  const named = limited
    .slice(0, NAMED_JOINTS)
    .map(({ joint, share }) => `${jointLabel(rig, joint)} ${Math.round(100 * share)} %`);
  return (
    <>
      <dl className="motion-facts">
        <Fact name="Frames" value={String(frames)} isGood />
        <Fact name="Foot slide a frame" value={millimetres(footSlide.largest)} isGood={footSlide.largest < UNSEEN.slide} />
        <Fact name="Feet below the floor" value={millimetres(floorPenetration)} isGood={floorPenetration < UNSEEN.floor} />
        <Fact name="Hands off, mean" value={millimetres(handError.mean)} isGood={handError.mean < UNSEEN.hands} />
      </dl>
      {named.length > 0 && (
        <p className="soft">
          On their limits, in how many frames: {named.join(', ')}
          {limited.length > named.length && ` and ${limited.length - named.length} more`}.
        </p>
      )}
    </>
  );
}

function Fact({ name, value, isGood }: { name: string; value: string; isGood: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isGood ? 'numbers' : 'numbers warning-text'}>{value}</dd>
    </div>
  );
}

function millimetres(metres: number): string {
  return `${(1000 * metres).toFixed(1)} mm`;
}
