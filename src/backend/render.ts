import { type ComponentChild, type ComponentChildren, Fragment, h, isValidElement } from 'preact';
import { renderToStaticMarkup } from 'preact-render-to-string';

/** Characters that no document may hold (HTML, section 13.2.3.5) or that reverse text; each is replaced by one. */
const uncharacters = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069](?<![\t\n])/gu;

export const withoutUncharacters = (text: string): string => text.replace(uncharacters, '\ufffd');

/** Elements that may hold a whole page of content: their children are drawn one by one. */
const divided: ReadonlySet<string> = new Set(['div', 'details', 'form', 'fieldset']);

/** HTML in pieces, each drawn on demand; joined, they are what the renderer makes of the whole. */
export function* draw(node: ComponentChildren): Generator<string> {
  if (Array.isArray(node)) for (const one of node) yield* draw(one);
  else if (!isValidElement(node)) yield whole(node);
  else if (node.type === Fragment) yield* draw(node.props.children);
  else if (typeof node.type === 'string' && divided.has(node.type)) {
    const end = `</${node.type}>`;
    yield whole(h(node.type, { ...node.props }, '')).slice(0, -end.length);
    yield* draw(node.props.children);
    yield end;
  } else yield whole(node);
}

const whole = (node: ComponentChild): string => renderToStaticMarkup(h(Fragment, null, node));
