import type { SentBlock } from '../content/blocks/parse.js';
import { positionAtEnd } from '../content/catalog/catalog.js';
import { positionAfter } from '../content/navigation.js';
import { PageCreate, PageFile, pageDefaults } from '../content/page.js';
import { slugOf } from '../content/page-rules.js';
import { listIn } from '../lib/json.js';
import { plural } from '../lib/plural.js';
import { Input, type Static, Type } from '../validation/schema.js';
import { message } from '../validation/violations.js';
import { undescribed } from './engine/contract.js';
import { type Body, readObject, withBlocks } from './engine/input.js';
import { write } from './engine/operation.js';
import { resources } from './engine/resource.js';
import { pageName } from './pages.js';

const { title, blocks } = PageCreate.properties;
const StartPage = Input({ title, blocks, summary: Type.Optional(PageFile.properties.summary) });
const page = withBlocks(StartPage);
type SentPage = Omit<Static<typeof StartPage>, 'blocks'> & { readonly blocks?: readonly SentBlock[] };

/** `chapter`, and `pages` that come into it. */
const chapterBody: Body<{ readonly chapter: Partial<SentPage>; readonly pages: readonly Partial<SentPage>[] }> = {
  schemas: [],
  async read(body, violations, context) {
    const sent = readObject(body, violations) ?? {};
    const [chapter = {}, ...pages] = await Promise.all(
      [sent.chapter, ...listIn(sent.pages)].map((one) => page.read(one, violations, context)),
    );
    return { chapter, pages };
  },
};

/** A chapter with pages that no reader sees until they are shown. A chapter without a page for a reader is not shown, either. */
export const startPages = write({
  name: 'pages.start',
  summary: 'Add a chapter with pages to begin with',
  body: chapterBody,
  answers: undescribed<{ readonly added: readonly number[] }>(),
  check(draft, { sent: { chapter = {}, pages = [] } }, violations) {
    const { catalog, limits, now } = draft;
    const added = [chapter, ...pages];
    if (catalog.pages.size + catalog.trash.size + added.length > limits.pages)
      violations.add('pages', message.pagesOfBrand(limits.pages));
    const checked = added.map(({ title = '', blocks = [], summary = null }) => ({
      title,
      summary,
      slug: slugOf(catalog, { title }, now, violations) ?? '',
      blocks: draft.blockResolver(null, [], violations).list(blocks, 1),
    }));
    return violations.any ? null : checked;
  },
  expects: () => resources.pages,
  replay: async ({ stored }) => ({
    value: { added: stored.flatMap((file) => (file.kind === 'page' ? [file.id] : [])) },
    resource: null,
    version: null,
  }),
  apply(draft, { checked }) {
    const first = draft.nextId('page');
    const added: PageFile[] = [];
    for (const [index, fields] of checked.entries()) {
      const isChapter = index === 0;
      const page: PageFile = {
        ...pageDefaults,
        ...fields,
        id: first + index,
        type: isChapter ? 'container' : 'guideline',
        parent_id: isChapter ? null : first,
        position: isChapter
          ? positionAtEnd(draft.catalog, null)
          : positionAfter(index === 1 ? undefined : added.at(-1)),
        visibility: isChapter ? 'public' : 'hidden',
        updated_at: null,
      };
      added.push(draft.putPage(null, page, ''));
    }
    const [chapter] = added;
    const count = plural(added.length - 1, 'page');
    draft.commitAs(chapter ? `Add ${pageName(chapter)} with ${count}` : '', added.slice(1).map(pageName));
    return { value: { added: added.map(({ id }) => id) }, resource: null };
  },
});
