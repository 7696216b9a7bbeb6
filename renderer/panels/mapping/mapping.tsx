import { RotateCcw } from 'lucide-react';
import { HUMANOID_BONES, type HumanoidBone } from '../../../core/humanoid/bones.ts';
import { setCorrection } from '../../../core/document/edits/rig-settings.ts';
import type { Rig } from '../../../core/humanoid/rig.ts';
import { bodyPartOf, BODY_PARTS, sideColour } from '../../state/body-parts.ts';
import { commitEdit, messageOf, notify, select } from '../../state/editing.ts';
import { inWords } from '../../state/joint-labels.ts';
import type { Studio } from '../../state/studio.ts';
import { Choice } from '../widgets/choice.tsx';
import { IconButton } from '../widgets/button.tsx';
import { useServices, useStudio } from '../window-context.tsx';

/** Choices of a bone that are not joints. */
const NONE = 'none';

/** Which joint stands for each bone of the body, why, and how to correct it. Corrections are kept with the rig. */
export function Mapping() {
  const { studio } = useServices();
  const rig = useStudio((state) => state.document?.rig ?? null);
  const corrections = useStudio((state) => state.document?.history.present.rig.corrections ?? null);
  if (!rig || !corrections) return <p className="empty">No character is open.</p>;
  const corrected = Object.keys(corrections).length;
  const bones = HUMANOID_BONES.toSorted((a, b) => BODY_PARTS.indexOf(bodyPartOf(a)) - BODY_PARTS.indexOf(bodyPartOf(b)));
  return (
    <div className="panel mapping" data-panel="mapping" tabIndex={-1}>
      <p className="soft">
        {rig.report.matches.length} bones found, {rig.report.missing.length} not found, {corrected} corrected.
      </p>
      {rig.report.warnings.map((warning) => (
        <p key={warning} className="warning-text">
          {warning}
        </p>
      ))}
      <ul className="mapping-list">
        {bones.map((bone) => (
          <li key={bone}>
            <BoneRow studio={studio} rig={rig} bone={bone} isCorrected={bone in corrections} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface BoneRowProps {
  readonly studio: Studio;
  readonly rig: Rig;
  readonly bone: HumanoidBone;
  readonly isCorrected: boolean;
}

function BoneRow({ studio, rig, bone, isCorrected }: BoneRowProps) {
  const joint = rig.humanoid[bone];
  const match = rig.report.matches.find((each) => each.bone === bone);
  const options = [
    { value: NONE, label: 'None' },
    ...rig.skeleton.names.map((name, index) => ({ value: String(index), label: name })),
  ];
  const why = isCorrected
    ? 'corrected by you'
    : match
      ? `${match.reason}, ${Math.round(100 * match.confidence)} % sure`
      : 'not found';
  return (
    <div className="mapping-row" title={why}>
      <span className="side-mark" style={{ background: sideColour(bodyPartOf(bone)) }} aria-hidden />
      <Choice
        label={inWords(bone)}
        value={joint === undefined ? NONE : String(joint)}
        options={options}
        onChange={(value) => correct(studio, rig, bone, value === NONE ? null : rig.binding.nodes[Number(value)]!)}
      />
      <IconButton
        icon={RotateCcw}
        label={`Find ${inWords(bone).toLowerCase()} by itself again`}
        isDisabled={!isCorrected}
        onPress={() => correct(studio, rig, bone, undefined)}
      />
      <span className={match || isCorrected ? 'mapping-why soft' : 'mapping-why faint'}>{why}</span>
    </div>
  );
}

/** A correction that leaves no usable body is refused in a sentence, and nothing changes. */
function correct(studio: Studio, rig: Rig, bone: HumanoidBone, node: number | null | undefined): void {
  const joint = rig.binding.nodes.findIndex((each) => each === node);
  const name = inWords(bone).toLowerCase();
  const label = node === undefined ? `Find ${name} again` : `Map ${name} to ${joint < 0 ? 'none' : rig.skeleton.names[joint]}`;
  try {
    commitEdit(studio, label, (project) => setCorrection(project, bone, node));
    if (joint >= 0) select(studio, { joint, handle: null });
  } catch (error) {
    notify(studio, 'error', messageOf(error));
  }
}
