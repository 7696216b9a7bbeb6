import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { angleBetween } from '../../../core/math/quat.ts';
import { rotationOf } from '../../../core/skeleton/pose.ts';
import { loadCharacter } from '../../../electron/cli/load-character.ts';
import { loadLibrary } from '../../../electron/cli/load-library.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { teamPose } from '../../renderer/state/library/folders/team-library.ts';
import { freshServices } from '../services/fresh-services.ts';

test('the poses of a library folder come onto whatever character is asked for', async () => {
  const { services, folder } = await freshServices();
  const team = join(folder, 'Team poses');
  await mkdir(team);
  await services['library.change'](team, { removed: [], put: [{ item: teamPose('low', 'Low') }] });
  const character = await loadCharacter(MANNEQUIN);
  const [low, ...others] = await loadLibrary(team, character);
  const { leftUpperArm, head } = character.rig.humanoid;
  expect(others).toEqual([]);
  expect(low).toMatchObject({ id: 'low', name: 'Low', joints: [leftUpperArm, head] });
  expect(angleBetween(rotationOf(low!.pose, leftUpperArm!), [0, 0, 0, 1])).toBeGreaterThan(0.5);
});
