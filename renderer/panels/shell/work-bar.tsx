import { X } from 'lucide-react';
import { CommandTextButton } from '../widgets/button.tsx';
import { WorkProgress } from '../widgets/work-progress.tsx';
import { useStudio } from '../window-context.tsx';

/** Long work in progress, with a bar and a way to stop it. */
export function WorkBar() {
  const work = useStudio((state) => state.session.work);
  if (!work) return null;
  return (
    <div className="work">
      <WorkProgress label={work.label} share={work.progress} />
      <CommandTextButton id="file.cancelWork" icon={X} text="Cancel" />
    </div>
  );
}
