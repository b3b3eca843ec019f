import { ContextEntry, EntryFile, presentEntries, reportSources } from '../content/brand-context.js';
import { isEntryId, paths } from '../content/catalog/paths.js';
import { isAbsoluteUrl, isSafeUrl } from '../content/html/url.js';
import { freeSlug } from '../content/slug.js';
import { found, PortalError } from '../lib/errors.js';
import { sortedBy } from '../lib/order.js';
import { say } from '../lib/say.js';
import { Exact, Input, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import type { Answer } from './engine/contract.js';
import type { BrandDraft } from './engine/draft.js';
import { entryId, noBody, partialUpdate, updated } from './engine/input.js';
import { markdownForm } from './engine/markdown.js';
import { read, write } from './engine/operation.js';
import { replayOf } from './engine/replay.js';
import { resources } from './engine/resource.js';
import type { BrandView } from './engine/view.js';

const module = 'brand_agent';

export const listEntries = read({
  name: 'context.list',
  module,
  apiChapter: 'Brand context',
  translated: 'entry',
  summary: 'List verified facts',
  description: 'All verified entries in the order of their categories, then by title.',
  query: Input({
    category: Type.Optional(Type.String({ description: 'Key of a category. Returns only its entries.' })),
  }),
  answers: Type.Array(ContextEntry),
  forms: [markdownForm('entriesToMarkdown')],
  refusals: ['categories'],
  run({ catalog }, { query: { category } }) {
    const { categories, entries } = catalog;
    if (category !== undefined && !categories.some(({ key }) => key === category)) {
      throw new PortalError('invalid', 'The selected category is invalid.', {
        extra: { categories: categories.map(({ key }) => key) },
      });
    }
    const shown = presentEntries(categories, entries.values());
    const value = category === undefined ? shown : shown.filter((entry) => entry.category === category);
    return { value, resource: resources.brandContext };
  },
});

export const listAllEntries = read({
  name: 'context.list_all',
  module,
  summary: 'List every entry by category and id, verified or not',
  answers: Type.Array(EntryFile),
  run({ catalog }) {
    const value = sortedBy(catalog.entries.values(), ({ category, id }) => `${category} ${id}`);
    return { value, resource: resources.brandContext };
  },
});

type Fields = Partial<EntryFile>;

const rules = {
  multiline: ['body'],
  filled: ['title'],
  clean({ title, body, ...rest }: Fields, { plain }: { plain(text: string): string }, violations: Violations): Fields {
    reportSources(rest.sources ?? [], 'sources', violations);
    for (const [at, { url = '' }] of (rest.sources ?? []).entries()) {
      const path = `sources.${at}.url`;
      if (url !== '' && isSafeUrl(url) && !isAbsoluteUrl(url)) violations.add(path, message.wholeUrl(url));
    }
    return {
      ...rest,
      ...(title === undefined ? {} : { title: plain(title) }),
      ...(body === undefined ? {} : { body: plain(body) }),
    };
  },
} as const;

const maxMadeId = 80;

export const addEntry = write({
  name: 'context.add',
  module,
  summary: 'Add an entry, not verified; without an `id` it gets one from its title',
  body: partialUpdate(EntryFile, rules),
  answers: EntryFile,
  replay: replayOf('entry', (view, id) => entryAnswer(entryOf(view, id))),
  check(draft, { sent }, violations) {
    const { entries } = draft.catalog;
    const { contextEntries: max } = draft.limits;
    if (entries.size >= max) violations.add('entries', message.entriesOfBrand(max));
    const title = (sent.title ?? '').slice(0, maxMadeId);
    const id = sent.id ?? freeSlug(title, (slug) => entries.has(slug) || !isEntryId(slug), maxMadeId);
    if (!isEntryId(id)) violations.add('id', message.format('id', 'use small letters, digits and hyphens'));
    else if (entries.has(id)) violations.add('id', message.taken('id'));
    if (violations.any) return null;
    return entryWith(draft, { sources: [], verified: false }, { ...sent, id }, violations);
  },
  expects: () => resources.brandContext,
  apply: (draft, { checked: entry }) => save(draft, null, entry, 'Add'),
});

export const editEntry = write({
  name: 'context.edit',
  module,
  summary: 'Change the fields of an entry, `verified` among them',
  params: { entry: entryId },
  body: partialUpdate(EntryFile, { ...rules, fixed: ['id'] }),
  answers: EntryFile,
  check(draft, { params, sent }, violations) {
    const before = entryOf(draft, params.entry);
    const entry = entryWith(draft, before, sent, violations);
    return entry && { before, entry };
  },
  expects: (_draft, { before }) => resources.entry(before.id),
  apply(draft, { body: { verified }, checked: { before, entry } }) {
    if (verified === undefined) return save(draft, before, entry, 'Change');
    return save(draft, before, entry, verified ? 'Verify' : 'Unverify');
  },
});

export const removeEntry = write({
  name: 'context.remove',
  module,
  summary: 'Remove an entry',
  params: { entry: entryId },
  body: noBody,
  answers: Exact({ removed: Type.String() }),
  check: (draft, { params }) => entryOf(draft, params.entry),
  expects: (_draft, { id }) => resources.entry(id),
  apply(draft, { checked: { id, title } }) {
    draft.remove(paths.entry(id));
    draft.commitAs(`Remove brand context entry ${id} "${title}"`);
    return { value: { removed: id }, resource: null };
  },
});

export function entryOf({ catalog }: Pick<BrandView, 'catalog'>, id: string): EntryFile {
  return found(catalog.entries.get(id), say`Brand context entry ${JSON.stringify(id)}`);
}

function entryWith({ catalog }: BrandView, before: Fields, sent: Fields, violations: Violations): EntryFile | null {
  const entry = updated(EntryFile, before, sent, violations);
  const keys = catalog.categories.map(({ key }) => key);
  if (entry !== null && !keys.includes(entry.category)) {
    violations.add('category', message.selected('category', keys));
  }
  return entry;
}

function save(draft: BrandDraft, before: EntryFile | null, entry: EntryFile, verb: string): Answer<EntryFile> {
  draft.replace(paths.entry(entry.id), before, entry, `${verb} brand context entry ${entry.id} "${entry.title}"`);
  return entryAnswer(entry);
}

const entryAnswer = (value: EntryFile) => ({ value, resource: resources.entry(value.id) });
