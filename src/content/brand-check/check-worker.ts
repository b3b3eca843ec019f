import { answerQuestions } from '../../background-thread.js';
import { type CheckRequest, checkTexts } from './check.js';

/** The other end of `checkInBackground`. */
answerQuestions((request: CheckRequest) => checkTexts(request));
