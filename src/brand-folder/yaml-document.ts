import { type Document, isAlias, isMap, isSeq, LineCounter, type Node, type Pair, parseDocument, visit } from 'yaml';

type Finding = (message: string, line: number) => void;

export interface YamlDocument {
  readonly value: unknown;
  /** The line of a dotted path; of the nearest thing around it when nothing stands there. */
  lineOf(path: string): number;
}

/** @returns `null` when the text is no YAML document; the reasons are reported */
export function parseYaml(text: string, report: Finding): YamlDocument | null {
  const lines = new LineCounter();
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    resolveKnownTags: false,
  });
  const findings = [...document.errors, ...document.warnings].map(({ code, message, pos }) => {
    const said = code === 'MULTIPLE_DOCS' ? 'A file holds one YAML document' : message;
    return { message: `${said}.`, line: lineAt(pos[0]) };
  });
  // Parse errors come in showers; the same sentence twice on a line says nothing.
  const distinct = new Map(findings.map((finding) => [`${finding.line} ${finding.message}`, finding]));
  for (const { message, line } of distinct.values()) report(message, line);
  if (document.errors.length > 0) return null;

  if (document.directives?.yaml.version === '1.1') {
    report('The file must be YAML 1.2.', 1);
    return null;
  }
  const aliases = brokenAliases(document);
  for (const { message, node } of aliases) report(message, lineAt(node.range?.[0] ?? 0));
  if (aliases.length > 0) return null;
  try {
    return { value: document.toJS(), lineOf: (path) => lineAt(offsetOf(document, path)) };
  } catch (error) {
    if (!(error instanceof ReferenceError || error instanceof RangeError)) throw error;
    report(`${error.message}.`, 1);
    return null;
  }
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
