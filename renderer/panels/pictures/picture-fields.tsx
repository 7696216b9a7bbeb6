import { FRAME_RATES } from '../../../core/animation/clip.ts';
import type { PictureFormat, PictureRequest, PictureSubject } from '../../../electron/contract.ts';
import { hasKeys, lastFrame, shownClip } from '../../state/timeline/clips.ts';
import { withExtension } from '../../state/saving/exporting.ts';
import { extensionOfPicture, hasPoses, suggestedPicturePath } from '../../state/window/picturing.ts';
import {
  FASTEST_GIF,
  formatsOf,
  keepsAlpha,
  LARGEST_PICTURE,
  LONGEST_TURNTABLE,
  SMALLEST_PICTURE,
} from '../../tools/pictures/check-request.ts';
import { filmRate, TURNTABLE_FPS, TURNTABLE_SECONDS } from '../../tools/pictures/moments.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { Choice } from '../widgets/choice.tsx';
import { FrameInput } from '../widgets/frame-input.tsx';
import { NumberInput } from '../widgets/number-input.tsx';
import { SceneFields, type FieldsProps } from './scene-fields.tsx';
import type { ShownSupport } from './use-video-support.ts';

const FORMAT_LABELS: Readonly<Record<PictureFormat, string>> = {
  png: 'PNG: a picture',
  mp4: 'MP4: a film that plays nearly everywhere',
  webm: 'WebM: a film that can be transparent',
  gif: 'GIF: few colours, moves in every page and message',
  apng: 'APNG: every pixel as it was drawn',
  zip: 'Zip: numbered PNGs in an archive',
  frames: 'Folder: numbered PNGs',
};

/** What is drawn, as what, how large, and how long. */
export function PictureFields({ request, support, onChange }: FieldsProps & { readonly support: ShownSupport }) {
  const { studio } = useServices();
  const change = (part: Partial<PictureRequest>) => onChange({ ...request, ...part });
  const formats = formatsOf(request.subject).filter((format) => !support.missing.includes(format));
  const chooseSubject = (subject: PictureSubject) => {
    const known = formatsOf(subject);
    const format = known.includes(request.format) ? request.format : known[0]!;
    const { from: _, to: __, ...rest } = request;
    const next = withPossibleBackground({ ...rest, subject, format });
    onChange({ ...next, path: suggestedPicturePath(studio.getState(), next) });
  };
  const chooseFormat = (format: PictureFormat) => {
    const { fps, ...rest } = request;
    const kept = fps !== undefined && !(format === 'gif' && fps > FASTEST_GIF) ? { fps } : {};
    onChange(withPossibleBackground({ ...rest, ...kept, format, path: withExtension(request.path, extensionOfPicture(format)) }));
  };
  return (
    <div className="export-choices">
      <SubjectChoice request={request} onChoose={chooseSubject} />
      <Choice
        label="Format"
        value={request.format}
        options={formats.map((format) => ({ value: format, label: FORMAT_LABELS[format] }))}
        onChange={chooseFormat}
      />
      <div className="export-frames">
        <PixelInput label="Width" value={request.width} onCommit={(width) => change({ width })} />
        <PixelInput label="Height" value={request.height} onCommit={(height) => change({ height })} />
        <LengthFields request={request} onChange={onChange} />
      </div>
      <SceneFields request={request} onChange={onChange} />
    </div>
  );
}

/** What cannot be seen through stands before the studio. */
function withPossibleBackground(request: PictureRequest): PictureRequest {
  return request.background === 'transparent' && !keepsAlpha(request.format) ? { ...request, background: 'studio' } : request;
}

function SubjectChoice({ request, onChoose }: { request: PictureRequest; onChoose: (subject: PictureSubject) => void }) {
  const clip = useStudio((state) => (hasKeys(state) ? shownClip(state) : null));
  const poses = useStudio((state) => (hasPoses(state) ? state.document!.history.present.poses.length : 0));
  const options: { value: PictureSubject; label: string }[] = [
    ...(clip ? [{ value: 'clip' as const, label: `Film of “${clip.name}”` }] : []),
    { value: 'pose', label: 'Picture of the pose on screen' },
    { value: 'turntable', label: 'Turntable of the pose on screen' },
    ...(clip ? [{ value: 'clipSheet' as const, label: `Contact sheet of “${clip.name}”` }] : []),
    ...(poses > 0 ? [{ value: 'librarySheet' as const, label: `Contact sheet of the library (${poses} poses)` }] : []),
  ];
  return <Choice label="What" value={request.subject} options={options} onChange={onChoose} />;
}

function PixelInput({ label, value, onCommit }: { label: string; value: number; onCommit: (value: number) => void }) {
  return (
    <NumberInput
      label={label}
      hint={`${SMALLEST_PICTURE} to ${LARGEST_PICTURE} pixels`}
      unit="px"
      value={value}
      min={SMALLEST_PICTURE}
      max={LARGEST_PICTURE}
      decimals={0}
      onCommit={onCommit}
    />
  );
}

/** Frames and rate of a film, length and rate of a turntable, pictures of a sheet. */
function LengthFields({ request, onChange }: FieldsProps) {
  const clip = useStudio(shownClip);
  const change = (part: Partial<PictureRequest>) => onChange({ ...request, ...part });
  if (request.subject === 'turntable') {
    const fps = request.fps ?? TURNTABLE_FPS;
    return (
      <>
        <FrameInput
          label="Length"
          hint="How long one turn takes"
          frame={Math.round((request.seconds ?? TURNTABLE_SECONDS) * fps)}
          fps={fps}
          min={1}
          max={LONGEST_TURNTABLE * fps}
          onCommit={(frame) => change({ seconds: frame / fps })}
        />
        <RateChoice request={request} usual={TURNTABLE_FPS} onChange={onChange} />
      </>
    );
  }
  if (!clip || (request.subject !== 'clip' && request.subject !== 'clipSheet')) return null;
  const end = lastFrame(clip);
  const first = Math.round((request.from ?? 0) * clip.fps);
  const last = request.to === undefined ? end : Math.round(request.to * clip.fps);
  return (
    <>
      <FrameInput
        label="From frame"
        frame={first}
        fps={clip.fps}
        min={0}
        max={last}
        onCommit={(frame) => change({ from: frame / clip.fps })}
      />
      <FrameInput
        label="To frame"
        hint="Both are in the film. Of a whole clip that loops the last frame is not: it is the first one again."
        frame={last}
        fps={clip.fps}
        min={first}
        max={end}
        onCommit={(frame) => change({ to: frame / clip.fps })}
      />
      {request.subject === 'clip' ? (
        <RateChoice request={request} usual={filmRate(clip, request)} onChange={onChange} />
      ) : (
        <NumberInput
          label="Pictures"
          value={request.count ?? 12}
          min={1}
          max={1000}
          decimals={0}
          onCommit={(count) => change({ count })}
        />
      )}
    </>
  );
}

function RateChoice({ request, usual, onChange }: FieldsProps & { readonly usual: number }) {
  const possible = FRAME_RATES.filter((rate) => request.format !== 'gif' || rate <= FASTEST_GIF);
  const rates = [...new Set([...possible, usual, ...(request.fps === undefined ? [] : [request.fps])])].toSorted((a, b) => a - b);
  return (
    <Choice
      label="Frame rate"
      value={String(request.fps ?? usual)}
      options={rates.map((rate) => ({ value: String(rate), label: String(Number(rate.toFixed(3))) }))}
      onChange={(rate) => onChange({ ...request, fps: Number(rate) })}
    />
  );
}
