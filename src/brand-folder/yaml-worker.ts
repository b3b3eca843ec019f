import { answerQuestions } from '../background-thread.js';
import { type FileText, parseText } from './read-yaml.js';
import { pageLimits } from './yaml-limits.js';

/** The other end of `YamlReader`: gets what files hold, answers each with its content. */
answerQuestions((files: readonly FileText[]) => files.map((read) => parseText(read, pageLimits)));
