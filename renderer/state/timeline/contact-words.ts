import type { Carrier } from '../../../core/animation/carrier.ts';
import type { ContactSpan, TouchedPlace } from '../../../core/animation/clip.ts';
import { actorsOf } from '../../../core/document/work-on-actor.ts';
import { carrierLabel } from '../props/carriers.ts';
import type { StudioState } from '../studio.ts';
import { contactName } from './contacts.ts';

/** What a contact is called. */
export interface ContactWords {
  /** "Knight: right hand on Mannequin: left shoulder"; of one in the world "left heel". */
  readonly full: string;
  /** What of it its bar says. */
  readonly short: string;
}

export function contactWords(state: StudioState, { part, on }: ContactSpan): ContactWords {
  const name = contactName(part);
  if (!on || !state.document) return { full: name, short: name.replace(/^\S+ /, '') };
  const { present } = state.document.history;
  const other = touchedName(state, on);
  const isAlone = actorsOf(present).length === 1;
  return { full: `${isAlone ? '' : `${present.character.name}: `}${name} on ${other}`, short: other };
}

/** "Mannequin: left shoulder", or what a thing is called. */
function touchedName(state: StudioState, { by }: TouchedPlace): string {
  const { workedOn } = state.document!.history.present;
  const carrier: Carrier = 'prop' in by ? by : { actor: 'actor' in by ? by.actor : workedOn, joint: by.joint };
  const label = carrierLabel(state, carrier);
  return 'prop' in by ? label : label.replace(/: (.)/, (_, first: string) => `: ${first.toLowerCase()}`);
}
