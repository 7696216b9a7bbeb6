import { expect, test, vi } from 'vitest';
import { projectFromData } from '../../../core/document/deserialize.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import { HANDLE_NAMES } from '../../../core/humanoid/body/handles.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import { COMMANDS } from '../../../renderer/commands/commands.ts';
import { runCommand } from '../../../renderer/commands/run-command.ts';
import { setJointAngle } from '../../../renderer/state/posing/joints.ts';
import { firstRig } from '../../../renderer/state/rig/document-rig.ts';
import { inFirst } from '../../../renderer/state/scene/in-first.ts';
import { showFrame } from '../../../renderer/state/timeline/playback.ts';
import { redo, undo } from '../../../renderer/state/editing.ts';
import { selectedSaved } from '../../../renderer/state/library/saved-poses.ts';
import { closeDialog } from '../../../renderer/state/session.ts';
import { select, selectToo } from '../../../renderer/state/selection.ts';
import { shownPose, type Studio } from '../../../renderer/state/studio.ts';
import type { Viewport } from '../../../renderer/state/window/viewport.ts';
import { documentOf, noticesOf, openStudio, poseOf } from '../state/open-studio.ts';
import { cases } from '../../helpers/extent.ts';

const SEED = Number(process.env['SEED'] ?? 20261123);
const STEPS = Number(process.env['STEPS'] ?? cases(120, 300));
/**
 * What goes to the main process, or ends what is open; and ways between keys that may leave the limits, which the check of the clip tells, as
 * a key that is older than the limits may.
 */
const LEFT_OUT = /^(file|window|help|settings|update|key.between)/;
/** Shows or keeps a pose of the clip, of one in the library, or an earlier one, as it is: keys may be older than the limits. */
const TAKEN_AS_IT_IS = /^(frame|key|clip|contact|tween|pose\.put|edit.undo|edit.redo)/;

/** The project as files have it, with its first actor worked on. */
const asSaved = (studio: Studio) => inFirst(documentOf(studio), documentOf(studio).history.present);

test(`any commands in any order leave a document that can be saved, within its limits, undone and done again (seed ${SEED})`, async () => {
  const { studio } = await openStudio();
  const viewport = {
    camera: vi.fn(() => ({ target: [0, 1, 0], yaw: 0, pitch: 0, distance: 5 })),
    frameSelection: vi.fn(),
    setCamera: vi.fn(),
    steer: vi.fn(),
    begin: vi.fn(),
    awaitBox: vi.fn(),
    thumbnail: vi.fn(async () => 'data:image/png;base64,AAAA'),
    movingThumbnail: vi.fn(async () => 'data:image/png;base64,BBBB'),
  } as unknown as Viewport;
  const workspace = {
    layout: vi.fn(),
    resetLayout: vi.fn(),
    restoreLayout: vi.fn(),
    showPanel: vi.fn(),
    growPanel: vi.fn(),
    closePanel: vi.fn(),
    toggleMaximized: vi.fn(),
  };
  const context = { studio, parts: { viewport, workspace } };
  const random = seededRandom(SEED);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const commands = COMMANDS.filter(({ id }) => !LEFT_OUT.test(id));
  const names: string[] = [];
  let wasInside = true;
  for (let step = 0; step < STEPS; step++) {
    const { rig } = documentOf(studio);
    const kind = random();
    if (kind < 0.12) {
      const joint = Math.floor(random() * rig.skeleton.count);
      const handle = pick(HANDLE_NAMES);
      const selection = random() < 0.5 ? { joint, handle: null } : { joint: null, handle };
      names.push(`select ${JSON.stringify(selection)}`);
      if (random() < 0.7) select(studio, selection);
      else selectToo(studio, [selection]);
    } else if (kind < 0.2) {
      const frame = Math.floor(70 * random()) - 2;
      names.push(`frame ${frame}`);
      showFrame(studio, frame);
    } else if (kind < 0.3) {
      const joint = Math.floor(random() * rig.skeleton.count);
      const angle = 4 * (random() - 0.5);
      names.push(`angle ${joint} ${angle}`);
      setJointAngle(studio, joint, Math.floor(3 * random()), angle);
    } else {
      const command = pick(commands.filter(({ enabled }) => enabled(studio.getState())));
      const takesClip = command.id.startsWith('pose.apply') && selectedSaved(studio.getState())?.motion !== undefined;
      names.push(takesClip ? `clip by ${command.id}` : command.id);
      void runCommand(command, context);
    }
    await new Promise((resolve) => setImmediate(resolve));
    for (const dialog of studio.getState().session.dialogs) {
      if ('answer' in dialog) (dialog.answer as (value: null) => void)(null);
      else closeDialog(studio, dialog);
    }
    const where = () => `after ${names.slice(-6).join(', ')}`;
    const { rig: now } = documentOf(studio);
    const [first, data] = [firstRig(documentOf(studio)), projectToData(firstRig(documentOf(studio)), asSaved(studio))];
    const read = projectFromData(first, structuredClone(data));
    expect(read.warnings, where()).toEqual([]);
    expect(projectToData(first, read.project), where()).toEqual(data);
    expect([...poseOf(studio)].every(Number.isFinite), where()).toBe(true);
    const isInside = isInsideLimits(now.skeleton, shownPose(studio.getState())!);
    expect(isInside || !wasInside || TAKEN_AS_IT_IS.test(names.at(-1)!), where()).toBe(true);
    wasInside = isInside;
    const internal = noticesOf(studio).filter((text) => /undefined|NaN|is not a function|of null|joint \d+ "/.test(text));
    expect(internal, where()).toEqual([]);
  }
  const end = asSaved(studio);
  let count = 0;
  for (; documentOf(studio).history.past.length > 0; count++) undo(studio);
  for (; count > 0; count--) redo(studio);
  // Who is worked on is no step.
  expect(asSaved(studio)).toEqual(end);
}, 120_000);
