import { type Document, isAlias, isMap, isSeq, LineCounter, type Node, type Pair, parseDocument, visit } from 'yaml';

/** What is wrong with a file as YAML. */
export interface Finding {
  readonly message: string;
  readonly line: number;
}

/** Plain data: it may come from another thread. */
export interface ParsedYaml {
  readonly findings: readonly Finding[];
  /** `null` when the text is no YAML document; the findings say why. */
  readonly content: { readonly value: unknown } | null;
}

/** The line of a dotted path; of the nearest thing around it when nothing stands there. */
export type LineOf = (path: string) => number;

export function parseYaml(text: string): ParsedYaml {
  const { document, lineAt } = parseWithLines(text);
  const found = [...document.errors, ...document.warnings].map(({ code, message, pos }) => {
    const said = code === 'MULTIPLE_DOCS' ? 'A file holds one YAML document' : message;
    return { message: `${said}.`, line: lineAt(pos[0]) };
  });
  // Parse errors come in showers; the same sentence twice on a line says nothing.
  const findings = [...new Map(found.map((finding) => [`${finding.line} ${finding.message}`, finding])).values()];
  if (document.errors.length > 0) return { findings, content: null };

  const refuse = (...more: Finding[]): ParsedYaml => ({ findings: [...findings, ...more], content: null });
  if (document.directives?.yaml.version === '1.1') return refuse({ message: 'The file must be YAML 1.2.', line: 1 });
  const aliases = text.includes('*') ? brokenAliases(document) : [];
  if (aliases.length > 0) {
    return refuse(...aliases.map(({ message, node }) => ({ message, line: lineAt(node.range?.[0] ?? 0) })));
  }
  try {
    return { findings, content: { value: document.toJS() } };
  } catch (error) {
    if (!(error instanceof ReferenceError || error instanceof RangeError)) throw error;
    return refuse({ message: `${error.message}.`, line: 1 });
  }
}

/** Parses the text again: only what is wrong with a file asks for lines. */
export function linesIn(text: string): LineOf {
  const { document, lineAt } = parseWithLines(text);
  return (path) => lineAt(offsetOf(document, path));
}

function parseWithLines(text: string): { document: Document; lineAt(offset: number): number } {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    resolveKnownTags: false,
  });
  return { document, lineAt: (offset) => Math.max(1, lines.linePos(offset).line) };
}

/** Aliases without an anchor before them, and those within their own anchor: their value would never end. */
function brokenAliases(document: Document): { message: string; node: Node }[] {
  const anchors = new Map<string, Node>();
  const broken: { message: string; node: Node }[] = [];
  visit(document, {
    Node(_, node, path) {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.set(node.anchor, node);
        return;
      }
      const target = anchors.get(node.source);
      if (target === undefined) broken.push({ message: `No anchor before this alias: ${node.source}.`, node });
      else if (path.includes(target)) broken.push({ message: `The alias contains itself: ${node.source}.`, node });
    },
  });
  return broken;
}

/** Where a path's key stands, or its item in a list: a value may begin lines below its key. */
function offsetOf(document: Document, path: string): number {
  let node: unknown = document.contents;
  let offset = (node as Node | null)?.range?.[0] ?? 0;
  let names = path === '' ? [] : path.split('.');
  while (names.length > 0) {
    if (isAlias(node)) node = node.resolve(document);
    const [name = ''] = names;
    if (isSeq(node)) {
      node = node.items[Number(name)];
      names = names.slice(1);
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
      continue;
    }
    const found = isMap(node) ? memberOf(node.items, names) : undefined;
    if (found === undefined) return offset;
    node = found.pair.value;
    names = names.slice(found.length);
    offset = (found.pair.key as Node).range?.[0] ?? offset;
  }
  return offset;
}

/** The member a path goes through; a key may hold dots itself. */
function memberOf(pairs: readonly Pair[], names: readonly string[]): { pair: Pair; length: number } | undefined {
  for (let length = 1; length <= names.length; length += 1) {
    const key = names.slice(0, length).join('.');
    const pair = pairs.find((candidate) => String((candidate.key as { value?: unknown }).value) === key);
    if (pair !== undefined) return { pair, length };
  }
  return undefined;
}
