import { Bone, ClipboardList } from 'lucide-react';
import { isLimbBone } from '../../state/rig/body-parts.ts';
import { characterWarnings } from '../../state/documents/show-character.ts';
import { showLength } from '../../state/window/units.ts';
import { choosePreset, LIMIT_PRESETS } from '../../state/rig/limits.ts';
import { CommandTextButton } from '../widgets/button.tsx';
import { SizeReadings } from '../widgets/size-readings.tsx';
import { Choice } from '../widgets/choice.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { PlaceSection } from './place-section.tsx';
import { Section } from './section.tsx';

/** What is known of the character, and how far its joints may go. */
export function CharacterSection() {
  const { studio } = useServices();
  const rig = useStudio((state) => state.document?.rig ?? null);
  const fileName = useStudio((state) => state.document?.history.present.character.fileName ?? '');
  const unit = useStudio((state) => state.session.settings.lengths);
  if (!rig) return <p className="empty">No character is open.</p>;
  const { report } = rig;
  const missing = report.missing.filter(isLimbBone).length;
  return (
    <>
      <PlaceSection />
      <Section title="Limits">
        <Choice label="Preset" value={rig.preset} options={LIMIT_PRESETS} onChange={(preset) => choosePreset(studio, preset)} />
      </Section>
      <Section title="Character" note={fileName}>
        <dl className="facts">
          <dt>Height</dt>
          <dd className="numbers">{showLength(unit, report.height)}</dd>
          <dt>Joints</dt>
          <dd className="numbers">{rig.skeleton.count}</dd>
          <dt>Bones found</dt>
          <dd className="numbers">
            {report.matches.length}
            {missing > 0 && <span className="warning-text"> ({missing} missing)</span>}
          </dd>
        </dl>
        {characterWarnings(report, unit).map((warning) => (
          <p key={warning} className="warning-text">
            {warning}
          </p>
        ))}
        <SizeReadings report={report} />
        <CommandTextButton id="file.importReport" icon={ClipboardList} className="wide" />
        <CommandTextButton id="view.panel.mapping" text="Correct the bones" icon={Bone} className="wide" />
      </Section>
    </>
  );
}
