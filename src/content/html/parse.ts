import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html,
  Parser,
  type ParserOptions,
  type Token,
  Tokenizer,
  type TreeAdapter,
} from 'parse5';

type Types = DefaultTreeAdapterTypes.DefaultTreeAdapterMap;
type Node = DefaultTreeAdapterTypes.Node;
export type Child = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;
export type Fragment = DefaultTreeAdapterTypes.DocumentFragment;

export const htmlLimits = {
  /** Parsers walk a document recursively: far deeper than any text needs, they fail or take seconds. */
  depth: 100,
  /** Characters of a tag's attributes, names and values together. */
  tag: 8192,
  /** Elements of one text: a DOM takes kilobytes and tenths of a millisecond for each. */
  elements: 10_000,
} as const;

/** Upper bound for one tag: a DOM removes each in turn. */
const maxAttributes = 100;

/** Upper bound on nodes that misplaced text in a table moves in front of it, one after another. */
const maxMovedNodes = 1000;

/** Upper bound on names and attributes in the tree: a few times the usual number for a text of this length. */
const sizeLimit = (text: string): number => 2 * text.length + 10_000;

class OutOfProportion extends Error {}

/** Other ways to read a text that is no text of the portal. */
interface Reading {
  /** Upper bound on its elements. */
  readonly elements?: number;
  /** Shortens attributes before the tag is measured. */
  onTag?(token: Token.TagToken): void;
}

/**
 * HTML as it is read inside of a body where no scripts run.
 *
 * A parser reopens elements that a text left open: a hundred open elements and a thousand paragraphs are a hundred thousand
 * elements. Such a text, one that nests too deep and one with an endless tag are given up while they are read.
 *
 * @returns `null` when the tree would be out of all proportion to the text
 */
export function parseHtml(text: string, { elements, onTag }: Reading = {}): Fragment | null {
  const context = defaultTreeAdapter.createElement('body', html.NS.HTML, []);
  // The root: an element `html`.
  const parser = BoundedParser.getFragmentParser<Types>(context, optionsFor(text, 1, elements));
  if (onTag !== undefined && parser instanceof BoundedParser) parser.onTag = onTag;
  return isInProportion(parser, text) ? parser.getFragment() : null;
}

/**
 * Text as the body of a document. With a doctype, as pages of the portal have one: without it, a parser lets a table be in a
 * paragraph.
 */
export const asDocument = (text: string): string => `<!doctype html><body>${text}`;

/** Whether the tree of a text, read as a document as DOMPurify does, is in proportion. */
export function isDocumentInProportion(text: string): boolean {
  // The roots: `html` and `body`.
  return isInProportion(new BoundedParser(optionsFor(text, 2)), asDocument(text));
}

function optionsFor(text: string, rootDepth: number, elements?: number): ParserOptions<Types> {
  return { treeAdapter: boundedAdapter(sizeLimit(text), rootDepth, elements), scriptingEnabled: false };
}

function isInProportion(parser: Parser<Types>, text: string): boolean {
  try {
    parser.tokenizer.write(text, true);
    return true;
  } catch (error) {
    if (error instanceof OutOfProportion) return false;
    throw error;
  }
}

/** Parser that checks each tag before its element is made. */
class BoundedParser extends Parser<Types> {
  override tokenizer = new BoundedTokenizer(this.options, this);
  onTag = (_: Token.TagToken): void => {};

  override onStartTag(token: Token.TagToken): void {
    this.onTag(token);
    if (sizeOf(token.attrs) > htmlLimits.tag) throw new OutOfProportion();
    super.onStartTag(token);
  }
}

/** A tokenizer compares each attribute with all before it in the tag. */
class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    super._leaveAttrName();
    const token = this.currentToken;
    if (token !== null && 'attrs' in token && token.attrs.length > maxAttributes) throw new OutOfProportion();
  }
}

function sizeOf(attributes: readonly Token.Attribute[]): number {
  return attributes.reduce((size, { name, value }) => size + name.length + value.length, 0);
}

function boundedAdapter(
  maxSize: number,
  rootDepth: number,
  maxElements: number = htmlLimits.elements,
): TreeAdapter<Types> {
  let [size, elements, moved] = [0, 0, 0];
  const hosts = new WeakMap<Node, Node>();
  const parentOf = (node: Node): Node | null => ('parentNode' in node ? node.parentNode : (hosts.get(node) ?? null));
  const checkDepth = (parent: Node): void => {
    let depth = 0;
    for (let node: Node | null = parent; node !== null; node = parentOf(node)) depth += 1;
    if (depth > htmlLimits.depth + rootDepth) throw new OutOfProportion();
  };
  const checkMove = (): void => {
    moved += 1;
    if (moved > maxMovedNodes) throw new OutOfProportion();
  };
  return {
    ...defaultTreeAdapter,
    // Counted as well: no list of children is longer then than a call may have arguments.
    createCommentNode(data) {
      elements += 1;
      if (elements > maxElements) throw new OutOfProportion();
      return defaultTreeAdapter.createCommentNode(data);
    },
    createElement(name, namespace, attributes) {
      size += name.length + 1 + sizeOf(attributes);
      elements += 1;
      if (size > maxSize || elements > maxElements) throw new OutOfProportion();
      return defaultTreeAdapter.createElement(name, namespace, attributes);
    },
    setTemplateContent(template, content) {
      hosts.set(content, template);
      defaultTreeAdapter.setTemplateContent(template, content);
    },
    appendChild(parent, node) {
      if ('tagName' in node) checkDepth(parent);
      defaultTreeAdapter.appendChild(parent, node);
    },
    insertBefore(parent, node, next) {
      checkMove();
      checkDepth(parent);
      defaultTreeAdapter.insertBefore(parent, node, next);
    },
    insertTextBefore(parent, inserted, next) {
      checkMove();
      defaultTreeAdapter.insertTextBefore(parent, inserted, next);
    },
  };
}
