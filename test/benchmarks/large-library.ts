import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changesBetween } from '../../core/document/changes.ts';
import { withBases } from '../../core/document/project-change.ts';
import { createProject } from '../../core/document/create-project.ts';
import { renamePose } from '../../core/document/edits/library.ts';
import type { Project } from '../../core/document/project.ts';
import { projectToData } from '../../core/document/serialize.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { capturePose } from '../../core/library/apply.ts';
import { createCharacters } from '../../electron/services/characters.ts';
import { createJournal } from '../../electron/services/journal.ts';
import { createProjects } from '../../electron/services/projects.ts';
import { seededPoses } from './seeded-poses.ts';

const POSES = 10_000;
/** A picture as large as those of real poses. */
const THUMBNAIL = `data:image/png;base64,${Buffer.alloc(9000, 7).toString('base64')}`;

/** Work on a library of ten thousand poses in which one was renamed. */
export interface LargeLibrary {
  /** Saves the whole project. */
  readonly saveAll: () => Promise<unknown>;
  /** Saves the one pose. */
  readonly saveChange: () => Promise<unknown>;
  /** Finds what was renamed and keeps it in the journal. */
  readonly keep: () => Promise<unknown>;
  readonly remove: () => Promise<void>;
}

export async function createLargeLibrary(rig: Rig, bytes: Uint8Array): Promise<LargeLibrary> {
  const base = await mkdtemp(join(tmpdir(), 'limber-bench-'));
  const characters = createCharacters({ cacheFolder: join(base, 'cache'), mannequinPath: '' });
  const { hash, name, fileName } = await characters.openBytes('hero.glb', bytes);
  const poses = seededPoses(rig, 50).map((pose) => [...pose]);
  let project: Project = {
    ...createProject(rig, { name, fileName, hash }),
    poses: Array.from({ length: POSES }, (_, i) =>
      capturePose(rig.skeleton, Float64Array.from(poses[i % poses.length]!), {
        id: `pose-${i}`,
        name: `Pose ${i}`,
        thumbnail: THUMBNAIL,
      }),
    ),
  };
  const projects = createProjects(characters);
  const journal = createJournal(join(base, 'recovery'));
  const folder = join(base, 'Library');
  let { revisions } = await projects.save(folder, projectToData(rig, project));
  await journal.append({ label: 'Begin', folder, onSaved: true, changed: {} });
  let edits = 0;
  const edit = () => {
    const before = project;
    project = renamePose(before, 'pose-5000', `Renamed ${++edits}`);
    return changesBetween(rig, before, project);
  };
  return {
    async saveAll() {
      edit();
      await rm(folder, { recursive: true, force: true });
      ({ revisions } = await projects.save(folder, projectToData(rig, project)));
    },
    async saveChange() {
      const saved = await projects.saveChange(folder, withBases(edit(), revisions as Record<string, string>));
      if (!saved || saved.notes.length > 0) throw new Error('the folder is not as it was written');
      Object.assign(revisions, saved.revisions);
    },
    keep: () => journal.append({ label: 'Rename', folder, ...edit() }),
    remove: () => rm(base, { recursive: true, force: true }),
  };
}
