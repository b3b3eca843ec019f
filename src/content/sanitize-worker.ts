import { answerQuestions } from '../background-thread.js';
import { createHtmlSanitizer } from './sanitize-html.js';

/** The other end of `BackgroundSanitizer`: gets lists of texts, answers each with the list of clean ones. */
const sanitize = createHtmlSanitizer();

answerQuestions((texts: readonly string[]) => texts.map(sanitize));
