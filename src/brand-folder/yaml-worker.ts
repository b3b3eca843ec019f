import { answerQuestions } from '../background-thread.js';
import { readYamlFile } from './read-yaml.js';

/** The other end of `YamlReader`: gets lists of files, answers each with what they hold. */
answerQuestions((files: readonly string[]) => files.map(readYamlFile));
