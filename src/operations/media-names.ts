import { paths } from '../content/catalog/paths.js';
import {
  maxMediaCategories,
  maxTagLength,
  type Named,
  type NamesFile,
  named,
  nameLike,
  nameOrNumber,
  nextIdOf,
  tagsOf,
  withMerged,
  withName,
  withoutName,
  withRenamed,
} from '../content/media-names.js';
import { derived } from '../lib/derived.js';
import { notFound } from '../lib/errors.js';
import { Exact, Input, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import type { BrandDraft } from './engine/draft.js';
import { type Body, fields, noBody, textParam } from './engine/input.js';
import { read, write } from './engine/operation.js';
import { resources } from './engine/resource.js';
import type { BrandView } from './engine/view.js';
import { cleanName } from './media-details.js';

const NameOfMedia = Exact({ id: Type.Integer(), name: Type.String(), media: Type.Integer() });
const NamesOfMedia = Type.Array(NameOfMedia);

const sentName = Type.String({ minLength: 1, maxLength: maxTagLength });
const target = Type.String({ minLength: 1, description: 'Name or id of the one that stays.' });

/** How many media have each name. */
const uses = derived(({ media, tags, media_categories }: BrandView['catalog']) => {
  const counts = new Map<Named, number>();
  for (const medium of media.values()) {
    const category = named(media_categories, medium.media_category_id);
    for (const name of [...tagsOf(tags, medium), ...(category === null ? [] : [category])])
      counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
});

const listed = (catalog: BrandView['catalog'], items: readonly Named[]) =>
  items.map((item) => ({ id: item.id, name: item.name, media: uses(catalog).get(item) ?? 0 }));

const inOrder = new Intl.Collator('en', { numeric: true });

export const listTags = read({
  name: 'media.tags.list',
  summary: 'List the tags of media, with the number of media that have each',
  answers: NamesOfMedia,
  run: ({ catalog }) => {
    const sorted = [...catalog.tags.items].sort((a, b) => inOrder.compare(a.name, b.name));
    return { value: listed(catalog, sorted), resource: resources.media };
  },
});

export const listMediaCategories = read({
  name: 'media.categories.list',
  summary: 'List the categories of media in display order',
  answers: NamesOfMedia,
  run: ({ catalog }) => ({ value: listed(catalog, catalog.media_categories.items), resource: resources.media }),
});

type Kind = 'tags' | 'media_categories';

function nameOf(view: BrandView, kind: Kind, sent: string): Named {
  const found = nameOrNumber(view.catalog[kind], sent);
  if (found === null) throw notFound(kind === 'tags' ? 'Tag' : 'Category');
  return found;
}

/** @param own the one that may have the name */
function refuseTaken(view: BrandView, kind: Kind, name: string, own: Named | null, violations: Violations): void {
  const like = nameLike(view.catalog[kind], name);
  if (like !== null && like.id !== own?.id) violations.add('name', message.taken('name'));
}

const nameBody: Body<{ name: string }> = {
  ...fields(Input({ name: sentName })),
  async read(body, violations, context) {
    const { name } = await fields(Input({ name: sentName })).read(body, violations, context);
    return name === undefined ? {} : { name: cleanName(name, 'name', violations) };
  },
};

const one = { tags: 'tag', media_categories: 'category of media' } as const;
const prefix = { tags: 'media.tags', media_categories: 'media.categories' } as const;
const param = {
  tags: textParam('Tag', 'The name or the id of a tag.'),
  media_categories: textParam('Category', 'The name or the id of a category.'),
} as const;

/** Changes of names are not proposed: they touch no medium. */
function naming(kind: Kind) {
  const params = { name: param[kind] };
  const save = (draft: BrandDraft, next: NamesFile, subject: string) =>
    draft.replace(paths[kind], draft.catalog[kind], next, subject);
  const answer = (value: { id: number; name: string }) => ({ value, resource: resources.media });
  const Answer = Exact({ id: Type.Integer(), name: Type.String() });
  return {
    rename: write({
      name: `${prefix[kind]}.rename`,
      isProposable: false,
      summary: `Rename a ${one[kind]}`,
      params,
      body: nameBody,
      answers: Answer,
      check(draft, { params, sent }, violations) {
        const before = nameOf(draft, kind, params.name);
        if (sent.name !== undefined) refuseTaken(draft, kind, sent.name, before, violations);
        return before;
      },
      expects: () => resources.media,
      apply(draft, { body: { name }, checked: before }) {
        const next = name === before.name ? draft.catalog[kind] : withRenamed(draft.catalog[kind], before, name);
        save(draft, next, `Rename ${one[kind]} "${before.name}" to "${name}"`);
        return answer({ id: before.id, name });
      },
    }),
    merge: write({
      name: `${prefix[kind]}.merge`,
      isProposable: false,
      summary: `Merge a ${one[kind]} into another, whose name all its media have then`,
      params,
      body: fields(Input({ into: target })),
      answers: Answer,
      check(draft, { params, sent }, violations) {
        const lost = nameOf(draft, kind, params.name);
        const into = sent.into === undefined ? null : nameOrNumber(draft.catalog[kind], sent.into);
        if (into === null || into.id === lost.id) violations.add('into', message.selected('into'));
        return into && { lost, into };
      },
      expects: () => resources.media,
      apply(draft, { checked: { lost, into } }) {
        const next = withMerged(draft.catalog[kind], lost, into);
        save(draft, next, `Merge ${one[kind]} "${lost.name}" into "${into.name}"`);
        return answer({ id: into.id, name: into.name });
      },
    }),
    remove: write({
      name: `${prefix[kind]}.remove`,
      isProposable: false,
      summary: `Remove a ${one[kind]}; its media stay`,
      params,
      body: noBody,
      answers: Exact({ removed: Type.String() }),
      check: (draft, { params }) => nameOf(draft, kind, params.name),
      expects: () => resources.media,
      apply(draft, { checked: gone }) {
        save(draft, withoutName(draft.catalog[kind], gone), `Remove ${one[kind]} "${gone.name}"`);
        return { value: { removed: gone.name }, resource: null };
      },
    }),
  };
}

export const { rename: renameTag, merge: mergeTag, remove: removeTag } = naming('tags');
export const {
  rename: renameMediaCategory,
  merge: mergeMediaCategory,
  remove: removeMediaCategory,
} = naming('media_categories');

export const addMediaCategory = write({
  name: 'media.categories.add',
  isProposable: false,
  summary: 'Add a category of media at the end',
  body: nameBody,
  answers: Exact({ id: Type.Integer(), name: Type.String() }),
  check(draft, { sent: { name } }, violations) {
    const { media, media_categories } = draft.catalog;
    if (media_categories.items.length >= maxMediaCategories)
      violations.add('name', message.categoriesOfBrand(maxMediaCategories));
    if (name !== undefined) refuseTaken(draft, 'media_categories', name, null, violations);
    const used = new Set([...media.values()].map(({ media_category_id }) => media_category_id));
    return nextIdOf(media_categories, (id) => used.has(id));
  },
  expects: () => resources.media,
  apply(draft, { body: { name }, checked: id }) {
    draft.put(paths.media_categories, withName(draft.catalog.media_categories, id, name));
    draft.commitAs(`Add category of media "${name}"`);
    return { value: { id, name }, resource: resources.media };
  },
});

export const orderMediaCategories = write({
  name: 'media.categories.order',
  isProposable: false,
  summary: 'Order the categories of media',
  body: fields(
    Input({ ids: Type.Array(Type.Integer(), { description: 'The ids of all categories, in their new order.' }) }),
  ),
  answers: NamesOfMedia,
  check({ catalog: { media_categories } }, { sent: { ids = [] } }, violations) {
    const { items } = media_categories;
    const ordered = [...new Set(ids)].flatMap((id) => items.find((item) => item.id === id) ?? []);
    if (ordered.length !== items.length || ids.length !== items.length)
      violations.add('ids', message.selectedBecause('ids', 'it is each category once'));
    return ordered;
  },
  expects: () => resources.media,
  apply(draft, { checked: items }) {
    const { media_categories } = draft.catalog;
    const next = { ...media_categories, items };
    draft.replace(paths.media_categories, media_categories, next, 'Order the categories of media');
    return { value: listed(draft.catalog, items), resource: resources.media };
  },
});
