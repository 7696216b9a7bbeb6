import { Bone, ClipboardList } from 'lucide-react';
import { choosePreset, LIMIT_PRESETS } from '../../state/limits.ts';
import { CommandTextButton } from '../widgets/button.tsx';
import { Choice } from '../widgets/choice.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { Section } from './section.tsx';

/** What is known of the character, and how far its joints may go. */
export function CharacterSection() {
  const { studio } = useServices();
  const rig = useStudio((state) => state.document?.rig ?? null);
  const fileName = useStudio((state) => state.document?.history.present.character.fileName ?? '');
  if (!rig) return <p className="empty">No character is open.</p>;
  const { report } = rig;
  return (
    <>
      <Section title="Limits">
        <Choice label="Preset" value={rig.preset} options={LIMIT_PRESETS} onChange={(preset) => choosePreset(studio, preset)} />
      </Section>
      <Section title="Character" note={fileName}>
        <dl className="facts">
          <dt>Height</dt>
          <dd className="numbers">{report.height.toFixed(2)} m</dd>
          <dt>Joints</dt>
          <dd className="numbers">{rig.skeleton.count}</dd>
          <dt>Bones found</dt>
          <dd className="numbers">
            {report.matches.length}
            {report.missing.length > 0 && <span className="faint"> ({report.missing.length} missing)</span>}
          </dd>
        </dl>
        {report.warnings.map((warning) => (
          <p key={warning} className="warning-text">
            {warning}
          </p>
        ))}
        <CommandTextButton id="file.importReport" icon={ClipboardList} className="wide" />
        <CommandTextButton id="view.panel.mapping" text="Correct the bones" icon={Bone} className="wide" />
      </Section>
    </>
  );
}
