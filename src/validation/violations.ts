import type { JSONType } from 'ajv/dist/2020.js';
import { PortalError } from '../lib/errors.js';
import { plural } from '../lib/plural.js';
import { hideApiKeys } from '../lib/redaction.js';
import { sizeText } from '../lib/size-text.js';

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

/** A dotted path with underscores between words as spaces: `blocks.0.data.media_id` as `blocks.0.data.media id`. */
function shown(path: string): string {
  return path.replaceAll(/(?<=[^_.])_(?=[^_.])/g, ' ');
}

const typePhrases = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
} satisfies Record<Exclude<JSONType, 'null'>, string>;

/** Sentences that clients read in `errors`. The first are Laravel's English ones, because clients of this API know them. */
export const message = {
  required: (path: string) => `The ${shown(path)} field is required.`,
  type: (path: string, type: keyof typeof typePhrases) => `The ${shown(path)} field must be ${typePhrases[type]}.`,
  selected: (path: string, valid: readonly unknown[] = []) =>
    `The selected ${shown(path)} is invalid.${valid.length === 0 ? '' : ` Valid: ${valid.join(', ')}.`}`,
  selectedBecause: (path: string, reason: string) => `The selected ${shown(path)} is invalid: ${reason}.`,
  taken: (path: string) => `The ${shown(path)} has already been taken.`,
  url: (path: string) => `The ${shown(path)} field must be a valid URL.`,
  wholeUrl: (sent: string) => `Write the whole address: https://${sent.replace(/^\/+/, '')}`,
  format: (path: string, expected = '') =>
    `The ${shown(path)} field format is invalid${expected === '' ? '' : `: ${expected}`}.`,
  maxCharacters: (path: string, max: number) => `The ${shown(path)} field must not be greater than ${max} characters.`,
  maxItems: (path: string, max: number) => `The ${shown(path)} field must not have more than ${max} items.`,
  between: (path: string, min: number, max: number) => `The ${shown(path)} field must be between ${min} and ${max}.`,
  prohibited: (path: string) => `The ${shown(path)} field is prohibited.`,
  prohibitedWith: (path: string, other: string) =>
    `The ${shown(path)} field prohibits ${shown(other)} from being present.`,

  // Sentences of this API.
  unknownArgument: (name: string, valid: readonly string[]) =>
    `There is no argument ${name}.${valid.length === 0 ? '' : ` Valid: ${valid.join(', ')}.`}`,
  notAnObject: 'The request body must be a JSON object.',
  tooManyValues: (max: number) => `The request body must not hold more than ${max} values.`,
  htmlComplexity: (path: string, { depth, tag, elements }: { depth: number; tag: number; elements: number }) =>
    `The ${shown(path)} field must not nest HTML deeper than ${depth} levels, have tags longer than ${tag} characters, ` +
    `or be read as more than ${elements} elements.`,
  slowHtml: (path: string) =>
    `The ${shown(path)} field has HTML that takes too long to check. Simplify it, or split it into several blocks.`,
  fileSize: (max: number) => `The content must not be stored as more than ${sizeText(max)}.`,
  keyLength: (path: string, max: number) => `The ${shown(path)} field has a name longer than ${max} characters.`,
  inexactNumber: (path: string) => `The ${shown(path)} field must be a number that can be stored exactly.`,
  controlCharacters: (path: string) => `The ${shown(path)} field must not contain control characters.`,
  singleLine: (path: string) => `The ${shown(path)} field must be a single line.`,
  surrogates: (path: string) => `The ${shown(path)} field must be valid Unicode text.`,
  reservedKey: (path: string) => `The ${shown(path)} field has a reserved name.`,
  depth: (path: string, max: number) => `The ${shown(path)} field must not be nested deeper than ${max} levels.`,
  blockDepth: (path: string, max: number) => `The ${shown(path)} field must not nest blocks deeper than ${max} levels.`,
  blocksOnPage: (path: string, max: number) =>
    `The ${shown(path)} field must not bring the page to more than ${max} blocks.`,
  pagesOfBrand: (max: number) => `A brand must not have more than ${max} pages, those in the trash included.`,
  mediaOfBrand: (max: number) => `A brand must not have more than ${max} media.`,
  entriesOfBrand: (max: number) => `A brand must not have more than ${max} entries of brand context.`,
  unlicensedFonts: 'A font can be assigned only if it may be served on the web.',
  chapterBlocks: (path: string) => `The ${shown(path)} field is not possible: a chapter carries no blocks.`,
  unchangeableBlock: (path: string) => `The ${shown(path)} field holds a block that cannot be changed through the API.`,
} as const;
