import { useState } from 'react';
import { FRAME_RATES, type Clip } from '../../../core/animation/clip.ts';
import { othersOf } from '../../../core/document/work-on-actor.ts';
import type { ExportReport } from '../../../electron/contract.ts';
import { shownClip, lastFrame } from '../../state/timeline/clips.ts';
import {
  chooseExportPath,
  CLIP_FORMATS,
  type ClipFormat,
  exportClips,
  exportPose,
  formatOf,
  keyedClips,
  suggestedExportPath,
  withExtension,
} from '../../state/saving/exporting.ts';
import { hasSprings } from '../../state/rig/springs.ts';
import type { StudioState } from '../../state/studio.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { Choice } from '../widgets/choice.tsx';
import { FrameInput } from '../widgets/frame-input.tsx';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { ExportActions } from './export-actions.tsx';
import { ComparedExport, ExportResult } from './export-result.tsx';
import { PathField } from './path-field.tsx';
import { useExport } from './use-export.ts';

/** Writes the clip or the pose on screen onto the character's original file, and tells what a re-read of the result gives. */
export function ExportDialog({ what, onClose }: { what: 'clip' | 'pose'; onClose: () => void }) {
  const { studio } = useServices();
  const clip = useStudio(shownClip);
  const character = useStudio((state) => state.document?.history.present.character.fileName ?? '');
  const [path, setPath] = useState(() => suggestedExportPath(studio.getState(), what));
  const { progress, start, mayWrite, hasChosen, cancel } = useExport<ExportReport>(path);
  const [part, setPart] = useState(() => wholeClip(clip));
  const project = useStudio((state) => state.document?.history.present ?? null);
  const clipCount = project ? keyedClips(project).length : 0;
  const [wantsAll, setWantsAll] = useState(false);
  const isAll = wantsAll && clipCount > 1 && formatOf(path) === 'glb';
  const isScene = project !== null && othersOf(project).length + project.props.length + project.cameras.length > 0;
  const [wantsScene, setWantsScene] = useState(true);
  const ofAll = isScene && wantsScene && holdsScene(formatOf(path));
  const noSprings = useStudio((state) => whyNoSprings(state, formatOf(path)));
  const [swings, setSwings] = useState(() => studio.getState().session.view.springs);
  const noKhr = whyNoKhr(formatOf(path), ofAll);
  const [wantsKhr, setWantsKhr] = useState(false);
  const addsKhr = wantsKhr && noKhr === null;
  const browse = async () => {
    const chosen = await chooseExportPath(studio, path, formatOf(path));
    if (chosen === null) return;
    setPath(chosen);
    hasChosen(chosen);
  };
  const write = async () => {
    if (!(await mayWrite(path))) return;
    start((onProgress) => {
      if (what === 'pose' || !clip) return exportPose(studio, path, onProgress);
      const which = isAll ? ({ kind: 'all' } as const) : ({ kind: 'active', range: rangeOf(clip, part) } as const);
      return exportClips(
        studio,
        path,
        {
          ...which,
          springs: swings && noSprings === null,
          khrCharacter: addsKhr,
          ...(ofAll && { scene: true }),
        },
        onProgress,
      );
    });
  };
  return (
    <DialogFrame
      title={what === 'clip' ? 'Export the clip' : 'Export the pose'}
      onClose={onClose}
      actions={
        <ExportActions
          progress={progress}
          disabledBecause={path.trim() === '' ? 'Name a file first.' : null}
          doing="Writing…"
          onExport={() => void write()}
          onStop={cancel}
          onClose={onClose}
        />
      }
    >
      <p className="soft">
        {what === 'clip' && clip
          ? formatOf(path) === 'glb'
            ? `${isAll ? `All ${clipCount} clips are` : `“${clip.name}” is`} added to ${ofAll ? 'copies of all characters, in one file' : `a copy of ${character}`}. ${addsKhr ? 'KHR_character is added too.' : 'Nothing else in the file changes.'}`
            : hasMeshes(formatOf(path))
              ? `“${clip.name}” is written with the mesh and materials of ${ofAll ? 'all characters' : character}, as USD has them.`
              : `“${clip.name}” is written as motion without ${ofAll ? 'figures, a skeleton for each character' : 'the figure'}.`
          : `A copy of ${character} is written in the pose on screen.`}
      </p>
      <PathField label="File" path={path} onChange={setPath} onBrowse={() => void browse()} />
      {what === 'clip' && clip && (
        <div className="export-choices">
          <Choice
            label="Format"
            value={formatOf(path)}
            options={CLIP_FORMATS}
            onChange={(format) => setPath(withExtension(path, format))}
          />
          {clipCount > 1 && formatOf(path) === 'glb' && (
            <Choice
              label="Clips"
              hint="All clips of the project become animations of one file, each whole and at its own rate"
              value={wantsAll ? 'all' : 'active'}
              options={[
                { value: 'active', label: `“${clip.name}” only` },
                { value: 'all', label: `All ${clipCount} clips that hold keys` },
              ]}
              onChange={(choice) => setWantsAll(choice === 'all')}
            />
          )}
          {isScene && holdsScene(formatOf(path)) && (
            <Choice
              label="Scene"
              hint="All characters, props and cameras, each at its place, with one clip over all, or one character"
              value={wantsScene ? 'all' : 'one'}
              options={[
                { value: 'all', label: 'All, in one file' },
                { value: 'one', label: `${project?.character.name ?? ''} only` },
              ]}
              onChange={(choice) => setWantsScene(choice === 'all')}
            />
          )}
          {!isAll && <ClipPart clip={clip} part={part} onChange={setPart} />}
          <SwitchBox
            label="Bake spring bones"
            hint="Hair and clothes get keys for how they swing as the clip plays"
            isOn={swings && noSprings === null}
            disabledBecause={noSprings}
            onChange={setSwings}
          />
          <SwitchBox
            label="KHR_character (draft)"
            hint="Adds the humanoid map, a T-pose and the expressions, as Khronos’ draft for characters has them today"
            isOn={addsKhr}
            disabledBecause={noKhr}
            onChange={setWantsKhr}
          />
        </div>
      )}
      <ExportResult progress={progress} doing="Writing and reading back">
        {(report) => <ComparedExport report={report} />}
      </ExportResult>
    </DialogFrame>
  );
}

function holdsScene(format: ClipFormat): boolean {
  return hasMeshes(format) || format === 'fbx';
}

function hasMeshes(format: ClipFormat): boolean {
  return format === 'glb' || format === 'usdz' || format === 'usda';
}

/** Why spring bones cannot be written; null: they can. */
function whyNoSprings(state: StudioState, format: ClipFormat): string | null {
  if (!hasSprings(state)) return 'This character has no spring bones.';
  return format === 'vrma'
    ? 'VRMA holds the bones of the humanoid alone; a program that plays it lets springs swing itself.'
    : null;
}

/** Why KHR_character cannot be written; null: it can. */
function whyNoKhr(format: ClipFormat, ofAll: boolean): string | null {
  if (format !== 'glb') return 'KHR_character is an extension of glTF: GLB files hold it.';
  return ofAll ? 'KHR_character speaks of one character.' : null;
}

/** The frames to write, and how many a second. */
interface Part {
  readonly first: number;
  readonly last: number;
  readonly fps: number;
}

function wholeClip(clip: Clip | null): Part {
  return { first: 0, last: clip ? lastFrame(clip) : 0, fps: clip?.fps ?? 30 };
}

function rangeOf(clip: Clip, { first, last, fps }: Part): { from: number; to: number; fps: number } {
  return { from: first / clip.fps, to: last / clip.fps, fps };
}

interface ClipPartProps {
  readonly clip: Clip;
  readonly part: Part;
  readonly onChange: (part: Part) => void;
}

function ClipPart({ clip, part, onChange }: ClipPartProps) {
  const end = lastFrame(clip);
  return (
    <>
      <div className="export-frames">
        <FrameInput
          label="From frame"
          frame={part.first}
          fps={clip.fps}
          min={0}
          max={part.last}
          onCommit={(first) => onChange({ ...part, first })}
        />
        <FrameInput
          label="To frame"
          frame={part.last}
          fps={clip.fps}
          min={part.first}
          max={end}
          onCommit={(last) => onChange({ ...part, last })}
        />
      </div>
      <Choice
        label="Frame rate"
        value={String(part.fps)}
        options={FRAME_RATES.map((rate) => ({ value: String(rate), label: String(rate) }))}
        onChange={(rate) => onChange({ ...part, fps: Number(rate) })}
      />
    </>
  );
}
