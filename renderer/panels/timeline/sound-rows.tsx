import { useState } from 'react';
import type { Clip } from '../../../core/animation/clip.ts';
import type { SoundData } from '../../../core/document/project-data.ts';
import { changedSound, chooseSoundRow, deleteSound, moveSound, trimmed, trimSound } from '../../state/sound/edit-sounds.ts';
import { decodedOf, endOnTimeline } from '../../state/sound/sound-files.ts';
import { frameAt, lastFrame } from '../../state/timeline/clips.ts';
import { showFrame } from '../../state/timeline/playback.ts';
import { snappedTime } from '../../state/timeline/snapping.ts';
import { useContextMenu } from '../widgets/use-context-menu.ts';
import { useWording } from '../widgets/use-wording.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { shareOf, type TimeSpan } from './scale.ts';
import { Waveform } from './waveform.tsx';
import { actByKey } from './act-by-key.ts';

const NOTHING: readonly SoundData[] = [];

/** The sounds of a clip: each has a line. */
export function useSoundsOnTimeline(clip: Clip): readonly SoundData[] {
  const sounds = useStudio((state) => state.document?.history.present.sounds ?? NOTHING);
  return sounds.filter((sound) => sound.clip === clip.id);
}

interface SoundRowsProps {
  readonly sounds: readonly SoundData[];
  readonly clip: Clip;
  readonly span: TimeSpan;
  readonly width: number;
}

/** Sounds as bars with their waveforms: dragging one moves it, dragging an end trims it, Delete removes it. */
export function SoundRows({ sounds, ...lanes }: SoundRowsProps) {
  return (
    <div className="sound-rows" role="group" aria-label="Sounds">
      {sounds.map((sound) => (
        <SoundRow key={sound.id} sound={sound} {...lanes} />
      ))}
    </div>
  );
}

type Edge = 'all' | 'from' | 'to';

/** How a sound is being dragged: seconds that the pointer went, brought to what it snaps to. */
interface SoundDrag {
  readonly edge: Edge;
  readonly x: number;
  readonly seconds: number;
}

function SoundRow({ sound, clip, span, width }: { sound: SoundData } & Omit<SoundRowsProps, 'sounds'>) {
  const { studio } = useServices();
  const words = useWording();
  const file = useStudio((state) => state.session.soundFiles[sound.hash]);
  const isChosen = useStudio((state) => state.session.timeline.sound === sound.id);
  const [drag, setDrag] = useState<SoundDrag | null>(null);
  const openMenu = useContextMenu('sound');
  const state = studio.getState();
  const shown = drag ? dragged(sound, drag) : sound;
  const decoded = decodedOf(state, sound);
  const last = endOnTimeline(state, shown);
  const [from, to] = [Math.max(shown.at, span.start), Math.min(last, span.start + span.length)];
  const pixels = width / span.length;
  const frame = frameAt(clip, shown.at);

  function dragged(before: SoundData, { edge, seconds }: SoundDrag): SoundData {
    if (edge === 'all') return { ...before, at: before.at + seconds };
    const time = (edge === 'from' ? before.at : endOnTimeline(studio.getState(), before)) + seconds;
    return changedSound(before, trimmed(studio.getState(), before, edge, time) ?? {});
  }

  const onPointerDown = (event: React.PointerEvent<HTMLElement>, edge: Edge) => {
    chooseSoundRow(studio, sound.id);
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ edge, x: event.clientX, seconds: 0 });
  };
  const onPointerMove = (event: React.PointerEvent<HTMLElement>) => {
    if (!drag) return;
    if ((event.buttons & 2) !== 0) return setDrag(null);
    const start = drag.edge === 'to' ? endOnTimeline(studio.getState(), sound) : sound.at;
    const wanted = start + (event.clientX - drag.x) / Math.max(1e-6, pixels);
    setDrag({ ...drag, seconds: snappedTime(clip, wanted, { pixelsPerSecond: pixels, isFree: event.altKey }) - start });
  };
  const onPointerUp = () => {
    setDrag(null);
    if (!drag || drag.seconds === 0) return;
    const after = dragged(sound, drag);
    if (drag.edge === 'all') moveSound(studio, sound, after.at * clip.fps);
    else trimSound(studio, sound, drag.edge, drag.edge === 'from' ? after.at : endOnTimeline(studio.getState(), after));
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const end = endOnTimeline(studio.getState(), sound);
    const step = (by: number) => {
      if (event.shiftKey) trimSound(studio, sound, 'to', end + by / clip.fps);
      else if (event.ctrlKey || event.metaKey) trimSound(studio, sound, 'from', sound.at + by / clip.fps);
      else moveSound(studio, sound, frameAt(clip, sound.at) + by);
    };
    if (event.key === 'Escape' && drag) return setDrag(null);
    actByKey(event, {
      Enter: () => showFrame(studio, Math.min(Math.max(0, frame), lastFrame(clip))),
      Delete: () => deleteSound(studio, sound),
      Backspace: () => deleteSound(studio, sound),
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
    });
  };

  const problem = file && 'problem' in file ? file.problem : null;
  const left = shareOf(span, from);
  const length = Math.max(to - from, 0);
  return (
    <div className={isChosen ? 'sound-row chosen-row' : 'sound-row'}>
      {(length > 0 || !decoded) && left < 1 && (
        <div
          role="slider"
          tabIndex={0}
          data-deletable
          className={`sound${isChosen ? ' chosen' : ''}${sound.isMuted ? ' muted' : ''}`}
          style={{ left: `${100 * left}%`, width: `${(100 * length) / span.length}%` }}
          aria-label={`Sound ${sound.name}`}
          aria-valuemin={Math.min(0, frame)}
          aria-valuemax={Math.max(lastFrame(clip), frame)}
          aria-valuenow={frame}
          aria-valuetext={words.frame(frame)}
          title={`${sound.name}, ${words.frame(frame)}. Drag it or one of its ends. Arrows move it, with Shift its end, with Ctrl its start; Delete removes it.`}
          onPointerDown={(event) => onPointerDown(event, 'all')}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={() => setDrag(null)}
          onFocus={() => chooseSoundRow(studio, sound.id)}
          onKeyDown={onKeyDown}
          onContextMenu={openMenu}
        >
          {decoded && length > 0 && (
            <Waveform
              sound={decoded}
              from={shown.from + from - shown.at}
              to={shown.from + to - shown.at}
              width={length * pixels}
              volume={sound.volume}
            />
          )}
          {from <= shown.at && <span className="contact-end start" onPointerDown={(event) => onPointerDown(event, 'from')} />}
          <span className="sound-name">
            {sound.name}
            {sound.isMuted ? ', muted' : ''}
          </span>
          {to >= last && <span className="contact-end end" onPointerDown={(event) => onPointerDown(event, 'to')} />}
        </div>
      )}
      {!decoded && <span className="sound-problem">{problem === null ? 'Reading the file…' : `Not heard: ${problem}.`}</span>}
    </div>
  );
}
