import { setPin, setPose, setSolverSetting } from '../../../core/document/edits/posing.ts';
import type { Project } from '../../../core/document/project.ts';
import { HANDLE_NAMES, type HandleName, type Pins } from '../../../core/humanoid/body/handles.ts';
import type { Followers } from '../../../core/humanoid/pulling/request/followers.ts';
import { createPuller } from '../../../core/humanoid/pulling/puller.ts';
import type { PullMove } from '../../../core/humanoid/pulling/request/pull-move.ts';
import type { SolverSettings } from '../../../core/humanoid/pulling/request/pull-goals.ts';
import type { Outcome } from '../../../core/ik/request/outcome.ts';
import { commitEdit } from '../editing.ts';
import { setFollowers } from './followers.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { pullOptions } from './pull-options.ts';
import { setFeedback, setPreview } from '../preview.ts';
import type { Studio, StudioState } from '../studio.ts';
import type { SolveFeedback } from '../transient-state.ts';

/** What would bring a pulled handle nearer to where it was wanted: tried before it is given. */
export interface Advice {
  /** “Let the hips follow”. */
  readonly label: string;
  /** Metres by which the handle still misses then. */
  readonly distance: number;
  /** Does it and pulls again, in one step of the history. */
  readonly follow: (studio: Studio) => void;
}

/** A pull made otherwise. */
interface Way {
  readonly label: string;
  readonly pins: Pins;
  readonly settings: SolverSettings;
  readonly followers: Followers;
  readonly edit: (project: Project) => Project;
}

interface Attempt {
  readonly way: Way;
  readonly better: Outcome;
  readonly again: PullMove | null;
}

/** Metres, and the share of the miss, that an advice must gain at least. */
const LEAST_GAIN = 0.005;
const LEAST_SHARE = 0.2;
const MOST_ADVICE = 2;

/** The best ways to do better than the pull that is told of, at most two; none where it reached its place. */
export function adviceFor(state: StudioState, { outcome, move }: SolveFeedback): readonly Advice[] {
  const { document, session } = state;
  if (!document || !move || outcome.status === 'reached') return [];
  const least = Math.max(LEAST_GAIN, LEAST_SHARE * outcome.distance);
  const puller = createPuller(document.rig);
  const attempt = (way: Way): Attempt => {
    const pull = puller.begin(move.snapshot, move.handle, way.pins, way.settings, move.seeds, move.prior);
    const better = pull.to(move.target, {
      ...pullOptions(state),
      keepsDirection: move.keepsDirection,
      rotation: move.rotation,
      followers: way.followers,
      eye: move.eye,
      along: move.along,
    });
    return { way, better, again: pull.last() };
  };
  const gains = ({ better }: Attempt): boolean => outcome.distance - better.distance >= least;
  const single = waysFor(move, session.followers).map(attempt).filter(gains);
  const tried = single.length > 0 ? single : [unpinned(move, session.followers)].map(attempt).filter(gains);
  return tried
    .toSorted((a, b) => a.better.distance - b.better.distance)
    .slice(0, MOST_ADVICE)
    .map(({ way, better, again }) => ({
      label: way.label,
      distance: better.distance,
      follow: (studio) => pullOtherwise(studio, way, move.handle, better, again),
    }));
}

/** What is left where two pins hold the body back, so that letting go of one alone gains nothing. */
function unpinned({ settings }: PullMove, followers: Followers): Way {
  return { label: 'Unpin everything', pins: {}, settings, followers, edit: (project) => ({ ...project, pins: {} }) };
}

function waysFor({ handle, pins, settings }: PullMove, followers: Followers): readonly Way[] {
  const same = { pins, settings, followers, edit: (project: Project) => project };
  const ways: Way[] = [];
  if (followers !== 'wholeBody') ways.push({ ...same, label: 'Let the whole body follow', followers: 'wholeBody' });
  if (settings.rootStiffness > 0 && handle !== 'hips') {
    ways.push({
      ...same,
      label: 'Let the hips follow',
      settings: { ...settings, rootStiffness: 0 },
      edit: (project) => setSolverSetting(project, 'rootStiffness', 0),
    });
  }
  if (settings.weight > 0) {
    ways.push({
      ...same,
      label: 'Let the balance go',
      settings: { ...settings, weight: 0 },
      edit: (project) => setSolverSetting(project, 'weight', 0),
    });
  }
  for (const name of HANDLE_NAMES) {
    if (name === handle || !pins[name]?.translation) continue;
    const { [name]: _, ...others } = pins;
    const label = `Unpin the ${inWords(name).toLowerCase()}`;
    ways.push({ ...same, label, pins: others, edit: (project) => setPin(project, name, null) });
  }
  return ways;
}

function pullOtherwise(studio: Studio, way: Way, handle: HandleName, outcome: Outcome, move: PullMove | null): void {
  setFollowers(studio, way.followers);
  setPreview(studio, { pose: outcome.pose, cause: 'pull' });
  setFeedback(studio, { outcome, milliseconds: 0, handle, origin: null, followed: [], move });
  const { time } = studio.getState().session.playback;
  commitEdit(studio, way.label, (project) => setPose(way.edit(project), outcome.pose, time));
}
