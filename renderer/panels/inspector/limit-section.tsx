import { Undo } from 'lucide-react';
import { setLimit } from '../../../core/document/edits/rig-settings.ts';
import { toDegrees, toRadians } from '../../../core/math/angles.ts';
import type { HingeLimit, Limit, SwingTwistLimit } from '../../../core/skeleton/limits.ts';
import { commitEdit } from '../../state/editing.ts';
import { jointLabel } from '../../state/joint-labels.ts';
import { IconButton } from '../widgets/button.tsx';
import { NumberInput } from '../widgets/number-input.tsx';
import { useServices, useStudio } from '../window-context.tsx';
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
  const label = jointLabel(rig, joint).toLowerCase();
  const change = (next: Limit) => commitEdit(studio, `Limit of ${label}`, (project) => setLimit(project, joint, next));
  return (
    <Section
      title="Limit"
      note={isEdited ? `${KINDS[limit.kind]}, edited` : KINDS[limit.kind]}
      action={
        <IconButton
          icon={Undo}
          label="Give back the preset's limit"
          className="head-action"
          isDisabled={!isEdited}
          onPress={() => commitEdit(studio, `Preset limit of ${label}`, (project) => setLimit(project, joint, null))}
        />
      }
    >
      {limit.kind === 'hinge' && <HingeFields limit={limit} onChange={change} />}
      {limit.kind === 'swingTwist' && <ConeFields limit={limit} onChange={change} />}
      {limit.kind === 'free' && <p className="faint">This joint turns freely.</p>}
    </Section>
  );
}

function HingeFields({ limit, onChange }: { limit: HingeLimit; onChange: (limit: Limit) => void }) {
  return (
    <>
      <NumberInput
        label="From"
        value={toDegrees(limit.min)}
        min={-360}
        max={toDegrees(limit.max)}
        unit="°"
        onCommit={(degrees) => onChange({ ...limit, min: Math.min(toRadians(degrees), limit.max) })}
      />
      <NumberInput
        label="To"
        value={toDegrees(limit.max)}
        min={toDegrees(limit.min)}
        max={360}
        unit="°"
        onCommit={(degrees) => onChange({ ...limit, max: Math.max(toRadians(degrees), limit.min) })}
      />
    </>
  );
}

const CONE_SIDES = ['Swing +X', 'Swing −X', 'Swing +Y', 'Swing −Y'] as const;

function ConeFields({ limit, onChange }: { limit: SwingTwistLimit; onChange: (limit: Limit) => void }) {
  const [least, most] = limit.twist;
  return (
    <>
      {CONE_SIDES.map((label, side) => (
        <NumberInput
          key={label}
          label={label}
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
        label="Twist from"
        value={toDegrees(least)}
        min={-180}
        max={toDegrees(most)}
        unit="°"
        onCommit={(degrees) => onChange({ ...limit, twist: [Math.min(toRadians(degrees), most), most] })}
      />
      <NumberInput
        label="Twist to"
        value={toDegrees(most)}
        min={toDegrees(least)}
        max={180}
        unit="°"
        onCommit={(degrees) => onChange({ ...limit, twist: [least, Math.max(toRadians(degrees), least)] })}
      />
    </>
  );
}
