import { type ComponentChild, type ComponentChildren, Fragment, h, isValidElement } from 'preact';
import { renderToStaticMarkup } from 'preact-render-to-string';

/** Characters that no document may hold (HTML, section 13.2.3.5), or that reverse the direction of text. */
const uncharacters = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069](?<![\t\n])/gu;

/** Text with each of these replaced by U+FFFD. */
export const withoutUncharacters = (text: string): string => text.replace(uncharacters, '\ufffd');

/** Text with only line feeds: browsers send line breaks as CRLF, which no document may hold. */
export const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** Text as a field shows it, which a browser sends back when nothing is typed. */
export function shownText(text: string, isLine: boolean): string {
  const lines = withoutUncharacters(withLineFeeds(text));
  return isLine ? lines.replaceAll('\n', '') : lines;
}

/** JSON that a form sends back unchanged: characters that a document replaces are escaped. */
export function formJson(value: unknown): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(uncharacters, (character) => character.split('').map(escaped).join(''));
}

/** Value of such a field; `null` for any other text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Elements that may hold a whole page of content, whose children are rendered one by one. */
const divided: ReadonlySet<string> = new Set(['div', 'details', 'form', 'fieldset']);

/** HTML in pieces, each rendered on demand, so that a long page can yield; joined, they equal one rendering of the whole. */
export function* draw(node: ComponentChildren): Generator<string> {
  if (Array.isArray(node)) for (const child of node) yield* draw(child);
  else if (!isValidElement(node)) yield render(node);
  else if (node.type === Fragment) yield* draw(node.props.children);
  else if (typeof node.type === 'string' && divided.has(node.type)) {
    const end = `</${node.type}>`;
    yield render(h(node.type, { ...node.props }, '')).slice(0, -end.length);
    yield* draw(node.props.children);
    yield end;
  } else yield render(node);
}

const render = (node: ComponentChild): string => renderToStaticMarkup(h(Fragment, null, node));
