import { useCallback, useState } from 'react';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { isLimbBone } from '../../state/rig/body-parts.ts';
import { correctBone } from '../../state/rig/bones.ts';
import { selectedJoint } from '../../state/selection.ts';
import { SearchBox } from '../widgets/search-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { BoneRows } from './bone-rows.tsx';

/** Which joint stands for each bone of the body, why, and how to correct it. Corrections are kept with the rig. */
export function Mapping() {
  const { studio } = useServices();
  const rig = useStudio((state) => state.document?.rig ?? null);
  const corrections = useStudio((state) => state.document?.history.present.rig.corrections ?? null);
  const selected = useStudio(selectedJoint);
  const [search, setSearch] = useState('');
  const correct = useCallback((bone: HumanoidBone, node: number | null | undefined) => correctBone(studio, bone, node), [studio]);
  if (!rig || !corrections) return <p className="empty">No character is open.</p>;
  const missing = rig.report.missing.filter(isLimbBone).length;
  const corrected = Object.keys(corrections).length;
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
      <BoneRows rig={rig} corrected={corrections} search={search} selected={selected} onCorrect={correct} />
    </div>
  );
}
