import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { dismissNotice } from '../../state/window/notify.ts';
import type { Notice } from '../../state/window/notices-and-dialogs.ts';
import { IconButton } from '../widgets/button.tsx';
import { useReturnedFocus } from '../widgets/use-returned-focus.ts';
import { useCommand, useServices, useStudio } from '../window-context.tsx';

const ICONS = { info: Info, warning: TriangleAlert, error: CircleAlert };
const COLOURS = { info: 'var(--accent)', warning: 'var(--limit)', error: 'var(--bad)' };

/** How many messages stand on the picture at once: more would cover the character. */
const MOST_SHOWN = 2;

/** Milliseconds after which what passes goes away by itself: so many at least, and so many for each letter that is read. */
const LIFETIME = { least: 6000, perLetter: 70 };

/** Sentences for the user: what is not settled, the newest ones, and how many wait behind them. */
export function Notices() {
  const { studio } = useServices();
  const notices = useStudio((state) => state.session.notices);
  const standing = notices.filter(holds);
  const passing = notices.filter((notice) => !holds(notice));
  const shown = passing.slice(-Math.max(1, MOST_SHOWN - standing.length));
  const earlier = passing.length - shown.length;
  const section = useRef<HTMLElement>(null);
  useReturnedFocus(section);
  // Nothing goes while it is being read, or while a dialog stands before it.
  const [isRead, setRead] = useState(false);
  const isHeld = useStudio((state) => state.session.dialogs.length > 0) || isRead;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Looking at it only keeps it.
    <section
      ref={section}
      className="notices"
      aria-label="Messages"
      aria-live="polite"
      onPointerEnter={() => setRead(true)}
      onPointerLeave={() => setRead(false)}
      onFocus={() => setRead(true)}
      onBlur={() => setRead(false)}
    >
      {notices.filter(passes).map((notice) => (
        <Lifetime key={notice.id} notice={notice} isHeld={isHeld} />
      ))}
      {earlier > 0 && (
        <div className="notices-earlier">
          {earlier === 1 ? '1 earlier message' : `${earlier} earlier messages`}
          <Button className="notice-action" onPress={() => passing.forEach((notice) => dismissNotice(studio, notice.id))}>
            Close all
          </Button>
        </div>
      )}
      {[...standing, ...shown].map((notice) => (
        <NoticeCard key={notice.id} notice={notice} onClose={() => dismissNotice(studio, notice.id)} />
      ))}
    </section>
  );
}

/** Whether it says how something stands that goes on, and not what came of an attempt. */
function holds({ topic, kind }: Notice): boolean {
  return topic !== undefined && kind !== 'error';
}

/** Whether it goes by itself: failures and what holds stay until they are read or mended. */
function passes({ topic, kind }: Notice): boolean {
  return topic === undefined && kind !== 'error';
}

/** Takes a message away when its time is over; while it is held the time stands still, and begins anew. */
function Lifetime({ notice: { id, text }, isHeld }: { notice: Notice; isHeld: boolean }) {
  const { studio } = useServices();
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismissNotice(studio, id), Math.max(LIFETIME.least, LIFETIME.perLetter * text.length));
    return () => clearTimeout(timer);
  }, [studio, id, text, isHeld]);
  return null;
}

function NoticeCard({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const Icon = ICONS[notice.kind];
  return (
    <div className={`notice ${notice.kind}`} role={notice.kind === 'error' ? 'alert' : 'status'}>
      <Icon size={16} color={COLOURS[notice.kind]} aria-hidden />
      <div>
        <p>{notice.text}</p>
        {notice.commands.map((id) => (
          <NoticeAction key={id} id={id} />
        ))}
      </div>
      <IconButton icon={X} label="Close this message" onPress={onClose} />
    </div>
  );
}

function NoticeAction({ id }: { id: string }) {
  const { label, short, run } = useCommand(id);
  // The name begins with what is written, for those who say it.
  return (
    <Button className="notice-action" onPress={run} aria-label={label.startsWith(short) ? label : `${short}: ${label}`}>
      {short}
    </Button>
  );
}
