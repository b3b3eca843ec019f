import { Composer, type CST, type Document, isMap, isSeq, Lexer, LineCounter, type Node, Parser } from 'yaml';
import { type JsonLimits, maxDepth, requestLimits } from '../validation/json-hardening.js';
import { joinPath } from '../validation/violations.js';
import { keyOf, tooManyValues, ValueReader } from './yaml-value.js';

/** One level more than a request: a section of the corporate language is nested in its file. */
const depth = maxDepth + 1;

/** Limits of a page: those of one request. */
const pageLimits: JsonLimits = { ...requestLimits, depth };

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

/** A YAML syntax error, or a limit that the text passes. */
interface Finding {
  readonly message: string;
  readonly line: number;
}

interface ParsedYaml {
  readonly findings: readonly Finding[];
  /** `null` when the text is no YAML document within the limits; the findings say why. */
  readonly content: { readonly value: unknown } | null;
}

/** Line of a dotted path, or of its nearest ancestor in the text. */
export type LineOf = (path: string) => number;

export function parseYaml(text: string, limits: JsonLimits): ParsedYaml {
  const lines = new LineCounter();
  try {
    return readDocument(text, limits, lines);
  } catch (error) {
    if (!(error instanceof YamlLimitError)) throw error;
    return { findings: [{ message: error.message, line: lineAt(lines, error.offset) }], content: null };
  }
}

function readDocument(text: string, limits: JsonLimits, lines: LineCounter): ParsedYaml {
  const { document, second } = compose(text, limits, lines);
  const found = [...document.errors, ...document.warnings].map(({ message, pos }) => ({
    message: `${message}.`,
    line: lineAt(lines, pos[0]),
  }));
  if (second !== undefined) {
    found.push({ message: 'A file holds one YAML document.', line: lineAt(lines, second.range[0]) });
  }
  // One mistake causes many parse errors: each message is reported once a line.
  const findings = [...new Map(found.map((finding) => [`${finding.line} ${finding.message}`, finding])).values()];
  if (document.errors.length > 0 || second !== undefined) return { findings, content: null };

  if (document.directives?.yaml.version === '1.1') {
    return { findings: [...findings, { message: 'The file must be YAML 1.2.', line: 1 }], content: null };
  }
  const reader = new ValueReader(limits.values);
  const value = reader.read(document.contents);
  if (reader.faults.length === 0) return { findings, content: { value } };
  for (const { message, node } of reader.faults) findings.push({ message, line: lineAt(lines, offsetOfNode(node)) });
  return { findings, content: null };
}

/** Parses the text again: only a file with a mistake in it asks for lines. */
export function linesIn(text: string, limits: JsonLimits): LineOf {
  const lines = new LineCounter();
  const { document } = compose(text, limits, lines);
  /** Offsets of keys and list items by dotted path; a value may begin lines below its key. */
  const offsets = new Map<string, number>([['', offsetOfNode(document.contents)]]);
  const note = (path: string, named: unknown, value: unknown): void => {
    if (!offsets.has(path)) offsets.set(path, offsetOfNode(named));
    look(path, value);
  };
  const look = (path: string, node: unknown): void => {
    if (isMap(node)) for (const pair of node.items) note(joinPath(path, keyOf(pair)), pair.key, pair.value);
    if (isSeq(node)) for (const [at, item] of node.items.entries()) note(joinPath(path, at), item, item);
  };
  look('', document.contents);
  return (path) => {
    let near = path;
    while (!offsets.has(near)) near = near.slice(0, Math.max(0, near.lastIndexOf('.')));
    return lineAt(lines, offsets.get(near) ?? 0);
  };
}

interface Composed {
  readonly document: Document.Parsed;
  readonly second: Document.Parsed | undefined;
}

/** @throws {YamlLimitError} */
function compose(text: string, limits: JsonLimits, lines: LineCounter): Composed {
  const composer = new Composer({ prettyErrors: false, stringKeys: true, resolveKnownTags: false, uniqueKeys: false });
  const { stackTraceLimit } = Error;
  // A broken file has up to an error a token: stack traces would cost most of the time.
  Error.stackTraceLimit = 0;
  try {
    const [document, second] = composer.compose(readTokens(text, lines, limits), true, text.length);
    return { document: document as Document.Parsed, second };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function lineAt(lines: LineCounter, offset: number): number {
  return Math.max(1, lines.linePos(offset).line);
}

function offsetOfNode(node: unknown): number {
  return (node as Node | null)?.range?.[0] ?? 0;
}

/** Parsing was stopped at a limit. */
class YamlLimitError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** A flow mapping takes four tokens for a value: key, colon, value, comma; an anchor and a tag make six. */
const tokensPerValue = 6;
/** Spaces, line breaks, comments; a block mapping has five for a value. */
const blanksPerValue = 16;

/**
 * The concrete syntax tree of a text within the limits. They are checked here, before composing: a token becomes some hundred
 * bytes, and each level of nesting a call on the stack.
 *
 * @throws {YamlLimitError}
 */
function* readTokens(text: string, lines: LineCounter, limits: JsonLimits): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let tokens = 0;
  let blanks = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (isBlank(lexeme)) blanks += 1;
    else tokens += 1;
    if (tokens > tokensPerValue * limits.values) throw new YamlLimitError(tooManyValues(limits.values), parser.offset);
    if (blanks > blanksPerValue * limits.values) {
      throw new YamlLimitError('The file holds too many comments and blank lines.', parser.offset);
    }
    yield* parser.next(lexeme);
    // The document, a collection a level, and a scalar.
    if (parser.stack.length > limits.depth + 2) {
      throw new YamlLimitError(`A file must not be nested deeper than ${limits.depth} levels.`, parser.offset);
    }
  }
  yield* parser.end();
}

/** Whether a lexeme is white space, a comment, or the lexer's mark before a plain scalar. */
function isBlank(lexeme: string): boolean {
  const first = lexeme.charCodeAt(0);
  return first <= 0x20 || first === 0x23;
}
