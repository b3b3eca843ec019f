import type { JSONType } from 'ajv/dist/2020.js';
import { PortalError } from '../lib/errors.js';
import { hideApiKeys } from '../lib/redaction.js';
import { amount, asSaid, type ErrorText, Field, type Said, say } from '../lib/say.js';
import { sizeText } from '../lib/size-text.js';

/** Upper bound on the messages of one answer; further ones are only counted. */
const maxMessages = 100;

/** Errors of a request's fields, in the order found. */
export class Violations {
  readonly #messages = new Map<string, Said[]>();
  readonly #ignored: string[] = [];
  #count = 0;
  #dropped = 0;

  /** @param before errors found already */
  constructor(before?: Violations) {
    if (before === undefined) return;
    for (const [path, messages] of before.#messages) for (const message of messages) this.add(path, message);
  }

  add(path: string, message: ErrorText): void {
    if (this.#count === maxMessages) {
      this.#dropped += 1;
      return;
    }
    this.#count += 1;
    const messages = this.#messages.get(path);
    if (messages === undefined) this.#messages.set(path, [asSaid(message)]);
    else if (!messages.some((text) => `${text}` === `${message}`)) messages.push(asSaid(message));
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
    return Object.fromEntries([...this.#messages].map(([path, messages]) => [path, messages.map(String)]));
  }

  /** The summary names the first message and counts the others, as Laravel's validator does. */
  toError(): PortalError {
    const [first = '', ...others] = [...this.#messages.values()].flat();
    const more = amount(others.length);
    const several =
      others.length === 1 ? say`${first} (and ${more} more error)` : say`${first} (and ${more} more errors)`;
    const fields = Object.fromEntries(this.#messages);
    return new PortalError('invalid', others.length === 0 ? first : several, { fields });
  }

  throwIfAny(): void {
    if (this.any) throw this.toError();
  }
}

const maxNames = 10;
const maxNamesLength = 1000;

/** The first names, of 1 KB together; `+3` at the end: three more. */
export function firstNames(names: readonly string[], max = maxNames): string[] {
  const shown: string[] = [];
  let length = 0;
  for (const name of names.slice(0, max)) {
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

const shown = (path: string): Field => new Field(path);

const typeProblems = {
  string: (field: Field) => say`The ${field} field must be a string.`,
  integer: (field: Field) => say`The ${field} field must be an integer.`,
  number: (field: Field) => say`The ${field} field must be a number.`,
  boolean: (field: Field) => say`The ${field} field must be true or false.`,
  array: (field: Field) => say`The ${field} field must be an array.`,
  object: (field: Field) => say`The ${field} field must be an object.`,
} satisfies Record<Exclude<JSONType, 'null'>, (field: Field) => Said>;

/** Sentences that clients read in `errors`. The first are Laravel's English ones, because clients of this API know them. */
export const message = {
  required: (path: string) => say`The ${shown(path)} field is required.`,
  type: (path: string, type: keyof typeof typeProblems) => typeProblems[type](shown(path)),
  selected: (path: string, valid: readonly unknown[] = []) =>
    valid.length === 0
      ? say`The selected ${shown(path)} is invalid.`
      : say`The selected ${shown(path)} is invalid. Valid: ${valid.join(', ')}.`,
  selectedBecause: (path: string, reason: ErrorText) => say`The selected ${shown(path)} is invalid: ${asSaid(reason)}.`,
  taken: (path: string) => say`The ${shown(path)} has already been taken.`,
  url: (path: string) => say`The ${shown(path)} field must be a valid URL.`,
  wholeUrl: (sent: string) => say`Write the whole address: https://${sent.replace(/^\/+/, '')}`,
  format: (path: string, expected: ErrorText = '') =>
    expected === ''
      ? say`The ${shown(path)} field format is invalid.`
      : say`The ${shown(path)} field format is invalid: ${asSaid(expected)}.`,
  maxCharacters: (path: string, max: number) =>
    say`The ${shown(path)} field must not be greater than ${max} characters.`,
  maxItems: (path: string, max: number) => say`The ${shown(path)} field must not have more than ${max} items.`,
  between: (path: string, min: number, max: number) => say`The ${shown(path)} field must be between ${min} and ${max}.`,
  prohibited: (path: string) => say`The ${shown(path)} field is prohibited.`,
  prohibitedWith: (path: string, other: string) =>
    say`The ${shown(path)} field prohibits ${shown(other)} from being present.`,

  // Sentences of this API.
  unknownArgument: (name: string, valid: readonly string[]) =>
    valid.length === 0
      ? say`There is no argument ${name}.`
      : say`There is no argument ${name}. Valid: ${valid.join(', ')}.`,
  notAnObject: 'The request body must be a JSON object.',
  tooManyValues: (max: number) => say`The request body must not hold more than ${max} values.`,
  htmlComplexity: (path: string, { depth, tag, elements }: { depth: number; tag: number; elements: number }) =>
    say`The ${shown(path)} field must not nest HTML deeper than ${depth} levels, have tags longer than ${tag} characters, or be read as more than ${elements} elements.`,
  slowHtml: (path: string) =>
    say`The ${shown(path)} field has HTML that takes too long to check. Simplify it, or split it into several blocks.`,
  fileSize: (max: number) => say`The content must not be stored as more than ${sizeText(max)}.`,
  keyLength: (path: string, max: number) => say`The ${shown(path)} field has a name longer than ${max} characters.`,
  inexactNumber: (path: string) => say`The ${shown(path)} field must be a number that can be stored exactly.`,
  controlCharacters: (path: string) => say`The ${shown(path)} field must not contain control characters.`,
  singleLine: (path: string) => say`The ${shown(path)} field must be a single line.`,
  surrogates: (path: string) => say`The ${shown(path)} field must be valid Unicode text.`,
  reservedKey: (path: string) => say`The ${shown(path)} field has a reserved name.`,
  depth: (path: string, max: number) => say`The ${shown(path)} field must not be nested deeper than ${max} levels.`,
  blockDepth: (path: string, max: number) =>
    say`The ${shown(path)} field must not nest blocks deeper than ${max} levels.`,
  blocksOnPage: (path: string, max: number) =>
    say`The ${shown(path)} field must not bring the page to more than ${max} blocks.`,
  pagesOfBrand: (max: number) => say`A brand must not have more than ${max} pages, those in the trash included.`,
  mediaOfBrand: (max: number) => say`A brand must not have more than ${max} media.`,
  templatesOfBrand: (max: number) => say`A brand must not have more than ${max} templates.`,
  tagsOfBrand: (max: number) => say`A brand must not have more than ${max} tags.`,
  collectionsOfBrand: (max: number) => say`A brand must not have more than ${max} collections.`,
  categoriesOfBrand: (max: number) => say`A brand must not have more than ${max} categories of media.`,
  entriesOfBrand: (max: number) => say`A brand must not have more than ${max} entries of brand context.`,
  fontFiles: (max: number) => say`A brand must not have files for more than ${max} faces.`,
  unlicensedFonts: 'A font can be assigned only if it may be served on the web.',
  chapterBlocks: (path: string) => say`The ${shown(path)} field is not possible: a chapter carries no blocks.`,
  unchangeableBlock: (path: string) =>
    say`The ${shown(path)} field holds a block that cannot be changed through the API.`,
} as const;
