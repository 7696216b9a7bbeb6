import { expect, test } from 'vitest';
import { setPin } from '../../../core/document/edits/posing.ts';
import { COMMANDS } from '../../../renderer/commands/commands.ts';
import { runCommand } from '../../../renderer/commands/run-command.ts';
import { commitEdit, redo, undo } from '../../../renderer/state/editing.ts';
import { gazeOf } from '../../../renderer/state/posing/gaze.ts';
import type { Studio } from '../../../renderer/state/studio.ts';
import { documentOf, openStudio } from '../state/open-studio.ts';

const HELD = { translation: true, rotation: true, weight: 1 } as const;

async function withLimbsInFk(): Promise<Studio> {
  const { studio } = await openStudio();
  commitEdit(studio, 'FK', (project) =>
    setPin(setPin(project, 'leftHand', { ...HELD, ik: 0 }), 'leftFoot', { ...HELD, ik: 0.5 }),
  );
  return studio;
}

async function run(studio: Studio, id: string): Promise<void> {
  const parts = { viewport: null, workspace: null };
  await runCommand(
    COMMANDS.find((command) => command.id === id)!,
    { studio, parts },
  );
}

test('resetting the whole pose leaves no limb in FK: an arm has no pin, a foot is pinned as in a new project', async () => {
  const studio = await withLimbsInFk();
  await run(studio, 'pose.resetAll');
  expect(documentOf(studio).history.present.pins).toEqual({ leftFoot: HELD, rightFoot: HELD });
});

test('unpinning everything leaves nothing, limbs in FK neither', async () => {
  const studio = await withLimbsInFk();
  await run(studio, 'pose.unpinAll');
  expect(documentOf(studio).history.present.pins).toEqual({});
});

test('head and eyes look at no point after either, and one that is looked at can be unpinned by itself', async () => {
  const { studio } = await openStudio();
  for (const id of ['pose.resetAll', 'pose.unpinAll', 'pose.unpinAll']) {
    await run(studio, 'pose.gaze');
    expect(gazeOf(studio.getState())).not.toBeNull();
    await run(studio, id);
    expect(gazeOf(studio.getState())).toBeNull();
    undo(studio);
    expect(gazeOf(studio.getState())).not.toBeNull();
    redo(studio);
  }
});
