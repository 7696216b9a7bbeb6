import { RotateCcw } from 'lucide-react';
import { memo } from 'react';
import { HUMANOID_BONES, type HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { bodyPartOf, BODY_PARTS, isLimbBone, sideOfBone, SURE } from '../../state/rig/body-parts.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { IconButton } from '../widgets/button.tsx';
import { Choice } from '../widgets/choice.tsx';
import { SideMark } from '../widgets/side-mark.tsx';

/** Choices of a bone that are not joints. */
const NONE = 'none';

/** Told which node of the file the user says is a bone: null for none, undefined for the one that is found. */
export type CorrectBone = (bone: HumanoidBone, node: number | null | undefined) => void;

interface BoneRowsProps {
  readonly rig: Rig;
  /** Holds a field for each bone that the user chose. */
  readonly corrected: Readonly<Partial<Record<HumanoidBone, unknown>>>;
  /** Only bones whose name, or whose joint's, holds this. */
  readonly search: string;
  /** The joint whose bone is marked. */
  readonly selected: number | null;
  /** The same function as long as it does the same: all rows are drawn again for another. */
  readonly onCorrect: CorrectBone;
}

/** A row for each bone of the body: which joint it is, why, and a choice of another. */
export function BoneRows({ rig, corrected, search, selected, onCorrect }: BoneRowsProps) {
  const wanted = search.trim().toLowerCase();
  const isWanted = (bone: HumanoidBone) => `${inWords(bone)} ${nameOf(rig, rig.humanoid[bone])}`.toLowerCase().includes(wanted);
  const bones = HUMANOID_BONES.filter(isWanted).toSorted(
    (a, b) => BODY_PARTS.indexOf(bodyPartOf(a)) - BODY_PARTS.indexOf(bodyPartOf(b)),
  );
  return (
    <>
      <ul className="mapping-list" aria-label="Bones">
        {bones.map((bone) => (
          <li key={bone}>
            <BoneRow
              rig={rig}
              bone={bone}
              isCorrected={bone in corrected}
              isSelected={selected !== null && rig.humanoid[bone] === selected}
              onCorrect={onCorrect}
            />
          </li>
        ))}
      </ul>
      {bones.length === 0 && <p className="empty">No bone is called that.</p>}
    </>
  );
}

function nameOf(rig: Rig, joint: number | undefined): string {
  return joint === undefined ? '' : (rig.skeleton.names[joint] ?? '');
}

interface BoneRowProps {
  readonly rig: Rig;
  readonly bone: HumanoidBone;
  readonly isCorrected: boolean;
  readonly isSelected: boolean;
  readonly onCorrect: CorrectBone;
}

/** Drawn again only when something of its bone changes: with its list of all joints it is not cheap. */
const BoneRow = memo(function BoneRow({ rig, bone, isCorrected, isSelected, onCorrect }: BoneRowProps) {
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
  const why = isCorrected ? 'set by you' : (match?.reason ?? 'no joint looks like it');
  const tone = isCorrected ? 'accent' : match && match.confidence < SURE ? 'warning-text' : 'faint';
  return (
    <div className={isSelected ? 'mapping-row selected' : 'mapping-row'} title={`${inWords(bone)}: ${why}`}>
      <SideMark side={sideOfBone(bone)} />
      <span className="mapping-name" aria-hidden>
        {inWords(bone)}
      </span>
      <Choice
        label={inWords(bone)}
        hideLabel
        value={joint === undefined ? NONE : String(joint)}
        options={options}
        onChange={(value) => onCorrect(bone, value === NONE ? null : rig.binding.nodes[Number(value)]!)}
      />
      <span className="mapping-why soft">{why}</span>
      <span className={`mapping-sure numbers ${tone}`}>{sureness}</span>
      {isCorrected && (
        <IconButton
          icon={RotateCcw}
          label={`Find ${inWords(bone).toLowerCase()} by itself again`}
          onPress={() => onCorrect(bone, undefined)}
        />
      )}
    </div>
  );
});
