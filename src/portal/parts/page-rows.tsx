import type { PageRecord } from '../../content/catalog/catalog.js';
import type { PortalContext } from '../context.js';
import { Icon } from './icon.js';
import { Title } from './navigation.js';

interface PageRowsProps {
  readonly context: PortalContext;
  readonly pages: readonly PageRecord[];
}

/** List of links to pages. */
export function PageRows({ context, pages }: PageRowsProps) {
  return (
    <ul class="rows">
      {pages.map((page) => (
        <li key={page.id}>
          <a href={context.pageHref(page.slug)}>
            <Title page={page} context={context} />
            <Icon name="chevron-right" />
          </a>
        </li>
      ))}
    </ul>
  );
}
