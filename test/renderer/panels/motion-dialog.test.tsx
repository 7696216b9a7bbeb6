// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Clip } from '../../../core/animation/clip.ts';
import { clipFromPoses } from '../../../core/animation/clip-from-poses.ts';
import type { RetargetReport } from '../../../core/animation/fidelity/retarget-report.ts';
import type { MotionRest } from '../../../core/formats/clips/source-rest.ts';
import type { BroughtMotion, RetargetChoices, RetargetRequest } from '../../../electron/contract.ts';
import { Dialogs } from '../../../renderer/panels/dialogs/dialogs.tsx';
import { preloadDialogs } from '../../../renderer/panels/dialogs/later-dialogs.ts';
import { Mapping } from '../../../renderer/panels/mapping/mapping.tsx';
import { openDroppedFile } from '../../../renderer/state/documents/open-dropped.ts';
import { openDialog } from '../../../renderer/state/session.ts';
import { setCorrection } from '../../../core/document/edits/rig-settings.ts';
import { commitEdit } from '../../../renderer/state/editing.ts';
import { addShape } from '../../../renderer/state/props/edit-props.ts';
import type { Studio } from '../../../renderer/state/studio.ts';
import { type Answers, bentElbow, documentOf, mannequin, openStudio, poseOf, started } from '../state/open-studio.ts';
import { button, click, settle, show } from './show.tsx';
import { eventually } from '../../helpers/eventually.ts';

beforeAll(preloadDialogs);

let remove = (): void => undefined;

afterEach(() => {
  remove();
  document.body.replaceChildren();
});

const REPORT: RetargetReport = {
  frames: 2,
  isCopy: false,
  contacts: 1,
  limbs: { mean: 0.01, p95: 0.02 },
  knees: { mean: 0.02, straight: 0, straightInSource: 0 },
  soles: { median: 0.001, p95: 0.02 },
  slide: { p95: 0.0004, source: 0 },
  leaps: [],
  turns: [],
  floorPenetration: 0.02,
  hands: { count: 3, kept: 2, largest: 0.009 },
  widened: [],
  limited: [],
  broken: [{ figure: 'soles', bar: 0.015, sentence: 'planted feet are 20 mm off the floor' }],
};
const OWN_REST: MotionRest = { choice: 'file', label: 'as the file rests', score: 0.99, stands: true };
const AFTER: MotionRest = { choice: { seconds: 0.5 }, label: 'as the body stands after 0.50 s', score: 0.95, stands: true };
const T_POSE: MotionRest = { choice: 'tPose', label: 'a T-pose', score: 1, stands: true };

function brought(report: Partial<RetargetReport> = {}, rest = OWN_REST): BroughtMotion {
  return {
    clip: walkOf(started()),
    report: { ...REPORT, ...report },
    rest,
    rests: [OWN_REST, AFTER, T_POSE],
    skeletonRest: null,
    leavesFirst: false,
  };
}

function walkOf(studio: Studio): Clip {
  const { rig } = documentOf(studio);
  const poses = [poseOf(studio), bentElbow(studio, 30)];
  return clipFromPoses(rig.skeleton, poses, { id: 'motion-walk', name: 'walk', fps: 30, loop: false });
}

async function openMotion(retarget: Answers['motion.retarget'], others: Partial<Answers> = {}) {
  const opened = await openStudio({
    'motion.list': () => [{ name: 'walk', duration: 1 / 30, fps: 30 }],
    'character.openBytes': (fileName) => ({
      ...mannequin('walk'),
      fileName,
      isMotionOnly: true,
      warnings: ['lengths are feet'],
    }),
    'motion.read': () => walkOf(started()),
    ...(retarget && { 'motion.retarget': retarget }),
    ...others,
  });
  remove = await show(opened.studio, <Dialogs />);
  await settle(() => openDroppedFile(opened.studio, new File([''], 'walk.bvh')));
  return opened;
}

/** What the motion was brought over with last. */
function optionsOf(desktop: Awaited<ReturnType<typeof openMotion>>['desktop']): RetargetChoices {
  return (desktop.callsOf('motion.retarget').at(-1)![1] as RetargetRequest).options;
}

describe('The motion dialog', () => {
  test('shows both figures, how the file was read and how well it came over, and puts the clip on the timeline', async () => {
    const { studio } = await openMotion(() => brought());
    await eventually(() => expect(document.querySelectorAll('.stick-figure')).toHaveLength(2));
    expect(document.body.textContent).toContain('lengths are feet');
    const facts = [...document.querySelectorAll('.motion-facts dd')].map((fact) => [fact.textContent, fact.className]);
    expect(facts[2]).toEqual(['20 mm', 'numbers warning-text']);
    expect(facts[3]).toEqual(['0.4 mm', 'numbers']);
    expect(facts[5]).toEqual(['2 of 3', 'numbers']);
    expect(document.querySelector('[role="status"].warning-text')!.textContent).toBe(
      'Planted feet are 1.0 mm off the floor (20 mm at the 95th percentile), more than 5.0 mm (15 mm).',
    );
    await click('Put on the timeline');
    expect(documentOf(studio).history.present.activeClip).toBe('motion-walk');
    expect(document.querySelector('[role="dialog"]')).toBeNull();
  });

  test('says that the feet step on the ground of the scene once it is on the timeline, where there is some and they are to', async () => {
    const { studio } = await openMotion(() => brought());
    const note = 'Here all walk on a level floor. On the timeline their feet step on the ground of this scene.';
    expect(document.body.textContent).not.toContain('Walk over the ground');
    await settle(() => addShape(studio, 'stairs'));
    expect(document.body.textContent).toContain(note);
    await settle(() =>
      [...document.querySelectorAll('label')].find((each) => each.textContent === 'Walk over the ground')!.click(),
    );
    expect(document.body.textContent).not.toContain(note);
  });

  test('puts nothing on the timeline while the file is being read otherwise: what it shows is no longer what was asked for', async () => {
    const bvh = { unit: 0.01, up: 'y', rootPosition: 'absolute', skipFirstFrame: false } as const;
    let finish: () => void = () => undefined;
    let opens = 0;
    await openMotion(() => brought(), {
      'character.openBytes': async (fileName) => {
        if (++opens > 1) await new Promise<void>((resolve) => (finish = resolve));
        return { ...mannequin('walk'), fileName, bvh, isMotionOnly: true };
      },
    });
    await eventually(() => expect(button('Put on the timeline').disabled).toBe(false));
    const unit = [...document.querySelectorAll('select')].find((each) => each.textContent?.includes('inches'))!;
    await settle(() => {
      unit.value = [...unit.options].find(({ text }) => text === 'inches')!.value;
      unit.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(opens).toBe(2);
    expect(button('Put on the timeline').disabled).toBe(true);
    expect(button('Add its poses to the library').disabled).toBe(true);
    await settle(finish);
    await eventually(() => expect(button('Put on the timeline').disabled).toBe(false));
    expect(button('Add its poses to the library').disabled).toBe(false);
  });

  test('brings the motion over from another rest pose that is chosen', async () => {
    const { desktop } = await openMotion((_, { options }) => brought({}, options.rest === 'tPose' ? T_POSE : OWN_REST));
    await eventually(() => expect(button('Put on the timeline').disabled).toBe(false));
    expect(document.querySelector('.rest-readings')).toBeNull();
    const rest = [...document.querySelectorAll('select')].find((each) => each.textContent?.includes('a T-pose'))!;
    expect(rest.textContent).toContain('as the file rests (fits best)');
    await settle(() => {
      rest.value = [...rest.options].find(({ text }) => text === 'a T-pose')!.value;
      rest.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await eventually(() => expect(optionsOf(desktop).rest).toBe('tPose'));
  });

  test('shows the three best rest poses beside each other when a foot is below the floor, and takes the one that is pressed', async () => {
    const { desktop } = await openMotion((_, { options }) =>
      brought({ floorPenetration: typeof options.rest === 'object' ? 0 : 0.2 }),
    );
    await eventually(() => expect(document.querySelectorAll('.rest-figures .stick-figure')).toHaveLength(3));
    const facts = [...document.querySelectorAll('.reading-facts')].map((list) =>
      [...list.children].map(({ textContent }) => textContent),
    );
    expect(facts[0]).toEqual(['Limbs 0.6°, knees 1.1° off', 'Feet 20 cm into the floor', 'No joint on its limit']);
    expect(facts[1]![1]).toBe('Feet 0 mm into the floor');
    expect(button('Shown above: as the file rests').disabled).toBe(true);
    await click('Use this: as the body stands at frame 15');
    await eventually(() => expect(document.querySelector('.rest-readings')).toBeNull());
    expect(optionsOf(desktop).rest).toEqual({ seconds: 0.5 });
  });

  test('says that the same skeleton was copied, and offers the limits', async () => {
    const { desktop } = await openMotion(() => brought({ isCopy: true }));
    await eventually(() => expect(document.body.textContent).toContain('the motion was copied exactly'));
    const box = [...document.querySelectorAll('label')].find(
      (each) => each.textContent === 'Keep every joint inside its limits',
    )!;
    await settle(() => box.querySelector('input')!.click());
    await eventually(() => expect(optionsOf(desktop).limits).toBe(true));
  });

  test('says that a calibration pose was left out, and keeps it where that is wanted', async () => {
    const { desktop } = await openMotion((_, { options }) => ({ ...brought(), leavesFirst: options.keepsFirst !== true }), {
      'motion.list': () => [{ name: 'walk', duration: 1 / 30, fps: 60 }],
    });
    const box = () => [...document.querySelectorAll('label')].find((each) => each.textContent === 'Leave out the first frame');
    await eventually(() => expect(box()?.querySelector('input')!.checked).toBe(true));
    await eventually(() => expect(document.querySelectorAll('.stick-figure')).toHaveLength(2));
    expect(optionsOf(desktop).keepsFirst).toBeUndefined();
    await settle(() => box()!.querySelector('input')!.click());
    await eventually(() => expect(optionsOf(desktop).keepsFirst).toBe(true));
    await eventually(() => expect(button('Put on the timeline').disabled).toBe(false));
    expect(box()!.querySelector('input')!.checked).toBe(false);
  });

  test('can be stopped, which is no error, and tried again', async () => {
    let refuse: (error: Error) => void = () => undefined;
    const { desktop } = await openMotion(() => new Promise((_, reject) => (refuse = reject)));
    const before = desktop.callsOf('motion.retarget').length;
    await click('Stop');
    expect(desktop.callsOf('job.cancel').at(-1)).toEqual([desktop.callsOf('motion.retarget').at(-1)![0]]);
    await settle(() => refuse(new Error('cancelled')));
    expect(document.querySelector('[role="alert"]')).toBeNull();
    expect(button('Put on the timeline').disabled).toBe(true);
    await click('Try again');
    expect(desktop.callsOf('motion.retarget')).toHaveLength(before + 1);
  });
});

test('The bones panel says what is sure, and finds a corrected bone by itself again @all', async () => {
  const { studio } = await openStudio();
  remove = await show(studio, <Mapping />);
  const row = () => [...document.querySelectorAll('.mapping-row')].find((each) => each.textContent?.includes('Left hand'))!;
  expect(row().textContent).toContain('95 %');
  const found = documentOf(studio).rig.humanoid.leftHand;
  await settle(() => commitEdit(studio, 'Map', (project) => setCorrection(project, 'leftHand', null)));
  expect(row().textContent).toContain('corrected');
  expect(documentOf(studio).rig.humanoid.leftHand).toBeUndefined();
  await click('Find left hand by itself again');
  expect(documentOf(studio).rig.humanoid.leftHand).toBe(found);
});

test('The import report folds the joints that are no bones, by their count', async () => {
  const { studio } = await openStudio();
  const opened = documentOf(studio);
  const { rig } = opened;
  studio.setState({ document: { ...opened, rig: { ...rig, report: { ...rig.report, unmapped: [3, 5] } } } });
  remove = await show(studio, <Dialogs />);
  await settle(() => openDialog(studio, 'importReport'));
  const folded = [...document.querySelectorAll('details')].at(-1)!;
  expect(folded.open).toBe(false);
  expect(folded.querySelector('summary')!.textContent).toBe('2 other joints follow their parents');
  expect(folded.querySelector('p')!.textContent).toBe(`${rig.skeleton.names[3]}, ${rig.skeleton.names[5]}`);
});

test('The import report leads to the bones', async () => {
  const { studio } = await openStudio();
  remove = await show(studio, <Dialogs />);
  await settle(() => openDialog(studio, 'importReport'));
  const { matches } = documentOf(studio).rig.report;
  const folded = document.querySelector('details')!;
  expect(folded.open).toBe(false);
  expect(folded.querySelector('summary')!.textContent).toBe(`All ${matches.length} bones are sure`);
  await click('Correct the bones');
  expect(studio.getState().session.dialogs).toEqual([]);
});
