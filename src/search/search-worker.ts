import { answerQuestions } from '../background-thread.js';
import { createEngine } from './engine.js';

/** The other end of `backgroundEngine`. */
answerQuestions(createEngine());
