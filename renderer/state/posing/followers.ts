import { FOLLOWERS, type Followers } from '../../../core/humanoid/pulling/request/followers.ts';
import type { Studio } from '../studio.ts';

/** Who may follow what is pulled, in words. */
export const FOLLOWER_LABELS: Readonly<Record<Followers, string>> = {
  limb: 'Limb only follows',
  upperBody: 'Upper body follows',
  wholeBody: 'Whole body follows',
};

/** Says who follows what is pulled from now on, in the middle of a pull too. */
export function setFollowers(studio: Studio, followers: Followers): void {
  const { session } = studio.getState();
  if (session.followers !== followers) studio.setState({ session: { ...session, followers } });
}

/** While a handle is pulled or turned, this key hands that to the limb, the upper body and the whole body in turn. */
export const FOLLOWERS_KEY = 'KeyQ';

/** The next of limb, upper body and whole body, round again after the last. */
export function chooseNextFollowers(studio: Studio): void {
  const { followers } = studio.getState().session;
  setFollowers(studio, FOLLOWERS[(FOLLOWERS.indexOf(followers) + 1) % FOLLOWERS.length]!);
}
