import { expect, test } from 'vitest';
import { followAutosave } from '../../../../renderer/state/saving/autosave.ts';
import { commitPose } from '../../../../renderer/state/editing.ts';
import { setPreview } from '../../../../renderer/state/preview.ts';
import { changeSetting } from '../../../../renderer/state/window/settings.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { bentElbow, documentOf, openStudio } from '../open-studio.ts';

test('A project in a folder is saved when its changes have waited long enough, and nothing is dragged', async () => {
  const { studio, desktop } = await openStudio();
  studio.clock.hold();
  let tick = (): void => undefined;
  followAutosave(studio, (callback) => {
    tick = callback;
    return () => undefined;
  });
  const later = (seconds: number) => {
    studio.clock.advance(seconds);
    tick();
  };
  const saves = () => desktop.callsOf('project.save').length + desktop.callsOf('project.saveChange').length;
  changeSetting(studio, 'autosave', 5);
  commitPose(studio, 'Bend', bentElbow(studio, 20));
  later(0);
  later(600);
  expect(saves()).toBe(0);

  studio.setState({ document: { ...documentOf(studio), folder: '/home/ann/Walk' } });
  later(0);
  later(299);
  expect(saves()).toBe(0);
  setPreview(studio, { pose: bentElbow(studio, 40), cause: 'pull' });
  later(2);
  expect(saves()).toBe(0);
  setPreview(studio, null);
  later(0);
  await eventually(() => expect(saves()).toBe(1));
  later(600);
  expect(saves()).toBe(1);
  changeSetting(studio, 'autosave', 0);
  commitPose(studio, 'Bend', bentElbow(studio, 30));
  later(0);
  later(600);
  expect(saves()).toBe(1);
});
