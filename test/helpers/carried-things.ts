import { setKeyAt } from '../../core/document/edits/clips.ts';
import { setPose } from '../../core/document/edits/posing.ts';
import { sizeOf } from '../../core/humanoid/body/rig.ts';
import { createPuller } from '../../core/humanoid/pulling/puller.ts';
import { toDegrees } from '../../core/math/angles.ts';
import { frameSeenFrom, type Frame } from '../../core/math/frame.ts';
import { angleBetween } from '../../core/math/quat.ts';
import { distance, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import { commitEdit } from '../../renderer/state/editing.ts';
import { carrierOfBone } from '../../renderer/state/props/carriers.ts';
import { addShape, carryProp, formProp, placeProp } from '../../renderer/state/props/edit-props.ts';
import { selectedProp, shownProps } from '../../renderer/state/props/shown-props.ts';
import { duplicateActor } from '../../renderer/state/scene/edit-actors.ts';
import { holdOn } from '../../renderer/state/scene/hold-on.ts';
import { workOnActor } from '../../renderer/state/scene/work-on.ts';
import { select, selectProp } from '../../renderer/state/selection.ts';
import { shownPose, type Studio } from '../../renderer/state/studio.ts';
import { showTime } from '../../renderer/state/timeline/playback.ts';

type Hand = 'leftHand' | 'rightHand';

/** Where a hand of the actor that is worked on is at the playhead, in its own space. */
export function handFrame(studio: Studio, hand: Hand): Frame {
  const { rig } = studio.getState().document!;
  const world = forwardKinematics(rig.skeleton, shownPose(studio.getState())!);
  return { position: worldPosition(world, rig.humanoid[hand]!), rotation: worldRotation(world, rig.humanoid[hand]!) };
}

/** Keys a pose at a time: the clip's pose there with a hand pulled by so much. */
export function keyPull(studio: Studio, time: number, hand: Hand, by: Vec3): void {
  showTime(studio, time);
  const { rig, history } = studio.getState().document!;
  const target = handFrame(studio, hand).position.map((value, axis) => value + by[axis]!) as unknown as Vec3;
  const pull = createPuller(rig).begin(shownPose(studio.getState())!, hand, history.present.pins, history.present.solver);
  const { pose } = pull.to(target);
  commitEdit(studio, 'Key', (project) => setKeyAt(setPose(project, pose, time), rig.skeleton, time, pose));
}

/** How far a hand is at most from where it took a thing: metres on frames, degrees, and metres half-way between frames. */
export interface Grip {
  readonly distance: number;
  readonly degrees: number;
  readonly between: number;
}

/** Swings a staff with the right hand for two seconds while the left one is kept on it. */
export function swingWithBoth(studio: Studio): Grip {
  const { rig } = studio.getState().document!;
  const [x, , z] = rig.report.facing;
  const size = sizeOf(rig);
  /** To the body's left, up and ahead, for a figure of 1.75 m. */
  const way = (left: number, up: number, ahead: number): Vec3 => [
    size * (z * left + x * ahead),
    size * up,
    size * (-x * left + z * ahead),
  ];
  addShape(studio, 'cylinder');
  const staff = selectedProp(studio.getState())!.id;
  formProp(studio, selectedProp(studio.getState())!, { kind: 'cylinder', radius: 0.02 * size, height: 0.9 * size });
  keyPull(studio, 0, 'rightHand', way(0.35, -0.25, 0.35));
  keyPull(studio, 0, 'leftHand', way(-0.35, -0.25, 0.35));
  selectProp(studio, staff);
  placeProp(studio, selectedProp(studio.getState())!, handFrame(studio, 'rightHand'));
  carryProp(studio, selectedProp(studio.getState())!, carrierOfBone(studio.getState(), 'rightHand'));
  keyPull(studio, 1, 'rightHand', way(0.05, 0.2, 0.05));
  keyPull(studio, 2, 'rightHand', way(-0.05, -0.25, 0.05));
  showTime(studio, 0);
  select(studio, { joint: rig.humanoid.leftHand!, handle: 'leftHand' });
  holdOn(studio);
  const seen = (): Frame => {
    const { frame } = shownProps(studio.getState()).find(({ prop }) => prop.id === staff)!;
    return frameSeenFrom(handFrame(studio, 'leftHand'), frame);
  };
  showTime(studio, 0);
  const first = seen();
  const errors = Array.from({ length: 121 }, (_, step) => {
    showTime(studio, step / 60);
    const now = seen();
    return [distance(now.position, first.position), toDegrees(angleBetween(now.rotation, first.rotation))] as const;
  });
  const most = (part: 0 | 1, begin: 0 | 1): number => Math.max(...errors.filter((_, i) => i % 2 === begin).map((e) => e[part]));
  return { distance: most(0, 0), degrees: Math.max(most(1, 0), most(1, 1)), between: most(0, 1) };
}

/** Hands a cup from one character to another, who moves it on: the largest step that it makes around the change, in steps of its neighbours. */
export function handOver(studio: Studio): number {
  addShape(studio, 'cylinder');
  const cup = selectedProp(studio.getState())!.id;
  const take = (hand: Hand): void => {
    selectProp(studio, cup);
    carryProp(studio, selectedProp(studio.getState())!, carrierOfBone(studio.getState(), hand));
  };
  keyPull(studio, 0, 'rightHand', [0, -0.1, 0.1]);
  selectProp(studio, cup);
  placeProp(studio, selectedProp(studio.getState())!, handFrame(studio, 'rightHand'));
  take('rightHand');
  keyPull(studio, 1, 'rightHand', [0.15, 0.1, 0.25]);
  duplicateActor(studio);
  keyPull(studio, 1, 'leftHand', [-0.1, -0.1, 0.1]);
  keyPull(studio, 2, 'leftHand', [-0.05, 0.3, 0.2]);
  showTime(studio, 1);
  take('leftHand');
  workOnActor(studio, 'actor-1');
  const at = (time: number): Vec3 => {
    showTime(studio, time);
    return shownProps(studio.getState()).find(({ prop }) => prop.id === cup)!.frame.position;
  };
  const places = Array.from({ length: 21 }, (_, i) => at(1 + (i - 10) / 30));
  const steps = places.slice(1).map((place, i) => distance(place, places[i]!));
  const beside = Math.max(...steps.slice(0, 9), ...steps.slice(11));
  return Math.max(steps[9]!, steps[10]!) / beside;
}
