import { LibraryBig } from 'lucide-react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { FollowLibrary } from '../library/follow-library.tsx';
import { WithTooltip } from '../widgets/button.tsx';
import { useStudio } from '../window-context.tsx';

/** Among the tools, once there are poses to follow: how far they are followed. */
export function FollowTool() {
  const hasPoses = useStudio((state) => (state.document?.history.present.poses.length ?? 0) > 0);
  const isFollowed = useStudio((state) => (state.document?.history.present.solver.followLibrary ?? 0) > 0);
  if (!hasPoses) return null;
  return (
    <DialogTrigger>
      <WithTooltip label="Follow the library">
        <Button className={isFollowed ? 'icon-button is-on' : 'icon-button'} aria-label="Follow the library">
          <LibraryBig size={15} strokeWidth={1.9} aria-hidden />
        </Button>
      </WithTooltip>
      <Popover className="popover" placement="right bottom">
        <Dialog className="tool-popover" aria-label="Follow the library">
          <FollowLibrary />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
