import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment } from 'parse5';

/** Written down once more, apart from the program's own list: what is added there by mistake is found here. */
const elements = new Set(
  (
    'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s del ins mark small sub sup code pre kbd samp var blockquote q cite abbr ' +
    'dfn time address ul ol li dl dt dd a table caption thead tbody tfoot tr th td figure figcaption span div bdi bdo wbr'
  ).split(' '),
);
const attributes = new Set(
  'href title target rel lang dir colspan rowspan scope headers start reversed value datetime cite'.split(' '),
);

/** Where a page may put stored HTML. */
const contexts = ['body', 'div', 'p', 'td', 'li', 'ul', 'table', 'pre', 'template'] as const;

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const schemes = ['http:', 'https:', 'mailto:', 'tel:'];

/** The scheme that a browser takes an address for; `null` when it has none of its own. */
export function schemeOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).protocol : null;
}

function* nodesIn(text: string, context: string): Generator<Node> {
  const root = defaultTreeAdapter.createElement(context, html.NS.HTML, []);
  const waiting: Node[] = [parseFragment(root, text, { scriptingEnabled: true })];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    if ('content' in node) waiting.push(node.content);
    if ('childNodes' in node) waiting.push(...node.childNodes);
  }
}

const isElement = (node: Node): node is Element => 'tagName' in node;

/** Whether the text holds any element, comment or declaration, wherever it stands. */
export function hasMarkup(text: string): boolean {
  return contexts.some((context) => {
    for (const node of nodesIn(text, context)) {
      if (node.nodeName !== '#text' && node.nodeName !== '#document-fragment') return true;
    }
    return false;
  });
}

/** Everything in HTML that must not be there, in each of the contexts. */
export function forbiddenIn(text: string): string[] {
  const found = new Set<string>();
  for (const context of contexts) {
    for (const node of nodesIn(text, context)) {
      if (isElement(node)) for (const finding of inElement(node)) found.add(finding);
      else if (node.nodeName !== '#text' && node.nodeName !== '#document-fragment') found.add(node.nodeName);
    }
  }
  return [...found];
}

function inElement({ tagName, namespaceURI, attrs }: Element): string[] {
  const found: string[] = [];
  if (!elements.has(tagName)) found.push(`<${tagName}>`);
  if (namespaceURI !== html.NS.HTML) found.push(namespaceURI);
  for (const { name, value, prefix } of attrs) {
    if (!attributes.has(name) || prefix !== undefined) found.push(`attribute ${name}`);
    // An address is harmful wherever it stands but in words for people.
    const scheme = schemeOf(value);
    const isActive = scheme !== null && !schemes.includes(scheme) && /script|data|vb|livescript|mocha/.test(scheme);
    if (name !== 'title' && name !== 'value' && isActive) found.push(`${name}=${scheme}`);
    if ((name === 'href' || name === 'cite') && scheme !== null && !schemes.includes(scheme))
      found.push(`${name}=${scheme}`);
  }
  const target = attrs.find(({ name }) => name === 'target');
  const relations = attrs.find(({ name }) => name === 'rel')?.value.split(/\s+/) ?? [];
  if (target !== undefined && !relations.includes('noopener')) found.push('a target without noopener');
  if (target !== undefined && relations.includes('opener')) found.push('rel=opener');
  return found;
}
