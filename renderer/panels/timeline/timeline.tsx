import { useEffect, useMemo, useRef, useState } from 'react';
import { ROOT_TRACK, type Clip, type ClipLayer, type ClipMarker } from '../../../core/animation/clip.ts';
import type { SoundData } from '../../../core/document/project-data.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { jointsByBodyPart } from '../../state/rig/body-parts.ts';
import { shownClip } from '../../state/timeline/clips.ts';
import { useStudio } from '../window-context.tsx';
import { CheckList } from './check-list.tsx';
import { ClipMenu } from './clip-menu.tsx';
import { ConfidenceRow, useConfidence } from './confidence-row.tsx';
import { ContactRows, contactRowsOf } from './contact-rows.tsx';
import { CurveNames } from './curves/curve-names.tsx';
import { Curves } from './curves/curves.tsx';
import { useCurves } from './curves/use-curves.ts';
import { IssueMarks } from './issue-marks.tsx';
import { KeyRows } from './key-rows.tsx';
import { LayerNames, LayerRows } from './layer-rows.tsx';
import { MarkerRow } from './marker-row.tsx';
import { CameraRows, useCamerasOnTimeline } from './camera-rows.tsx';
import { PropRows, usePropsOnTimeline } from './prop-rows.tsx';
import { SoundRows, useSoundsOnTimeline } from './sound-rows.tsx';
import { Playhead } from './playhead.tsx';
import { Ruler } from './ruler.tsx';
import { useDropPoses } from './use-drop-poses.ts';
import { shifted, timeAt, wholeClip, zoomed, type TimeSpan } from './scale.ts';
import { Transport } from './transport.tsx';
import { useContextMenu } from '../widgets/use-context-menu.ts';
import { useSize } from '../widgets/use-size.ts';

/** Frames, keys and the playhead of the clip. The wheel moves along, with Ctrl it zooms. */
export function Timeline() {
  const clip = useStudio(shownClip);
  const rig = useStudio((state) => state.document?.rig);
  const checked = useStudio((state) => (state.session.timeline.isChecked ? state.document : null));
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="panel timeline" data-panel="timeline" tabIndex={-1}>
      <Transport />
      {clip && rig ? (
        <div className={checked ? 'tracks-and-check' : 'tracks-alone'}>
          <Tracks
            key={`${clip.id} ${clip.duration}`}
            clip={clip}
            rig={rig}
            isChecked={checked !== null}
            isOpen={isOpen}
            setOpen={setOpen}
          />
          {checked && <CheckList clip={clip} document={checked} />}
        </div>
      ) : (
        <p className="empty">Open a character to animate it.</p>
      )}
    </div>
  );
}

const NO_LAYERS: readonly ClipLayer[] = [];
const NO_MARKERS: readonly ClipMarker[] = [];

interface TracksProps {
  readonly clip: Clip;
  readonly rig: Rig;
  /** Whether what is wrong with it is marked along the ruler. */
  readonly isChecked: boolean;
  /** Whether each body part has a line of its own. */
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

function Tracks({ clip, rig, isChecked, isOpen, setOpen }: TracksProps) {
  const lanes = useRef<HTMLDivElement>(null);
  const { width } = useSize(lanes);
  const [span, setSpan] = useState<TimeSpan>(() => wholeClip(clip));
  useWheel(lanes, clip, span, setSpan);
  const drop = useDropPoses(clip, span);
  const openMenu = useLanesMenu();
  const parts = useMemo(() => {
    const tracked = new Set(clip.tracks.map((track) => track.joint));
    return [...jointsByBodyPart(rig)]
      .map(([part, joints]) => ({ part, joints: part === 'Trunk' ? [ROOT_TRACK, ...joints] : joints }))
      .filter(({ joints }) => joints.some((joint) => tracked.has(joint)));
  }, [clip.tracks, rig]);
  const rows = useMemo(
    () => [
      { name: 'all joints', joints: null },
      ...(isOpen ? parts.map(({ part, joints }) => ({ name: part.toLowerCase(), joints })) : []),
    ],
    [isOpen, parts],
  );
  const contactRows = useMemo(() => contactRowsOf(clip), [clip]);
  const props = usePropsOnTimeline(clip);
  const cameras = useCamerasOnTimeline(clip);
  const sounds = useSoundsOnTimeline(clip);
  const layers = clip.layers ?? NO_LAYERS;
  const markers = clip.markers ?? NO_MARKERS;
  const confidence = useConfidence(clip);
  const curves = useCurves(rig);
  return (
    <div className={curves ? 'tracks with-curves' : 'tracks'} data-own-keys>
      <div className="track-names">
        <div className="ruler-name">
          <ClipMenu clip={clip} />
        </div>
        {markers.length > 0 && <MarkersName />}
        {confidence && <div className="track-name confidence">Confidence</div>}
        <SoundNames sounds={sounds} />
        {curves ? (
          <CurveNames rig={rig} {...curves} />
        ) : (
          <>
            <button
              type="button"
              className="track-name all"
              aria-expanded={isOpen}
              disabled={parts.length === 0}
              onClick={() => setOpen(!isOpen)}
            >
              All joints
            </button>
            {isOpen &&
              parts.map(({ part }) => (
                <div key={part} className="track-name">
                  {part}
                </div>
              ))}
            <LayerNames layers={layers} />
            {contactRows.map(({ name }) => (
              <div key={name} className="track-name contacts">
                {name}
              </div>
            ))}
            {[...props, ...cameras].map(({ id, name }) => (
              <div key={id} className="track-name contacts">
                {name}
              </div>
            ))}
          </>
        )}
      </div>
      <div {...drop} ref={lanes} onContextMenu={openMenu}>
        <Ruler clip={clip} span={span} width={width} />
        {isChecked && <IssueMarks span={span} />}
        {markers.length > 0 && <MarkerRow clip={clip} markers={markers} span={span} width={width} />}
        {confidence && <ConfidenceRow confidence={confidence} clip={clip} span={span} />}
        {sounds.length > 0 && <SoundRows sounds={sounds} clip={clip} span={span} width={width} />}
        {curves ? (
          <Curves rig={rig} clip={clip} span={span} width={width} {...curves} />
        ) : (
          <>
            <div className="key-lanes">
              <KeyRows clip={clip} span={span} width={width} rows={rows} />
              {clip.tracks.length === 0 && sounds.length === 0 && (
                <p className="lane-hint">No keys yet. Pose the character and set a key; move the playhead and set another.</p>
              )}
            </div>
            {layers.length > 0 && <LayerRows clip={clip} layers={layers} span={span} width={width} />}
            {contactRows.length > 0 && <ContactRows clip={clip} span={span} width={width} rows={contactRows} />}
            {props.length > 0 && <PropRows props={props} clip={clip} span={span} width={width} />}
            {cameras.length > 0 && <CameraRows cameras={cameras} clip={clip} span={span} width={width} />}
          </>
        )}
        <Playhead clip={clip} span={span} width={width} />
      </div>
    </div>
  );
}

/** The menu of lanes where nothing stands that has one of its own: beside markers that of time, elsewhere that of keys. */
function useLanesMenu(): React.MouseEventHandler<HTMLElement> {
  const ofTime = useContextMenu('ruler');
  const ofKeys = useContextMenu('keys');
  return (event) => ((event.target as Element).closest('.marker-row') ? ofTime : ofKeys)(event);
}

function MarkersName() {
  return <div className="track-name markers">Markers</div>;
}

function SoundNames({ sounds }: { sounds: readonly SoundData[] }) {
  return sounds.map(({ id, name }) => (
    <div key={id} className="track-name sounds" title={name}>
      {name}
    </div>
  ));
}

/** Listens to the wheel itself because React's wheel listeners cannot keep the page from zooming. */
function useWheel(
  lanes: React.RefObject<HTMLDivElement | null>,
  clip: Clip,
  span: TimeSpan,
  setSpan: (span: TimeSpan) => void,
): void {
  useEffect(() => {
    const element = lanes.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent) => {
      const box = element.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const pivot = timeAt(span, (event.clientX - box.left) / box.width);
        setSpan(zoomed(span, clip, pivot, Math.exp(event.deltaY / 300)));
        return;
      }
      const along = event.deltaX !== 0 ? event.deltaX : event.shiftKey ? event.deltaY : 0;
      if (along === 0) return;
      event.preventDefault();
      setSpan(shifted(span, clip, (along / box.width) * span.length));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [lanes, clip, span, setSpan]);
}
