import { performOnThread } from './perform-task.ts';
import { answerJobs } from '../../services/answer-jobs.ts';

/** A thread that has worked on clips holds much of what nobody needs any more; starting another takes a second: 1 GiB. */
const KEPT_BYTES = 2 ** 30;

answerJobs(performOnThread, KEPT_BYTES);
