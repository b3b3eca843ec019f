import { type ComponentChild, type ComponentChildren, Fragment, h, isValidElement } from 'preact';
import { renderToStaticMarkup } from 'preact-render-to-string';

/** Elements that may hold a whole page of content: their tags and their children are drawn apart. */
const divided: ReadonlySet<string> = new Set(['div', 'details']);

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
