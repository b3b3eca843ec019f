import type { PageRecord } from '../../content/catalog/page-record.js';
import { fill, words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { Icon } from '../parts/icon.js';
import { mayEdit } from './bar.js';

interface NewPageInProps {
  readonly context: BrandContext;
  readonly chapter: Pick<PageRecord, 'id' | 'title'>;
  /** Class of the link: a button, or an icon at the chapter's row of the navigation. */
  readonly look: 'btn' | 'nav-new';
}

/** Link to the form of a new page in a chapter, for editors. */
export function NewPageIn({ context, chapter: { id, title }, look }: NewPageInProps) {
  if (!mayEdit(context)) return null;
  const { newPage, newPageIn } = words().common;
  const name = fill(newPageIn, { chapter: title });
  return (
    <a class={look} href={context.href(`/pages/new?parent=${id}`)} title={name} aria-label={name}>
      <Icon name="plus" />
      {look === 'btn' && newPage}
    </a>
  );
}
