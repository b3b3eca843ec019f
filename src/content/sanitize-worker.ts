import { answerQuestions } from '../background-thread.js';
import { createHtmlSanitizer } from './sanitize-html.js';

/** The other end of `BackgroundSanitizer`: gets lists of texts, answers each with the clean ones, `null` for those that are. */
const sanitize = createHtmlSanitizer();

answerQuestions((texts: readonly string[]) =>
  texts.map((text) => {
    const clean = sanitize(text);
    return clean === text ? null : clean;
  }),
);
