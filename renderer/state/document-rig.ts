import type { Project } from '../../core/document/project.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { DocumentState } from './document-state.ts';

/** The rig that `project` asks for: the present one unless its settings differ. */
export function rigOf(document: DocumentState, project: Project): Rig {
  const isSame = project.rig === document.history.present.rig;
  return isSame ? document.rig : buildRig(document.character.scene, project.rig);
}
