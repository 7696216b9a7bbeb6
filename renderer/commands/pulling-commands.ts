import { FOLLOWERS, type Followers } from '../../core/humanoid/pulling/request/followers.ts';
import { chooseNextFollowers, FOLLOWER_LABELS, setFollowers } from '../state/posing/followers.ts';
import { relax } from '../state/posing/relax.ts';
import { inCategory, type InCategory } from './command.ts';

/** Share of the way that one step of relaxing goes. */
const STEP = 0.5;

function followers(name: Followers): InCategory {
  return {
    id: `pose.followers.${name}`,
    label: FOLLOWER_LABELS[name],
    group: 'Who follows',
    checked: (state) => state.session.followers === name,
    run: ({ studio }) => setFollowers(studio, name),
  };
}

export const PULLING_COMMANDS = inCategory('Pose', [
  ...FOLLOWERS.map(followers),
  {
    id: 'pose.followers.next',
    label: 'Who follows: limb, upper body, whole body in turn',
    group: 'Who follows',
    shortcuts: ['Q'],
    run: ({ studio }) => chooseNextFollowers(studio),
  },
  {
    id: 'pose.relax',
    label: 'Relax half of the way',
    group: 'Relax',
    shortcuts: { limber: ['R'], maya: ['Shift+R'], blender: ['Alt+E'] },
    run: ({ studio }) => relax(studio, STEP),
  },
  {
    id: 'pose.relaxWhole',
    label: 'Relax as far as pins allow',
    group: 'Relax',
    shortcuts: { limber: ['Shift+R'], maya: ['Alt+Shift+E'], blender: ['Alt+Shift+E'] },
    run: ({ studio }) => relax(studio, 1),
  },
]);
