import {
  ArrowDownToLine,
  Axis3d,
  BicepsFlexed,
  CirclePersonArmsSpread,
  Crosshair,
  Eye,
  Feather,
  FlipHorizontal2,
  Hand,
  Magnet,
  Move3d,
  Rotate3d,
  Shield,
  UserRound,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Toolbar } from 'react-aria-components';
import { messageOf, notify } from '../../state/notices.ts';
import { CommandButton } from '../widgets/button.tsx';
import { useWidth } from '../widgets/use-width.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { FollowLibrary } from '../library/follow-library.tsx';
import { KeyChip } from './key-chip.tsx';
import { HandleVoice } from './handle-voice.tsx';
import { ShowTools } from './show-tools.tsx';
import { TourCard } from './tour-card.tsx';
import { FOLDING_WIDTH } from '../../tools/geometry/orbit.ts';

/** The 3D part comes beside the window, which is drawn meanwhile. */
const loading = import('../../viewport/create-viewport.ts');

/** The character, with the tools and switches that belong to its view. */
export function ViewportPanel() {
  const { studio, parts } = useServices();
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(canvas);
  const scale = useStudio((state) => state.session.settings.scale);
  useEffect(() => {
    const { current } = canvas;
    if (!current) return undefined;
    let isGone = false;
    const fail = (error: unknown) => notify(studio, 'error', `The 3D view cannot be shown: ${messageOf(error)}`);
    const show = async () => {
      const { createViewport } = await loading;
      if (!isGone) parts.viewport = createViewport(current, studio);
    };
    show().catch(fail);
    return () => {
      isGone = true;
      parts.viewport?.dispose();
      parts.viewport = null;
    };
  }, [studio, parts]);
  return (
    <div className="panel viewport" data-panel="viewport" tabIndex={-1}>
      <canvas ref={canvas} className="viewport-canvas" aria-label="The character in 3D" />
      <KeyChip />
      <HandleVoice />
      <TourCard />
      <Toolbar className="viewport-tools tools-left" orientation="vertical" aria-label="Tools">
        <CommandButton id="pose.tool.pull" icon={Hand} />
        <CommandButton id="pose.tool.rotate" icon={Rotate3d} />
        <span className="tool-line" />
        <CommandButton id="pose.followers.limb" icon={BicepsFlexed} />
        <CommandButton id="pose.followers.upperBody" icon={UserRound} />
        <CommandButton id="pose.followers.wholeBody" icon={CirclePersonArmsSpread} />
        <CommandButton id="pose.liveMirror" icon={FlipHorizontal2} />
        <CommandButton id="pose.relax" icon={Feather} />
        <span className="tool-line" />
        <CommandButton id="pose.gaze" icon={Eye} />
        <span className="tool-line" />
        <CommandButton id="view.show.gizmo" icon={Move3d} />
        <CommandButton id="pose.space.next" icon={Axis3d} />
        <CommandButton id="pose.snapToFloor" icon={Magnet} />
        <CommandButton id="pose.floorStops" icon={ArrowDownToLine} />
        <CommandButton id="pose.bodyStops" icon={Shield} />
        <span className="tool-line" />
        <CommandButton id="view.frame" icon={Crosshair} />
      </Toolbar>
      <FollowTool />
      <ShowTools isFolded={width < FOLDING_WIDTH * scale} />
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
