import { FolderOpen, PersonStanding, Shapes } from 'lucide-react';
import { CommandTextButton } from '../widgets/button.tsx';
import { useStudio } from '../window-context.tsx';

/** What to begin with, in the empty picture. */
export function StartCard() {
  const isEmpty = useStudio((state) => state.document === null && state.session.work === null);
  if (!isEmpty) return null;
  return (
    <section className="start-card" aria-label="Begin">
      <h2>What do you want to pose?</h2>
      <div className="start-choices">
        <CommandTextButton id="file.openCharacter" icon={FolderOpen} text="Open a character" className="primary" />
        <CommandTextButton id="file.openSample" icon={Shapes} text="Open the sample" />
        <CommandTextButton id="file.new" icon={PersonStanding} text="Begin with the mannequin" />
      </div>
      <p>Or drop a GLB, VRM, FBX or BVH file, or a project, onto the window.</p>
    </section>
  );
}
