import type { PageRecord } from '../content/catalog/page-record.js';
import { address } from './addresses.js';
import type { BrandContext } from './context.js';

/** Address at which a page is translated in place. */
export const translateHref = (
  { href }: Pick<BrandContext, 'href'>,
  { id }: Pick<PageRecord, 'id'>,
  tag: string,
): string => `${address(href(`/-/page/${id}`), { translate: tag })}#edit`;
