import type { PageRecord } from '../content/catalog/page-record.js';
import type { BrandContext } from './context.js';

/** Address at which a page is translated in place. */
export const translateHref = (
  { pageInLanguages }: Pick<BrandContext, 'pageInLanguages'>,
  page: Pick<PageRecord, 'id'>,
  tag: string,
): string => `${pageInLanguages(page).find((one) => one.tag === tag)?.href ?? ''}#edit`;
