import { useState } from 'react';
import type { Clip, ContactSpan } from '../../../core/animation/clip.ts';
import { sameSpan } from '../../../core/animation/holding/contact-spans.ts';
import { HANDLE_NAMES } from '../../../core/humanoid/body/handles.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { clamp } from '../../../core/math/angles.ts';
import { chooseContact, chosenContact, deleteContact, moveContact } from '../../state/timeline/contacts.ts';
import { contactWords } from '../../state/timeline/contact-words.ts';
import { asSentence } from '../../state/window/notify.ts';
import { frameAt, lastFrame } from '../../state/timeline/clips.ts';
import { framesDragged } from '../../state/timeline/snapping.ts';
import { showFrame } from '../../state/timeline/playback.ts';
import { useContextMenu } from '../widgets/use-context-menu.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { shareOf, type TimeSpan } from './scale.ts';
import { rangeInSentence } from '../../state/window/times.ts';

/** A line of contacts: of a foot with the ground, from the heel down to the toe, of a hand with it, or of a handle with what it touches. */
export interface ContactRow {
  readonly name: string;
  readonly parts: readonly ContactSpan['part'][];
  /** Whether it is of what is on something that may move. */
  readonly touches: boolean;
}

const ROWS: readonly ContactRow[] = [
  { name: 'Left foot', parts: ['leftHeel', 'leftBall', 'leftToe'], touches: false },
  { name: 'Right foot', parts: ['rightHeel', 'rightBall', 'rightToe'], touches: false },
  { name: 'Left hand', parts: ['leftHand'], touches: false },
  { name: 'Right hand', parts: ['rightHand'], touches: false },
  ...HANDLE_NAMES.map((part) => ({ name: `${inWords(part)} on`, parts: [part], touches: true })),
];

/** The lines of a clip that have contacts. */
export function contactRowsOf({ contacts = [] }: Clip): readonly ContactRow[] {
  return ROWS.filter((row) => contacts.some((contact) => isOf(contact, row)));
}

function isOf({ part, on }: ContactSpan, { parts, touches }: ContactRow): boolean {
  return parts.includes(part) && (on !== undefined) === touches;
}

interface ContactRowsProps {
  readonly clip: Clip;
  readonly span: TimeSpan;
  readonly width: number;
  readonly rows: readonly ContactRow[];
}

/** How a contact is being changed: all of it, or one of its ends; from and to in frames. */
interface ContactDrag {
  readonly contact: ContactSpan;
  readonly edge: Edge;
  readonly x: number;
  readonly first: number;
  readonly last: number;
}

type Edge = 'all' | 'start' | 'end';

/** Contacts as bars: dragging one moves it in time, dragging an end makes it longer or shorter, Delete removes it. */
export function ContactRows({ clip, span, width, rows }: ContactRowsProps) {
  const { studio } = useServices();
  const chosen = useStudio(chosenContact);
  const [drag, setDrag] = useState<ContactDrag | null>(null);
  const openMenu = useContextMenu('contact');
  const framesOf = ({ from, to }: ContactSpan) => [frameAt(clip, from), frameAt(clip, to)] as const;

  const onPointerDown = (event: React.PointerEvent<HTMLElement>, contact: ContactSpan, edge: Edge) => {
    chooseContact(studio, contact);
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const [first, last] = framesOf(contact);
    setDrag({ contact, edge, x: event.clientX, first, last });
  };
  const onPointerMove = (event: React.PointerEvent<HTMLElement>) => {
    if (!drag) return;
    if ((event.buttons & 2) !== 0) return setDrag(null);
    const pixelsPerSecond = Math.max(1, width) / span.length;
    const { from, to } = drag.contact;
    const ends = { all: [from, to], start: [from], end: [to] }[drag.edge];
    const by = (event.clientX - drag.x) / pixelsPerSecond;
    const frames = framesDragged(clip, ends, by, { pixelsPerSecond, isFree: event.altKey });
    setDrag({ ...drag, ...movedFrames(framesOf(drag.contact), drag.edge, frames, lastFrame(clip)) });
  };
  const onPointerUp = () => {
    setDrag(null);
    if (drag) moveContact(studio, drag.contact, drag.first, drag.last);
  };
  const onKeyDown = (event: React.KeyboardEvent, contact: ContactSpan) => {
    if (event.key === 'Escape' && drag) return setDrag(null);
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      event.stopPropagation();
      return deleteContact(studio, contact);
    }
    if (event.key === 'Enter') return showFrame(studio, framesOf(contact)[0]);
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const edge: Edge = event.shiftKey ? 'end' : event.ctrlKey || event.metaKey ? 'start' : 'all';
    const { first, last } = movedFrames(framesOf(contact), edge, step, lastFrame(clip));
    moveContact(studio, contact, first, last);
  };

  return (
    <div className="contact-rows" role="group" aria-label="Contacts">
      {rows.map((row) => (
        <div key={row.name} className={row.parts.length > 1 ? 'contact-row foot' : 'contact-row'}>
          {(clip.contacts ?? [])
            .filter((contact) => isOf(contact, row))
            .map((contact, i) => {
              const isDragged = drag !== null && sameSpan(drag.contact, contact);
              return (
                <ContactBar
                  // A contact that is moved stays the same element, so that it keeps the focus.
                  key={i}
                  contact={contact}
                  line={row.parts.indexOf(contact.part)}
                  frames={isDragged ? [drag.first, drag.last] : framesOf(contact)}
                  clip={clip}
                  span={span}
                  isChosen={chosen !== null && sameSpan(chosen, contact)}
                  onPointerDown={(event, edge) => onPointerDown(event, contact, edge)}
                  onPointerMove={onPointerMove}
                  onPointerUp={onPointerUp}
                  onPointerCancel={() => setDrag(null)}
                  onFocus={() => chooseContact(studio, contact)}
                  onKeyDown={(event) => onKeyDown(event, contact)}
                  onContextMenu={openMenu}
                />
              );
            })}
        </div>
      ))}
    </div>
  );
}

interface ContactBarProps {
  readonly contact: ContactSpan;
  /** Of the lines of its row, the first on top. */
  readonly line: number;
  readonly frames: readonly [first: number, last: number];
  readonly clip: Clip;
  readonly span: TimeSpan;
  readonly isChosen: boolean;
  readonly onPointerDown: (event: React.PointerEvent<HTMLElement>, edge: Edge) => void;
  readonly onPointerMove: React.PointerEventHandler;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: React.KeyboardEventHandler;
  readonly onContextMenu: React.MouseEventHandler;
}

function ContactBar({ contact, line, frames: [first, last], clip, span, isChosen, onPointerDown, ...handlers }: ContactBarProps) {
  const times = useStudio((state) => state.session.settings.times);
  const name = useStudio((state) => contactWords(state, contact).full);
  const short = useStudio((state) => contactWords(state, contact).short);
  const [left, right] = [first, last].map((frame) => shareOf(span, frame / clip.fps)) as [number, number];
  if (right < 0 || left > 1) return null;
  const { part, isMuted } = contact;
  const side = /^(?:left|right)/.exec(part)?.[0] ?? 'trunk';
  const frames = rangeInSentence(times, first, last, clip.fps);
  return (
    <div
      role="slider"
      tabIndex={0}
      data-deletable
      className={`contact ${side}${isChosen ? ' chosen' : ''}${isMuted ? ' muted' : ''}`}
      data-line={line}
      style={{ left: `${100 * left}%`, width: `${100 * (right - left)}%` }}
      aria-label={`Contact of ${name}`}
      aria-valuemin={0}
      aria-valuemax={lastFrame(clip)}
      aria-valuenow={first}
      aria-valuetext={frames}
      title={`${asSentence(name).slice(0, -1)}${isMuted ? ', muted' : ''}, ${frames}. Drag it or one of its ends. Arrows move it, with Shift its end, with Ctrl its start; Delete removes it.`}
      onPointerDown={(event) => onPointerDown(event, 'all')}
      {...handlers}
    >
      <span className="contact-end start" onPointerDown={(event) => onPointerDown(event, 'start')} />
      <span className="contact-part">{short}</span>
      <span className="contact-end end" onPointerDown={(event) => onPointerDown(event, 'end')} />
    </div>
  );
}

/** The frames of a contact that is moved by so many, or whose end is; it stays in the clip and a frame long. */
function movedFrames(
  [first, last]: readonly [number, number],
  edge: Edge,
  frames: number,
  end: number,
): { readonly first: number; readonly last: number } {
  if (edge === 'start') return { first: clamp(first + frames, 0, last - 1), last };
  if (edge === 'end') return { first, last: clamp(last + frames, first + 1, end) };
  const by = clamp(frames, -first, end - last);
  return { first: first + by, last: last + by };
}
