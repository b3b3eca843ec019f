import { modules } from '../content/brand.js';
import { sectionOfKey } from '../content/catalog/paths.js';
import { groupByItem, isOnlyFileOfMedium, parseTranslationId } from '../content/content-item.js';
import {
  allItems,
  changeOf,
  FeedItem,
  type FollowedItem,
  inFeedOrder,
  isFollowed,
  moduleOf,
  wholeOf,
} from '../content/feed.js';
import { isSectionName } from '../content/language.js';
import { languageOf } from '../content/language-tags.js';
import { tagsFor } from '../content/translations/languages.js';
import { PortalError } from '../lib/errors.js';
import { isOid, oidPattern } from '../store/git/object.js';
import { Exact, form, Input, type Static, Type } from '../validation/schema.js';
import { read } from './engine/operation.js';
import { type Resource, resources, versionOf } from './engine/resource.js';
import { readAsOf } from './engine/target.js';
import type { BrandView, ReadView } from './engine/view.js';
import { inScope } from './history.js';

const Feed = Exact(
  {
    version: Type.String({ description: 'The current version of the brand. Pass it as `since` in the next request.' }),
    changes: Type.Array(FeedItem),
  },
  {
    title: 'Feed',
    description: 'The changes since a version. Each resource appears once. Apply them in this order to update a copy.',
  },
);

export type Feed = Static<typeof Feed>;

export const sinceVersion = Type.String({
  pattern: oidPattern,
  [form]: 'use the version of an earlier response',
  description: 'The `version` of an earlier response. If omitted, everything is returned.',
});

const followedVersion = { ...sinceVersion, description: 'The `version` of an earlier response. Default: now.' };

const followed = {
  apiChapter: 'Sync',
  strict: true,
  answers: Feed,
  refusals: ['fields'],
  mayAnswerGone: true,
} as const;

/** Net changes since a version of the brand; the cost follows their number. */
export const listChanges = read({
  ...followed,
  name: 'changes.list',
  summary: 'List what has changed (addition)',
  description:
    'The resources that were created, changed, moved, restored or deleted since a version of the brand. Each appears once: deletions ' +
    'first, chapters before their pages. Without `since`, everything is returned as created; a stream begins empty. Returns 410 if the ' +
    'version is no longer in the history. Enabling or disabling a module is not reported. In both cases, read everything again.',
  query: Input({ since: Type.Optional(sinceVersion) }),
  async run(view, { query: { since } }) {
    return feedOf(view, since === undefined ? everything(view) : await itemsSince(view, since));
  },
});

const feedOf = (view: BrandView, items: FeedItem[]) => ({
  value: { version: view.snapshot.commit ?? '', changes: inFeedOrder(items, view.catalog) },
  resource: resources.partly([
    ...modules.filter((module) => view.shows(module)),
    ...(view.catalog.brand?.languages ?? []).map(({ tag }) => tag),
  ]),
});

/** As `listChanges`, for agents: since a version, or a time. A time before the first commit lists everything. */
export const listChangesSince = read({
  ...followed,
  name: 'changes.list_since',
  summary: 'List what has changed since a version or a time',
  query: Input({ since: Type.Optional(Type.String()) }),
  async run(view, { query: { since } }) {
    const version = since === undefined ? null : await versionAt(view, since);
    return feedOf(view, version === null ? everything(view) : await itemsSince(view, version));
  },
});

/** @returns `null` for a time at which the brand did not exist yet */
async function versionAt(view: ReadView, since: string): Promise<string | null> {
  if (isOid(since)) return since;
  const past = readAsOf(view.filteredHistory.past, since, 'since');
  return past.then(
    ({ commit }) => commit,
    (error: unknown) => {
      if (error instanceof PortalError && error.code === 'not_found') return null;
      throw error;
    },
  );
}

/** The stream of the changes; the query is a client's that connects for the first time, or cannot send `Last-Event-ID`. */
export const watchChanges = read({
  ...followed,
  name: 'changes.stream',
  summary: 'Follow what changes (addition)',
  description:
    'Server-Sent Events of the type `changes`. The data of each is a response of `GET /changes`, and its id is the version. The first ' +
    'event is sent immediately: with `since` or `Last-Event-ID`, it has the changes since that version. Without them it has only the ' +
    'current version, where `GET /changes` lists everything. ' +
    'The stream ends when the key is revoked, a module is switched, the history is rewritten or the server shuts down: connect again.',
  query: Input({ since: Type.Optional(followedVersion) }),
  async run(view, { query }) {
    const items = query.since === undefined ? [] : await itemsSince(view, query.since);
    const changes = inFeedOrder(items, view.catalog);
    return { value: { version: view.snapshot.commit ?? '', changes }, resource: null };
  },
});

function everything(view: BrandView): FeedItem[] {
  return allItems(view.catalog).flatMap((item) => {
    const change = changeOf(item, view.catalog, { before: [], after: null });
    return change === null || !isModuleShown(view, item) || !isLanguageShown(view, item)
      ? []
      : [feedItemOf(view, item, change)];
  });
}

async function itemsSince(view: BrandView, since: string): Promise<FeedItem[]> {
  const { snapshot, catalog } = view;
  if (!(await snapshot.descendsFrom(since))) {
    throw new PortalError(
      'gone',
      'This version is not in the history of the brand: read everything again, without `since`.',
    );
  }
  const feedItems: FeedItem[] = [];
  for (const { item, files } of groupByItem(inScope(await snapshot.differences(since)))) {
    if (!isFollowed(item) || !isModuleShown(view, item) || !isLanguageShown(view, item)) continue;
    // These differences lead back in time: `after` is the older version of a file.
    const olderFiles = files.flatMap(({ path, after: older }) =>
      older === null ? [] : [snapshot.read(older).then((bytes) => ({ path, bytes }))],
    );
    const before = await Promise.all(olderFiles);
    const page = item.kind === 'page' ? catalog.pages.get(Number(item.id)) : undefined;
    const after = page !== undefined && before.length > 0 ? await snapshot.read(page.version) : null;
    const change = changeOf(item, catalog, {
      before,
      isOnlyFileOfMedium: isOnlyFileOfMedium({ item, files }),
      after,
    });
    if (change !== null) feedItems.push(feedItemOf(view, item, change));
  }
  for (const kind of new Set(feedItems.map((item) => wholeOf[item.kind]))) {
    if (kind === undefined || feedItems.some((item) => item.kind === kind)) continue;
    feedItems.push(feedItemOf(view, { kind, id: null }, 'changed'));
  }
  return feedItems;
}

/** `null`: the brand's own. */
function languageOfItem({ kind, id }: Pick<FollowedItem, 'kind' | 'id'>): string | null {
  if (kind === 'translation') return parseTranslationId(String(id))?.language ?? '';
  if (kind === 'section') return sectionOfKey(String(id)).language;
  return kind === 'language' && id !== null ? String(id) : null;
}

/** A language that the caller does not see has no changes. */
function isLanguageShown({ catalog }: BrandView, { kind, id }: FollowedItem): boolean {
  const language = languageOfItem({ kind, id });
  return language === null || tagsFor(catalog.brand, languageOf(catalog)).includes(language);
}

function isModuleShown(view: BrandView, { kind }: FollowedItem): boolean {
  const module = moduleOf(kind);
  return module === null || view.shows(module);
}

function feedItemOf({ snapshot }: BrandView, item: FollowedItem, change: FeedItem['change']): FeedItem {
  const resource = change === 'deleted' ? null : resourceOf(item);
  const named = item.kind === 'translation' ? parseTranslationId(String(item.id)) : null;
  const language = languageOfItem(item);
  return {
    ...item,
    ...(language !== null && item.kind === 'section' && { id: sectionOfKey(String(item.id)).name, language }),
    ...(language !== null && item.kind === 'language' && { id: null, language }),
    change,
    version: resource === null ? null : versionOf(snapshot, resource),
    ...(named && { language: named.language, ...(named.of === 'page' && { page: named.id }) }),
  };
}

function resourceOf({ kind, id }: FollowedItem): Resource | null {
  if (kind === 'page') return resources.page(Number(id));
  const name = String(id);
  return kind === 'section' && isSectionName(name) ? resources.section(name) : null;
}
