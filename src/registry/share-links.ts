import { isoSeconds } from '../lib/clock.js';
import { invalidField, notFound, PortalError } from '../lib/errors.js';
import { checkedName } from './commit.js';
import { isCurrent } from './credentials.js';
import type { LastUsed } from './last-used.js';
import { type Registry, type ShareRecord, versionOfRecord } from './records.js';
import { type Acting, requireAdmin } from './rights.js';
import { hashSecret, newSecret } from './secrets.js';
import type { Verbs } from './verbs.js';

/** Default lifetime of a share link, in days. */
export const shareLinkDays = 30;

const maxShareLinks = 200;

interface NewShareLink {
  readonly brand: string;
  readonly name: string;
  /** Whether it shows internal pages, too. */
  readonly internal: boolean;
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

export const shareLinksOf = ({ shareLinks }: Registry, slug: string): ShareRecord[] =>
  [...shareLinks.values()].filter(({ brand }) => brand === slug);

/** Links by which guests read the portal of a brand. */
export class ShareLinks {
  constructor(
    private readonly verbs: Verbs,
    private readonly lastUsed: LastUsed,
  ) {}

  /** @throws `not_found`, `invalid`, `forbidden` */
  async make({ brand, name: sent, internal, expiresAt }: NewShareLink, by?: Acting): Promise<MadeShareLink> {
    const name = checkedName(sent, 'link');
    return this.verbs.run({
      ...{ operation: 'share-links.make', by },
      allow: (registry, person) => requireAdmin(registry, { ...person, brand }),
      apply({ registry, now, newId, put, commit }) {
        if (!registry.brands.has(brand)) throw notFound(`Brand ${brand}`);
        const existing = shareLinksOf(registry, brand).filter((link) => isCurrent(link, now));
        if (existing.length >= maxShareLinks) {
          throw new PortalError('invalid', `The brand ${brand} has ${maxShareLinks} share links: revoke some.`);
        }
        if (expiresAt <= now) throw invalidField('days', 'The link would be over already.');
        const secret = newSecret();
        const record: ShareRecord = {
          ...{ sha256: hashSecret(secret), id: newId(new Set(existing.map(({ id }) => id))), brand, name, internal },
          ...{ created_at: isoSeconds(now), expires_at: isoSeconds(expiresAt) },
        };
        put('shareLinks', record);
        commit(`Make share link ${record.id} "${name}" of ${brand}`);
        return { record, secret };
      },
    });
  }

  async list(brand: string): Promise<ListedShareLink[]> {
    const { catalog } = await this.verbs.registry.read();
    const uses = await this.lastUsed.all();
    const now = this.verbs.clock();
    return shareLinksOf(catalog, brand)
      .filter((link) => isCurrent(link, now))
      .sort((a, b) => (`${a.created_at} ${a.id}` > `${b.created_at} ${b.id}` ? -1 : 1))
      .map((link) => {
        const used = uses.get(link.id);
        const last_used_at = used === undefined ? null : isoSeconds(new Date(used));
        return { ...link, last_used_at, version: versionOfRecord(link) };
      });
  }

  /** Ends a link, and with it the reading of those who came by it. @throws `not_found`, `forbidden` */
  revoke(brand: string, id: string, by?: Acting): Promise<ShareRecord> {
    return this.verbs.run({
      ...{ operation: 'share-links.revoke', by },
      allow: (registry, person) => requireAdmin(registry, { ...person, brand }),
      find(registry) {
        const link = shareLinksOf(registry, brand).find((one) => one.id === id);
        if (link === undefined) throw notFound(`Share link ${id}`);
        return link;
      },
      apply({ before, remove, commit }) {
        remove('shareLinks', before.sha256);
        commit(`Revoke share link ${id} "${before.name}" of ${brand}`);
        return before;
      },
    });
  }

  /** Current link of a brand by its secret, whose use is noted. @returns `null` when there is none */
  async recognise(brand: string, secret: string): Promise<ShareRecord | null> {
    const link = (await this.verbs.registry.read()).catalog.shareLinks.get(hashSecret(secret));
    const now = this.verbs.clock();
    if (link === undefined || link.brand !== brand || !isCurrent(link, now)) return null;
    this.lastUsed.note(link.id, now);
    return link;
  }
}
