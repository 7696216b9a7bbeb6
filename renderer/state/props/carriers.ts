import { HUMANOID_BONES, type HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { inWords, jointLabel } from '../../../core/humanoid/body/joint-labels.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { Carrier } from '../../../core/animation/carrier.ts';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import type { PropData } from '../../../core/document/project-data.ts';
import { actorsOf } from '../../../core/document/work-on-actor.ts';
import { rigOfActor } from '../scene/rigs.ts';
import type { StudioState } from '../studio.ts';
import { canCarry } from './edit-props.ts';

/** Something that can carry a prop, as a list offers it. */
export interface OfferedCarrier {
  /** Stands for the carrier in lists; different for each. */
  readonly key: string;
  readonly label: string;
  readonly by: Carrier | null;
}

/** Bones that things are hung on, those first on which they are most. */
const BONES: readonly HumanoidBone[] = [
  'rightHand',
  'leftHand',
  ...HUMANOID_BONES.filter((bone) =>
    ['head', 'chest', 'hips', 'rightFoot', 'leftFoot', 'leftLowerArm', 'rightLowerArm'].includes(bone),
  ),
];

/** The joint that stands for a bone of the actor that is worked on; null where it has none. */
export function carrierOfBone({ document }: StudioState, bone: HumanoidBone): Carrier | null {
  if (!document) return null;
  const joint = document.rig.humanoid[bone];
  return joint === undefined ? null : jointOf(document.history.present.workedOn, document.rig, joint);
}

/** Any joint of the actor that is worked on. */
export function carrierOfJoint({ document }: StudioState, joint: number): Carrier | null {
  return document && jointOf(document.history.present.workedOn, document.rig, joint);
}

function jointOf(actor: string, { skeleton }: Rig, joint: number): Carrier {
  return { actor, joint: jointKeys(skeleton)[joint]! };
}

export function keyOfCarrier(by: Carrier | null): string {
  return JSON.stringify(by);
}

/** All that can carry a prop: the world, the bones of all actors, and other props; last what carries it now, where it is none of these. */
export function offeredCarriers(state: StudioState, prop: PropData, now: Carrier | null): readonly OfferedCarrier[] {
  const { document } = state;
  if (!document) return [];
  const { present } = document.history;
  const actors = actorsOf(present);
  const ofActors = actors.flatMap(({ id, name }) => {
    const actor = present.actors.find((each) => each.id === id && id !== present.workedOn);
    const rig = actor ? rigOfActor(document, actor) : document.rig;
    if (!rig) return [];
    const of = actors.length > 1 ? `${name}: ` : '';
    return BONES.flatMap((bone) => {
      const joint = rig.humanoid[bone];
      return joint === undefined ? [] : offered(`${of}${inWords(bone)}`, jointOf(id, rig, joint));
    });
  });
  const ofProps = present.props
    .filter(({ id }) => id !== prop.id && canCarry(present, prop, { prop: id }))
    .flatMap(({ id, name }) => offered(name, { prop: id }));
  const all = [...offered('Nothing', null), ...ofActors, ...ofProps];
  const isListed = all.some(({ key }) => key === keyOfCarrier(now));
  return isListed ? all : [...all, ...offered(carrierLabel(state, now), now)];
}

function offered(label: string, by: Carrier | null): readonly OfferedCarrier[] {
  return [{ key: keyOfCarrier(by), label, by }];
}

/** What a carrier is called. */
export function carrierLabel({ document }: StudioState, by: Carrier | null): string {
  if (by === null || !document) return 'Nothing';
  const { present } = document.history;
  if ('prop' in by) return present.props.find(({ id }) => id === by.prop)?.name ?? 'A prop that is gone';
  const actors = actorsOf(present);
  const name = actors.find(({ id }) => id === by.actor)?.name;
  if (name === undefined) return 'A character that is gone';
  const actor = present.actors.find((each) => each.id === by.actor && by.actor !== present.workedOn);
  const rig = actor ? rigOfActor(document, actor) : document.rig;
  const joint = rig ? jointKeys(rig.skeleton).indexOf(by.joint) : -1;
  const label = rig && joint >= 0 ? jointLabel(rig, joint) : by.joint;
  return actors.length > 1 ? `${name}: ${label}` : label;
}
