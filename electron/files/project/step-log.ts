import { z } from 'zod';
import { PROJECT_VERSION } from '../../../core/document/project-data.ts';
import type { Step } from '../../../core/document/step.ts';
import { parseJsonObject } from '../../../core/formats/text/json-text.ts';
import { openFolder, type FolderAccess } from '../storage/folder-access.ts';
import { whileFolderIsMine } from '../storage/folder-turns.ts';
import { projectChangeShape } from '../storage/schemas.ts';
import { findOwnFile, type OwnFile } from './own-file.ts';
import { currentUser } from './user-state.ts';

/** Steps that are kept, at most, and the bytes that they take together; older ones are forgotten: 16 MiB. */
const MOST_STEPS = 200;
const MOST_BYTES = 2 ** 24;

const schema = z.strictObject({
  version: z.literal(PROJECT_VERSION),
  steps: z
    .array(
      z.strictObject({
        label: z.string().min(1).max(400),
        back: z.strictObject(projectChangeShape),
        left: z.record(z.string().max(200), z.string().nullable()),
      }),
    )
    .max(MOST_STEPS),
});

/** The steps that a user's scripts and assistants made in a project, oldest first. One that cannot be read holds none. */
export async function readSteps(folder: string, user: string = currentUser()): Promise<readonly Step[]> {
  try {
    return (await find(await openFolder(folder), user)).content ?? [];
  } catch {
    // Without it nothing is lost but the way back.
    return [];
  }
}

/** Keeps the latest of these steps for whoever opens the project next. */
export async function writeSteps(folder: string, steps: readonly Step[], user: string = currentUser()): Promise<void> {
  const lines: string[] = [];
  let bytes = 0;
  for (const step of steps.slice(-MOST_STEPS).toReversed()) {
    const line = JSON.stringify(step);
    bytes += line.length;
    if (bytes > MOST_BYTES) break;
    lines.unshift(line);
  }
  await whileFolderIsMine(folder, async () => {
    const access = await openFolder(folder);
    const { path } = await find(access, user);
    await access.write(path, `{"version":${PROJECT_VERSION},"steps":[\n${lines.join(',\n')}\n]}\n`);
    await access.flush([path]);
  });
}

/** Beside the user's own state, which version control leaves alone. */
function find(access: FolderAccess, user: string): Promise<OwnFile<readonly Step[]>> {
  return findOwnFile(access, user, 'steps', (bytes) => schema.parse(parseJsonObject(bytes, 'its content')).steps);
}
