import { answerQuestions } from '../../lib/background-thread.js';
import { type CheckRequest, checkTexts } from './check.js';

/** Rules of the last question. Matchers are cached per object. */
let last: { readonly json: string; readonly sections: CheckRequest['sections'] } | undefined;

/** The other end of `checkInBackground`. */
answerQuestions(({ sections, ...others }: CheckRequest) => {
  const json = JSON.stringify(sections);
  if (last?.json !== json) last = { json, sections };
  return checkTexts({ ...others, sections: last.sections });
});
