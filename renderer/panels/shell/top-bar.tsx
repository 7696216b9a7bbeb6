import { Redo2, Save, Search, Undo2 } from 'lucide-react';
import { hasUnsavedChanges } from '../../state/studio.ts';
import { CommandButton } from '../widgets/button.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { MenuBar } from './menu-bar.tsx';

/** The window's first line: menus, the document's name, and the commands used all the time. */
export function TopBar() {
  const { nativeMenus } = useServices();
  return (
    <header className="top-bar">
      <h1 className="brand">
        <Mark />
        Limber
      </h1>
      {!nativeMenus && <MenuBar />}
      <DocumentName />
      <div className="top-actions">
        <CommandButton id="edit.undo" icon={Undo2} />
        <CommandButton id="edit.redo" icon={Redo2} />
        <CommandButton id="file.save" icon={Save} />
        <CommandButton id="help.palette" icon={Search} />
      </div>
    </header>
  );
}

function DocumentName() {
  const name = useStudio((state) => state.document?.history.present.name ?? '');
  const character = useStudio((state) => state.document?.history.present.character.fileName ?? '');
  const isUnsaved = useStudio(hasUnsavedChanges);
  return (
    <p className="document-name">
      <span className="project-name">{name}</span>
      {isUnsaved && <span className="unsaved-dot" role="img" aria-label="unsaved changes" title="There are unsaved changes" />}
      {character !== '' && <span className="faint">{character}</span>}
    </p>
  );
}

/** A bent limb: three joints and two bones. */
function Mark() {
  return (
    <svg className="brand-mark" viewBox="0 0 18 18" aria-hidden>
      <path d="M3.5 14.5 L8 5.5 L14.5 10.5" fill="none" stroke="var(--accent)" strokeWidth="2.2" strokeLinejoin="round" />
      <circle cx="3.5" cy="14.5" r="2" fill="var(--text)" />
      <circle cx="8" cy="5.5" r="2.2" fill="var(--text)" />
      <circle cx="14.5" cy="10.5" r="2" fill="var(--text)" />
    </svg>
  );
}
