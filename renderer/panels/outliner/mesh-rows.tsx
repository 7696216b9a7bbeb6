import { ChevronRight, Eye, EyeOff, Focus } from 'lucide-react';
import { Button, TreeItem, TreeItemContent } from 'react-aria-components';
import { isMeshHidden, isolateMesh, setMeshesHidden } from '../../state/hidden-meshes.ts';
import { IconButton } from '../widgets/button.tsx';
import { useServices, useStudio } from '../window-context.tsx';

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
            <HideMeshes nodes={meshes.map(({ node }) => node)} name="all meshes" />
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
  const hidden = useStudio((state) => isMeshHidden(state, node));
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
          onPress={() => isolateMesh(studio, node)}
        />
        <HideMeshes nodes={[node]} name={name} />
      </TreeItemContent>
    </TreeItem>
  );
}

/** Hides meshes, or shows them again where all are hidden. */
function HideMeshes({ nodes, name }: { nodes: readonly number[]; name: string }) {
  const { studio } = useServices();
  const hidden = useStudio((state) => nodes.every((node) => isMeshHidden(state, node)));
  return (
    <IconButton
      icon={hidden ? EyeOff : Eye}
      label={`${hidden ? 'Show' : 'Hide'} ${name}`}
      className={hidden ? 'row-action on' : 'row-action'}
      onPress={() => setMeshesHidden(studio, nodes, !hidden)}
    />
  );
}
