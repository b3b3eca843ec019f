import { readFileSync, statSync } from 'node:fs';
import * as yaml from 'yaml';
import { sizeText } from '../lib/size-text.js';
import { errorCode } from '../lib/system-error.js';
import { type JsonLimits, maxDepth, requestLimits } from '../validation/json-hardening.js';
import { joinPath } from '../validation/violations.js';

/** Limits of a page: those of one request, and one level more: a section of the corporate language is nested in its file. */
const pageLimits: JsonLimits = { ...requestLimits, depth: maxDepth + 1 };

/** Limits of content from many requests. Parsing this many values takes about 1 GB of memory. */
const wholeDocument: JsonLimits = { ...pageLimits, values: 10 * requestLimits.values };

/** Limits of a list with an item for each colour, medium or entry of the brand. */
const records: JsonLimits = { ...wholeDocument, listItems: Number.POSITIVE_INFINITY };

const byPath = new Map([
  ['corporate-language.yaml', wholeDocument],
  ['colors.yaml', records],
  ['media.yaml', records],
  ['media-names.yaml', records],
  ['collections.yaml', records],
  ['brand-context.yaml', records],
]);

/** End of a file of translations. It says more of each text than its source. */
const translation = /\.[A-Za-z\d-]+\.ya?ml$/;

/** @param path relative to the brand folder */
export function limitsOf(path: string): JsonLimits {
  return byPath.get(path) ?? (translation.test(path) ? records : pageLimits);
}

/** Room for a page made of requests of 4 MiB, with the indentation that YAML adds. */
const maxBytes = 32 * 1024 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Synchronous: parsing blocks the thread ten times as long, and the thread pool costs more than the reading. */
export function readText(file: string): { readonly text: string } | { readonly problem: string } {
  try {
    if (statSync(file).size > maxBytes) return { problem: `The file is larger than ${sizeText(maxBytes)}.` };
    return { text: decoder.decode(readFileSync(file)) };
  } catch (error) {
    const isText = errorCode(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA';
    return { problem: isText ? `The file cannot be read (${errorCode(error)}).` : 'The file must be UTF-8.' };
  }
}

/** A YAML syntax error, or a limit that the text passes. */
interface Fault {
  readonly message: string;
  readonly offset: number;
}

interface ParsedYaml {
  readonly problems: readonly { readonly message: string; readonly line: number }[];
  /** `null` when the text is not a YAML document within the limits. Then `problems` has the reasons. */
  readonly content: { readonly value: unknown } | null;
}

export function parseYaml(text: string, limits: JsonLimits): ParsedYaml {
  const { contents, warnings, faults: syntaxFaults, lineAt } = compose(text, limits);
  const reader = new ValueReader(limits.values);
  const value = syntaxFaults.length > 0 ? null : reader.read(contents);
  const faults = [...syntaxFaults, ...reader.faults];

  const located = [...faults, ...warnings].map(({ message, offset }) => ({ message, line: lineAt(offset) }));
  // Each message is reported once per line, because one mistake causes many syntax errors.
  const problems = [...new Map(located.map((problem) => [`${problem.line} ${problem.message}`, problem])).values()];
  return { problems, content: faults.length > 0 ? null : { value } };
}

/** Line of a dotted path, or of its nearest ancestor in the text. */
export type LineOf = (path: string) => number;

/** Parses the file again, because lines are needed only for a file with a mistake. */
export function linesOf(file: string, limits: JsonLimits): LineOf {
  const read = readText(file);
  if ('problem' in read) return () => 1;
  const { contents, lineAt } = compose(read.text, limits);
  const offsets = new Map([['', offsetOfNode(contents)]]);
  addOffsets(offsets, '', contents);
  return (path) => {
    let ancestor = path;
    while (!offsets.has(ancestor)) ancestor = ancestor.slice(0, Math.max(0, ancestor.lastIndexOf('.')));
    return lineAt(offsets.get(ancestor) ?? 0);
  };
}

/** Adds the offsets of keys and list items by dotted path. A value may begin lines below its key. */
function addOffsets(offsets: Map<string, number>, path: string, node: unknown): void {
  const add = (memberPath: string, start: unknown, value: unknown): void => {
    if (!offsets.has(memberPath)) offsets.set(memberPath, offsetOfNode(start));
    addOffsets(offsets, memberPath, value);
  };
  if (yaml.isMap(node)) for (const pair of node.items) add(joinPath(path, keyOf(pair)), pair.key, pair.value);
  if (yaml.isSeq(node)) for (const [index, item] of node.items.entries()) add(joinPath(path, index), item, item);
}

/** Parses a text to nodes, which are complete only when there is no fault. */
function compose(text: string, limits: JsonLimits) {
  const lines = new yaml.LineCounter();
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  const composer = new yaml.Composer({
    prettyErrors: false,
    stringKeys: true,
    resolveKnownTags: false,
    uniqueKeys: false,
  });
  const faults: Fault[] = [];
  const { stackTraceLimit } = Error;
  // A broken file has up to one error per token, and stack traces would take most of the time.
  Error.stackTraceLimit = 0;
  try {
    const tokens = readTokens(text, lines, limits, faults);
    const [document, second] = composer.compose(tokens, true, text.length) as Iterable<yaml.Document.Parsed>;
    if (document === undefined || faults.length > 0) return { contents: null, warnings: [], faults, lineAt };
    const { contents, errors, warnings, directives } = document;
    for (const error of errors) faults.push(faultOf(error));
    if (second !== undefined) faults.push({ message: 'A file holds one YAML document.', offset: second.range[0] });
    else if (directives.yaml.version === '1.1') faults.push({ message: 'The file must be YAML 1.2.', offset: 0 });
    return { contents, warnings: warnings.map(faultOf), faults, lineAt };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function faultOf({ message, pos }: yaml.YAMLError): Fault {
  return { message: `${message}.`, offset: pos[0] };
}

/** Upper bound on tokens per value. A flow mapping has four: key, colon, value and comma. An anchor and a tag make six. */
const tokensPerValue = 6;
/** Upper bound on spaces, line breaks and comments per value. A block mapping has five. */
const blanksPerValue = 16;

/**
 * Parses a text to the tokens of its concrete syntax tree. At a limit it adds a fault and ends. The limits are checked before the
 * tokens are composed, because a token then takes some hundred bytes, and each level of nesting a call on the stack.
 */
function* readTokens(
  text: string,
  lines: yaml.LineCounter,
  limits: JsonLimits,
  faults: Fault[],
): Generator<yaml.CST.Token> {
  const parser = new yaml.Parser(lines.addNewLine);
  lines.addNewLine(0);
  // The document, a collection a level, and a scalar.
  const maxStack = limits.depth + 2;
  let tokensLeft = tokensPerValue * limits.values;
  let blanksLeft = blanksPerValue * limits.values;
  for (const lexeme of new yaml.Lexer().lex(text)) {
    if (isBlank(lexeme)) blanksLeft -= 1;
    else tokensLeft -= 1;
    yield* parser.next(lexeme);
    if (tokensLeft >= 0 && blanksLeft >= 0 && parser.stack.length <= maxStack) continue;
    let message = `A file must not be nested deeper than ${limits.depth} levels.`;
    if (tokensLeft < 0) message = tooManyValues(limits.values);
    else if (blanksLeft < 0) message = 'The file holds too many comments and blank lines.';
    faults.push({ message, offset: parser.offset });
    return;
  }
  yield* parser.end();
}

/** Whether a lexeme is white space, a comment, or the lexer's mark before a plain scalar. */
function isBlank(lexeme: string): boolean {
  const first = lexeme.charCodeAt(0);
  return first <= 0x20 || first === 0x23;
}

interface AnchoredValue {
  readonly value: unknown;
  /** Number of values in it. */
  readonly size: number;
}

/**
 * Reads the value of nodes in one pass, because the library resolves keys and aliases in quadratic time. All aliases of an anchor
 * share one value, and the size of this value counts for each alias.
 */
class ValueReader {
  readonly faults: Fault[] = [];
  /** The value is `null` while the anchored node is being read. */
  readonly #anchors = new Map<string, AnchoredValue | null>();
  #values = 0;

  constructor(private readonly maxValues: number) {}

  read(node: unknown): unknown {
    const valuesBefore = this.#values;
    if (!this.#count(1, node)) return null;
    if (yaml.isAlias(node)) return this.#readAlias(node);

    const anchor = anchorOf(node);
    if (anchor !== undefined) this.#anchors.set(anchor, null);
    const value = this.#readContent(node);
    if (anchor !== undefined) this.#anchors.set(anchor, { value, size: this.#values - valuesBefore });
    return value;
  }

  #readAlias(alias: yaml.Alias): unknown {
    const target = this.#anchors.get(alias.source);
    if (target === undefined) this.#report(`No anchor before this alias: ${alias.source}.`, alias);
    else if (target === null) this.#report(`The alias contains itself: ${alias.source}.`, alias);
    else if (this.#count(target.size - 1, alias)) return target.value;
    return null;
  }

  #readContent(node: unknown): unknown {
    if (yaml.isMap(node)) return this.#readMap(node.items);
    if (yaml.isSeq(node)) return node.items.map((item) => this.read(item));
    return yaml.isScalar(node) ? node.value : null;
  }

  #readMap(pairs: readonly yaml.Pair[]): Record<string, unknown> {
    const members = new Map<string, unknown>();
    for (const pair of pairs) {
      const key = keyOf(pair);
      if (members.has(key)) this.#report('Map keys must be unique.', pair.key);
      const anchor = anchorOf(pair.key);
      if (anchor !== undefined) this.#anchors.set(anchor, { value: key, size: 1 });
      members.set(key, this.read(pair.value));
    }
    return Object.fromEntries(members);
  }

  /**
   * Counts further values, and reports the first excess.
   *
   * @returns whether the count is within the limit
   */
  #count(more: number, node: unknown): boolean {
    const isExceeded = this.#values > this.maxValues;
    this.#values += more;
    if (!isExceeded && this.#values > this.maxValues) this.#report(tooManyValues(this.maxValues), node);
    return this.#values <= this.maxValues;
  }

  #report(message: string, node: unknown): void {
    this.faults.push({ message, offset: offsetOfNode(node) });
  }
}

function anchorOf(node: unknown): string | undefined {
  return yaml.isCollection(node) || yaml.isScalar(node) ? node.anchor : undefined;
}

/** A key without a text is the empty one. */
function keyOf({ key }: yaml.Pair): string {
  return String((yaml.isScalar(key) ? key.value : null) ?? '');
}

function offsetOfNode(node: unknown): number {
  return yaml.isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

function tooManyValues(max: number): string {
  return `A file must not hold more than ${max} values; an alias counts as its content.`;
}
