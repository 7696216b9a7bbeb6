import { useState } from 'react';
import type { NamedBones } from '../../../core/formats/clips/retarget-profile.ts';
import { isLimbBone } from '../../state/rig/body-parts.ts';
import type { MotionSource } from '../../state/motions/motion-source.ts';
import { BoneRows, type CorrectBone } from '../mapping/bone-rows.tsx';
import { SearchBox } from '../widgets/search-box.tsx';

interface SourceBonesProps {
  readonly source: MotionSource;
  readonly onChange: (bones: NamedBones) => void;
}

/** Which joints of the file were taken for the bones of a body, and a choice of others. */
export function SourceBones({ source, onChange }: SourceBonesProps) {
  const { rig, bones, character } = source;
  const [search, setSearch] = useState('');
  // A choice of every joint for every bone is much to draw, and few look at it.
  const [isOpen, setOpen] = useState(false);
  const missing = rig.report.missing.filter(isLimbBone).length;
  const named = Object.keys(bones).length;
  const correct: CorrectBone = (bone, node) => {
    const { [bone]: _, ...others } = bones;
    onChange(node === undefined ? others : { ...others, [bone]: node === null ? null : character.scene.nodes[node]!.name });
  };
  return (
    <details className="motion-reading" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Bones of the motion ({rig.report.matches.length} found{missing > 0 && `, ${missing} missing`}
        {named > 0 && `, ${named} changed by you`})
      </summary>
      {isOpen && (
        <>
          <SearchBox label="Find a bone of the motion" placeholder="Find a bone" value={search} onChange={setSearch} />
          <div className="motion-bones">
            <BoneRows rig={rig} corrected={bones} search={search} selected={null} onCorrect={correct} />
          </div>
        </>
      )}
    </details>
  );
}
