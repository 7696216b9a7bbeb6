import { Button, ProgressBar } from 'react-aria-components';
import { useStudio } from '../window-context.tsx';

/** Long work in progress, with a bar and a way to stop it. */
export function WorkBar() {
  const work = useStudio((state) => state.session.work);
  if (!work) return null;
  const { label, progress, cancel } = work;
  return (
    <div className="work">
      <ProgressBar aria-label={label} className="work-progress" isIndeterminate={progress === null} value={100 * (progress ?? 0)}>
        <span>{label}</span>
        <div className="work-track">
          <div className="work-fill" style={progress === null ? {} : { width: `${100 * progress}%` }} />
        </div>
      </ProgressBar>
      {cancel && (
        <Button className="button" onPress={cancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}
