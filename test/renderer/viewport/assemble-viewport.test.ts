import { poseOf } from '../state/open-studio.ts';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seededRandom } from '../../../core/math/random.ts';
import { rotate } from '../../../core/math/quat.ts';
import { add, distance, vec3At } from '../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { commitPose, undo } from '../../../renderer/state/editing.ts';
import { addShape } from '../../../renderer/state/props/edit-props.ts';
import { boxAroundProp } from '../../../renderer/state/props/prop-shape.ts';
import { selectedShownProp } from '../../../renderer/state/props/shown-props.ts';
import { setPreview } from '../../../renderer/state/preview.ts';
import { select, selectProp } from '../../../renderer/state/selection.ts';
import { project } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { assembleViewport } from '../../../renderer/viewport/assemble-viewport.ts';
import type { Viewport } from '../../../renderer/state/window/viewport.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { openCharacter, openedStudio } from '../tools/mannequin-studio.ts';

const character = openCharacter();
let engine: NullEngine;
let studio: ReturnType<typeof openedStudio>;
let viewport: Viewport;

beforeEach(async () => {
  engine = new NullEngine({
    renderWidth: 1280,
    renderHeight: 800,
    textureSize: 16,
    deterministicLockstep: false,
    lockstepMaxSteps: 1,
  });
  studio = openedStudio(character);
  viewport = assembleViewport(engine, null, studio);
  await viewport.settled();
});

afterEach(() => {
  viewport.dispose();
  engine.dispose();
});

/** Largest distance in metres between a joint's node in the scene and the joint of `pose`. */
function largestMiss(pose = poseOf(studio)): number {
  const { rig } = studio.document();
  const world = forwardKinematics(rig.skeleton, pose);
  return Math.max(
    ...Array.from(rig.binding.nodes, (node, joint) => distance(viewport.nodePosition(node)!, vec3At(world.positions, joint))),
  );
}

describe('the viewport', () => {
  test('draws no handles and bones before the body is there', async () => {
    const drawn = (): boolean => {
      viewport.render();
      return engine.scenes.some((scene) => scene.meshes.some((mesh) => mesh.name === 'handles' && mesh.isEnabled()));
    };
    expect(drawn()).toBe(true);
    viewport.dispose();
    viewport = assembleViewport(engine, null, studio);
    expect(drawn()).toBe(false);
    await viewport.settled();
    expect(drawn()).toBe(true);
  });

  test('shows the pose of the document, and a preview instead while there is one', () => {
    const { skeleton } = studio.document().rig;
    const random = seededRandom(5);
    const kept = randomPose(skeleton, random, 0.4);
    commitPose(studio, 'Pose', kept);
    expect(largestMiss(kept)).toBeLessThan(1e-5);
    const preview = randomPose(skeleton, random, 0.4);
    setPreview(studio, { pose: preview, cause: 'blend' });
    expect(largestMiss(preview)).toBeLessThan(1e-5);
    expect(largestMiss(kept)).toBeGreaterThan(0.01);
    setPreview(studio, null);
    expect(largestMiss(kept)).toBeLessThan(1e-5);
  });

  test('frames the whole figure when it opens, so that every handle is in view', () => {
    const handles = [
      'hips',
      'chest',
      'head',
      'leftHand',
      'rightHand',
      'leftFoot',
      'rightFoot',
      'leftElbow',
      'rightKnee',
    ] as const;
    for (const handle of handles) expect(viewport.handleOnScreen(handle)).not.toBeNull();
    const head = viewport.handleOnScreen('head')!;
    const foot = viewport.handleOnScreen('leftFoot')!;
    expect(foot.y - head.y).toBeGreaterThan(350);
  });

  test('a preset keeps the distance where all of the selection or the figure is in view, and shows all of it otherwise', () => {
    const { session } = studio.getState();
    studio.setState({ session: { ...session, settings: { ...session.settings, motion: 'still' } } });
    const whole = viewport.camera();
    viewport.setCamera('front');
    expect(viewport.camera()).toMatchObject({ target: whole.target, distance: whole.distance, yaw: 0 });
    const near = { target: [0.3, 0.9, 0] as const, distance: 0.6 };
    viewport.steer((view) => ({ ...view, ...near }));
    viewport.setCamera('left');
    expect(viewport.camera().distance).toBeCloseTo(whole.distance, 9);
    expect(viewport.handleOnScreen('leftHand')).not.toBeNull();
    // So it is where the figure was a speck.
    viewport.steer((view) => ({ ...view, distance: 20 * whole.distance }));
    viewport.setCamera('front');
    expect(viewport.camera().distance).toBeCloseTo(whole.distance, 9);
    // A view along an axis of the body keeps what it is about.
    viewport.steer((view) => ({ ...view, ...near }));
    viewport.setCamera('front', true);
    expect(viewport.camera()).toMatchObject(near);
    // Whatever is selected, all of the figure is as good.
    viewport.steer((view) => ({ ...view, target: whole.target, distance: whole.distance }));
    select(studio, { joint: null, handle: 'leftToes' });
    viewport.setCamera('back');
    expect(viewport.camera()).toMatchObject({ target: whole.target, distance: whole.distance });
    // From near to a selected hand it is seen from its other sides.
    select(studio, { joint: null, handle: 'leftHand' });
    viewport.frameSelection();
    const hand = viewport.camera();
    expect(hand.distance).toBeLessThan(whole.distance / 2);
    viewport.setCamera('right');
    expect(viewport.camera()).toMatchObject({ target: hand.target, distance: hand.distance });
  });

  test('moves back for a prop that is added beyond the picture, not for one that is seen, and frames what is selected', () => {
    const { session } = studio.getState();
    studio.setState({ session: { ...session, settings: { ...session.settings, motion: 'still' } } });
    const whole = viewport.camera();
    addShape(studio, 'cylinder');
    expect(viewport.camera()).toEqual(whole);
    addShape(studio, 'table');
    const { target, distance: away, ...direction } = viewport.camera();
    expect(away).toBeGreaterThan(1.1 * whole.distance);
    expect(whole).toMatchObject(direction);
    expect(target).not.toEqual(whole.target);
    expect(cornersOnScreen()).toBe(8);
    // Its own view stays where it is steered, whatever is selected again.
    viewport.steer(() => whole);
    selectProp(studio, 'prop-1');
    selectProp(studio, 'prop-2');
    expect(viewport.camera()).toEqual(whole);
    expect(cornersOnScreen()).toBeLessThan(8);
    viewport.frameSelection();
    expect(cornersOnScreen()).toBe(8);
    expect(viewport.camera().distance).toBeLessThan(whole.distance);
    // What comes under the id of one that is gone is new, too.
    viewport.steer(() => whole);
    undo(studio);
    addShape(studio, 'table');
    expect(cornersOnScreen()).toBe(8);
  });

  /** How many corners of the selected prop's box are within the picture. */
  function cornersOnScreen(): number {
    const { prop, frame } = selectedShownProp(studio.getState())!;
    const { min, max } = boxAroundProp(studio.document(), prop.form);
    const lens = lensOf(viewport.camera(), 1280, 800);
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
      project(
        lens,
        add(frame.position, rotate(frame.rotation, [i & 1 ? min[0] : max[0], i & 2 ? min[1] : max[1], i & 4 ? min[2] : max[2]])),
      ),
    );
    return corners.filter((at) => at && at.x >= 0 && at.x <= 1280 && at.y >= 0 && at.y <= 800).length;
  }

  test('draws every overlay without a complaint: selection of cone, hinge and nothing, both tools, balance', () => {
    const { humanoid } = studio.document().rig;
    const { session } = studio.getState();
    studio.setState({
      session: { ...session, tool: 'rotate', view: { ...session.view, balance: true, trails: true, ghosts: true } },
    });
    for (const joint of [humanoid.leftUpperArm!, humanoid.leftLowerLeg!, humanoid.hips!, null]) {
      select(studio, { joint, handle: null });
      expect(() => viewport.render()).not.toThrow();
    }
  });

  test('is empty without a document', async () => {
    studio.setState({ document: null });
    await viewport.settled();
    viewport.render();
    expect(viewport.handleOnScreen('leftHand')).toBeNull();
    expect(viewport.nodePosition(0)).toBeNull();
  });

  test('says in one sentence why a character cannot be shown, keeps running, and shows the next one', async () => {
    const broken = { ...character, bytes: character.bytes.slice(0, 5000) };
    studio.setState({ document: { ...studio.document(), character: broken } });
    await expect(viewport.settled()).rejects.toThrow(/^The character cannot be shown: .*\.$/);
    await Promise.resolve();
    expect(studio.getState().session.notices.map(({ kind }) => kind)).toEqual(['error']);
    studio.setState({ document: { ...studio.document(), character } });
    await viewport.settled();
    expect(largestMiss()).toBeLessThan(1e-5);
  });
});
