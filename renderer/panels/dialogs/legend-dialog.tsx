import type { ReactNode } from 'react';
import { KeyMark } from '../widgets/key-mark.tsx';
import { DialogFrame } from './dialog-frame.tsx';

type Side = 'left' | 'right' | 'middle';

const MARKS: readonly { readonly mark: ReactNode; readonly name: string; readonly words: string }[] = [
  { mark: <HandleMark side="middle" />, name: 'Circle', words: 'A handle. Drag it, and the body follows.' },
  {
    mark: <HandleMark side="middle" isPinned />,
    name: 'Square',
    words: 'A pinned handle. It stays where it is while others are pulled.',
  },
  {
    mark: <HandleMark side="middle" isSmall />,
    name: 'Small circle',
    words: 'A shoulder, toes or a finger. Drag it to rotate its own joints; the rest of the body stays.',
  },
  {
    mark: <HandleMark side="middle" isTurned />,
    name: 'Circle in a circle',
    words: 'A handle of a limb in FK. Rings rotate its joint, and the limb goes along with the body.',
  },
  {
    mark: <HandleMark side="middle" isPole />,
    name: 'Diamond on a dashed line',
    words: 'Where an elbow or a knee points. Drag it round the limb.',
  },
  { mark: <GazeMark />, name: 'Eye', words: 'The point that head and eyes look at. Drag it, and they follow.' },
  { mark: <HandleMark side="left" />, name: 'Left half filled', words: 'The left side of the body, in its own colour.' },
  { mark: <HandleMark side="right" />, name: 'Right half filled', words: 'The right side.' },
  { mark: <HeldMark />, name: 'Orange', words: 'A joint that is held by its limit, or how far a pulled handle is short.' },
];

const KEYS = [
  { state: 'key', name: 'Filled diamond', words: 'A key at this frame.' },
  { state: 'unkeyed', name: 'Empty diamond', words: 'A change that no key holds yet. It stays at its frame.' },
  { state: 'between', name: 'Dot', words: 'Between two keys.' },
] as const;

/** What the marks in the viewport, the outliner and the timeline mean. */
export function LegendDialog({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame title="Legend" onClose={onClose}>
      <h3 className="legend-head">Handles</h3>
      <dl className="legend">
        {MARKS.map(({ mark, name, words }) => (
          <Line key={name} mark={mark} name={name} words={words} />
        ))}
      </dl>
      <h3 className="legend-head">Keys</h3>
      <dl className="legend">
        {KEYS.map(({ state, name, words }) => (
          <Line key={name} mark={<KeyMark state={state} />} name={name} words={words} />
        ))}
      </dl>
      <p className="soft">On the timeline a round key changes its speed on the way to the next. A square key holds.</p>
      <p className="soft">
        Handles on the far side of the body are dim. Of several in one place a click takes the nearest, another click the next.
      </p>
    </DialogFrame>
  );
}

function Line({ mark, name, words }: { mark: ReactNode; name: string; words: string }) {
  return (
    <div className="legend-line">
      <dt>
        <span className="legend-mark" aria-hidden>
          {mark}
        </span>
        {name}
      </dt>
      <dd>{words}</dd>
    </div>
  );
}

interface HandleMarkProps {
  readonly side: Side;
  readonly isPinned?: boolean;
  readonly isPole?: boolean;
  readonly isTurned?: boolean;
  readonly isSmall?: boolean;
}

/** As the viewport draws it. */
function HandleMark({ side, isPinned = false, isPole = false, isTurned = false, isSmall = false }: HandleMarkProps) {
  const half = side === 'middle' ? 'M3 3H21V21H3Z' : side === 'left' ? 'M3 3H12V21H3Z' : 'M12 3H21V21H12Z';
  const disc = isSmall ? 'M12 7.5A4.5 4.5 0 1 1 11.99 7.5Z' : 'M12 4.5A7.5 7.5 0 1 1 11.99 4.5Z';
  const shape = isPole ? 'M12 5L19 12L12 19L5 12Z' : isPinned ? 'M5 5H19V19H5Z' : disc;
  const id = `legend-${side}-${isPole ? 'pole' : isPinned ? 'pin' : isSmall ? 'local' : 'ring'}`;
  return (
    <svg viewBox="0 0 24 24" width={24} height={24} className={`is-${side}`}>
      <clipPath id={id}>
        <path d={shape} />
      </clipPath>
      {isPole && <path d="M0 12H5" strokeDasharray="2 1.5" />}
      <path d={half} clipPath={`url(#${id})`} className={isPinned ? 'legend-fill pinned' : 'legend-fill'} />
      <path d={shape} fill="none" />
      {isTurned && <circle cx={12} cy={12} r={3.4} fill="none" />}
      {isPinned && <circle cx={12} cy={12} r={2.4} className="legend-hole" />}
    </svg>
  );
}

function GazeMark() {
  return (
    <svg viewBox="0 0 24 24" width={24} height={24} className="is-middle">
      <circle cx={12} cy={12} r={7.5} fill="none" />
      <circle cx={12} cy={12} r={3} className="legend-fill pinned" />
    </svg>
  );
}

function HeldMark() {
  return (
    <svg viewBox="0 0 24 24" width={24} height={24} className="is-held">
      <path d="M4 19L10 8L20 5" fill="none" strokeWidth={3} />
      <circle cx={10} cy={8} r={3} className="legend-fill pinned" />
    </svg>
  );
}
