import { useMemo } from 'react';
import { seenThrough } from '../../state/cameras/shown-cameras.ts';
import { frameInside, type PictureFrame } from '../../tools/geometry/shot-view.ts';
import { useStudio } from '../window-context.tsx';

/** Shares of the picture within which action and titles are safe on every screen (EBU R 95). */
const SAFE = [0.93, 0.9] as const;

/** What of the viewport the camera sees that is looked through, and what is safe to be seen; the rest is darker. */
export function CameraFrame({ width, height }: { width: number; height: number }) {
  const name = useStudio((state) => seenThrough(state)?.name ?? null);
  const aspect = useStudio((state) => seenThrough(state)?.aspect ?? 0);
  const isLocked = useStudio((state) => state.session.locksCamera);
  const isShown = useStudio((state) => state.session.view.safeFrames);
  const frame = useMemo(() => (aspect > 0 ? frameInside(width, height, aspect) : null), [width, height, aspect]);
  if (name === null || !frame || width === 0) return null;
  const { left, top } = frame;
  return (
    <div className="camera-frame">
      {isShown && (
        <svg width={width} height={height} aria-hidden>
          <path className="camera-outside" d={`M0 0H${width}V${height}H0Z${boxPath(frame)}`} fillRule="evenodd" />
          <path className="camera-edge" d={boxPath(frame)} />
          {SAFE.map((share) => (
            <path key={share} className="camera-safe" d={boxPath(inner(frame, share))} />
          ))}
        </svg>
      )}
      <span className="camera-name" style={{ left, top }}>
        {isLocked ? `${name}, locked to the view` : name}
      </span>
    </div>
  );
}

function inner({ left, top, width, height }: PictureFrame, share: number): PictureFrame {
  const rest = (1 - share) / 2;
  return { left: left + rest * width, top: top + rest * height, width: share * width, height: share * height };
}

function boxPath({ left, top, width, height }: PictureFrame): string {
  return `M${left} ${top}h${width}v${height}h${-width}Z`;
}
