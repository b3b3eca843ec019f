import { type ComponentChild, type ComponentChildren, Fragment, h, isValidElement } from 'preact';
import { renderToStaticMarkup } from 'preact-render-to-string';
import '../../words/of-request.js';
import { yieldWhenDue } from '../../lib/concurrency.js';
import { spriteFor } from '../parts/icon.js';

/** Characters that no document may hold (HTML, section 13.2.3.5), or that reverse the direction of text. */
export const uncharacters = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069](?<![\t\n])/gu;

/** Text with each of these replaced by U+FFFD. */
export const withoutUncharacters = (text: string): string => text.replace(uncharacters, '\ufffd');

/** Elements that may hold a whole page of content, whose children are rendered one by one. */
const divided: ReadonlySet<string> = new Set(['div', 'details', 'form', 'fieldset']);

/**
 * HTML in pieces, each rendered on demand, so that a long page can yield; joined, they equal one rendering of the
 * whole.
 */
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

/**
 * Renders a document whose `main` is empty, with a body in it, yielding to other requests between its pieces.
 */
export async function renderDocument(document: ComponentChild, body: ComponentChildren): Promise<string> {
  const shell = withoutUncharacters(render(document));
  const bodyAt = shell.lastIndexOf('</main>');
  const html = `<!DOCTYPE html>\n${shell.slice(0, bodyAt)}${await renderPieces(body)}${shell.slice(bodyAt)}`;
  return html.replace('</body>', () => `${spriteFor(html)}</body>`);
}

/** HTML of a part of a page without its icons, yielding to other requests between its pieces. */
export async function renderPieces(body: ComponentChildren): Promise<string> {
  let html = '';
  for (const piece of draw(body)) {
    html += withoutUncharacters(piece);
    await yieldWhenDue();
  }
  return html;
}

/** HTML of a part of a page, with the icons it uses. */
export function renderPart(node: ComponentChild): string {
  const html = withoutUncharacters(render(node));
  return html + spriteFor(html);
}

export const render = (node: ComponentChild): string => renderToStaticMarkup(h(Fragment, null, node));
