import { readFileSync } from 'node:fs';
import { createProject } from '../../../core/document/create-project.ts';
import { createHistory } from '../../../core/document/history.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import type { RigOptions } from '../../../core/humanoid/rigging/rig-options.ts';
import type { Desktop, OpenedCharacter } from '../../../electron/contract.ts';
import { readCharacter } from '../../../core/formats/read-character.ts';
import type { DocumentState } from '../../../renderer/state/document-state.ts';
import { createStudio, type Studio } from '../../../renderer/state/studio.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';

/** A main process that takes everything and says nothing. */
const SILENT: Desktop = {
  call: () => new Promise(() => {}),
  on: () => () => {},
  pathOf: () => null,
};

export function openCharacter(path = MANNEQUIN): OpenedCharacter {
  const bytes = new Uint8Array(readFileSync(path));
  return { name: 'mannequin', fileName: 'mannequin.glb', hash: '0'.repeat(64), bytes, scene: readCharacter(path, bytes).scene };
}

/** The state of a window that has just opened a character, by default the mannequin. */
export function openedStudio(
  character: OpenedCharacter = openCharacter(),
  corrections: NonNullable<RigOptions['corrections']> = {},
): Studio & { readonly document: () => DocumentState } {
  const studio = createStudio(SILENT);
  // There are no frames outside a window.
  studio.clock.hold();
  const rig = buildRig(character.scene, { corrections });
  const { name, fileName, hash } = character;
  const project = createProject(rig, { name, fileName, hash }, corrections);
  studio.setState({
    document: {
      identity: {},
      history: createHistory(project),
      character,
      others: [],
      rig,
      folder: null,
      saved: project,
      revisions: null,
      awaitedPoses: 0,
      waiting: [],
    },
  });
  return { ...studio, document: () => studio.getState().document! };
}
