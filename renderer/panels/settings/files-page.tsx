import { FolderOpen, RefreshCw } from 'lucide-react';
import { chooseFile } from '../../state/window/choose-file.ts';
import { openDialog } from '../../state/session.ts';
import { changeSetting } from '../../state/window/settings.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { Choice } from '../widgets/choice.tsx';
import { TextButton } from '../widgets/button.tsx';
import { bringsLater, LookSwitch } from '../dialogs/look-switch.tsx';
import { useUpdates } from '../dialogs/use-updates.ts';
import { ResetRow, SettingRow } from './setting-row.tsx';

/** Where files are suggested, and whether later versions are looked for. */
export function FilesPage() {
  const documents = useStudio((state) => state.session.app?.documentsFolder ?? '');
  return (
    <>
      <AutosaveRow />
      <FolderRow name="projectsFolder" label="Folder of new projects" otherwise={documents} />
      <FolderRow name="exportsFolder" label="Folder of exports" otherwise="“exports” in the project’s folder" />
      <UpdatesRow />
    </>
  );
}

/** Kept by the host, which looks before there is a window. */
function UpdatesRow() {
  const { studio } = useServices();
  const { state, error, ask } = useUpdates();
  const brought = state && bringsLater(state);
  return (
    <ResetRow label="Updates" isDefault={state?.on !== true || brought !== null} onReset={() => ask(false)}>
      <div className="field">
        <span className="label">Updates</span>
        <div className="setting-updates">
          {error !== null && (
            <p className="error-text" role="alert">
              {error}
            </p>
          )}
          {state && (brought === null ? <LookSwitch state={state} ask={ask} /> : <p className="soft">{brought}</p>)}
          {brought === null && (
            <TextButton
              icon={RefreshCw}
              text="Updates…"
              hint="Shows what was found, and installs it"
              onPress={() => openDialog(studio, 'updates')}
            />
          )}
        </div>
      </div>
    </ResetRow>
  );
}

const INTERVALS = [0, 1, 5, 15, 30].map((minutes) => ({
  value: String(minutes),
  label: minutes === 0 ? 'Never' : minutes === 1 ? 'Every minute' : `Every ${minutes} minutes`,
}));

function AutosaveRow() {
  const { studio } = useServices();
  const minutes = useStudio((state) => state.session.settings.autosave);
  return (
    <SettingRow
      name="autosave"
      label="Autosave"
      note="For projects that were saved once. Whatever is set here, work is kept for recovery after a crash."
    >
      <Choice
        label="Autosave"
        value={String(minutes)}
        options={INTERVALS}
        onChange={(chosen) => changeSetting(studio, 'autosave', Number(chosen))}
      />
    </SettingRow>
  );
}

interface FolderRowProps {
  readonly name: 'projectsFolder' | 'exportsFolder';
  readonly label: string;
  /** What is suggested while no folder was chosen. */
  readonly otherwise: string;
}

function FolderRow({ name, label, otherwise }: FolderRowProps) {
  const { studio } = useServices();
  const folder = useStudio((state) => state.session.settings[name]);
  const documents = useStudio((state) => state.session.app?.documentsFolder ?? null);
  const choose = async () => {
    const request = { title: label, kind: 'folder', suggested: folder ?? documents, extensions: [] } as const;
    const chosen = await chooseFile(studio, 'open', request);
    if (chosen !== null) changeSetting(studio, name, chosen);
  };
  return (
    <SettingRow name={name} label={label}>
      <div className="field">
        <span className="label">{label}</span>
        <div className="setting-folder">
          <span className={folder === null ? 'faint' : ''} title={folder ?? otherwise}>
            {folder ?? otherwise}
          </span>
          <TextButton icon={FolderOpen} text="Select…" hint={`Select the ${label.toLowerCase()}`} onPress={() => void choose()} />
        </div>
      </div>
    </SettingRow>
  );
}
