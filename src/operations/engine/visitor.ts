import type { Catalog } from '../../content/catalog/catalog.js';
import { paths, type Translated } from '../../content/catalog/paths.js';
import { withShownLanguages } from '../../content/translations/visible.js';
import { visibleCatalog } from '../../content/visible-catalog.js';
import { translatorOf, type Visitor } from '../../content/visitors.js';
import { includesRight } from '../../registry/rights.js';
import type { Snapshot } from '../../store/snapshot.js';
import type { Actor } from './access.js';
import { snapshotOn } from './resource.js';
import type { History } from './view.js';

/** The class of visitors that a caller is in; `null` if the caller sees everything. */
export function visitorOf({ kind, role, visitor, translates = [] }: Actor): Visitor | null {
  return kind === 'person' && role === 'viewer' ? translatorOf(translates) : (visitor ?? null);
}

/** Languages that a caller sees besides those that are shown; `null`: all. Answers in a language depend on it. */
export function hiddenLanguagesFor({ kind, role, agent, rights, translates = [] }: Actor): readonly string[] | null {
  // The portal gives people who work on a brand only the right to read.
  const isWorker = kind === 'person' && agent === undefined && role !== undefined && role !== 'viewer';
  return isWorker || includesRight(rights, 'propose') ? null : translates;
}

/** The content that a caller sees. */
export function catalogFor(actor: Actor, catalog: Catalog): Catalog {
  const visitor = visitorOf(actor);
  if (visitor !== null) return visibleCatalog(catalog, visitor);
  const hidden = hiddenLanguagesFor(actor);
  return hidden === null ? catalog : withShownLanguages(catalog, hidden);
}

/** The part of a snapshot that a caller may see at an instant; only the commit is that of all content. */
export function snapshotFor(
  actor: Actor,
  stored: Snapshot<Catalog>,
  past: History['past'],
  now: Date,
): Snapshot<Catalog> {
  const snapshot = snapshotOn(stored, now);
  const catalog = catalogFor(actor, snapshot.catalog);
  if (catalog === snapshot.catalog) return snapshot;
  if (catalog.shownTo === undefined) return { ...snapshot, catalog };
  // As stored, since a boundary changes nothing.
  const differences: Snapshot<Catalog>['differences'] = async (commit) => {
    const before = versionsIn(catalogFor(actor, (await past.snapshotAt(commit)).catalog));
    const after = versionsIn(catalogFor(actor, stored.catalog));
    const changed = [...new Map([...before, ...after]).keys()].filter((path) => before.get(path) !== after.get(path));
    return changed.map((path) => ({ path, before: after.get(path) ?? null, after: before.get(path) ?? null }));
  };
  const read = async (version: string) => (isContent(version) ? Buffer.from(version) : snapshot.read(version));
  // Translators save over versions that were read.
  const find = visitorOf(actor)?.translates === undefined ? async () => null : snapshot.find;
  return { ...snapshot, catalog, tree: null, top: new Map(), find, read, differences };
}

/** Versions of files. A catalog has the content of entries, media and pointers, and not their object ids: it is the version. */
const versionsIn = ({ pages, sections, entries, media, files, translations }: Catalog): ReadonlyMap<string, string> =>
  new Map([
    ...[...pages.values()].map(({ id, version }) => [paths.page(id), version] as const),
    ...[...sections].map(([name, { version }]) => [paths.section(name), version] as const),
    ...[...entries].map(([id, entry]) => [paths.entry(id), JSON.stringify(entry)] as const),
    ...[...media].map(([id, medium]) => [paths.media(id), JSON.stringify(medium)] as const),
    ...[...files].map(([id, pointer]) => [paths.file(id, pointer.name), JSON.stringify(pointer)] as const),
    ...[...translations].flatMap(([tag, texts]) => [
      ...[...texts.pages.values()].map(({ id, version }) => overlay(tag, { of: 'page', id }, version)),
      ...[...texts.records].flatMap(([key, { version }]) => {
        const [of, id = ''] = key.split(' ');
        if (of === 'entry') return [overlay(tag, { of, id }, version)];
        return of === 'media' ? [overlay(tag, { of, id: Number(id) }, version)] : [];
      }),
    ]),
  ]);

const overlay = (tag: string, of: Translated, version: string) => [paths.translation(tag, of), version] as const;

const isContent = (version: string): boolean => version.startsWith('{');
