import { Bone, Cone, Crosshair, Grid3x3, Hand, PersonStanding, Rotate3d, Scale, Target } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Toolbar } from 'react-aria-components';
import { createViewport } from '../../viewport/create-viewport.ts';
import { messageOf, notify } from '../../state/notices.ts';
import { CommandButton } from '../widgets/button.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { FollowLibrary } from '../library/follow-library.tsx';
import { CameraMenu } from './camera-menu.tsx';
import { KeyChip } from './key-chip.tsx';

/** The character, with the tools and switches that belong to its view. */
export function ViewportPanel() {
  const { studio, parts } = useServices();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return undefined;
    try {
      const viewport = createViewport(canvas.current, studio);
      parts.viewport = viewport;
      return () => {
        parts.viewport = null;
        viewport.dispose();
      };
    } catch (error) {
      notify(studio, 'error', `The 3D view cannot be shown: ${messageOf(error)}`);
      return undefined;
    }
  }, [studio, parts]);
  return (
    <div className="panel viewport" data-panel="viewport" tabIndex={-1}>
      <canvas ref={canvas} className="viewport-canvas" aria-label="The character in 3D" />
      <KeyChip />
      <Toolbar className="viewport-tools tools-left" orientation="vertical" aria-label="Tools">
        <CommandButton id="pose.tool.pull" icon={Hand} />
        <CommandButton id="pose.tool.rotate" icon={Rotate3d} />
        <span className="tool-line" />
        <CommandButton id="view.frame" icon={Crosshair} />
      </Toolbar>
      <FollowTool />
      <Toolbar className="viewport-tools tools-right" aria-label="What is shown">
        <CommandButton id="view.show.mesh" icon={PersonStanding} />
        <CommandButton id="view.show.bones" icon={Bone} />
        <CommandButton id="view.show.handles" icon={Target} />
        <CommandButton id="view.show.limits" icon={Cone} />
        <CommandButton id="view.show.grid" icon={Grid3x3} />
        <CommandButton id="view.show.balance" icon={Scale} />
        <span className="tool-line" />
        <CameraMenu />
      </Toolbar>
    </div>
  );
}

/** Beside the tools, once there are poses to follow. */
function FollowTool() {
  const hasPoses = useStudio((state) => (state.document?.history.present.poses.length ?? 0) > 0);
  return (
    hasPoses && (
      <div className="viewport-tools tools-follow">
        <FollowLibrary />
      </div>
    )
  );
}
