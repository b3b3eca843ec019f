import { archiveBrand, beginErasing, unarchiveBrand } from '../registry/archive.js';
import { unregisterBrand } from '../registry/brands.js';
import { type BrandRecord, isArchived, isErasing } from '../registry/records.js';
import { requireBrand, webhooksOf } from '../registry/registry.js';
import type { Acting } from '../registry/rights.js';
import type { Verbs } from '../registry/verbs.js';
import type { WebhookFiles } from '../registry/webhook-files.js';
import type { BrandStorage, ErasedFiles } from './brand-storage.js';

interface ArchiveTools {
  readonly verbs: Verbs;
  readonly storage: BrandStorage;
  readonly webhookFiles: WebhookFiles;
  /** Makes drafts of what was scheduled for a time that has passed. */
  readonly unschedule: (slug: string) => Promise<void>;
  /** Deletes the pictures of a file. */
  readonly forgetPictures: (sha256: string) => Promise<void>;
}

export interface ErasedBrand extends ErasedFiles {
  readonly slug: string;
  readonly keys: number;
  readonly webhooks: number;
}

/** Brands that are archived: put there, brought back, erased. Where a person acts, only an operator may. */
export class Archive {
  constructor(private readonly tools: ArchiveTools) {}

  /** @throws `not_found`, `forbidden` */
  put(slug: string, by?: Acting): Promise<BrandRecord> {
    return archiveBrand(this.tools.verbs, slug, by);
  }

  /**
   * Restores everything as it was, within an hour.
   *
   * @throws as `unarchiveBrand`
   */
  undo(slug: string, by?: Acting): Promise<BrandRecord> {
    return unarchiveBrand(this.tools.verbs, slug, true, by);
  }

  /** @throws as `unarchiveBrand` */
  async takeOut(slug: string, by?: Acting): Promise<BrandRecord> {
    const { verbs, unschedule } = this.tools;
    const brand = await verbs.check({ by, isUnconditional: true, find: (registry) => requireBrand(registry, slug) });
    if (isArchived(brand) && !isErasing(brand)) await unschedule(slug);
    return unarchiveBrand(verbs, slug, false, by);
  }

  /**
   * Deletes an archived brand for good. One that was interrupted is finished by another call.
   *
   * @throws `not_found`, `forbidden`, `invalid` unless it is archived
   */
  async erase(slug: string, by?: Acting): Promise<ErasedBrand> {
    const { verbs, storage, webhookFiles, forgetPictures } = this.tools;
    await beginErasing(verbs, slug, by);
    await storage.notes(slug).clear();
    const erased = await storage.erase(slug, verbs.clock(), forgetPictures);
    // A server may have counted until its registry said that the brand is erased.
    await storage.counts(slug).clear();
    const hooks = webhooksOf((await verbs.registry.read()).catalog, slug);
    for (const { id } of hooks) await webhookFiles.remove(id);
    const { keys, webhooks } = await unregisterBrand(verbs, slug, by);
    return { slug, keys, webhooks: webhooks.length, ...erased };
  }
}
