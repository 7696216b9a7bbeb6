import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from '../../../core/document/create-project.ts';
import { setPose } from '../../../core/document/edits/posing.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { clampPose, isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { openDocument, saveDocument, shownIn } from '../../../electron/cli/vocabulary/open-document.ts';
import { createStepLog } from '../../../electron/files/project/step-log.ts';
import { createProjects } from '../../../electron/services/projects.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { freshCharacters } from '../services/fresh-characters.ts';

const RANGE = (400 * Math.PI) / 180;

/** A saved project whose rig file was given a hinge of ±400° for the left knee, by hand. */
async function withWideKnee() {
  const { base, characters } = await freshCharacters();
  const character = await characters.open(MANNEQUIN);
  const { hash } = character;
  const folder = join(base, 'Robot');
  const projects = createProjects(characters, undefined, 'ann');
  const rig = buildRig(character.scene);
  const knee = rig.humanoid.leftLowerLeg!;
  const limit = rig.skeleton.limits[knee]!;
  if (limit.kind !== 'hinge') throw new Error('the knee is no hinge');
  await projects.save(folder, projectToData(rig, createProject(rig, { name: 'Robot', fileName: 'robot.glb', hash })));
  const file = join(folder, 'rigs', `${hash}.json`);
  const settings = JSON.parse(await readFile(file, 'utf8')) as object;
  const wide = { kind: 'hinge', axis: limit.axis, min: -RANGE, max: RANGE } as const;
  await writeFile(file, JSON.stringify({ ...settings, limits: { [rig.skeleton.names[knee]!]: wide } }));
  return { folder, projects, plain: rig, knee, wide, axis: limit.axis };
}

/** Whether a solve brings the shin where `pose` has it, below a thigh that stays. */
function solves(rig: Rig, pose: ReturnType<typeof restPose>): boolean {
  const { leftUpperLeg: thigh, leftLowerLeg: shin, leftFoot: foot } = rig.humanoid;
  const world = forwardKinematics(rig.skeleton, pose);
  const goals = [
    { kind: 'position', joint: foot!, target: worldPosition(world, foot!) },
    ...[thigh!, shin!].map((joint) => ({ kind: 'orientation', joint, target: worldRotation(world, joint) }) as const),
  ] as const;
  return createSolver(rig.skeleton).solve(restPose(rig.skeleton), goals).status === 'reached';
}

test('a hinge of ±400° from a rig file is posed all around, saved and solved', async () => {
  const { folder, projects, plain, knee, wide, axis } = await withWideKnee();
  const opened = await openDocument(projects, folder);
  expect(opened.notes).toEqual([]);
  expect(opened.rig.skeleton.limits[knee]).toEqual(wide);
  for (const degrees of [-390, -200, -90, 200, 270, 390]) {
    const pose = restPose(plain.skeleton);
    setRotation(pose, knee, fromAxisAngle(axis, (degrees * Math.PI) / 180));
    expect(clampPose(opened.rig.skeleton, pose)).toEqual({ pose, clamped: [] });
    expect([degrees, solves(opened.rig, pose)]).toEqual([degrees, true]);
  }
  const backwards = restPose(plain.skeleton);
  setRotation(backwards, knee, fromAxisAngle(axis, -Math.PI / 2));
  expect(isInsideLimits(plain.skeleton, backwards)).toBe(false);
  expect(solves(plain, backwards)).toBe(false);
  const log = createStepLog();
  await saveDocument(projects, log, { ...opened, project: setPose(opened.project, backwards, 0) });
  await log.release();
  const again = await openDocument(projects, folder);
  const withoutNegativeZeros = (pose: typeof backwards) => pose.map((value) => value + 0);
  expect(withoutNegativeZeros(shownIn(again))).toEqual(withoutNegativeZeros(backwards));
  expect(again.project.rig.limits).toEqual({ [knee]: wide });
  expect(isInsideLimits(again.rig.skeleton, shownIn(again))).toBe(true);
});
