import { PortalError } from '../lib/errors.js';
import { plural } from '../lib/plural.js';
import { hideApiKeys } from '../lib/redaction.js';

/** Upper bound on the messages of one answer; further ones are only counted. */
const maxMessages = 100;

/** Errors of a request's fields, in the order found. */
export class Violations {
  readonly #messages = new Map<string, string[]>();
  readonly #ignored: string[] = [];
  #count = 0;
  #dropped = 0;

  /** @param before errors found already */
  constructor(before?: Violations) {
    for (const [path, messages] of Object.entries(before?.fields ?? {})) {
      for (const text of messages) this.add(path, text);
    }
  }

  add(path: string, message: string): void {
    if (this.#count === maxMessages) {
      this.#dropped += 1;
      return;
    }
    this.#count += 1;
    const messages = this.#messages.get(path);
    if (messages === undefined) this.#messages.set(path, [message]);
    else if (!messages.includes(message)) messages.push(message);
  }

  /**
   * Notes a member that nothing reads: no error.
   *
   * @param prefix its holder's path, with a dot at the end where there is one
   */
  ignore(prefix: string, name: string): void {
    this.#ignored.push(prefix + encodeURIComponent(hideApiKeys(name.toWellFormed())).replaceAll('.', '%2E'));
  }

  /** Dotted paths of ignored members, the names percent-encoded. */
  get ignored(): readonly string[] {
    return this.#ignored;
  }

  /** Number of messages that were not added. */
  get dropped(): number {
    return this.#dropped;
  }

  get any(): boolean {
    return this.#messages.size > 0;
  }

  has(path: string): boolean {
    return this.#messages.has(path);
  }

  get fields(): Record<string, string[]> {
    return Object.fromEntries(this.#messages);
  }

  /** The summary names the first message and counts the others, as Laravel's validator does. */
  toError(): PortalError {
    const messages = [...this.#messages.values()].flat();
    const more = messages.length - 1;
    const suffix = more <= 0 ? '' : ` (and ${plural(more, 'more error')})`;
    return new PortalError('invalid', `${messages[0]}${suffix}`, { fields: this.fields });
  }

  throwIfAny(): void {
    if (this.any) throw this.toError();
  }
}

const maxNames = 10;
const maxNamesLength = 1000;

/** Up to ten names, of 1 KB together; `+3` at the end: three more. */
export function firstNames(names: readonly string[]): string[] {
  const shown: string[] = [];
  let length = 0;
  for (const name of names.slice(0, maxNames)) {
    length += name.length + 2;
    if (length > maxNamesLength) break;
    shown.push(name);
  }
  return shown.length < names.length ? [...shown, `+${names.length - shown.length}`] : shown;
}

/** Joins a dotted field path; the empty prefix is the request body itself. */
export function joinPath(prefix: string, key: string | number): string {
  const name = hideApiKeys(String(key));
  return prefix === '' ? name : `${prefix}.${name}`;
}
