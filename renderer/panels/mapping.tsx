import { RotateCcw } from 'lucide-react';
import { memo, useState } from 'react';
import { HUMANOID_BONES, type HumanoidBone } from '../../core/humanoid/body/bones.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { bodyPartOf, BODY_PARTS, isLimbBone } from '../state/body-parts.ts';
import { correctBone } from '../state/bones.ts';
import { selectedJoint } from '../state/selection.ts';
import { inWords } from '../state/joint-labels.ts';
import type { Studio } from '../state/studio.ts';
import { Choice } from './widgets/choice.tsx';
import { IconButton } from './widgets/button.tsx';
import { SearchBox } from './widgets/search-box.tsx';
import { useServices, useStudio } from './window-context.tsx';
import { SideMark } from './widgets/side-mark.tsx';

/** Choices of a bone that are not joints. */
const NONE = 'none';

/** Matches below this are worth a look. */
const SURE = 0.75;

/** Which joint stands for each bone of the body, why, and how to correct it. Corrections are kept with the rig. */
export function Mapping() {
  const { studio } = useServices();
  const rig = useStudio((state) => state.document?.rig ?? null);
  const corrections = useStudio((state) => state.document?.history.present.rig.corrections ?? null);
  const selected = useStudio(selectedJoint);
  const [search, setSearch] = useState('');
  if (!rig || !corrections) return <p className="empty">No character is open.</p>;
  const missing = rig.report.missing.filter(isLimbBone).length;
  const corrected = Object.keys(corrections).length;
  const wanted = search.trim().toLowerCase();
  const isWanted = (bone: HumanoidBone) => `${inWords(bone)} ${nameOf(rig, rig.humanoid[bone])}`.toLowerCase().includes(wanted);
  const bones = HUMANOID_BONES.filter(isWanted).toSorted(
    (a, b) => BODY_PARTS.indexOf(bodyPartOf(a)) - BODY_PARTS.indexOf(bodyPartOf(b)),
  );
  return (
    <div className="panel mapping" data-panel="mapping" tabIndex={-1}>
      <div className="mapping-head">
        <SearchBox label="Find a bone" placeholder="Find a bone" value={search} onChange={setSearch} />
        <p className="soft">
          {rig.report.matches.length} found
          {missing > 0 && `, ${missing} missing`}
          {corrected > 0 && `, ${corrected} corrected`}
        </p>
        {rig.report.warnings.map((warning) => (
          <p key={warning} className="warning-text">
            {warning}
          </p>
        ))}
      </div>
      <ul className="mapping-list" aria-label="Bones">
        {bones.map((bone) => (
          <li key={bone}>
            <BoneRow
              studio={studio}
              rig={rig}
              bone={bone}
              isCorrected={bone in corrections}
              isSelected={selected !== null && rig.humanoid[bone] === selected}
            />
          </li>
        ))}
      </ul>
      {bones.length === 0 && <p className="empty">No bone is called that.</p>}
    </div>
  );
}

function nameOf(rig: Rig, joint: number | undefined): string {
  return joint === undefined ? '' : (rig.skeleton.names[joint] ?? '');
}

interface BoneRowProps {
  readonly studio: Studio;
  readonly rig: Rig;
  readonly bone: HumanoidBone;
  readonly isCorrected: boolean;
  readonly isSelected: boolean;
}

/** Drawn again only when something of its bone changes: with its list of all joints it is not cheap. */
const BoneRow = memo(function BoneRow({ studio, rig, bone, isCorrected, isSelected }: BoneRowProps) {
  const joint = rig.humanoid[bone];
  const match = rig.report.matches.find((each) => each.bone === bone);
  const options = [
    { value: NONE, label: 'None' },
    ...rig.skeleton.names.map((name, index) => ({ value: String(index), label: name })),
  ];
  const sureness = isCorrected
    ? 'corrected'
    : match
      ? `${Math.round(100 * match.confidence)} %`
      : isLimbBone(bone)
        ? 'missing'
        : 'optional';
  const why = isCorrected ? 'chosen by you' : (match?.reason ?? 'no joint looks like it');
  const tone = isCorrected ? 'accent' : match && match.confidence < SURE ? 'warning-text' : 'faint';
  return (
    <div className={isSelected ? 'mapping-row selected' : 'mapping-row'} title={`${inWords(bone)}: ${why}`}>
      <SideMark part={bodyPartOf(bone)} />
      <span className="mapping-name" aria-hidden>
        {inWords(bone)}
      </span>
      <Choice
        label={inWords(bone)}
        hideLabel
        value={joint === undefined ? NONE : String(joint)}
        options={options}
        onChange={(value) => correctBone(studio, bone, value === NONE ? null : rig.binding.nodes[Number(value)]!)}
      />
      <span className="mapping-why soft">{why}</span>
      <span className={`mapping-sure numbers ${tone}`}>{sureness}</span>
      {isCorrected && (
        <IconButton
          icon={RotateCcw}
          label={`Find ${inWords(bone).toLowerCase()} by itself again`}
          onPress={() => correctBone(studio, bone, undefined)}
        />
      )}
    </div>
  );
});
