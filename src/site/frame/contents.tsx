import type { StoredBlock } from '../../content/blocks/block-type.js';
import type { PageRecord } from '../../content/catalog/page-record.js';
import { isObject } from '../../lib/json.js';
import { words } from '../../words/words.js';
import { linkIn } from '../blocks/block-view.js';
import { text } from '../blocks/data.js';
import { type Section, sectionsIn } from '../blocks/html.js';
import type { BrandContext } from '../context.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { AskLink } from '../read/ask.js';
import { mayEdit } from './bar.js';
import { InLanguage } from './language.js';

/** Upper bound on sections that the contents of a page list. */
const maxSections = 100;

interface ContentsProps {
  readonly context: BrandContext;
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
  const hasHeadings = headings.length >= 2;
  const { reading: texts } = words();
  return (
    <aside class="toc" dir="ltr">
      <details>
        <summary>
          {hasHeadings ? texts.onThisPage : texts.thisPage}
          <Icon name="chevron-right" />
        </summary>
        {hasHeadings && (
          <nav aria-labelledby="toc">
            <h2 id="toc">{texts.onThisPage}</h2>
            {headings.map(({ id, text }) => (
              <a key={id} href={`#${id}`} {...context.lang(page)}>
                {text}
              </a>
            ))}
          </nav>
        )}
        <div class="acts">
          <PageActions {...{ context, page, isNew }} />
        </div>
      </details>
    </aside>
  );
}

/** Actions on a page. */
export function PageActions({ context, page, isNew }: Omit<ContentsProps, 'blocks'>) {
  const { contact } = context.catalog.portal;
  const contactLink = contact === null ? {} : linkIn(context, contact.url);
  const isEditor = mayEdit(context);
  const { reading: texts, common, notes } = words();
  return (
    <>
      <Button data-copy-link>
        <Icon name="link" size="s" />
        {texts.copyLink}
      </Button>
      {!isNew && (
        <a href={context.documentHref(`${encodeURIComponent(page.slug)}.md`)} data-copy-from>
          <Icon name="file-text" size="s" />
          {texts.copyMarkdown}
        </a>
      )}
      {contactLink.href !== undefined && (
        <a {...contactLink}>
          <Icon name="mail" size="s" />
          <InLanguage {...context.lang()} {...context.langOfText('contact.label')}>
            {contact?.label}
          </InLanguage>
        </a>
      )}
      {!isNew && <AskLink context={context} page={page.id} />}
      {isEditor && (
        <>
          {!isNew && (
            <a href={context.href(`/-/history/${page.id}`)}>
              <Icon name="history" size="s" />
              {common.history}
            </a>
          )}
          {!isNew && (
            <a
              href={context.href('/notes', { page: String(page.id) })}
              data-notes
              data-new={context.href('/notes/new', { page: String(page.id) })}
              data-comment={notes.commentOn}
              data-marks={notes.title}
              data-close={notes.close}
              aria-keyshortcuts="N"
            >
              <Icon name="message-square" size="s" />
              {notes.title}
            </a>
          )}
          <a href={context.href(`/pages/${page.id}/edit`)} data-page-settings>
            <Icon name="settings-2" size="s" />
            {words().editor.pageSettings}
          </a>
        </>
      )}
    </>
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
