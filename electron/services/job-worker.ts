import { answerJobs } from './answer-jobs.ts';
import { performJob } from './job-tasks.ts';

answerJobs(performJob);
