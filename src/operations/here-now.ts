import { LRUCache } from 'lru-cache';
import type { Catalog } from '../content/catalog/catalog.js';
import { derived } from '../lib/derived.js';
import { found } from '../lib/errors.js';
import { entries } from '../lib/lru.js';
import { sortedBy } from '../lib/order.js';
import type { Repository } from '../store/repository.js';
import { undescribed } from './engine/contract.js';
import { pageId } from './engine/input.js';
import { read } from './engine/operation.js';
import type { ReadView } from './engine/view.js';

/** Time after which a person is not named any more, unless the editor says again that the page is open. */
const hereMs = 60_000;

/** Upper bound on the people of a brand who are known to write. */
const maxHere = 1000;

interface Writer {
  readonly page: number;
  readonly id: string;
  readonly name: string;
  readonly at: number;
}

/** People who write pages of a brand, in the memory of this process only. */
const writersOf = derived((_: Repository<Catalog>) => new LRUCache<string, Writer>(entries(maxHere)));

const about = { params: { page: pageId }, answers: undescribed<readonly string[]>() } as const;

/** Names of the other people who write a page, in alphabetical order: it tells nothing of when anyone began. */
async function othersOn(view: ReadView, page: number): Promise<readonly string[]> {
  const writers = [...writersOf((await view.review()).main).values()];
  const since = view.now.getTime() - hereMs;
  const others = writers.filter((one) => one.page === page && one.at > since && one.id !== view.actor.id);
  return sortedBy(others, ({ name }) => name).map(({ name }) => name);
}

export const listWriters = read({
  name: 'pages.writers',
  summary: 'List the other people who are editing a page, as far as this node knows',
  ...about,
  async run(view, { params: { page } }) {
    const isPerson = view.actor.kind === 'person' && view.actor.role !== undefined && view.actor.agent === undefined;
    return { value: isPerson ? await othersOn(view, page) : [], resource: null, isPrivate: true };
  },
});

/** Notes that the person is editing the page. Nothing of it is stored. */
export const stayOnPage = read({
  name: 'pages.stay',
  summary: 'Say that the person is editing a page, and list the others who are',
  ...about,
  async run(view, { params: { page } }) {
    const { id, name } = view.actor;
    found(view.catalog.pages.get(page), 'Page');
    const writers = writersOf((await view.review()).main);
    writers.set(`${page} ${id}`, { page, id, name, at: view.now.getTime() });
    return { value: await othersOn(view, page), resource: null, isPrivate: true };
  },
});
