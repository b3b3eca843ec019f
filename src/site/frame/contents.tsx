import type { StoredBlock } from '../../content/blocks/block-type.js';
import type { PageRecord } from '../../content/catalog/catalog.js';
import { isObject } from '../../lib/json.js';
import { linkIn } from '../block-view.js';
import { text } from '../blocks/data.js';
import { type Section, sectionsIn } from '../blocks/html.js';
import type { PortalContext } from '../context.js';
import { mayEdit, workspaceHref } from './bar.js';
import { Button } from './button.js';
import { Icon } from './icon.js';

/** Upper bound on sections that the contents of a page list. */
const maxSections = 100;

interface ContentsProps {
  readonly context: PortalContext;
  readonly page: PageRecord;
  readonly blocks: readonly StoredBlock[];
  /** Whether it is a new page of a proposal, which has no versions yet. */
  readonly isNew: boolean;
}

/**
 * Parts of a page, and what can be done with it: a column at its right, folded below its title where there is no room.
 */
export function Contents({ context, page, blocks, isNew }: ContentsProps) {
  const headings = sectionsOf(blocks);
  const { contact } = context.catalog.portal;
  const contactLink = contact === null ? {} : linkIn(context, contact.url);
  const isEditor = mayEdit(context);
  const hasHeadings = headings.length >= 2;
  return (
    <aside class="toc" dir="ltr">
      <details>
        <summary>
          {hasHeadings ? 'On this page' : 'This page'}
          <Icon name="chevron-right" />
        </summary>
        {hasHeadings && (
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
          <Button data-copy-link>
            <Icon name="link" size="s" />
            Copy link
          </Button>
          {!isNew && (
            <a href={context.href(`/${encodeURIComponent(page.slug)}.md`)} data-copy-from>
              <Icon name="file-text" size="s" />
              Copy as Markdown
            </a>
          )}
          {contactLink.href !== undefined && (
            <a {...contactLink}>
              <Icon name="mail" size="s" />
              {contact?.label}
            </a>
          )}
          {isEditor && (
            <>
              {!isNew && (
                <a href={context.href(`/-/history/${page.id}`)}>
                  <Icon name="history" size="s" />
                  History
                </a>
              )}
              <a href={workspaceHref(context, `/pages/${page.id}/edit`)} data-page-settings>
                <Icon name="settings-2" size="s" />
                Page settings
              </a>
            </>
          )}
        </div>
      </details>
    </aside>
  );
}

/** Sections of a page, for its contents: headings of the second level outside other blocks, and titles of lists. */
function sectionsOf(blocks: readonly StoredBlock[]): readonly Section[] {
  return blocks
    .flatMap(sectionsOfBlock)
    .filter(({ text }) => text !== '')
    .slice(0, maxSections);
}

function sectionsOfBlock({ id, type, data }: StoredBlock): readonly Section[] {
  if (id === null || !isObject(data)) return [];
  if (type === 'rich_text') return sectionsIn(text(data.html), id);
  if (type === 'heading') return Number(data.level ?? 2) <= 2 ? [{ id, text: text(data.text).trim() }] : [];
  return type === 'color_palette' || type === 'download_list' ? [{ id, text: text(data.title).trim() }] : [];
}
