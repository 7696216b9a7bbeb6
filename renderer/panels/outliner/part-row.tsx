import { ChevronRight } from 'lucide-react';
import { Button, TreeItem, TreeItemContent } from 'react-aria-components';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { sideOfPart, type BodyPart } from '../../state/rig/body-parts.ts';
import { HideButton } from './hide-button.tsx';
import { JointRow } from './joint-row.tsx';
import { SideMark } from '../widgets/side-mark.tsx';

/** A body part with its joints below it. */
export function PartRow({ part, joints, rig }: { part: BodyPart; joints: readonly number[]; rig: Rig }) {
  return (
    <TreeItem id={part} textValue={part} className="tree-row part-row">
      <TreeItemContent>
        {({ isExpanded }) => (
          <>
            <Button slot="chevron" className="chevron">
              <ChevronRight size={13} className={isExpanded ? 'open' : ''} aria-hidden />
            </Button>
            <SideMark side={sideOfPart(part)} />
            <span className="row-label">{part}</span>
            <span className="faint numbers">{joints.length}</span>
            <HideButton what="joints" some={joints} name={part.toLowerCase()} />
          </>
        )}
      </TreeItemContent>
      {joints.map((joint) => (
        <JointRow key={joint} joint={joint} rig={rig} />
      ))}
    </TreeItem>
  );
}
