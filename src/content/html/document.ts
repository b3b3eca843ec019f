import { type DefaultTreeAdapterTypes, serializeOuter } from 'parse5';
import { allowedAttributes, allowedTags, blockContent, breakTags, inlineTags } from './allow-list.js';
import { type Child, type Element, type Fragment, parseHtml } from './parse.js';
import { type Attributes, type MarkJson, type NodeJson, writeBlock, writeDocument } from './write.js';

/** A text for an editor, or why it would not come back from there as it is. */
export type Reading = { readonly document: NodeJson } | { readonly reason: string };

/** Thrown with the reason why a text is not fit for an editor. */
class Unfit extends Error {}

/** Upper bound on the inline elements around one text. */
const maxMarks = 20;

const partsOf = new Map(
  Object.entries(blockContent).map(([tag, content]) => [tag, new Set(content.match(/[a-z0-9]+/g))]),
);

/** Elements that are allowed only inside others, such as items of lists. */
const parts = new Set([...partsOf.values()].flatMap((tags) => [...tags]));

/**
 * Reads HTML for an editor. A text is fit for it if it can be written back as the same elements with the same texts: white space
 * that means nothing aside, and the order of inline elements around the same characters.
 *
 * @param empty content of an empty text: a paragraph, or nothing in a table cell
 */
export function readDocument(html: string, empty: 'p' | 'bare' = 'p'): Reading {
  if (/^[ \t\n\f\r]*$/.test(html)) return { document: { type: 'doc', content: [withSource({ type: empty }, html)] } };
  const fragment = parseHtml(html);
  if (fragment === null) return { reason: 'it is too complex' };
  // A text without elements is stored as it came, though a serializer would escape more of it.
  const sources = html.includes('<') ? fragment.childNodes.map((node) => serializeOuter(node)) : [html];
  if (sources.join('') !== html) return { reason: 'it is not spelled as HTML is when it is stored' };
  collapseSpace(fragment);
  try {
    const content = topBlocks(fragment.childNodes, sources);
    const rewritten = content.map(({ attrs, ...node }) => ({ ...node, ...asAttrs(attrs?.html) }));
    const written = writeDocument({ type: 'doc', content: rewritten });
    if (written !== html && formOf(written) !== normalForm(fragment)) {
      throw new Unfit('its inline elements overlap, or are cut in two');
    }
    return { document: { type: 'doc', content } };
  } catch (error) {
    if (error instanceof Unfit) return { reason: error.message };
    throw error;
  }
}

function formOf(html: string): string | null {
  const fragment = parseHtml(html);
  if (fragment === null) return null;
  collapseSpace(fragment);
  return normalForm(fragment);
}

/** Removes white space that browsers do not show. Texts that were nothing else are empty then. */
function collapseSpace(fragment: Fragment): void {
  let isAtStart = true;
  let ending: DefaultTreeAdapterTypes.TextNode | null = null;
  const endLine = (): void => {
    if (ending !== null) ending.value = ending.value.slice(0, -1);
    ending = null;
    isAtStart = true;
  };
  const walk = (node: Child): void => {
    if (isText(node)) {
      const text = node.value.replace(/[ \t\n\f\r]+/g, ' ');
      node.value = isAtStart && text.startsWith(' ') ? text.slice(1) : text;
      if (node.value === '') return;
      isAtStart = node.value.endsWith(' ');
      ending = isAtStart ? node : null;
    } else if (isElement(node)) {
      const isLine = !inlineTags.has(node.tagName) && node.tagName !== 'wbr';
      if (isLine) endLine();
      if (node.tagName === 'wbr') {
        ending = null;
        isAtStart = false;
      }
      if (node.tagName !== 'pre') node.childNodes.forEach(walk);
      if (isLine) endLine();
    }
  };
  fragment.childNodes.forEach(walk);
  endLine();
}

/** Elements and texts in one spelling; inline elements around the same characters in one order. */
function normalForm(node: Fragment | Child): string {
  if (isText(node)) return JSON.stringify(node.value);
  const chain: string[] = [];
  let inner = node;
  for (;;) {
    if (isElement(inner)) chain.push(JSON.stringify([inner.tagName, attributesOf(inner) ?? {}]));
    const inside: Child[] =
      'childNodes' in inner ? inner.childNodes.filter((child) => !isText(child) || child.value !== '') : [];
    const [only] = inside;
    if (only === undefined || inside.length > 1 || !isInline(inner) || !isInline(only)) {
      return `${chain.sort().join('')}(${inside.map(normalForm).join('')})`;
    }
    inner = only;
  }
}

function topBlocks(nodes: readonly Child[], sources: readonly string[]): NodeJson[] {
  const blocks: NodeJson[] = [];
  let space = '';
  for (const { run, from } of runsOf(nodes)) {
    const source = sources.slice(from, from + run.length).join('');
    const block = blockOf(run);
    if (block === null) {
      const last = blocks.pop();
      if (last === undefined) space += source;
      else blocks.push({ ...last, attrs: { ...last.attrs, gap: source } });
      continue;
    }
    blocks.push(withSource(block, space + source));
    space = '';
  }
  return blocks;
}

/** The block with its source, where writing it would not give the same HTML. */
function withSource(block: NodeJson, source: string): NodeJson {
  const written = writeBlock(block);
  return written === source ? block : { ...block, attrs: { ...block.attrs, kept: [source, written] } };
}

/** Runs of nodes: one block, or everything in one line. */
function runsOf(nodes: readonly Child[]): { run: Child[]; from: number }[] {
  const runs: { run: Child[]; from: number }[] = [];
  for (const [from, node] of nodes.entries()) {
    const last = runs.at(-1);
    const before = last?.run[0];
    if (before !== undefined && standsInLine(node) && standsInLine(before)) last?.run.push(node);
    else runs.push({ run: [node], from });
  }
  return runs;
}

/** A block, or text without an element; `null` for white space. */
function blockOf(run: readonly Child[], parent?: string): NodeJson | null {
  const [node] = run;
  if (node === undefined || standsInLine(node)) {
    const content = inlineOf(run, 'bare');
    return content.length === 0 ? null : { type: 'bare', content };
  }
  if (!isElement(node)) throw new Unfit('it has a comment');
  const { tagName, childNodes } = node;
  const attrs = asAttrs(attributesOf(node));
  const allowed = partsOf.get(tagName);
  if (allowed === undefined) throw notAllowed(tagName);
  const holder = parent === undefined ? undefined : partsOf.get(parent);
  const isFit = parts.has(tagName) ? holder?.has(tagName) : parent === undefined || holder?.has('flow');
  if (!isFit && parent === undefined) throw new Unfit(`<${tagName}> has no parent`);
  if (!isFit) throw new Unfit(`<${tagName}> is directly inside <${parent}>`);

  if (allowed.size === 0) return { type: tagName, ...attrs };
  if (allowed.has('inline')) {
    const content = inlineOf(childNodes, tagName);
    return { type: tagName, ...attrs, ...(content.length === 0 ? {} : { content }) };
  }
  const content = runsOf(childNodes).flatMap(({ run }) => blockOf(run, tagName) ?? []);
  if (!allowed.has('flow') && content.some(({ type }) => type === 'bare'))
    throw new Unfit(`text is directly inside <${tagName}>`);
  if (content.length === 0 && blockContent[tagName]?.endsWith('+')) {
    if (!allowed.has('flow')) throw new Unfit(`<${tagName}> is empty`);
    return { type: tagName, ...attrs, content: [{ type: 'bare' }] };
  }
  return { type: tagName, ...attrs, content };
}

function inlineOf(nodes: readonly Child[], parent: string): NodeJson[] {
  const content: NodeJson[] = [];
  const walk = (node: Child, marks: readonly MarkJson[]): void => {
    if (isText(node)) {
      if (node.value !== '') content.push({ type: 'text', text: node.value, ...(marks.length === 0 ? {} : { marks }) });
      return;
    }
    if (!isElement(node)) throw new Unfit('it has a comment');
    const { tagName } = node;
    const attrs = asAttrs(attributesOf(node));
    if (breakTags.has(tagName)) {
      content.push({ type: tagName, ...attrs, ...(marks.length === 0 ? {} : { marks }) });
      return;
    }
    if (!inlineTags.has(tagName)) {
      if (!allowedTags.has(tagName)) throw notAllowed(tagName);
      if (marks.length > 0) throw new Unfit('it has a block inside an inline element');
      throw new Unfit(`<${tagName}> is inside <${parent}>`);
    }
    const mark = { type: tagName, ...attrs };
    if (marks.length === maxMarks) throw new Unfit('its inline elements nest too deep');
    const isNested = marks.some((other) => JSON.stringify(other) === JSON.stringify(mark));
    if (isNested) throw new Unfit(`<${tagName}> is inside another <${tagName}>`);
    const before = content.length;
    for (const child of node.childNodes) walk(child, [...marks, mark]);
    if (content.length === before) throw new Unfit(`<${tagName}> is empty`);
  };
  for (const node of nodes) walk(node, []);
  return content;
}

const notAllowed = (tag: string): Unfit => new Unfit(`<${tag}> is not an element that texts can have`);

function attributesOf({ tagName, attrs }: Element): Attributes | null {
  const unknown = attrs.find(({ name, namespace }) => namespace !== undefined || !allowedAttributes.has(name));
  if (unknown !== undefined) throw new Unfit(`<${tagName}> has an attribute that texts cannot have: ${unknown.name}`);
  return attrs.length === 0 ? null : Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
}

function asAttrs(html: Attributes | null | undefined): { attrs?: { html: Attributes } } {
  return html ? { attrs: { html } } : {};
}

function isText(node: Child | Fragment): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === '#text';
}

function isElement(node: Child | Fragment): node is Element {
  return 'tagName' in node;
}

function isInline(node: Child | Fragment): node is Element {
  return isElement(node) && inlineTags.has(node.tagName);
}

function standsInLine(node: Child): boolean {
  return isText(node) || isInline(node) || (isElement(node) && breakTags.has(node.tagName));
}
