import { answerQuestions } from '../../background-thread.js';
import { createHtmlSanitizer } from './purify.js';

/**
 * The other end of `BackgroundSanitizer`: gets lists of texts, answers each with what the sanitiser makes of it, `undefined`
 * when that is the same text.
 */
const sanitize = createHtmlSanitizer();

answerQuestions((texts: readonly string[]) =>
  texts.map((text) => {
    const clean = sanitize(text);
    return clean === text ? undefined : clean;
  }),
);
