import { Undo } from 'lucide-react';
import { toDegrees, toRadians } from '../../../core/math/angles.ts';
import type { HingeLimit, Limit, PrismaticLimit, SwingTwistLimit } from '../../../core/skeleton/limits.ts';
import { otherJoint } from '../../../core/humanoid/transfer/mirror-limit.ts';
import { limitWords, type LimitEnd } from '../../state/rig/axis-words.ts';
import { commitLimit } from '../../state/rig/limits.ts';
import { IconButton } from '../widgets/button.tsx';
import { LengthInput } from '../widgets/length-input.tsx';
import { NumberInput } from '../widgets/number-input.tsx';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { useCommand, useServices, useStudio } from '../window-context.tsx';
import { Section } from './section.tsx';

const KINDS: Readonly<Record<Limit['kind'], string>> = {
  free: 'no limit',
  hinge: 'hinge',
  swingTwist: 'cone and twist',
  prismatic: 'slide',
};

/** The selected joint's limit in degrees. What is edited here outranks the preset until it is given back. */
export function LimitSection({ joint }: { joint: number }) {
  const { studio } = useServices();
  const rig = useStudio((state) => state.document?.rig ?? null);
  const isEdited = useStudio((state) => state.document?.history.present.rig.limits[joint] !== undefined);
  const limit = rig?.skeleton.limits[joint];
  if (!rig || !limit) return null;
  const change = (next: Limit) => commitLimit(studio, joint, next);
  return (
    <Section
      title="Limit"
      note={isEdited ? `${KINDS[limit.kind]}, edited` : KINDS[limit.kind]}
      action={
        <IconButton
          icon={Undo}
          label="Reset to the preset’s limit"
          className="head-action"
          disabledBecause={isEdited ? null : 'It is the preset’s.'}
          onPress={() => commitLimit(studio, joint, null)}
        />
      }
    >
      {limit.kind === 'hinge' && <HingeFields limit={limit} words={limitWords(rig, joint)} onChange={change} />}
      {limit.kind === 'swingTwist' && <ConeFields limit={limit} words={limitWords(rig, joint)} onChange={change} />}
      {limit.kind === 'prismatic' && <SlideFields limit={limit} onChange={change} />}
      {limit.kind === 'free' && <p className="faint">This joint rotates freely.</p>}
      {limit.kind !== 'free' && otherJoint(rig, joint) !== null && <MirrorSwitch />}
    </Section>
  );
}

/** Whether what is edited of a limit, here or in the viewport, goes to the other side of the body too. */
function MirrorSwitch() {
  const { label, checked, run } = useCommand('pose.mirrorLimits');
  return <SwitchBox label={label} isOn={checked ?? false} onChange={run} />;
}

/** Metres that a rail may reach at most. */
const LONGEST_RAIL = 10;

function SlideFields({ limit, onChange }: { limit: PrismaticLimit; onChange: (limit: Limit) => void }) {
  return (
    <>
      <LengthInput
        label="From"
        value={limit.min}
        min={-LONGEST_RAIL}
        max={limit.max}
        onCommit={(min) => onChange({ ...limit, min })}
      />
      <LengthInput
        label="To"
        value={limit.max}
        min={limit.min}
        max={LONGEST_RAIL}
        onCommit={(max) => onChange({ ...limit, max })}
      />
    </>
  );
}

interface AngleFieldsProps<Kind> {
  readonly limit: Kind;
  /** What its ends are called. */
  readonly words: Readonly<Record<LimitEnd, string>>;
  readonly onChange: (limit: Limit) => void;
}

function HingeFields({ limit, words, onChange }: AngleFieldsProps<HingeLimit>) {
  return (
    <>
      <NumberInput
        label={words.min}
        value={toDegrees(limit.min)}
        min={-360}
        max={toDegrees(limit.max)}
        unit="°"
        onCommit={(degrees) => onChange({ ...limit, min: Math.min(toRadians(degrees), limit.max) })}
      />
      <NumberInput
        label={words.max}
        value={toDegrees(limit.max)}
        min={toDegrees(limit.min)}
        max={360}
        unit="°"
        onCommit={(degrees) => onChange({ ...limit, max: Math.max(toRadians(degrees), limit.min) })}
      />
    </>
  );
}

const CONE_SIDES = ['plusX', 'minusX', 'plusY', 'minusY'] as const;

function ConeFields({ limit, words, onChange }: AngleFieldsProps<SwingTwistLimit>) {
  const [least, most] = limit.twist;
  return (
    <>
      {CONE_SIDES.map((name, side) => (
        <NumberInput
          key={name}
          label={words[name]}
          value={toDegrees(limit.swing[side] ?? 0)}
          min={0}
          max={180}
          unit="°"
          onCommit={(degrees) => {
            const [a, b, c, d] = limit.swing.with(side, toRadians(degrees));
            onChange({ ...limit, swing: [a ?? 0, b ?? 0, c ?? 0, d ?? 0] });
          }}
        />
      ))}
      <NumberInput
        label={words.twistMin}
        value={toDegrees(-least)}
        min={toDegrees(-most)}
        max={180}
        unit="°"
        onCommit={(degrees) => onChange({ ...limit, twist: [Math.min(-toRadians(degrees), most), most] })}
      />
      <NumberInput
        label={words.twistMax}
        value={toDegrees(most)}
        min={toDegrees(least)}
        max={180}
        unit="°"
        onCommit={(degrees) => onChange({ ...limit, twist: [least, Math.max(toRadians(degrees), least)] })}
      />
    </>
  );
}
