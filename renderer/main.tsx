import 'dockview-react/dist/styles/dockview.css';
import 'uplot/dist/uPlot.min.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/overlays.css';
import './styles/shell.css';
import './styles/panels.css';
import './styles/solver.css';
import './styles/curves.css';
import './styles/layers.css';
import './styles/markers.css';
import './styles/forced-colours.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { commandById } from './commands/commands.ts';
import { keepNativeMenu } from './commands/native-menu.ts';
import { runCommand } from './commands/run-command.ts';
import { connectDesktop, hasNativeMenus } from './desktop.ts';
import { preloadAfterFirstEdit } from './panels/dialogs/later-dialogs.ts';
import { createLocalReader } from './reading/local-reader.ts';
import { followAutosave } from './state/saving/autosave.ts';
import { followCheck } from './state/timeline/clip-issues.ts';
import { createClock, type Clock } from './state/clock.ts';
import { openPath } from './state/documents/open-path.ts';
import { followSound } from './state/sound/follow-sound.ts';
import { createSoundOutput } from './state/sound/sound-output.ts';
import { startUp } from './state/documents/start-up.ts';
import { attempting } from './state/window/notify.ts';
import { followProject } from './state/saving/follow-project.ts';
import { keepProjectPicture } from './state/saving/project-picture.ts';
import { followLinks } from './state/live/links.ts';
import { followLiveFrames, followPose } from './state/live/live-pose.ts';
import { followUpdates } from './state/window/follow-updates.ts';
import { followSystem, showLook } from './state/window/look.ts';
import { reportWindowState, saveToClose } from './state/saving/saving.ts';
import { followLibraryPrior } from './state/library/library-prior.ts';
import { followLibraries } from './state/library/folders/library-folders.ts';
import { createRigBuilder } from './reading/rig-builder.ts';
import { keepSettings } from './state/window/settings.ts';
import { createStudio, hasUnsavedChanges, shownPose, type Studio } from './state/studio.ts';
import { followTour } from './state/window/tour.ts';
import type { WindowParts } from './state/window/window-parts.ts';
import type { Viewport } from './state/window/viewport.ts';
import type { Pose } from '../core/skeleton/pose.ts';

/**
 * The studio for scripts and tests, as `window.limber`: its state, its clock (`hold()`, `advance(seconds)`), the viewport
 * while it is on screen, and every command by its id.
 */
export interface LimberScripting {
  readonly studio: Studio;
  readonly clock: Clock;
  readonly viewport: Viewport | null;
  /** The pose on screen; null without a character. */
  readonly pose: Pose | null;
  run(commandId: string): Promise<void>;
}

declare global {
  interface Window {
    limber?: LimberScripting;
  }
}

/** Milliseconds between two looks at whether it is time to save. */
const AUTOSAVE_CHECKS = 5000;

function startReading(): Worker {
  return new Worker(new URL('./reading/read-worker.ts', import.meta.url), { type: 'module' });
}

function startBuildingRigs(): Worker {
  return new Worker(new URL('./reading/rig-worker.ts', import.meta.url), { type: 'module' });
}

async function open(): Promise<void> {
  const root = document.querySelector('#root');
  if (!root) throw new Error('the page has no element #root');
  const parts: WindowParts = { viewport: null, workspace: null };
  const studio = createStudio(
    connectDesktop(createLocalReader(startReading)),
    createClock(),
    parts,
    createRigBuilder(startBuildingRigs),
  );
  const mac = navigator.platform.startsWith('Mac');
  const run = (id: string) => runCommand(commandById(id), { studio, parts });

  // Before anything is drawn: the window opens as its user set it.
  await keepSettings(studio);
  followSystem(studio, (media) => window.matchMedia(media));
  showLook(studio, document.documentElement);
  reportWindowState(studio, (title) => {
    document.title = title;
  });
  const nativeMenus = hasNativeMenus(mac);
  if (nativeMenus) keepNativeMenu(studio);
  followProject(studio);
  followLibraries(studio);
  followLibraryPrior(studio);
  followTour(studio);
  followUpdates(studio);
  followLinks(studio);
  followPose(studio);
  followLiveFrames(studio);
  preloadAfterFirstEdit(studio);
  followCheck(studio);
  followSound(studio, createSoundOutput());
  followAutosave(studio, (callback) => {
    const timer = setInterval(callback, AUTOSAVE_CHECKS);
    return () => clearInterval(timer);
  });
  keepProjectPicture(studio, async (pose, pixels) => parts.viewport?.thumbnail(pose, pixels) ?? '');
  studio.desktop.on('menu.command', ({ id }) => void run(id));
  studio.desktop.on('window.saveToClose', () => void saveToClose(studio));
  studio.desktop.on('app.openFile', ({ path }) => void openPath(studio, path));
  window.addEventListener('beforeunload', (event) => {
    const state = studio.getState();
    // Electron's main process asks by itself; a browser asks with its own words.
    const losesWork = hasUnsavedChanges(state) || state.session.writing !== null;
    if (state.session.app?.host === 'browser' && losesWork) event.preventDefault();
  });
  window.limber = {
    studio,
    clock: studio.clock,
    get viewport() {
      return parts.viewport;
    },
    get pose() {
      return shownPose(studio.getState());
    },
    run,
  };
  createRoot(root).render(
    <StrictMode>
      <App services={{ studio, parts, mac, nativeMenus }} />
    </StrictMode>,
  );
  void attempting(studio, 'starting', null, () => startUp(studio));
}

/** For the command line the same page draws what was ordered, without a window around it. */
async function begin(): Promise<void> {
  if (location.search !== '?draw') return open();
  const { drawOrder } = await import('./draw.ts');
  return drawOrder();
}

void begin();
