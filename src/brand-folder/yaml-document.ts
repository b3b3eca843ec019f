import { Composer, type Document, isAlias, isMap, isSeq, LineCounter, type Node, type Pair, type YAMLMap } from 'yaml';
import { type JsonLimits, maxKeyLength } from '../validation/json-hardening.js';
import { readTokens, YamlLimitError } from './yaml-tokens.js';
import { keyOf, ValueReader } from './yaml-value.js';

/** What is wrong with a file as YAML. */
export interface Finding {
  readonly message: string;
  /** `null`: the file as a whole. */
  readonly line: number | null;
}

export interface ParsedYaml {
  readonly findings: readonly Finding[];
  /** `null` when the text is no YAML document within the limits; the findings say why. */
  readonly content: { readonly value: unknown } | null;
}

/** The line of a dotted path; of the nearest thing around it when nothing stands there. */
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
  // Parse errors come in showers; the same sentence twice on a line says nothing.
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

/** Parses the text again: only what is wrong with a file asks for lines. */
export function linesIn(text: string, limits: JsonLimits): LineOf {
  const lines = new LineCounter();
  const { document } = compose(text, limits, lines);
  const find = new PathFinder(document);
  return (path) => lineAt(lines, find.offsetOf(path));
}

interface Composed {
  readonly document: Document.Parsed;
  readonly second: Document.Parsed | undefined;
}

/** @throws {YamlLimitError} */
function compose(text: string, limits: JsonLimits, lines: LineCounter): Composed {
  const composer = new Composer({ prettyErrors: false, stringKeys: true, resolveKnownTags: false, uniqueKeys: false });
  const { stackTraceLimit } = Error;
  // A broken file has as many errors as tokens, whose stacks are not looked at.
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

/** Finds where paths stand in a document; what it learns of a mapping's keys or an alias serves the next path. */
class PathFinder {
  readonly #document: Document;
  readonly #members = new Map<YAMLMap, ReadonlyMap<string, Pair>>();
  readonly #targets = new Map<unknown, unknown>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Where a path's key stands, or its item in a list: a value may begin lines below its key. */
  offsetOf(path: string): number {
    let node: unknown = this.#document.contents;
    let offset = offsetOfNode(node);
    let names = path === '' ? [] : path.split('.');
    while (names.length > 0) {
      node = this.#target(node);
      const [name = ''] = names;
      if (isSeq(node)) {
        node = node.items[Number(name)];
        names = names.slice(1);
        offset = (node as Node | undefined)?.range?.[0] ?? offset;
        continue;
      }
      const found = isMap(node) ? this.#memberOf(node, names) : undefined;
      if (found === undefined) return offset;
      node = found.pair.value;
      names = names.slice(found.length);
      offset = (found.pair.key as Node).range?.[0] ?? offset;
    }
    return offset;
  }

  #target(node: unknown): unknown {
    if (!isAlias(node)) return node;
    if (!this.#targets.has(node)) this.#targets.set(node, node.resolve(this.#document));
    return this.#targets.get(node);
  }

  /** The member a path goes through; a key may hold dots itself. */
  #memberOf(map: YAMLMap, names: readonly string[]): { pair: Pair; length: number } | undefined {
    let members = this.#members.get(map);
    if (members === undefined) {
      members = new Map(map.items.map((pair) => [keyOf(pair), pair]));
      this.#members.set(map, members);
    }
    const longest = Math.min(names.length, maxKeyLength + 1);
    for (let length = 1; length <= longest; length += 1) {
      const pair = members.get(names.slice(0, length).join('.'));
      if (pair !== undefined) return { pair, length };
    }
    return undefined;
  }
}
