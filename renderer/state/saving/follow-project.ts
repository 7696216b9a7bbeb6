import { lastPart } from '../window/choose-file.ts';
import { attempting } from '../window/notify.ts';
import { mergeNews } from './news.ts';
import type { Studio } from '../studio.ts';

/** Lets the host watch the folder of the project that is shown, and takes over what others do to it. Returns how to stop. */
export function followProject(studio: Studio): () => void {
  let told: string | null = null;
  let shown = studio.getState().document?.history.present;
  const follow = () => {
    const { document } = studio.getState();
    // Poses that are still to come are no news.
    const folder = document?.revisions && document.awaitedPoses === 0 ? document.folder : null;
    if (folder !== told) {
      told = folder;
      const about = { file: folder === null ? '' : lastPart(folder), failed: 'is not watched for what others change' };
      void attempting(studio, 'watching', about, () => studio.desktop.call('project.watch', folder, document?.revisions ?? {}));
    }
    // An edit that was undone may make room for what waits.
    if (document && document.history.present !== shown) {
      shown = document.history.present;
      if (document.waiting.length > 0) mergeNews(studio);
    }
  };
  const stopListening = studio.desktop.on('project.changed', (news) => mergeNews(studio, news));
  const stopFollowing = studio.subscribe(follow);
  follow();
  return () => {
    stopListening();
    stopFollowing();
  };
}
