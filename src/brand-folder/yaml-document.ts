import { Composer, type Document, isMap, isSeq, LineCounter, type Node } from 'yaml';
import type { JsonLimits } from '../validation/json-hardening.js';
import { joinPath } from '../validation/violations.js';
import { readTokens, YamlLimitError } from './yaml-tokens.js';
import { keyOf, ValueReader } from './yaml-value.js';

/** A mistake in a file as YAML. */
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

/** Parses the text again: only a file with a mistake in it asks for lines. */
export function linesIn(text: string, limits: JsonLimits): LineOf {
  const lines = new LineCounter();
  const { document } = compose(text, limits, lines);
  /** By dotted path: of a key, or of an item in a list; a value may begin lines below its key. */
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
