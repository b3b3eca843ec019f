import { isProvisional } from '../../content/catalog/provisional.js';
import type { DetailedMedium, StoredMedium } from '../../content/media.js';
import type { Page } from '../../content/page.js';
import type { BrandCheck } from '../../operations/check-text.js';
import type { MergedPage, TrashedPage } from '../../operations/merge-open-page.js';
import type { PageReaders } from '../../operations/page-readers.js';
import type { ProposalDetails } from '../../operations/proposals/present.js';
import { words } from '../../words/words.js';
import { IdempotencyKeys, newKey } from '../browser/idempotency-keys.js';
import type { Arrangement, ListedPage, Opened, Propose, Saved, SentPage, SentReview } from './api-types.js';
import { withIds } from './page-model.js';
import type { Place } from './place.js';
import { type AskedWrite, lost, Refusal, refusalOf, reviewRequired, SentForReview } from './refusal.js';
import type { Choices } from './save-conflicts.js';
import { type SentFile, sendFile } from './send-file.js';
import type { Cleaned } from './text/paste.js';

export type { Arrangement, ListedPage, Opened, PagePlace, Propose, Saved, SentPage, SentReview } from './api-types.js';
export type { Place } from './place.js';

/** Time limit of a request, in ms. */
const timeoutMs = 30_000;

/** Number of pages that the server gives at once at most. */
const maxPagesPerPart = 1000;

/** Size of the largest body with `keepalive`. Browsers refuse one above 64 KiB, all such requests together. */
const maxKeepaliveBytes = 60_000;

interface SaveOptions {
  /** A save that is sent twice with the same key is stored once. */
  readonly idempotencyKey: string;
  /** Whether to save into the draft, or to begin one. */
  readonly isDraft: boolean;
  /** Whether the request continues when the page is left, if it is small enough. */
  readonly outlivesPage?: boolean;
}

/** Answer of a write into a draft, and the number of the draft. */
type IntoDraft<Stored> = readonly [stored: Stored, draft: string | null];

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly outlivesPage?: boolean;
  /** Whether the person is asked to send the write for review where it needs one. Default: `true`. */
  readonly isAsked?: boolean;
}

/** JSON door of a brand, for one page. */
export class Api {
  /** Proposal that is read and written in place of the page; `null` for the page itself. */
  draft: number | null = null;
  /** Asks whether a write that needs a review is sent for review, and returns whether it was. */
  askReview: (propose: Propose, asked: AskedWrite) => Promise<boolean> = async () => false;
  /** Write that begins the draft, while it runs. */
  #beginning: Promise<unknown> | null = null;
  readonly #keys = new IdempotencyKeys();

  constructor(
    readonly place: Place,
    /**
     * Id of the person in whose name the page is stored. It differs from the writer's once the writer has agreed to
     * that.
     */
    public person = place.person.id,
  ) {}

  /** Written things, as a proposal lists them. */
  get part(): { readonly kind: string; readonly id: number | string } {
    return { kind: 'page', id: this.place.pageId };
  }

  /** Whether a change is of what is written. */
  isAbout({ kind, id }: { readonly kind: string; readonly id: number | string | null }): boolean {
    return kind === this.part.kind && id === this.part.id;
  }

  /** Address of the page, or of what is below it. */
  protected at(path = '', proposal: number | 'new' | null = this.draft): string {
    return `/pages/${this.place.pageId}${path}${proposal === null ? '' : `?proposal=${proposal}`}`;
  }

  async open(draft = this.draft): Promise<Opened> {
    const { body, version } = await this.request<Omit<Opened, 'version'>>('GET', this.at('', draft));
    const { review, page } = body;
    // A provisional id names another page in each proposal.
    const isOf = ({ number }: { readonly number: number }): boolean => [null, number].includes(this.place.onlyIn);
    return { ...body, page: withIds(page), version, review: { ...review, proposals: review.proposals.filter(isOf) } };
  }

  /** Tag of the stored version. */
  async version(known: string): Promise<string> {
    const response = await this.#fetch('GET', this.at(), { headers: { 'If-None-Match': `"${known}"` } });
    return tagOf(response);
  }

  async save(page: SentPage, { idempotencyKey, isDraft, outlivesPage = false }: SaveOptions): Promise<Saved> {
    const headers = { 'Idempotency-Key': `"${idempotencyKey}"` };
    const store = async (proposal: number | 'new' | null): Promise<IntoDraft<Saved>> => {
      const options = { headers, outlivesPage, isAsked: false };
      const path = this.at('/save', proposal);
      const { body, version, response } = await this.request<Page & Pick<Saved, 'given'>>('POST', path, page, options);
      const { given, ...stored } = body;
      const saved = { page: withIds(stored), given, version, merged: Number(response.headers.get('Merged')) };
      return [saved, response.headers.get('Proposal')];
    };
    return isDraft ? this.intoDraft(store) : (await store(null))[0];
  }

  /** Runs a write into the draft. Without a draft it begins one, and other such writes wait for its number. */
  protected async intoDraft<Stored>(write: (draft: number | 'new') => Promise<IntoDraft<Stored>>): Promise<Stored> {
    while (this.draft === null && this.#beginning !== null) await this.#beginning.catch(() => {});
    const isFirst = this.draft === null;
    const writing = write(this.draft ?? 'new').then(([stored, number]) => {
      this.draft = Number(number) || this.draft;
      return stored;
    });
    if (!isFirst) return writing;
    this.#beginning = writing;
    return writing.finally(() => {
      this.#beginning = null;
    });
  }

  /**
   * Pages in the order of the navigation.
   *
   * @param filter such as `parent_id=3`
   */
  async pages(filter: string): Promise<readonly ListedPage[]> {
    const path = `/pages?${filter}&fields=id,title,type,parent_id,slug,visibility`;
    return (await this.request<readonly ListedPage[]>('GET', path)).body;
  }

  /** All pages, in the order of the navigation. They come in parts, of which none is large. */
  async allPages(): Promise<readonly ListedPage[]> {
    const pages: ListedPage[] = [];
    for (let after = ''; ; after = `&after=${pages.at(-1)?.id}`) {
      const part = await this.pages(`limit=${maxPagesPerPart}${after}`);
      pages.push(...part);
      if (part.length < maxPagesPerPart) return pages;
    }
  }

  async arrange(id: number, changes: Arrangement): Promise<{ readonly page: Page; readonly version: string }> {
    const { pageId, onlyIn } = this.place;
    const path = id === pageId ? this.at('/arrange', onlyIn) : `/pages/${id}/arrange`;
    const { body, version } = await this.request<Page>('POST', path, changes);
    return { page: body, version };
  }

  /** Readers of the page itself, not of its draft. */
  async readers(): Promise<PageReaders> {
    return (await this.request<PageReaders>('GET', this.at('/readers', null))).body;
  }

  /**
   * Says that the page is being edited.
   *
   * @returns names of the other people who are editing it
   */
  async stay(): Promise<readonly string[]> {
    return (await this.request<readonly string[]>('POST', this.at('/stay', null))).body;
  }

  async duplicate(): Promise<Page> {
    return this.#create<Page>(`/pages/${this.place.pageId}/duplicate`);
  }

  /**
   * Moves the page to the trash.
   *
   * @returns the commit
   */
  async trash(): Promise<string> {
    const { headers } = await this.#fetch('DELETE', `/pages/${this.place.pageId}`);
    return headers.get('Commit') ?? '';
  }

  /**
   * Undoes a save.
   *
   * @param base version that it made
   * @param to version before it
   * @returns version of the page now
   */
  async undo(base: string, to: string): Promise<string> {
    return (await this.request<Page>('POST', `/pages/${this.place.pageId}/undo`, { base, to })).version;
  }

  /** Changes of others since a version, merged with the open page. */
  async merge(base: string, { title, blocks }: Pick<SentPage, 'title' | 'blocks'>): Promise<MergedPage | TrashedPage> {
    return (await this.request<MergedPage | TrashedPage>('POST', this.at('/merge'), { base, title, blocks })).body;
  }

  /** Address of the page of a proposal. */
  /** Address of the form that makes the page a template. */
  get templateHref(): string {
    return this.place.api.replace(/api$/, `pages/${this.place.pageId}/edit#template`);
  }

  proposalHref(number = this.draft): string {
    return this.place.api.replace(/api$/, `proposals/${number}`);
  }

  async proposal(number = this.draft): Promise<ProposalDetails & { readonly version: string }> {
    const { body, version } = await this.request<ProposalDetails>('GET', `/proposals/${number}`);
    return { ...body, version };
  }

  /** Says on the draft what it is for. */
  async describe(note: string): Promise<void> {
    await this.request('PATCH', `/proposals/${this.draft}`, { note });
  }

  /** Settles the draft's conflicts with the brand, unless one of the two has changed since. */
  async settle({ version, places }: Choices): Promise<void> {
    const sent = { ...this.part, places };
    await this.request('POST', `/proposals/${this.draft}/settle`, sent, { headers: { 'If-Match': `"${version}"` } });
  }

  async withdraw(): Promise<void> {
    await this.request('POST', `/proposals/${this.draft}/withdraw`);
  }

  /** Sends the draft, or another proposal, for review; again, it does nothing. */
  async submit(number = this.draft, asked?: SentReview): Promise<ProposalDetails> {
    const found = await this.proposal(number);
    if (found.state !== 'draft') return found;
    return (await this.request<ProposalDetails>('POST', `/proposals/${number}/submit`, asked)).body;
  }

  /** Approves the draft, and publishes its changes of this page, with the media that it adds. A repeated call continues where the last one ended. */
  async publish(): Promise<void> {
    const { state, result, changes } = await this.submit();
    const media = changes.filter(({ kind, id }) => kind === 'media' && isProvisional(Number(id)));
    const path = `/proposals/${this.draft}`;
    if (state === 'open') await this.request('POST', `${path}/approve`, { result });
    await this.request('POST', `${path}/merge`, { parts: [this.part, ...media.map(({ kind, id }) => ({ kind, id }))] });
  }

  async restore(): Promise<void> {
    await this.request('POST', `/trash/${this.place.pageId}/restore`, {});
  }

  /**
   * Stores what is written as a page of its own, which no reader sees.
   *
   * @returns its address
   */
  async saveAsNew(page: Pick<SentPage, 'title' | 'summary' | 'cover' | 'blocks'>): Promise<string> {
    const { id } = await this.#create<Page>('/hidden-pages', page);
    return `${this.place.base}/-/page/${id}`;
  }

  async clean(html: string, from: 'clipboard' | 'source'): Promise<Cleaned | null> {
    if (new Blob([html]).size > 1024 * 1024) return { pictures: 0, reason: words().editorText.pasteTooLarge };
    return this.request<Cleaned>('POST', '/clean', { html, from }).then(
      ({ body }) => body,
      () => null,
    );
  }

  async media(): Promise<readonly DetailedMedium[]> {
    return (await this.request<readonly DetailedMedium[]>('GET', '/media')).body;
  }

  /**
   * Stores a file as a new medium, and releases it.
   *
   * @param isDraft whether it becomes a part of the draft
   */
  async upload(file: File, isDraft: boolean, onProgress: (share: number) => void): Promise<SentFile> {
    const store = async (proposal: number | 'new' | null): Promise<IntoDraft<SentFile>> => {
      const sent = await sendFile('POST', this.#mediaHref('', file, proposal), this.person, file, onProgress);
      return [sent, sent.draft];
    };
    const sent = isDraft ? await this.intoDraft(store) : (await store(null))[0];
    const path = `/media/${sent.medium.id}/release${isDraft ? `?proposal=${this.draft}` : ''}`;
    await this.request('POST', path, { released: true });
    return { ...sent, medium: { ...sent.medium, released: true } };
  }

  /** Stores a file of a medium again, as it is. */
  async keepPlace(id: number, file: File): Promise<StoredMedium> {
    const address = `${this.#mediaHref(`/${id}/file`, file, isProvisional(id) ? this.draft : null)}&keep_place=yes`;
    return (await sendFile('PUT', address, this.person, file, () => {})).medium;
  }

  #mediaHref(path: string, file: File, proposal: number | 'new' | null): string {
    const query = new URLSearchParams({ name: file.name || 'picture.png' });
    if (proposal !== null) query.set('proposal', String(proposal));
    return `${this.place.api}/media${path}?${query}`;
  }

  async check(html: string): Promise<BrandCheck> {
    return (await this.request<BrandCheck>('POST', '/check', { text: html, format: 'html' })).body;
  }

  /** Makes something new; called again after a lost answer, it makes no second one. */
  async #create<Body>(path: string, sent?: object): Promise<Body> {
    const request = path + JSON.stringify(sent);
    const headers = this.#keys.headerFor(request);
    const { body } = await this.request<Body>('POST', path, sent, { headers });
    this.#keys.forget(request);
    return body;
  }

  protected async request<Body>(method: string, path: string, sent?: object, options: RequestOptions = {}) {
    const type = sent === undefined ? {} : { 'Content-Type': 'application/json' };
    const response = await this.#fetch(method, path, {
      ...options,
      headers: { ...type, ...options.headers },
      body: sent && JSON.stringify(sent),
    });
    const body: Body = await response.json().catch(() => {
      throw lost();
    });
    return { body, response, version: tagOf(response) };
  }

  /** @throws Refusal */
  async #fetch(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const { headers, body, outlivesPage = false, isAsked = true } = options;
    const init: RequestInit = {
      // A page that has not changed may have other proposals, so a response is never taken from the browser's cache.
      cache: 'no-store',
      method,
      headers: { ...headers, Person: this.person },
      signal: AbortSignal.timeout(timeoutMs),
      keepalive: outlivesPage && new Blob([body ?? '']).size <= maxKeepaliveBytes,
      ...(body !== undefined && { body }),
    };
    const response = await fetch(this.place.api + path, init).catch(() => null);
    if (response === null) throw lost();
    if (response.ok || response.status === 304) return response;
    const problem: unknown = await response.json().catch(() => null);
    const refusal = refusalOf(response.status, problem, Number(response.headers.get('Retry-After')));
    if (!isAsked || refusal.problem.code !== reviewRequired) throw refusal;
    const propose = this.#proposing(method, path, options);
    if (await this.askReview(propose, { method, path, body })) throw new SentForReview();
    throw new Refusal(refusal.status, words().editor.needsReview, refusal.problem);
  }

  /** Repeats a write as a new proposal, which is sent for review. */
  #proposing(method: string, path: string, options: RequestOptions): Propose {
    const headers = { ...options.headers, 'Idempotency-Key': `"${newKey()}"` };
    let number = 0;
    return async (asked) => {
      if (number === 0) {
        const { headers: answered } = await this.#fetch(method, `${path}?proposal=new`, { ...options, headers });
        number = Number(answered.get('Proposal'));
        if (number === 0) throw new Refusal(409, words().editor.nothingToSend);
      }
      await this.submit(number, asked);
      return number;
    };
  }
}

const tagOf = ({ headers }: Response): string => (headers.get('ETag') ?? '').replace(/^(?:W\/)?"|"$/g, '');
