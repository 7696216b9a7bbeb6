import type { History } from '../../core/document/history.ts';
import type { Project } from '../../core/document/project.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { OpenedCharacter, PartRevisions, ProjectNews } from '../../electron/contract.ts';

/** The saved document and what was derived from it. */
export interface DocumentState {
  /** The same object as long as it is the same document, whatever is done in it. */
  readonly identity: object;
  readonly history: History;
  /** Of the actor that is worked on. */
  readonly character: OpenedCharacter;
  /** The characters of the scene's other actors, each once. */
  readonly others: readonly OpenedCharacter[];
  /** Of the actor that is worked on: built from the character's scene and `project.rig`; a new one whenever those settings change. */
  readonly rig: Rig;
  /** Project folder; null until the first save. */
  readonly folder: string | null;
  /** The project as it was last saved or opened: compared by reference to tell unsaved changes. */
  readonly saved: Project;
  /** The revisions of the files that `saved` was read from or written to; null when no folder holds it. */
  readonly revisions: PartRevisions | null;
  /** How many poses of its folder are still to come: it was opened with the first of very many. */
  readonly awaitedPoses: number;
  /** What others did to parts that have unsaved changes here: it waits until these are saved or undone. */
  readonly waiting: readonly ProjectNews[];
}
