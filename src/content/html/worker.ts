import { answerQuestions, outsideOfLimit } from '../../lib/background-thread.js';
import { type OpenedText, openText } from './editor-text.js';
import { createHtmlSanitizer, createPurifier, loadPurifier } from './purify.js';

const sanitize = createHtmlSanitizer(createPurifier(() => outsideOfLimit(loadPurifier)));

/**
 * Answers the questions of `BackgroundSanitizer`. For a list: each text sanitised, `undefined` if that is the same text, `null` if
 * it is too complex.
 */
answerQuestions((question: Question): Reply => {
  if ('from' in question) return openText(question.text, question.from, sanitize);
  return question.map((text) => {
    const clean = sanitize(text);
    return clean === text ? undefined : clean;
  });
});

/** Texts to sanitise, or one text to open in the editor. */
export type Question = readonly string[] | { readonly text: string; readonly from: 'clipboard' | 'source' };

export type Reply = OpenedText | (string | null | undefined)[];
