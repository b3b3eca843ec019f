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
  ['brand-context.yaml', records],
]);

/** @param path relative to the brand folder */
export function limitsOf(path: string): JsonLimits {
  return byPath.get(path) ?? pageLimits;
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
  readonly findings: readonly { readonly message: string; readonly line: number }[];
  /** `null` when the text is no YAML document within the limits; the findings say why. */
  readonly content: { readonly value: unknown } | null;
}

export function parseYaml(text: string, limits: JsonLimits): ParsedYaml {
  const { contents, warnings, faults, lineAt } = compose(text, limits);
  const value = faults.length > 0 ? null : readValue(contents, limits.values, faults);
  const found = [...faults, ...warnings].map(({ message, offset }) => ({ message, line: lineAt(offset) }));
  // One mistake causes many parse errors: each message is reported once a line.
  const findings = [...new Map(found.map((finding) => [`${finding.line} ${finding.message}`, finding])).values()];
  return { findings, content: faults.length > 0 ? null : { value } };
}

/** Line of a dotted path, or of its nearest ancestor in the text. */
export type LineOf = (path: string) => number;

/** Parses the file again: only one with a mistake in it asks for lines. */
export function linesOf(file: string, limits: JsonLimits): LineOf {
  const read = readText(file);
  if ('problem' in read) return () => 1;
  const { contents, lineAt } = compose(read.text, limits);
  /** Offsets of keys and list items by dotted path; a value may begin lines below its key. */
  const offsets = new Map<string, number>([['', offsetOfNode(contents)]]);
  const note = (path: string, named: unknown, value: unknown): void => {
    if (!offsets.has(path)) offsets.set(path, offsetOfNode(named));
    look(path, value);
  };
  const look = (path: string, node: unknown): void => {
    if (yaml.isMap(node)) for (const pair of node.items) note(joinPath(path, keyOf(pair)), pair.key, pair.value);
    if (yaml.isSeq(node)) for (const [at, item] of node.items.entries()) note(joinPath(path, at), item, item);
  };
  look('', contents);
  return (path) => {
    let near = path;
    while (!offsets.has(near)) near = near.slice(0, Math.max(0, near.lastIndexOf('.')));
    return lineAt(offsets.get(near) ?? 0);
  };
}

/** The nodes of a text. They are of use only when there is no fault. */
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
  // A broken file has up to an error a token: stack traces would cost most of the time.
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

/** A flow mapping takes four tokens for a value: key, colon, value, comma; an anchor and a tag make six. */
const tokensPerValue = 6;
/** Spaces, line breaks, comments; a block mapping has five for a value. */
const blanksPerValue = 16;

/**
 * The concrete syntax tree of a text. It ends with a fault at a limit: before composing, since a token becomes some hundred bytes,
 * and each level of nesting a call on the stack.
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

/**
 * The value of nodes, in one pass: the library's own resolution of keys and aliases is quadratic. All aliases of an anchor share one
 * value, whose size counts for each of them.
 */
function readValue(contents: unknown, maxValues: number, faults: Fault[]): unknown {
  /** `null` inside the anchored node. */
  const anchors = new Map<string, { readonly value: unknown; readonly size: number } | null>();
  let values = 0;
  const report = (message: string, node: unknown) => faults.push({ message, offset: offsetOfNode(node) });
  /** @returns whether this many more values are allowed; the first excess is reported */
  const count = (more: number, node: unknown): boolean => {
    if (values <= maxValues && values + more > maxValues) report(tooManyValues(maxValues), node);
    values += more;
    return values <= maxValues;
  };
  const read = (node: unknown): unknown => {
    if (!count(1, node)) return null;
    if (yaml.isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined) report(`No anchor before this alias: ${node.source}.`, node);
      else if (target === null) report(`The alias contains itself: ${node.source}.`, node);
      else if (count(target.size - 1, node)) return target.value;
      return null;
    }
    const before = values - 1;
    const anchor = anchorOf(node);
    if (anchor !== undefined) anchors.set(anchor, null);
    const value = readContent(node);
    if (anchor !== undefined) anchors.set(anchor, { value, size: values - before });
    return value;
  };
  const readContent = (node: unknown): unknown => {
    if (yaml.isMap(node)) return readMap(node.items);
    if (yaml.isSeq(node)) return node.items.map(read);
    return yaml.isScalar(node) ? node.value : null;
  };
  const readMap = (pairs: readonly yaml.Pair[]): Record<string, unknown> => {
    const members = new Map<string, unknown>();
    for (const pair of pairs) {
      const key = keyOf(pair);
      if (members.has(key)) report('Map keys must be unique.', pair.key);
      const anchor = anchorOf(pair.key);
      if (anchor !== undefined) anchors.set(anchor, { value: key, size: 1 });
      members.set(key, read(pair.value));
    }
    return Object.fromEntries(members);
  };
  return read(contents);
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
