import { createHash, hash } from 'node:crypto';
import type { Catalog } from '../../content/catalog/catalog.js';
import { type ContentPath, paths, type SectionKey, sectionKey, sectionOfKey } from '../../content/catalog/paths.js';
import { encodeFile } from '../../content/file-codec.js';
import { encodePointer } from '../../content/files/pointer.js';
import { languageOf } from '../../content/language-tags.js';
import { chainOf, chainOfPage, tagsFor } from '../../content/translations/languages.js';
import { visibleBrand } from '../../content/translations/visible.js';
import { catalogAt, outsideMark, storedIn } from '../../content/validity.js';
import { derived } from '../../lib/derived.js';
import { PortalError } from '../../lib/errors.js';
import type { Addresses } from '../../registry/file-address.js';
import type { Snapshot } from '../../store/snapshot.js';

/** Language of an answer, and the languages that its caller sees besides those that are shown; `null`: all. */
interface Lang {
  readonly tag: string;
  readonly hidden: readonly string[] | null;
}

/** The content that decides on an answer, and so on its version: one file, a commit, or all below some top-level names. */
export type Resource = ResourceIn & { readonly lang?: Lang };

type ResourceIn =
  | Exclude<
      Extract<ContentPath, { readonly id: unknown } | { readonly kind: 'section' }>,
      { readonly kind: 'file' | 'translation' | 'language' }
    >
  /** `parts`: the modules and languages that the caller sees, where the answer depends on them. */
  | { readonly kind: 'commit'; readonly parts?: readonly string[] }
  | {
      readonly kind: 'content';
      readonly names: readonly string[];
      /** Part of the answer that no file holds, such as the slug: brands with the same files have other versions then. */
      readonly shown?: string | undefined;
    };

export const resources = {
  page: (id: number): Resource => ({ kind: 'page', id }),
  section: (name: SectionKey): Resource => ({ kind: 'section', name }),
  trash: (id: number): Resource => ({ kind: 'trash', id }),
  color: (id: number): Resource => ({ kind: 'color', id }),
  medium: (id: number): Resource => ({ kind: 'media', id }),
  collection: (id: number): Resource => ({ kind: 'collection', id }),
  collections: { kind: 'content', names: ['collections', 'media', 'files'] } as Resource,
  entry: (id: string): Resource => ({ kind: 'entry', id }),
  commit: { kind: 'commit' } as Resource,
  partly: (parts: readonly string[]): Resource => ({ kind: 'commit', parts }),
  pages: { kind: 'content', names: ['pages'] } as Resource,
  content: (names: readonly string[]): Resource => ({ kind: 'content', names }),
  brand: (slug: string): Resource => ({ kind: 'content', names: ['brand.json', 'colors'], shown: slug }),
  portal: { kind: 'content', names: ['portal.json'] } as Resource,
  colors: { kind: 'content', names: ['colors'] } as Resource,
  media: { kind: 'content', names: ['media'] } as Resource,
  mediaWithFiles: { kind: 'content', names: ['media', 'files'] } as Resource,
  /** @param shown what the answer has that depends on the caller, and on the addresses of files */
  mediaShown: (hasFiles: boolean, shown: string | undefined): Resource => {
    return { kind: 'content', names: hasFiles ? ['media', 'files'] : ['media'], shown };
  },
  language: (slug: string): Resource => ({ kind: 'content', names: ['corporate-language'], shown: slug }),
  withFiles: (names: readonly string[], { version }: Addresses): Resource => {
    return { kind: 'content', names: [...names, 'media', 'files'], shown: version };
  },
  searched: (others: readonly ('corporate-language' | 'brand-context' | 'media' | 'files')[]): Resource => {
    return { kind: 'content', names: ['pages', ...others] };
  },
  brandContext: { kind: 'content', names: ['brand-context'] } as Resource,
} as const;

/** Whether only the commit decides on the answer: a brand may get another slug, files other addresses, and media another last day. */
export function isFixedByCommit(resource: Resource | null): boolean {
  if (resource?.kind !== 'content') return resource?.kind !== 'media';
  return resource.shown === undefined && !resource.names.includes('media');
}

/** Version of what is not there. */
export const none = 'none';

/**
 * The version of a resource: git's object ids of its files. A file that is served altered is marked, so that a copy from before
 * it was checked is stale. Equal versions mean equal answers.
 */
export function versionOf(snapshot: Snapshot<Catalog>, resource: Resource): string {
  const version = versionOfSource(snapshot, resource);
  return resource.lang === undefined ? version : [version, ...versionsIn(snapshot, resource, resource.lang)].join('_');
}

/** Versions of the overlays, or of all translations, and the languages that are looked for in turn, that of the source last. */
function versionsIn({ catalog, top }: Snapshot<Catalog>, resource: ResourceIn, { tag, hidden }: Lang): string[] {
  const brand = hidden === null ? catalog.brand : visibleBrand(catalog.brand, hidden);
  const page = resource.kind === 'page' ? catalog.pages.get(resource.id) : undefined;
  if (brand === null || !tagsFor(brand, languageOf({ brand }, page)).includes(tag)) return [none, tag];
  const chain = chainOf(brand, tag);
  if (resource.kind === 'section') {
    const keys = chainOfPage(chain, brand.language).map((one) => sectionKey(sectionOfKey(resource.name).name, one));
    const versions = keys.map((key) => catalog.sections.get(key)?.version ?? none);
    return [...versions, chain.join('+')];
  }
  if (page === undefined) {
    const version = versionOfFile(top.get('languages') ?? none, alteredTops(catalog.altered).has('languages'));
    return [version, [...chain, brand.language].join('+')];
  }
  const source = languageOf({ brand }, page);
  const own = chainOfPage(chain, source);
  const overlays = own.map((language) => {
    const overlay = catalog.translations.get(language)?.pages.get(page.id);
    const path = paths.translation(language, { of: 'page', id: page.id });
    return overlay === undefined ? none : versionOfFile(overlay.version, catalog.altered.has(path));
  });
  return [...overlays, [...own, source].join('+')];
}

/** The parts of the version of a page in a language; `null` for any other text. */
export function partsOfVersion(version: string) {
  const [source = '', ...overlays] = version.split('_');
  const chain = overlays.pop()?.split('+').slice(0, -1);
  return chain === undefined ? null : { source, overlays, chain };
}

function versionOfSource({ commit, catalog, top }: Snapshot<Catalog>, resource: ResourceIn): string {
  const ofRecord = (path: string, record: { readonly version: string } | undefined): string =>
    record === undefined ? none : versionOfFile(record.version, catalog.altered.has(path));
  switch (resource.kind) {
    case 'page':
      return ofRecord(paths.page(resource.id), catalog.pages.get(resource.id));
    case 'section':
      return ofRecord(paths.section(resource.name), catalog.sections.get(resource.name));
    case 'trash':
      return ofRecord(paths.trash(resource.id), catalog.trash.get(resource.id));
    case 'color':
      return versionOfValue(paths.color(resource.id), catalog.colors.get(resource.id));
    case 'media':
      return versionOfMedium(catalog, resource.id);
    case 'collection':
      return versionOfValue(paths.collection(resource.id), catalog.collections.get(resource.id));
    case 'entry':
      return versionOfValue(paths.entry(resource.id), catalog.entries.get(resource.id));
    case 'commit':
      // A list of everything shows which media may be used; the commit tells only what was stored.
      return resource.parts === undefined
        ? (commit ?? none)
        : [commit ?? none, ...resource.parts].join('-') + outsideMark(catalog);
    case 'content': {
      const { names, shown } = resource;
      const version = names
        .map((name) => {
          const version = versionOfFile(top.get(name) ?? none, alteredTops(catalog.altered).has(name));
          return name === 'media' ? version + outsideMark(catalog) : version;
        })
        .join('-');
      return shown === undefined ? version : `${shown}-${version}`;
    }
  }
}

/** A snapshot as it is at an instant: media outside their validity are not released. */
export function snapshotOn(snapshot: Snapshot<Catalog>, now: Date): Snapshot<Catalog> {
  const catalog = catalogAt(snapshot.catalog, now);
  return catalog === snapshot.catalog ? snapshot : { ...snapshot, catalog };
}

/** The version of a resource as reads have it at an instant. */
export const versionAt = (snapshot: Snapshot<Catalog>, resource: Resource, now: Date): string =>
  versionOf(snapshotOn(snapshot, now), resource);

/** Small content: the catalog has the value and not the id of its file. */
function versionOfValue(path: string, value: unknown): string {
  if (value === undefined) return none;
  return hash('sha256', encodeFile(path, value)).slice(0, 40);
}

/** Metadata, and the pointer to the file where there is one. */
function versionOfMedium(catalog: Catalog, id: number): string {
  const version = versionOfValue(paths.media(id), storedIn(catalog, id));
  const file = catalog.files.get(id);
  if (file === undefined || version === none) return version;
  const hash = createHash('sha256').update(version).update(file.name).update(encodePointer(file));
  return hash.digest('hex').slice(0, 40);
}

export function versionOfFile(oid: string, isAltered: boolean): string {
  return isAltered ? `${oid}.sanitized` : oid;
}

/** The top-level names under which files are served altered. */
const alteredTops = derived((altered: Catalog['altered']): ReadonlySet<string | undefined> => {
  return new Set([...altered.keys()].map((path) => path.split('/', 1)[0]));
});

/** The version that an entity tag names, whatever the media type of the answer. */
export function versionIn(tag: string): string {
  return tag.replace(/~[a-z]+$/, '');
}

/** The versions of which a caller's `If-Match` wants one to be current; `any`: the resource must exist. */
export type Precondition = { readonly any: true } | { readonly versions: readonly string[] };

/** Message of `precondition_failed`; OpenAPI's example is the same. */
export const staleVersion = 'The content has changed since the version that was expected.';

/** @throws `precondition_failed` (412) when the caller wants another version of the resource than the current one */
export function requireVersion(
  precondition: Precondition | null,
  snapshot: Snapshot<Catalog>,
  resource: Resource,
): void {
  if (precondition !== null && 'versions' in precondition) requireTag(precondition, versionOf(snapshot, resource));
}

/** @throws `precondition_failed` */
export function requireTag(precondition: Precondition | null, version: string): void {
  if (precondition === null || 'any' in precondition || precondition.versions.includes(version)) return;
  throw new PortalError('precondition_failed', staleVersion);
}
