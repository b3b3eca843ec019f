import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../content/blocks/block-type.js';
import { Category, EntryFile } from '../content/brand-context.js';
import { isEntryId, paths } from '../content/files.js';
import { message } from '../content/messages.js';
import { isSafeUrl } from '../content/sanitize.js';
import { freeSlug } from '../content/slug.js';
import { invalid, type Violations } from '../content/violations.js';
import { notFound, PortalError } from '../errors.js';
import type { BrandDraft } from './brand-draft.js';
import { withFields } from './fields.js';
import type { Answer, ReadOperation, WriteOperation } from './operation.js';
import { resources } from './resource.js';

/** Every entry by category and id, verified or not. */
export const listAllEntries: ReadOperation = {
  name: 'context.list_all',
  right: 'read',
  run({ catalog }) {
    const key = ({ category, id }: EntryFile): string => `${category} ${id}`;
    const value = [...catalog.entries.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
    return { value, resource: resources.brandContext };
  },
};

/** Of an id made from a title. */
const maxMadeId = 80;

/** Adds an entry, not verified; without an `id` it gets one from its title. */
export const addEntry: WriteOperation = {
  name: 'context.add',
  right: 'write',
  run(draft, { body }) {
    const { entries } = draft.catalog;
    const { contextEntries: most } = draft.limits;
    if (entries.size >= most) throw invalid('entries', message.entriesOfBrand(most));
    const { id: wanted, ...rest } = isObject(body) ? body : {};
    const title = typeof rest.title === 'string' ? rest.title : '';
    const id = wanted ?? freeSlug(title.slice(0, 80), (slug) => entries.has(slug) || !isEntryId(slug), maxMadeId);
    if (typeof id !== 'string' || !isEntryId(id)) throw invalid('id', message.format('id'));
    if (entries.has(id)) throw invalid('id', message.taken('id'));
    return save(draft, null, { ...rest, id }, 'Add');
  },
};

/** Changes an entry's fields, `verified` among them. */
export const editEntry: WriteOperation = {
  name: 'context.edit',
  right: 'write',
  run(draft, { params, body }) {
    const before = entryOf(draft, params.entry as string);
    const sent = isObject(body) ? body : {};
    if (sent.id !== undefined) throw invalid('id', message.prohibited('id'));
    const verb = sent.verified === undefined ? 'Change' : sent.verified ? 'Verify' : 'Unverify';
    return save(draft, before, sent, verb);
  },
};

export const removeEntry: WriteOperation = {
  name: 'context.remove',
  right: 'write',
  run(draft, { params }) {
    const { id, title } = entryOf(draft, params.entry as string);
    draft.expect(resources.brandContext);
    draft.remove(paths.entry(id));
    draft.commitAs(`Remove brand context entry ${id} "${title}"`);
    return { value: { removed: id }, resource: null };
  },
};

export const listCategories: ReadOperation = {
  name: 'categories.list',
  right: 'read',
  run({ catalog }) {
    return { value: catalog.categories, resource: resources.brandContext };
  },
};

/** Sets the label of a category, or adds one at the end. */
export const setCategory: WriteOperation = {
  name: 'categories.set',
  right: 'write',
  run(draft, { params, body }) {
    const { categories } = draft.catalog;
    const named = (params.category as string).trim();
    const at = categories.findIndex(({ key }) => key === named);
    const sent = { ...(isObject(body) ? body : {}), key: named };
    const category = withFields<Category>(Category, {}, sent, {
      check({ key, label }, violations) {
        if (at < 0 && !/^[a-z0-9][a-z0-9_-]{0,99}$/.test(key)) violations.add('key', message.format('key'));
        if (label === '') violations.add('label', message.required('label'));
      },
    });
    draft.expect(resources.brandContext);
    if (!isDeepStrictEqual(categories[at], category)) {
      draft.put(paths.categories, at < 0 ? [...categories, category] : categories.with(at, category));
      draft.commitAs(`${at < 0 ? 'Add' : 'Rename'} brand context category "${category.key}"`);
    }
    return { value: category, resource: resources.brandContext };
  },
};

/** Removes a category that no entry is in. @throws `invalid` with `entries` otherwise */
export const removeCategory: WriteOperation = {
  name: 'categories.remove',
  right: 'write',
  run(draft, { params }) {
    const { categories, entries } = draft.catalog;
    const rest = categories.filter(({ key }) => key !== params.category);
    if (rest.length === categories.length) throw notFound(`Category ${JSON.stringify(params.category)}`);
    const inside = [...entries.values()].filter(({ category }) => category === params.category).map(({ id }) => id);
    if (inside.length > 0) {
      const message = `The category still holds ${inside.slice(0, 20).join(', ')}: move or remove them first.`;
      throw new PortalError('invalid', message, { extra: { entries: inside } });
    }
    draft.expect(resources.brandContext);
    draft.put(paths.categories, rest);
    draft.commitAs(`Remove brand context category "${params.category}"`);
    return { value: { removed: params.category }, resource: null };
  },
};

function entryOf({ catalog }: BrandDraft, id: string): EntryFile {
  const entry = catalog.entries.get(id);
  if (entry === undefined) throw notFound(`Brand context entry ${JSON.stringify(id)}`);
  return entry;
}

function save(draft: BrandDraft, before: EntryFile | null, sent: object, verb: string): Answer {
  const start = before ?? { sources: [], verified: false };
  const entry = withFields<EntryFile>(EntryFile, start, sent, {
    multiline: ['body'],
    check: (next, violations) => checkEntry(draft, next, violations),
  });
  const clean = { ...entry, title: draft.sanitizer.plain(entry.title), body: draft.sanitizer.plain(entry.body) };
  draft.expect(resources.brandContext);
  if (!isDeepStrictEqual(clean, before)) {
    draft.put(paths.entry(clean.id), clean);
    draft.commitAs(`${verb} brand context entry ${clean.id} "${clean.title}"`);
  }
  return { value: clean, resource: resources.brandContext };
}

function checkEntry({ catalog }: BrandDraft, { category, title, sources }: EntryFile, violations: Violations): void {
  if (title === '') violations.add('title', message.required('title'));
  if (!catalog.categories.some(({ key }) => key === category)) {
    violations.add('category', message.selected('category'));
  }
  for (const [at, { url }] of sources.entries()) {
    const field = `sources.${at}.url`;
    if (!isSafeUrl(url)) violations.add(field, message.url(field));
  }
}
