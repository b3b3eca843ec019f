import createClient from 'openapi-fetch';
import type { Api } from './answers.js';
import type { components, paths } from './api.mjs';
import type { Block, Medium, Page } from './content.js';

export type { components, paths } from './api.mjs';
export { type Block, isKnown, type Medium, type OtherBlock, type Page, srcset } from './content.js';

type Schemas = components['schemas'];

export interface PortalOptions {
  /** Address of the portal, `https://brand.example`, or of its API. */
  readonly url: string;
  readonly key: string;
  readonly fetch?: typeof fetch;
  /** Attempts for a call that is not answered, or is answered with 408, 409, 429, 503 or 504; 5 when left out. */
  readonly maxTries?: number;
}

/** Changes since those before. */
export interface Followed extends Readonly<Schemas['Feed']> {
  /** Whether `changes` is the whole content. Discard what you stored before. */
  readonly isWhole: boolean;
}

/** The wanted state of a page. A field that is left out stays as it is. */
export type Wanted = Pick<Schemas['PageSave'], 'title' | 'blocks'>;

/** A response that is not a success. */
export class PortalError extends Error {
  constructor(
    readonly status: number,
    readonly body: { readonly message?: string; readonly errors?: Readonly<Record<string, readonly string[]>> },
  ) {
    super(`${status} ${body.message ?? ''}`.trim());
  }
}

const retriedStatuses: ReadonlySet<number> = new Set([408, 409, 429, 503, 504]);
const mayPass = (status: number): boolean => status >= 500 || retriedStatuses.has(status);
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A client of one brand. It sends again what was not answered, each write with an idempotency key, and keeps to the key's budgets. */
export class Portal {
  readonly api: Api;
  readonly #options: PortalOptions;
  /** Milliseconds between two calls while a budget is nearly spent. */
  #pause = 0;

  constructor(options: PortalOptions) {
    this.#options = options;
    this.api = createClient<paths, 'application/json'>({
      baseUrl: `${options.url.replace(/(?:\/api\/v1)?\/*$/, '')}/api/v1`,
      headers: { Authorization: `Bearer ${options.key}`, Accept: 'application/json' },
      fetch: (request) => this.#send(request),
    }) as Api;
  }

  /**
   * The data of an answer, and the version that it shows. Addresses of files are absolute.
   *
   * @throws PortalError
   */
  async given<T>(
    call: Promise<{ data?: T; error?: unknown; response: Response }>,
  ): Promise<{ data: T; version: string }> {
    const { data, error, response } = await call;
    if (!response.ok) throw new PortalError(response.status, Object(error));
    for (const one of [data].flat()) {
      const { file, media = [] }: { file?: Medium['file']; media?: readonly Pick<Medium, 'file'>[] } = Object(one);
      for (const found of [file, ...media.map((medium) => medium.file)])
        if (found?.address !== undefined) found.address = new URL(found.address, this.#options.url).href;
    }
    // A proxy that compresses makes tags weak.
    return { data: data as T, version: response.headers.get('ETag')?.replace(/^(?:W\/)?"|"$/g, '') ?? '' };
  }

  /**
   * Changes as they happen, without end: first those since `since`, or everything there is. What fails and may pass is asked again, but for
   * the first read of everything: it throws, since an address may be wrong.
   *
   * @param since `version` of what was read before
   */
  async *follow(since?: string, signal?: AbortSignal): AsyncGenerator<Followed> {
    let version = since;
    let isReached = since !== undefined;
    while (!signal?.aborted) {
      try {
        if (version === undefined) {
          const { data } = await this.given(this.api.GET('/changes', { signal: signal ?? null }));
          version = data.version;
          isReached = true;
          yield { ...data, isWhole: true };
        }
        for await (const feed of this.#events(version, signal)) {
          version = feed.version;
          if (feed.changes.length > 0) yield { ...feed, isWhole: false };
        }
      } catch (error) {
        if (signal?.aborted) return;
        if (error instanceof PortalError && error.status === 410) version = undefined;
        else if (!isReached || (error instanceof PortalError && !mayPass(error.status))) throw error;
      }
      await sleep(500);
    }
  }

  /**
   * Changes a page by `edit`, and merges concurrent changes of others. If both changed the same, `edit` gets the
   * page as it is then, once more.
   *
   * @param edit returns the desired title and blocks, or `null` to change nothing
   */
  async change(page: number, edit: (page: Page) => Wanted | null | Promise<Wanted | null>): Promise<Page> {
    const params = { path: { page } };
    for (let tries = 1; ; tries += 1) {
      const { data, version } = await this.given(this.api.GET('/pages/{page}', { params }));
      const edited = await edit(data);
      if (edited === null) return data;
      try {
        return (await this.given(this.api.POST('/pages/{page}/save', { params, body: { base: version, ...edited } })))
          .data;
      } catch (error) {
        if (!(error instanceof PortalError) || error.status !== 412 || tries === 5) throw error;
      }
    }
  }

  /** Synchronises pages that are stored elsewhere with those of the portal, both ways. */
  sync(options: SyncOptions): Promise<SyncResult> {
    return syncPages(this, options);
  }

  async #send(request: Request): Promise<Response> {
    const { fetch = globalThis.fetch, maxTries = 5 } = this.#options;
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
    if (isWrite && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', globalThis.crypto.randomUUID());
    }
    for (let tries = 1; ; tries += 1) {
      if (this.#pause > 0) await sleep(this.#pause);
      let waitMs = 250 * 2 ** tries;
      try {
        const response = await fetch(request.clone());
        this.#pause = pauseAfter(response.headers);
        if (!retriedStatuses.has(response.status) || tries >= maxTries) return response;
        // Proxies may send a date.
        const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
        if (!Number.isNaN(seconds)) waitMs = 1000 * seconds;
        if (waitMs > longestWaitMs) return response;
        await response.body?.cancel();
      } catch (error) {
        if (request.signal.aborted || tries >= maxTries) throw error;
      }
      await sleep(waitMs);
    }
  }

  async *#events(since: string, signal: AbortSignal | undefined): AsyncGenerator<Schemas['Feed']> {
    const call = this.api.GET('/changes/stream', {
      params: { query: { since } },
      parseAs: 'stream',
      signal: signal ?? null,
    });
    await this.given(call);
    const reader = (await call).response.body?.getReader();
    if (reader === undefined) return;
    const decoder = new TextDecoder();
    let text = '';
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const events = (text + decoder.decode(part.value, { stream: true })).split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
          const data = /^data: (.*)$/m.exec(event)?.[1];
          if (data !== undefined) yield JSON.parse(data);
        }
      }
    } finally {
      await reader.cancel().catch(() => {});
    }
  }
}

/** Longest wait before a retry: on longer ones, such as for a budget of a day, the program decides. */
const longestWaitMs = 120_000;

/** Milliseconds to wait before the next call: the last tenth of a budget is spread over its minute. */
function pauseAfter(headers: Headers): number {
  const pauses = ['X-RateLimit', 'X-RateLimit-Writes'].map((name) => {
    const limit = Number(headers.get(`${name}-Limit`) ?? 0);
    return limit > 0 && Number(headers.get(`${name}-Remaining`)) < limit / 10 ? 60_000 / limit : 0;
  });
  return Math.max(...pauses);
}

/** A page as it is stored elsewhere. */
export interface SyncedPage {
  readonly title: string;
  readonly blocks: readonly (Block | Schemas['NewBlock'])[];
}

/** State of both sides after the last sync. The caller stores it as JSON. */
export interface SyncState {
  readonly version: string;
  readonly pages: Readonly<Record<string, { readonly id: number; readonly version: string; readonly hash: string }>>;
}

export interface SyncOptions {
  /** Pages by slug. */
  readonly pages: Readonly<Record<string, SyncedPage>>;
  /** Absent if there was none. */
  readonly state?: SyncState | undefined;
}

export interface SyncResult {
  /** Pages to keep from now on: new, changed and merged ones, and those that stayed. */
  readonly pages: Readonly<Record<string, SyncedPage>>;
  readonly state: SyncState;
  readonly pushed: readonly string[];
  readonly pulled: readonly string[];
  /** Slugs of pages that were deleted on the portal, and are unchanged here. */
  readonly removed: readonly string[];
  /** Why pages were left as they are on both sides, by slug; by `page <id>` for a page of the portal without a usable slug. */
  readonly conflicts: Readonly<Record<string, string>>;
}

interface Remote {
  readonly id: number;
  readonly version: string;
  readonly page: SyncedPage;
}

/**
 * Three-way sync by what both sides had last. Nothing is lost: what both changed is merged by the portal, or left on both sides and named;
 * a page is never deleted from the portal.
 */
async function syncPages(portal: Portal, { pages: local, state }: SyncOptions): Promise<SyncResult> {
  const { version, remote, unclear } = await readRemote(portal, state);
  const pages = new Map<string, SyncedPage>();
  const pageStates = new Map<string, SyncState['pages'][string]>();
  const pushed: string[] = [];
  const pulled: string[] = [];
  const removed: string[] = [];
  const conflicts = new Map<string, string>();
  const keep = async (slug: string, { id, version, page }: Remote): Promise<void> => {
    pages.set(slug, page);
    pageStates.set(slug, { id, version, hash: await hashOf(page) });
  };
  const pull = async (slug: string, remotePage: Remote): Promise<void> => {
    await keep(slug, remotePage);
    pulled.push(slug);
  };
  const leave = (slug: string, reason: string): void => {
    conflicts.set(slug, reason);
    const page = get(local, slug);
    const before = get(state?.pages, slug);
    if (page !== undefined) pages.set(slug, page);
    if (before !== undefined && isSlug(slug)) pageStates.set(slug, before);
  };
  const names = [...Object.keys(local), ...remote.keys(), ...Object.keys(state?.pages ?? {}), ...unclear.keys()];
  for (const slug of new Set(names)) {
    const mine = get(local, slug);
    const theirs = remote.get(slug);
    const base = get(state?.pages, slug);
    const problem = unclear.get(slug) ?? (isSlug(slug) ? undefined : noSlug);
    const isChanged = mine !== undefined && base !== undefined && (await hashOf(mine)) !== base.hash;
    const newer = theirs !== undefined && theirs !== 'same' && theirs.version !== base?.version ? theirs : null;

    if (problem !== undefined) leave(slug, problem);
    else if (mine === undefined && base !== undefined) {
      if (theirs !== undefined) leave(slug, missingHere);
    } else if (theirs === undefined && base !== undefined) {
      if (isChanged) leave(slug, 'It was deleted on the portal, and changed here.');
      else removed.push(slug);
    } else if (mine === undefined) {
      if (newer !== null) await pull(slug, newer);
    } else if (base === undefined && newer !== null) {
      if ((await hashOf(mine, true)) === (await hashOf(newer.page, true))) await keep(slug, newer);
      else leave(slug, 'Both sides have a page with this slug, and not the same.');
    } else if (isChanged || base === undefined) {
      const result = await push(portal, slug, mine, base);
      if (typeof result === 'string') leave(slug, result);
      else {
        await keep(slug, result);
        pushed.push(slug);
      }
    } else if (newer !== null) await pull(slug, newer);
    else {
      pages.set(slug, mine);
      pageStates.set(slug, base);
    }
  }

  // Changes of a page that was left are asked for again, since its base stays the old one.
  const isLeft = [...conflicts.keys()].some((slug) => pageStates.has(slug));
  const since = isLeft && state !== undefined ? state.version : version;
  // Unlike assignment, this makes a member of `__proto__`, too.
  const byName = <T>(map: ReadonlyMap<string, T>): Record<string, T> => Object.fromEntries(map);
  const newState = { version: since, pages: byName(pageStates) };
  return { pages: byName(pages), state: newState, pushed, pulled, removed, conflicts: byName(conflicts) };
}

const missingHere = 'It is missing here: delete it on the portal, too, or take it from there again.';

/** Slugs as portals make them. Callers name files after them: any other text could lead elsewhere. */
const isSlug = (text: string): boolean => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
const noSlug = 'A slug is a-z and 0-9, with single hyphens between them.';

/** Slugs such as `constructor` name what every object has. */
const get = <T>(bySlug: Readonly<Record<string, T>> | undefined, slug: string): T | undefined =>
  bySlug !== undefined && Object.hasOwn(bySlug, slug) ? bySlug[slug] : undefined;

/** The portal's pages by slug; `same`: as it was after the last sync. `unclear`: reasons by slug, or by `page <id>`. */
async function readRemote(portal: Portal, state: SyncState | undefined) {
  const since = state?.version;
  let isWhole = since === undefined;
  const feed = await changesSince(portal, since).catch((error: unknown) => {
    if (!(error instanceof PortalError) || error.status !== 410) throw error;
    isWhole = true;
    return changesSince(portal, undefined);
  });
  const versions = new Map(feed.changes.flatMap(({ kind, id, version }) => (kind === 'page' ? [[id, version]] : [])));
  const remote = new Map<string, Remote | 'same'>();
  const unclear = new Map<string, string>();
  // The pages at the version of the changes: later writes come with the next sync.
  const at = feed.version;
  if (versions.size === 0 && !isWhole) {
    for (const slug of Object.keys(state?.pages ?? {})) remote.set(slug, 'same');
    return { version: at, remote, unclear };
  }
  const { data } = await portal.given(
    portal.api.GET('/pages', { params: { query: { include: 'blocks', type: ['guideline'], at } } }),
  );
  for (const { id, slug, title, blocks } of data) {
    const problem = isSlug(slug) ? 'Several pages have this slug.' : `Its slug is ${JSON.stringify(slug)}. ${noSlug}`;
    if (!isSlug(slug) || remote.has(slug)) unclear.set(isSlug(slug) ? slug : `page ${id}`, problem);
    if (!isSlug(slug)) continue;
    const version = versions.get(id);
    const base = get(state?.pages, slug);
    if (version != null) remote.set(slug, { id, version, page: { title, blocks } });
    else if (base?.id === id) remote.set(slug, 'same');
    else {
      // Left in conflict by an earlier sync, and unchanged since.
      const { data: page, version } = await portal.given(
        portal.api.GET('/pages/{page}', { params: { path: { page: id }, query: { at } } }),
      );
      remote.set(slug, { id, version, page: { title: page.title, blocks: page.blocks } });
    }
  }
  return { version: at, remote, unclear };
}

async function changesSince(portal: Portal, since: string | undefined) {
  const query = since === undefined ? {} : { since };
  return (await portal.given(portal.api.GET('/changes', { params: { query } }))).data;
}

/** @returns why it was refused */
async function push(
  portal: Portal,
  slug: string,
  { title, blocks }: SyncedPage,
  base: { readonly id: number; readonly version: string } | undefined,
): Promise<Remote | string> {
  const body = { title, blocks: blocks as Schemas['NewBlock'][] };
  const create = () => portal.api.POST('/pages', { body: { ...body, slug } });
  const save = (page: number, base: string) =>
    portal.api.POST('/pages/{page}/save', { params: { path: { page } }, body: { ...body, base } });
  try {
    const { data, version } = await portal.given(base === undefined ? create() : save(base.id, base.version));
    return { id: data.id, version, page: { title: data.title, blocks: data.blocks } };
  } catch (error) {
    if (error instanceof PortalError && [404, 412, 413, 422].includes(error.status)) return error.message;
    throw error;
  }
}

/** @param withoutIds blocks count as equal whatever their ids */
async function hashOf({ title, blocks }: SyncedPage, withoutIds = false): Promise<string> {
  const json = JSON.stringify([title, blocks], (name, value) => (withoutIds && name === 'id' ? undefined : value));
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(json));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
