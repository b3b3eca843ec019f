import { positionAfter } from '../content/navigation.js';
import { type PageFile, pageDefaults } from '../content/page.js';
import { slugOf } from '../content/page-rules.js';
import { plural } from '../lib/plural.js';
import { message } from '../validation/violations.js';
import { undescribed } from './engine/contract.js';
import { noBody } from './engine/input.js';
import { write } from './engine/operation.js';
import { resources } from './engine/resource.js';
import { pageName } from './pages.js';

/** Titles of the chapters that a new brand can begin with. */
const titles = ['Logo', 'Colour', 'Typography'];

/** Chapters of a brand without pages. No reader sees them until they are shown. */
export const startPages = write({
  name: 'pages.start',
  summary: `Add the chapters ${titles.join(', ')} to a brand without pages`,
  body: noBody,
  answers: undescribed<{ readonly added: readonly number[] }>(),
  check({ catalog, limits, now }, _input, violations) {
    const { pages, trash } = catalog;
    if (pages.size > 0) violations.add('pages', 'The brand has pages already.');
    if (trash.size + titles.length > limits.pages) violations.add('pages', message.pagesOfBrand(limits.pages));
    const slugs = titles.map((title) => slugOf(catalog, { title }, now, violations) ?? '');
    return violations.any ? null : slugs;
  },
  expects: () => resources.pages,
  replay: async ({ stored }) => ({
    value: { added: stored.flatMap((file) => (file.kind === 'page' ? [file.id] : [])) },
    resource: null,
    version: null,
  }),
  apply(draft, { checked: slugs }) {
    const first = draft.nextId('page');
    const added: PageFile[] = [];
    for (const [index, title] of titles.entries()) {
      const page: PageFile = {
        ...pageDefaults,
        id: first + index,
        title,
        slug: slugs[index] ?? '',
        type: 'container',
        parent_id: null,
        position: positionAfter(added.at(-1)),
        visibility: 'hidden',
        updated_at: null,
        blocks: [],
      };
      added.push(draft.putPage(null, page, ''));
    }
    draft.commitAs(`Add ${plural(added.length, 'chapter')}`, added.map(pageName));
    return { value: { added: added.map(({ id }) => id) }, resource: null };
  },
});
