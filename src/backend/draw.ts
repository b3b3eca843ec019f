import { type ComponentChild, type ComponentChildren, Fragment, h, isValidElement } from 'preact';
import { renderToStaticMarkup } from 'preact-render-to-string';

/** Elements that may hold a whole page of content: they are drawn as what begins them, what is in them, and what ends them. */
const divided: ReadonlySet<string> = new Set(['div', 'details']);

/** HTML in pieces, each drawn when it is asked for: one after the other they are what the renderer makes of all. */
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
