import { setFlagsFromString } from 'node:v8';
import { performOnThread } from './perform-task.ts';
import { answerJobs } from '../../services/answer-jobs.ts';

/** A thread that has worked on clips holds much of what nobody needs any more; starting another takes a second: 1 GiB. */
const KEPT_BYTES = 2 ** 30;

// What outlives one clip dies with the next. An engine that puts such objects among those that stay collects all of them every few clips, and drops compiled code with them.
setFlagsFromString('--no-allocation-site-pretenuring');

answerJobs(performOnThread, KEPT_BYTES);
