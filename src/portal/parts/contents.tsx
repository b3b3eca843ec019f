import type { DefaultTreeAdapterTypes } from 'parse5';
import type { StoredBlock } from '../../content/blocks/block-type.js';
import type { PageRecord } from '../../content/catalog/catalog.js';
import { parseHtml } from '../../content/html/parse.js';
import { isObject } from '../../lib/json.js';
import { headingAnchor } from '../blocks/html.js';
import type { PortalContext } from '../context.js';
import { mayEdit, workspaceHref } from './bar.js';
import { Icon } from './icon.js';

interface ContentsProps {
  readonly context: PortalContext;
  readonly page: PageRecord;
  readonly blocks: readonly StoredBlock[];
}

/** Column at the right of a page: its parts, and what can be done with it. */
export function Contents({ context, page, blocks }: ContentsProps) {
  const headings = headingsOf(blocks);
  const { contact } = context.catalog.portal;
  const isEditor = mayEdit(context);
  return (
    <>
      {headings.length >= 2 && (
        <nav aria-labelledby="toc">
          <h2 id="toc">On this page</h2>
          {headings.map(({ id, text }) => (
            <a key={id} href={`#${id}`}>
              {text}
            </a>
          ))}
        </nav>
      )}
      <div class="acts">
        <button type="button" hidden data-copy-link>
          <Icon name="link" size="s" />
          Copy link
        </button>
        <a href={`${context.pageHref(page.slug)}.md`} data-copy-from>
          <Icon name="file-text" size="s" />
          Copy as Markdown
        </a>
        {contact !== null && (
          <a href={contact.url}>
            <Icon name="mail" size="s" />
            {contact.label}
          </a>
        )}
        {isEditor && (
          <>
            <a href={workspaceHref(context, `/pages/${page.id}/versions`)}>
              <Icon name="history" size="s" />
              History
            </a>
            <a href={workspaceHref(context, `/pages/${page.id}/edit`)}>
              <Icon name="settings-2" size="s" />
              Page settings
            </a>
          </>
        )}
      </div>
    </>
  );
}

interface Heading {
  readonly id: string;
  readonly text: string;
}

/** Headings of the second level, and titles of palettes and lists of downloads, outside other blocks. */
function headingsOf(blocks: readonly StoredBlock[]): Heading[] {
  const headings = blocks.flatMap(({ id, type, data }): Heading[] => {
    if (id === null || !isObject(data)) return [];
    const { text, level, html, title } = data;
    if (type === 'rich_text') return headingsIn(id, html);
    if (type === 'heading') return Number(level ?? 2) <= 2 ? [{ id, text: String(text ?? '') }] : [];
    return titled.has(type ?? '') ? [{ id, text: String(title ?? '') }] : [];
  });
  return headings.filter(({ text }) => text.trim() !== '').slice(0, maxHeadings);
}

/** Upper bound on parts of a page that are listed. */
const maxHeadings = 100;

const titled: ReadonlySet<string> = new Set(['color_palette', 'download_list']);

/** Headings of a text as `Html` gives them ids. */
function headingsIn(block: string, html: unknown): Heading[] {
  const nodes = typeof html === 'string' && /<h[12]/.test(html) ? (parseHtml(html)?.childNodes ?? []) : [];
  return nodes
    .filter((node) => 'tagName' in node && /^h[12]$/.test(node.tagName))
    .map((node, at) => ({ id: headingAnchor(block, at + 1), text: textIn(node) }));
}

type Node = DefaultTreeAdapterTypes.ChildNode;

function textIn(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textIn).join('') : '';
}
