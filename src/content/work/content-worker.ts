import { answerQuestions } from '../../lib/background-thread.js';
import { createSanitizer } from '../html/sanitizer.js';
import type { Question } from './content-work.js';
import { type JobInput, runJob } from './jobs.js';

/** The thread's side of `BackgroundWork`. */
const sanitizer = createSanitizer();
answerQuestions(([name, input]: Question) => runJob(sanitizer, name, input as JobInput<typeof name>));
