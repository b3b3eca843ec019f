import { hash } from 'node:crypto';
import type { PersonRecord } from '../registry/records.js';

/** Time for which the answer to a form is kept, for the same form sent again. */
const keptMs = 60_000;

/** Forms that people sent lately: a form sent twice makes one key, webhook, person or brand, and has one answer. */
export class SentForms {
  /** Answers by a hash of the form, in memory alone: they hold secrets. */
  readonly #answers = new Map<string, Promise<unknown>>();

  /**
   * Runs `work` once for a form that was filled in once. A failed one can be sent again.
   *
   * @param formId of the form as it was shown
   * @param work gets the id for what it makes: the same for the same form, on every machine
   */
  runOnce<Answer>(
    by: PersonRecord,
    formId: string,
    input: readonly unknown[],
    work: (newId: string) => Promise<Answer>,
  ): Promise<Answer> {
    const digest = hash('sha256', JSON.stringify([by.id, formId, input]), 'buffer');
    const form = digest.toString('base64');
    const earlier = this.#answers.get(form);
    if (earlier !== undefined) return earlier as Promise<Answer>;
    const answer = work([...digest.subarray(0, 10)].map((byte) => (byte % 32).toString(32)).join(''));
    this.#answers.set(form, answer);
    // The answer may be that of a later attempt.
    const forget = (): void => {
      if (this.#answers.get(form) === answer) this.#answers.delete(form);
    };
    answer.catch(forget);
    setTimeout(forget, keptMs).unref();
    return answer;
  }
}
