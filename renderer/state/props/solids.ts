import type { Solid } from '../../../core/humanoid/touching/touching.ts';
import { hypot } from '../../../core/math/elementary.ts';
import { composeFrames } from '../../../core/math/frame.ts';
import { IDENTITY } from '../../../core/math/quat.ts';
import { distance, lerp, vec3At } from '../../../core/math/vec3.ts';
import type { DocumentState } from '../document-state.ts';
import { shownPose, type StudioState } from '../studio.ts';
import { boxAroundProp, surfaceOfProp } from './prop-shape.ts';
import { framesOnScreen, shownProps, type ShownProp } from './shown-props.ts';

/** Heights of the character from its root beyond which it reaches nothing. */
const REACH = 1.5;

/** The props that stop the character that is worked on: those that are shown and near it, but for what it carries itself. */
export function solidsAbout(state: StudioState): readonly Solid[] {
  const { document, session } = state;
  if (!document) return [];
  const props = shownProps(state).filter((shown) => isNear(state, document, shown));
  if (props.length === 0) return [];
  const frames = framesOnScreen(state, document);
  const { workedOn } = document.history.present;
  return props
    .filter(({ prop }) => frames.bearerOf(prop, session.playback.time)?.actor !== workedOn)
    .map(({ prop, frame }) => ({ ...frame, surface: surfaceOfProp(document, prop.form) }));
}

/** Whether the ball around a prop's box comes within reach of the character's root. */
function isNear(state: StudioState, document: DocumentState, { prop, frame }: ShownProp): boolean {
  const pose = shownPose(state);
  if (!pose) return false;
  const { min, max } = boxAroundProp(document, prop.form);
  const middle = composeFrames(frame, { position: lerp(min, max, 0.5), rotation: IDENTITY }).position;
  const radius = hypot(max[0] - min[0], hypot(max[1] - min[1], max[2] - min[2])) / 2;
  return distance(middle, vec3At(pose, 0)) < radius + REACH * document.rig.report.height;
}
