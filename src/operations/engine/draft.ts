import { isDeepStrictEqual } from 'node:util';
import { newBlockId } from '../../content/blocks/block-id.js';
import type { StoredBlock } from '../../content/blocks/block-type.js';
import { referenceProblems } from '../../content/blocks/references.js';
import { BlockResolver } from '../../content/blocks/resolve-blocks.js';
import { keepAllWithheld, withheldText } from '../../content/blocks/withheld.js';
import { type Catalog, isHighestIdUnmarked } from '../../content/catalog/catalog.js';
import { idsFile, type Numbered } from '../../content/catalog/ids.js';
import { paths } from '../../content/catalog/paths.js';
import { isProvisional } from '../../content/catalog/provisional.js';
import { encodeFile } from '../../content/file-codec.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import type { BrandLimits } from '../../content/limits.js';
import { NamedItems } from '../../content/named-items.js';
import { type PageFile, pageFile } from '../../content/page.js';
import { isoSeconds } from '../../lib/clock.js';
import { invalidField } from '../../lib/errors.js';
import { maxFileBytes } from '../../lib/projection.js';
import { asSaid, say } from '../../lib/say.js';
import type { CommitMessage, Signature } from '../../store/git/commit.js';
import { type KeyedRequest, keyTrailer } from '../../store/history/keyed-commits.js';
import type { CommitInfo, Draft } from '../../store/snapshot.js';
import { message, type Violations } from '../../validation/violations.js';
import { type Actor, actorTrailers, type Via } from './access.js';
import { type Precondition, type Resource, requireTag, requireVersion, snapshotOn } from './resource.js';
import type { Review } from './review.js';
import { BrandView } from './view.js';

/** Trailers of a commit, in order. */
export type Trailers = CommitMessage['trailers'];

interface CommitDetails {
  readonly details?: readonly string[];
  readonly trailers?: Trailers;
}

/** The call that a commit was made for. */
interface CommittedCall {
  readonly actor: Actor;
  readonly via: Via;
  readonly operation: string;
  readonly requestId: string;
  readonly keyed: KeyedRequest | null;
}

interface WriteCall extends CommittedCall {
  readonly precondition: Precondition | null;
  readonly sanitizer: Sanitizer;
  readonly limits: BrandLimits;
  /** Next provisional id in a proposal. */
  readonly provisionalId?: number | undefined;
  /** The proposals, of an operation that writes them. */
  readonly review?: Review | undefined;
}

/** A brand that an operation reads and changes. It becomes one commit, or is discarded. */
export class BrandDraft extends BrandView {
  readonly #changed: NamedItems;

  constructor(
    slug: string,
    private readonly draft: Draft<Catalog>,
    private readonly call: WriteCall,
    now: Date,
  ) {
    super(slug, draft.snapshot, now, call.sanitizer);
    this.#changed = new NamedItems(draft.snapshot.catalog);
  }

  /**
   * Id of the next page, colour or medium.
   *
   * @throws `invalid` when a push has used up the numbers
   */
  nextId(kind: Numbered): number {
    const { provisionalId } = this.call;
    if (provisionalId !== undefined) return provisionalId;
    const id = this.catalog.highestIds[kind] + 1;
    if (!isProvisional(id)) return id;
    const advice = '"brand-portal check" names the file that has the last one.';
    throw invalidField('id', say`There is no ${asSaid(kind)} id left: ${asSaid(advice)}`);
  }

  get isProposed(): boolean {
    return this.call.provisionalId !== undefined;
  }

  get actor(): Actor {
    return this.call.actor;
  }

  get review(): Review {
    const { review } = this.call;
    if (review === undefined) throw new Error('Only an operation that writes proposals has them');
    return review;
  }

  get limits(): BrandLimits {
    return this.call.limits;
  }

  get time(): string {
    return isoSeconds(this.now);
  }

  /**
   * Compares with the version that reads have, whatever is stored.
   *
   * @throws `precondition_failed` when the caller wants another version of the resource than the current one
   */
  expect(resource: Resource): void {
    requireVersion(this.call.precondition, snapshotOn(this.snapshot, this.now), resource);
  }

  /** `expect` for content that no resource is. */
  expectTag(tag: string): void {
    requireTag(this.call.precondition, tag);
  }

  /**
   * The resolver of blocks that replace those of a page; `null` for a new page. A new reference is to a colour that is there or
   * to a released medium; one that the page has already stays valid.
   */
  blockResolver(page: PageFile | null, replaced: readonly StoredBlock[], violations: Violations): BlockResolver {
    const problem = referenceProblems(this.available, page === null ? [] : [page]);
    return new BlockResolver({ newId: newBlockId, problem, replaced }, violations);
  }

  /**
   * Stores a page with this commit's time, unless it is equal to `before`. A page whose file is served altered is always stored: the
   * file differs from `before`, which is the page as readers see it. Withheld texts do not count: the file keeps them.
   *
   * @returns the page as it is stored now
   */
  putPage(before: PageFile | null, after: PageFile, subject: string, more: CommitDetails = {}): PageFile {
    const altered = before === null ? [] : (this.catalog.altered.get(paths.page(before.id)) ?? []);
    const isStored = before !== null && altered.every((what) => what.endsWith(withheldText));
    if (isStored && isDeepStrictEqual(pageFile(before), pageFile(after))) return before;
    if (before !== null) keepAllWithheld(before.blocks, after.blocks);
    const page = pageFile({ ...after, updated_at: this.time });
    this.put(paths.page(page.id), page);
    this.commitAs(subject, more.details, more.trailers);
    return page;
  }

  /** @throws `invalid` for a file that would not be read again */
  put(path: string, content: unknown): void {
    const bytes = encodeFile(path, content);
    if (bytes.length > maxFileBytes) throw invalidField('body', message.fileSize(maxFileBytes));
    this.draft.put(path, bytes);
    this.#changed.add(path, content);
  }

  putText(path: string, text: string): void {
    this.draft.put(path, Buffer.from(text));
  }

  /** Replaces a file by a newer version; an equal one makes no commit. */
  replace(path: string, before: unknown, after: unknown, subject: string, trailers?: Trailers): void {
    if (isDeepStrictEqual(before, after)) return;
    this.put(path, after);
    this.commitAs(subject, [], trailers);
  }

  remove(path: string): void {
    this.draft.remove(path);
    this.#changed.add(path, null);
  }

  /** Removes a file that holds an id. The id is not handed out again. */
  removeNumbered(kind: Numbered, path: string, id: number): void {
    this.remove(path);
    if (id === this.catalog.highestIds[kind]) this.#markIds();
  }

  #markIds(): void {
    this.put(paths.ids, idsFile(this.catalog.highestIds));
  }

  /** @param author default: the actor */
  commitAs(subject: string, details: readonly string[] = [], trailers: Trailers = [], author?: Signature): void {
    if (isHighestIdUnmarked(this.catalog)) this.#markIds();
    const message = { subject, details, trailers: [...trailers, ...this.#itemTrailers()] };
    this.draft.describe(commitInfo(this.call, this.slug, this.now, message, author));
  }

  #itemTrailers(): Trailers {
    const { texts, count } = this.#changed.named(this.call.operation === 'proposals.merge');
    const items = texts.map((text) => ['Item', text] as const);
    return count > items.length ? [...items, ['Items', String(count)]] : items;
  }
}

/** Trailer of a commit whose operation has several outcomes. */
export const outcome = (name: string): Trailers => [['Outcome', name]];

export const signatureOf = ({ id, name }: Pick<Actor, 'id' | 'name'>, slug: string): Signature => ({
  name,
  email: `${id}@${slug}.invalid`,
});

/** Author and message of the commit of a write: its own trailers are between those that every commit has. */
function commitInfo(
  { actor, via, operation, requestId, keyed }: WriteCall,
  slug: string,
  time: Date,
  message: CommitMessage,
  author = signatureOf(actor, slug),
): CommitInfo {
  return {
    author,
    time,
    message: {
      ...message,
      trailers: [
        ['Operation', operation],
        ...actorTrailers(actor),
        ['Via', via],
        ['Request-Id', requestId],
        ...message.trailers,
        ...(keyed === null ? [] : [keyTrailer(keyed)]),
      ],
    },
  };
}
