import type { ComponentChild } from 'preact';
import { type DrawnElement, type DrawnNode, drawnHtml } from '../../content/html/drawn.js';
import { isSafeUrl } from '../../content/html/url.js';
import { words } from '../../words/words.js';
import { drawNode } from './content-element.js';
import type { HtmlStyle } from './heading.js';

interface HtmlProps {
  readonly text: string;
  readonly style: HtmlStyle;
  /** Id of the text's block. The ids of its sections begin with it. Without it, sections have no id. */
  readonly anchor?: string | undefined;
}

/** HTML of content. */
export function Html({ text, style, anchor }: HtmlProps): ComponentChild {
  const drawn = drawnHtml(text);
  if (drawn === null) return <p class="hint">{words().blocks.tooComplex}</p>;
  const sections = drawn.filter(beginsSection);
  return (
    <>
      {drawn.map((node) => {
        const at = beginsSection(node) ? sections.indexOf(node) : -1;
        return drawNode(node, style, at < 0 || anchor === undefined ? {} : { id: sectionId(anchor, at) });
      })}
    </>
  );
}

/** Whether a section of the page begins with it. */
const beginsSection = (node: DrawnNode): node is DrawnElement =>
  typeof node !== 'string' && (node.tag === 'h1' || node.tag === 'h2');

const sectionId = (anchor: string, at: number): string => `${anchor}-${at + 1}`;

/** Section of a page: the id of its heading, and its words. */
export interface Section {
  readonly id: string;
  readonly text: string;
}

/**
 * Sections that a text begins.
 *
 * @param anchor id of its block
 */
export function sectionsIn(html: string, anchor: string): readonly Section[] {
  const drawn = /<h[12]/i.test(html) ? drawnHtml(html) : null;
  return (drawn ?? [])
    .filter(beginsSection)
    .map((heading, at) => ({ id: sectionId(anchor, at), text: wordsOf(heading).trim() }));
}

const wordsOf = (node: DrawnNode): string => (typeof node === 'string' ? node : node.inside.map(wordsOf).join(''));

/**
 * Attributes of a link in content. The linked site learns nothing of this page. A link with an unsafe address has no
 * attributes.
 */
export function linkTo(href: string): Readonly<Record<string, string>> {
  if (!isSafeUrl(href)) return {};
  return { href, target: '_blank', rel: 'noopener noreferrer nofollow', title: href };
}
