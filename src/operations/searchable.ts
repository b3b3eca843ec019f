import { type ContextEntry, presentEntries } from '../content/brand-context.js';
import { type Catalog, pagesInOrder } from '../content/catalog/catalog.js';
import { paths, sectionNames } from '../content/catalog/paths.js';
import type { Searchable, Source } from '../search/brand-index.js';
import { type Resource, resources, versionOfFile } from './resource.js';
import type { BrandView } from './view.js';

interface Shown {
  readonly language: boolean;
  readonly context: boolean;
}

/** What can be searched in a brand, and what its version speaks of: no more than its modules show. */
export function searchableOf(view: BrandView): { readonly searchable: Searchable; readonly resource: Resource } {
  const { catalog } = view;
  const shown = { language: view.shows('corporate_language'), context: view.shows('brand_agent') };
  return {
    searchable: {
      state: [catalog, shown.language, shown.context],
      sources: () => [
        ...pageSources(view),
        ...(shown.language ? sectionSources(catalog) : []),
        ...(shown.context ? entrySources(catalog) : []),
      ],
    },
    resource: resources.searched(modulesOf(shown)),
  };
}

function modulesOf({ language, context }: Shown): ('corporate-language' | 'brand-context')[] {
  return [...(language ? ['corporate-language' as const] : []), ...(context ? ['brand-context' as const] : [])];
}

function pageSources(view: BrandView): Source[] {
  const { altered } = view.catalog;
  return pagesInOrder(view.catalog).map((record) => {
    const { id, version } = record;
    return {
      key: id,
      version: versionOfFile(version, altered.size > 0 && altered.has(paths.page(id))),
      async load() {
        const { title, blocks } = await view.readPage(record);
        return { key: id, type: 'page', id, title, content: { blocks } };
      },
    };
  });
}

function sectionSources({ sections }: Catalog): Source[] {
  return sectionNames.flatMap((name) => {
    const section = sections.get(name);
    if (section === undefined) return [];
    const key = `section ${name}`;
    const load = () =>
      ({ key, type: 'section', id: name, title: name, content: { texts: [...textsIn(section.content)] } }) as const;
    return [{ key, version: section, load }];
  });
}

/** All texts in a JSON value, in order. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* textsIn(member);
}

function entrySources(catalog: Catalog): Source[] {
  return shownEntries(catalog).map(({ id, title, body }) => {
    const key = `entry ${id}`;
    const load = () => ({ key, type: 'entry', id, title, content: { texts: [body] } }) as const;
    return { key, version: catalog.entries.get(id), load };
  });
}

const shownEntriesOf = new WeakMap<
  Catalog['entries'],
  Pick<Catalog, 'categories'> & { list: readonly ContextEntry[] }
>();

/** Sorted once for each change. */
function shownEntries({ categories, entries }: Catalog): readonly ContextEntry[] {
  const known = shownEntriesOf.get(entries);
  if (known !== undefined && known.categories === categories) return known.list;
  const list = presentEntries(categories, entries.values());
  shownEntriesOf.set(entries, { categories, list });
  return list;
}
