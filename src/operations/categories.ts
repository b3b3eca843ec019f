import { CategoriesFile, Category } from '../content/brand-context.js';
import { paths } from '../content/catalog/paths.js';
import { notFound, PortalError } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { Exact, Input, Type } from '../validation/schema.js';
import { message } from '../validation/violations.js';
import { outcome } from './engine/draft.js';
import { categoryKey, fields, noBody, partialUpdate, updated } from './engine/input.js';
import { read, write } from './engine/operation.js';
import { resources } from './engine/resource.js';

const module = 'brand_agent';

export const listCategories = read({
  name: 'categories.list',
  module,
  summary: 'List the categories of brand context',
  answers: CategoriesFile,
  run: ({ catalog }) => ({ value: catalog.categories, resource: resources.brandContext }),
});

const newKey = /^[a-z0-9][a-z0-9_-]{0,99}$/;

export const setCategory = write({
  name: 'categories.set',
  module,
  summary: 'Set the label of a category, or add one at the end',
  params: { category: categoryKey },
  body: partialUpdate(Category, { filled: ['label'], fixed: ['key'] }),
  answers: Category,
  check({ catalog: { categories } }, { params, sent }, violations) {
    const key = params.category.trim();
    const at = categories.findIndex((category) => category.key === key);
    if (at < 0 && !newKey.test(key))
      violations.add('key', message.format('key', 'use small letters, digits, - and _, at most 100'));
    const category = updated(Category, categories[at] ?? {}, { ...sent, key }, violations);
    return category && { at, category };
  },
  expects: () => resources.brandContext,
  apply(draft, { checked: { at, category } }) {
    const { categories } = draft.catalog;
    const next = at < 0 ? [...categories, category] : categories.with(at, category);
    const subject = `${at < 0 ? 'Add' : 'Rename'} brand context category "${category.key}"`;
    draft.replace(paths.categories, categories, next, subject, outcome(at < 0 ? 'added' : 'changed'));
    return { value: category, resource: resources.brandContext };
  },
});

export const orderCategories = write({
  name: 'categories.order',
  module,
  summary: 'Order the categories of brand context',
  body: fields(
    Input({ keys: Type.Array(Type.String(), { description: 'The keys of all categories, in their new order.' }) }),
  ),
  answers: CategoriesFile,
  check({ catalog: { categories } }, { sent: { keys = [] } }, violations) {
    const ordered = [...new Set(keys)].flatMap((key) => categories.find((category) => category.key === key) ?? []);
    const isWhole = ordered.length === categories.length && keys.length === categories.length;
    if (!isWhole) violations.add('keys', message.selectedBecause('keys', 'it is each category once'));
    return ordered;
  },
  expects: () => resources.brandContext,
  apply(draft, { checked }) {
    draft.replace(paths.categories, draft.catalog.categories, checked, 'Order the brand context categories');
    return { value: checked, resource: resources.brandContext };
  },
});

/** @throws `invalid` with `entries` when an entry is in it */
export const removeCategory = write({
  name: 'categories.remove',
  module,
  summary: 'Remove a category that no entry is in',
  params: { category: categoryKey },
  body: noBody,
  answers: Exact({ removed: Type.String() }),
  check({ catalog: { categories, entries } }, { params: { category: wanted } }) {
    const rest = categories.filter(({ key }) => key !== wanted);
    if (rest.length === categories.length) throw notFound(say`Category ${JSON.stringify(wanted)}`);
    const inside = [...entries.values()].filter(({ category }) => category === wanted).map(({ id }) => id);
    if (inside.length > 0) {
      const text = say`The category still holds ${inside.slice(0, 20)}: move or remove them first.`;
      throw new PortalError('invalid', text, { extra: { entries: inside } });
    }
    return rest;
  },
  expects: () => resources.brandContext,
  apply(draft, { params, checked: rest }) {
    draft.put(paths.categories, rest);
    draft.commitAs(`Remove brand context category "${params.category}"`);
    return { value: { removed: params.category }, resource: null };
  },
});
