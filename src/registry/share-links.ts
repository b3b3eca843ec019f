import { dayMs, isoSeconds } from '../lib/clock.js';
import { found, invalidField, PortalError } from '../lib/errors.js';
import { sortedBy } from '../lib/order.js';
import { asSaid, say } from '../lib/say.js';
import { checkedName } from './commit.js';
import { isCurrent } from './credentials.js';
import type { LastUsed } from './last-used.js';
import type { ShareRecord } from './records.js';
import { type Registry, requireBrand, versionOfRecord } from './registry.js';
import { type Acting, memberAtLeast, requireMemberAtLeast } from './rights.js';
import { hashSecret, newSecret } from './secrets.js';
import type { Verbs } from './verbs.js';

export const shareLinkDays = 30;

/** Default and greatest lifetime of a link that previews a proposal, in days. */
export const previewDays = 7;

/** Upper bound on those of the whole portal, and on those that preview proposals. */
const maxShareLinks = 200;

export interface NewShareLink {
  readonly brand: string;
  readonly name: string;
  /** Whether it shows internal pages, too. */
  readonly internal: boolean;
  /** Proposal that it previews, and the pages that its author has seen listed. */
  readonly preview?: { readonly proposal: number; readonly pages: readonly number[] };
  readonly expiresAt: Date;
}

interface MadeShareLink {
  readonly record: ShareRecord;
  /** Secret of the link, which is not stored. */
  readonly secret: string;
}

export interface ListedShareLink extends ShareRecord {
  /** Last use, as a hint, as of keys. */
  readonly last_used_at: string | null;
  readonly version: string;
}

/** Share links of a brand. An earlier one with the same slug may have left some that rest, which are not its own. */
export function shareLinksOf({ brands, shareLinks }: Registry, slug: string): ShareRecord[] {
  const since = brands.get(slug)?.created_at ?? '';
  return [...shareLinks.values()].filter(({ brand, created_at }) => brand === slug && created_at >= since);
}

/** Links by which guests read the portal of a brand. */
export class ShareLinks {
  constructor(
    private readonly verbs: Verbs,
    private readonly lastUsed: LastUsed,
    /** Whether a brand has a proposal that may still be merged. */
    private readonly isProposalOpen: (brand: string, proposal: number) => Promise<boolean>,
  ) {}

  /**
   * Admins make links of the whole portal, editors those that preview a proposal.
   *
   * @throws `not_found`, `invalid`, `forbidden`
   */
  async make({ brand, name: sent, internal, preview, expiresAt }: NewShareLink, by?: Acting): Promise<MadeShareLink> {
    const name = checkedName(sent, 'link');
    if (preview !== undefined && !(await this.isProposalOpen(brand, preview.proposal))) {
      throw invalidField('proposal', 'Only an open proposal has a preview.');
    }
    const ended = await this.#ended((await this.verbs.registry.read()).catalog, brand);
    return this.verbs.run('share-links.make', {
      by,
      allow: (registry, person) => requireLinkRole(registry, brand, preview, person),
      apply({ registry, now, newId, put, commit }) {
        requireBrand(registry, brand);
        const existing = shareLinksOf(registry, brand).filter((link) => isCurrent(link, now) && !ended.has(link));
        if (existing.filter((link) => !link.preview === !preview).length >= maxShareLinks) {
          const kind = preview === undefined ? 'share' : 'preview';
          throw new PortalError(
            'invalid',
            say`The brand ${brand} has ${maxShareLinks} ${asSaid(kind)} links: revoke some.`,
          );
        }
        if (expiresAt <= now) throw invalidField('days', 'The link would be over already.');
        if (preview !== undefined && expiresAt.getTime() > now.getTime() + previewDays * dayMs) {
          throw invalidField('days', say`A preview link works for at most ${previewDays} days.`);
        }
        const secret = newSecret();
        const record: ShareRecord = {
          sha256: hashSecret(secret),
          id: newId(new Set(existing.map(({ id }) => id))),
          brand,
          name,
          internal,
          ...(preview && { preview: { ...preview, ...(by && { made_by: by.id }) } }),
          created_at: isoSeconds(now),
          expires_at: isoSeconds(expiresAt),
        };
        put('shareLinks', record);
        const what = preview === undefined ? '' : ` for proposal ${preview.proposal}`;
        commit(`Make share link ${record.id} "${name}"${what} of ${brand}`);
        return { record, secret };
      },
    });
  }

  /** Those that work, and those that rest. */
  async list(brand: string): Promise<ListedShareLink[]> {
    const { catalog } = await this.verbs.registry.read();
    const lastUsedAt = await this.lastUsed.times();
    const ended = await this.#ended(catalog, brand);
    return sortedBy(shareLinksOf(catalog, brand), ({ created_at, id }) => `${created_at} ${id}`)
      .reverse()
      .filter((link) => !ended.has(link) || (link.rests !== undefined && isCurrent(link, this.verbs.clock())))
      .map((link) => ({ ...link, last_used_at: lastUsedAt(link.id), version: versionOfRecord(link) }));
  }

  /**
   * Ends a link, and with it the reading of those who came by it.
   *
   * @throws `not_found`, `forbidden`
   */
  revoke(brand: string, id: string, by?: Acting): Promise<ShareRecord> {
    return this.verbs.run('share-links.revoke', {
      ...this.#change(brand, id, by),
      apply({ before, remove, commit }) {
        remove('shareLinks', before.sha256);
        commit(`Revoke share link ${id} "${before.name}" of ${brand}`);
        return before;
      },
    });
  }

  /**
   * Starts a link that rests, since its brand was archived.
   *
   * @throws `not_found`, `forbidden`
   */
  start(brand: string, id: string, by?: Acting): Promise<ShareRecord> {
    return this.verbs.run('share-links.start', {
      ...this.#change(brand, id, by),
      apply({ before, put, commit }) {
        const { rests, ...started } = before;
        if (rests === undefined) return before;
        put('shareLinks', started);
        commit(`Start share link ${id} "${before.name}" of ${brand}`);
        return started;
      },
    });
  }

  /** Look-up and rights that the changes of one link share. */
  #change(brand: string, id: string, by: Acting | undefined) {
    const ofId = (link: ShareRecord): boolean => link.id === id;
    const find = (registry: Registry) => found(shareLinksOf(registry, brand).find(ofId), say`Share link ${id}`);
    const allow = (registry: Registry, person: Acting, { preview }: ShareRecord): void =>
      requireLinkRole(registry, brand, preview, person);
    return { by, find, allow };
  }

  /**
   * Current link of a brand by its secret, whose use is noted.
   *
   * @returns `null` when there is none
   */
  async recognise(brand: string, secret: string): Promise<ShareRecord | null> {
    const { catalog } = await this.verbs.registry.read();
    const link = catalog.shareLinks.get(hashSecret(secret));
    if (link === undefined || link.brand !== brand || !(await this.#works(catalog, link))) return null;
    this.lastUsed.note(link.id, this.verbs.clock());
    return link;
  }

  async #ended(registry: Registry, brand: string): Promise<ReadonlySet<ShareRecord>> {
    const ended = new Set<ShareRecord>();
    for (const link of shareLinksOf(registry, brand)) if (!(await this.#works(registry, link))) ended.add(link);
    return ended;
  }

  /** One that previews a proposal ends with the proposal, and with the role of the person who made it. */
  async #works(registry: Registry, link: ShareRecord): Promise<boolean> {
    const { brand, preview } = link;
    if (link.rests !== undefined || !isCurrent(link, this.verbs.clock())) return false;
    if (preview === undefined) return true;
    const { proposal, made_by: id } = preview;
    const isOfMember = id === undefined || memberAtLeast(registry, 'editor', { id, brand }) !== undefined;
    return isOfMember && this.isProposalOpen(brand, proposal);
  }
}

/** @throws `forbidden` */
function requireLinkRole(registry: Registry, brand: string, preview: NewShareLink['preview'], by: Acting): void {
  requireMemberAtLeast(registry, preview === undefined ? 'admin' : 'editor', { ...by, brand });
}
