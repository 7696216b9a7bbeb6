import { Button } from 'react-aria-components';
import type { BoneMatch, Rig } from '../../../core/humanoid/body/rig.ts';
import { bodyPartOf, BODY_PARTS, isLimbBone, sideOfBone, summarizeBones, SURE } from '../../state/rig/body-parts.ts';
import { asSentence } from '../../state/window/notify.ts';
import { showLength } from '../../state/window/units.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { useCommand, useStudio } from '../window-context.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { FlatFeet } from './flat-feet.tsx';
import { UpInFile } from './up-in-file.tsx';
import { SizeReadings } from '../widgets/size-readings.tsx';
import { SideMark } from '../widgets/side-mark.tsx';
import { characterWarnings } from '../../state/documents/show-character.ts';

const NO_NOTES: readonly string[] = [];

/** What is doubtful first: warnings, missing limbs, bones worth a look; then what is good to know, and folded what is sure. */
export function ImportReportDialog({ onClose }: { onClose: () => void }) {
  const rig = useStudio((state) => state.document?.rig ?? null);
  const fileName = useStudio((state) => state.document?.history.present.character.fileName ?? '');
  const notes = useStudio((state) => state.document?.character.warnings ?? NO_NOTES);
  const { run: correctBones } = useCommand('view.panel.mapping');
  const unit = useStudio((state) => state.session.settings.lengths);
  if (!rig) return null;
  const { report } = rig;
  const missing = report.missing.filter(isLimbBone);
  const optional = report.missing.filter((bone) => !isLimbBone(bone));
  const others = report.unmapped.map((joint) => rig.skeleton.names[joint]);
  const matches = report.matches.toSorted(
    (a, b) => BODY_PARTS.indexOf(bodyPartOf(a.bone)) - BODY_PARTS.indexOf(bodyPartOf(b.bone)),
  );
  const doubtful = matches.filter(({ confidence }) => confidence < SURE);
  const sure = matches.filter(({ confidence }) => confidence >= SURE);
  return (
    <DialogFrame
      title={`What was found in ${fileName}`}
      width="wide"
      onClose={onClose}
      actions={
        <>
          <Button
            className="button start"
            onPress={() => {
              onClose();
              correctBones();
            }}
          >
            Correct the bones
          </Button>
          <Button className="button primary" autoFocus onPress={onClose}>
            Start posing
          </Button>
        </>
      }
    >
      <p>
        {report.matches.length} bones of the body were found among {rig.skeleton.count} joints. The character is{' '}
        {showLength(unit, report.height)} tall.
      </p>
      {characterWarnings(report, unit).map((warning) => (
        <p key={warning} className="warning-text">
          {warning}
        </p>
      ))}
      <SizeReadings report={report} onPress={onClose} />
      {missing.length > 0 && <p className="warning-text">Missing: {summarizeBones(missing).join(', ')}.</p>}
      {doubtful.length > 0 && (
        <>
          <h3>Worth a look</h3>
          <MatchTable rig={rig} matches={doubtful} />
        </>
      )}
      {notes.map((note) => (
        <p key={note} className="soft">
          {asSentence(note)}
        </p>
      ))}
      {optional.length > 0 && <p className="soft">Not found: {summarizeBones(optional).join(', ')}.</p>}
      <UpInFile onClose={onClose} />
      <FlatFeet />
      {sure.length > 0 && (
        <details className="motion-reading">
          <summary>{doubtful.length === 0 ? `All ${sure.length} bones are sure` : `${sure.length} bones are sure`}</summary>
          <MatchTable rig={rig} matches={sure} />
        </details>
      )}
      {others.length > 0 && (
        <details className="motion-reading">
          <summary>
            {others.length === 1 ? '1 other joint follows its parent' : `${others.length} other joints follow their parents`}
          </summary>
          <p className="soft">{others.join(', ')}</p>
        </details>
      )}
    </DialogFrame>
  );
}

function MatchTable({ rig, matches }: { rig: Rig; matches: readonly BoneMatch[] }) {
  return (
    <table className="match-table">
      <thead>
        <tr>
          <th scope="col">Bone</th>
          <th scope="col">Joint</th>
          <th scope="col">Why</th>
          <th scope="col">Sure</th>
        </tr>
      </thead>
      <tbody>
        {matches.map((match) => (
          <tr key={match.bone}>
            <th scope="row">
              <SideMark side={sideOfBone(match.bone)} />
              {inWords(match.bone)}
            </th>
            <td>{rig.skeleton.names[match.joint]}</td>
            <td className="soft">{match.reason}</td>
            <td className="numbers">{Math.round(100 * match.confidence)} %</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
