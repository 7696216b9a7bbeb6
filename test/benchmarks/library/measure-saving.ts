import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changesBetween } from '../../../core/document/changes.ts';
import { savePose } from '../../../core/document/edits/library.ts';
import { withBases, withOrder } from '../../../core/document/project-change.ts';
import { projectFromData } from '../../../core/document/serialize.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { createCharacters } from '../../../electron/services/characters.ts';
import { createProjects } from '../../../electron/services/projects.ts';
import { median } from '../statistics.ts';

const ROUNDS = 15;

/** Milliseconds in which the host writes one more pose, with its picture, into a project's folder. */
export async function measureSaving(project: string): Promise<{ readonly first: number; readonly median: number }> {
  const cache = mkdtempSync(join(tmpdir(), 'limber-saving-'));
  const projects = createProjects(createCharacters({ cacheFolder: cache, mannequinPath: '' }));
  try {
    const { character, project: data, revisions } = await projects.open(project);
    const rig = buildRig(character.scene);
    let before = projectFromData(rig, data).project;
    const thumbnail = `data:image/png;base64,${Buffer.alloc(9000, 7).toString('base64')}`;
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const saved = capturePose(rig.skeleton, restPose(rig.skeleton), { id: `new-${round}`, name: `New ${round}`, thumbnail });
      const after = savePose(before, saved);
      // As the studio saves it.
      const change = withOrder(withBases(changesBetween(rig, before, after), revisions), before, after);
      before = after;
      const began = performance.now();
      await projects.saveChange(project, change);
      times.push(performance.now() - began);
    }
    return { first: times[0]!, median: median(times) };
  } finally {
    projects.close();
    rmSync(cache, { recursive: true, force: true });
  }
}
