import { ChevronRight, Focus } from 'lucide-react';
import { Button, TreeItem, TreeItemContent } from 'react-aria-components';
import { isHidden, isolate } from '../../state/window/hidden.ts';
import { IconButton } from '../widgets/button.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { HideButton } from './hide-button.tsx';

/** A node of the character's file that draws something. */
export interface MeshNode {
  readonly node: number;
  readonly name: string;
}

/** The meshes of the character's file, each shown or hidden: what stands in the way of posing, or what one looks at alone. */
export function MeshRows({ meshes }: { meshes: readonly MeshNode[] }) {
  return (
    <TreeItem id="Meshes" textValue="Meshes" className="tree-row part-row">
      <TreeItemContent>
        {({ isExpanded }) => (
          <>
            <Button slot="chevron" className="chevron">
              <ChevronRight size={13} className={isExpanded ? 'open' : ''} aria-hidden />
            </Button>
            <span className="row-label">Meshes</span>
            <span className="faint numbers">{meshes.length}</span>
            <HideButton what="meshes" some={meshes.map(({ node }) => node)} name="all meshes" />
          </>
        )}
      </TreeItemContent>
      {meshes.map((mesh) => (
        <MeshRow key={mesh.node} mesh={mesh} />
      ))}
    </TreeItem>
  );
}

function MeshRow({ mesh: { node, name } }: { mesh: MeshNode }) {
  const { studio } = useServices();
  const hidden = useStudio((state) => isHidden(state, 'meshes', node));
  return (
    <TreeItem id={`mesh-${node}`} textValue={name} className={hidden ? 'tree-row joint-row hidden-row' : 'tree-row joint-row'}>
      <TreeItemContent>
        <span className="row-label" title={name}>
          {name}
        </span>
        <IconButton
          icon={Focus}
          label={`Hide all meshes but ${name}`}
          className="row-action"
          onPress={() => isolate(studio, 'meshes', [node])}
        />
        <HideButton what="meshes" some={[node]} name={name} />
      </TreeItemContent>
    </TreeItem>
  );
}
