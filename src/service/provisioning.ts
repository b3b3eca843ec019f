import { type BrandFile, type Module, newBrandFile } from '../content/brand.js';
import type { BrandContent } from '../content/brand-content.js';
import { filesLike } from '../content/brand-like.js';
import { type Catalog, catalogProjection } from '../content/catalog/catalog.js';
import { lfsFiles, parsePath, paths, readmePath } from '../content/catalog/paths.js';
import { readme } from '../content/catalog/readme.js';
import { encodeFile } from '../content/file-codec.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import { canonicalTag, defaultLanguage } from '../content/language-tags.js';
import type { BrandFiles } from '../files/brand-files.js';
import { isoSeconds } from '../lib/clock.js';
import { invalidField, notFound, PortalError } from '../lib/errors.js';
import { formatNumbered, formatPath } from '../lib/format.js';
import { asSaid, say } from '../lib/say.js';
import { checkedBrandName } from '../operations/brand.js';
import { brandExists, type ReregisteredBrand, registerBrand, unregisterBrand } from '../registry/brands.js';
import { checkedName } from '../registry/commit.js';
import type { People } from '../registry/people.js';
import { type BrandRecord, slugPattern } from '../registry/records.js';
import type { Acting } from '../registry/rights.js';
import type { SignInLink } from '../registry/sign-in-links.js';
import type { Verbs } from '../registry/verbs.js';
import type { WebhookFiles } from '../registry/webhook-files.js';
import type { Draft } from '../store/snapshot.js';
import type { BrandStorage, CopyFiles } from './brand-storage.js';
import { Starters } from './starters.js';

/** A brand to create. `files` are JSON values by path; `brand.json` is among them. */
interface NewBrand {
  readonly slug: string;
  readonly modules: readonly Module[];
  readonly apiEnabled: boolean;
  readonly files: ReadonlyMap<string, unknown>;
  readonly subject: string;
  /** Whether a creation by the same caller that was interrupted before the registration is completed. */
  readonly resumes?: boolean;
  /**
   * Puts files of media into the place of the new brand.
   *
   * @returns additions and changes to `files`, by path
   */
  readonly copyFiles?: ((files: BrandFiles) => Promise<ReadonlyMap<string, unknown>>) | undefined;
}

/** Content that a new brand begins with. Default: none. */
interface Beginning {
  /** Content of a brand of which it has the theme, the language and the chapters. */
  readonly like?: BrandContent | undefined;
  /** Whether it has all pages of the starter. */
  readonly starter?: boolean | undefined;
  /** Language of its texts, if `like` does not say it. Default: English. */
  readonly language?: string | undefined;
}

/** Fields of the form for a new brand. */
interface BrandForm {
  readonly name: string;
  readonly modules: readonly Module[];
  readonly begin?: Beginning | undefined;
  /** Name of a person who is invited as its admin; `null` for the operator. */
  readonly firstAdmin: string | null;
}

interface RemovedBrand {
  readonly slug: string;
  /** The repository's new path; `null` if it was not moved. */
  readonly moved_to: string | null;
  readonly keys: number;
  readonly webhooks: number;
}

interface ProvisioningTools {
  readonly storage: BrandStorage;
  readonly verbs: Verbs;
  readonly people: People;
  readonly webhookFiles: WebhookFiles;
  readonly sanitizer: Sanitizer;
}

/** Operation of the first commit of a brand. */
const createdBy = 'brands.create';

/** Puts brands into service and takes them out of it. */
export class Provisioning {
  readonly starters: Starters;

  constructor(private readonly tools: ProvisioningTools) {
    this.starters = new Starters(tools.sanitizer);
  }

  /**
   * Creates a brand with its whole content as the first commit. The repository appears complete or not at all; then the
   * brand is registered, from which moment keys can be issued for it.
   */
  async create(brand: NewBrand, by?: Acting): Promise<BrandRecord> {
    const { storage, verbs, sanitizer } = this.tools;
    const { slug, modules, apiEnabled: api_enabled } = brand;
    if (brand.resumes && (await this.#isBegun(brand, by))) return this.register(slug, modules, by, api_enabled);
    await this.requireFreeSlug(slug);
    const values = new Map(brand.files).set(formatPath, formatNumbered(1));
    const work = (draft: Draft<Catalog>): void => {
      for (const [path, value] of values) draft.put(path, encodeFile(path, value));
      draft.put(readmePath, Buffer.from(readme));
      const hasFiles = [...values.keys()].some((path) => parsePath(path)?.kind === 'file');
      for (const [path, text] of hasFiles ? Object.entries(lfsFiles) : []) draft.put(path, Buffer.from(text));
      const person = by === undefined ? [] : [['Person', by.id] as const];
      const via = ['Via', by === undefined ? 'cli' : 'backend'] as const;
      const trailers = [['Operation', createdBy] as const, ...person, via];
      const message = { subject: brand.subject, trailers };
      const { id, name } = by ?? { id: 'operator', name: 'Operator' };
      const author = { name, email: `${id}@${slug}.invalid` };
      draft.describe({ author, time: verbs.clock(), message });
    };
    const { copyFiles } = brand;
    const bringFiles: CopyFiles | undefined =
      copyFiles &&
      (async (files) => {
        for (const [path, value] of await copyFiles(files)) values.set(path, value);
      });
    const stored = await storage.create(slug, catalogProjection(sanitizer), work, bringFiles);
    try {
      return await registerBrand(verbs, { slug, modules, api_enabled, ...stored }, by);
    } catch (error) {
      // A refusal must not leave a repository in the way of the slug. Another command may have registered it.
      const isRefused = error instanceof PortalError && error.code !== 'undecided';
      if (isRefused && !(await this.has(slug))) await storage.retire(slug, verbs.clock());
      throw error;
    }
  }

  /**
   * Registers a brand whose repository is there already: because its creation was interrupted, or from a backup.
   *
   * @throws `not_found` when there is no such repository, `invalid` when the brand is registered already, `unavailable`
   * when the repository cannot be read
   */
  async register(slug: string, modules: readonly Module[], by?: Acting, api_enabled = true): Promise<BrandRecord> {
    const { storage, verbs, sanitizer } = this.tools;
    const { gitdir } = storage.paths(slug);
    if (!(await storage.has(slug))) throw notFound(say`Repository ${gitdir}`);
    const repository = await storage.open(slug, catalogProjection(sanitizer), {});
    const { catalog } = await repository.read().finally(() => repository.close());
    if (catalog.brand === null) {
      throw new PortalError(
        'invalid',
        say`${gitdir} is not the repository of a brand: its ${paths.brand} is missing or damaged.`,
      );
    }
    const stored = {
      ...(storage.isShared && { log: slug }),
      ...((await storage.hasProposals(slug)) && { proposals: slug }),
    };
    return registerBrand(verbs, { slug, modules, api_enabled, ...stored }, by);
  }

  /**
   * @throws `invalid` when the name is blank or not one line of text, the slug is malformed or not free, or the language
   * is no tag or one that the starter is not written in
   */
  async createEmpty(
    slug: string,
    name: string,
    modules: readonly Module[],
    by?: Acting,
    { like, starter = false, language = defaultLanguage }: Beginning = {},
  ): Promise<BrandRecord> {
    if (name.trim() === '') throw invalidField('name', 'The name of a brand must not be blank.');
    const tag = canonicalTag(language);
    if (tag === null) throw invalidField('language', 'Use a language tag, such as de or pt-BR.');
    const file = { ...newBrandFile(checkedBrandName(name)), language: tag };
    const time = isoSeconds(this.tools.verbs.clock());
    const [begun, files] =
      like !== undefined
        ? [` like ${like.slug}`, filesLike(like, file, time)]
        : starter
          ? [' from the starter', await this.starters.files(file, time)]
          : ['', new Map([[paths.brand, file]])];
    const subject = `Create brand "${file.name}"${begun}`;
    return this.create({ slug, modules, apiEnabled: true, files, subject, resumes: by !== undefined }, by);
  }

  /**
   * `createEmpty` by an operator, once for a form.
   *
   * @returns the link of the first admin; `null` if that is the operator
   * @throws `forbidden`
   */
  async createFor(by: Acting, { name, modules, begin, firstAdmin }: BrandForm): Promise<SignInLink | null> {
    const { verbs, people } = this.tools;
    await verbs.check({ by });
    if (firstAdmin !== null) {
      verbs.requireLinks();
      checkedName(firstAdmin, "person's", 'first_admin');
    }
    return verbs.once(by, 'brands.create', async () => {
      await this.createEmpty(by.brand, name, modules, by, begin);
      if (firstAdmin !== null) return people.invite(firstAdmin, 'admin', by);
      const person = (await verbs.registry.read()).catalog.people.get(by.id);
      // Roles of whom an identity provider vouches for are its groups'.
      if (person?.identity === undefined) {
        // The brand is there, and an operator is an admin of it without this role.
        await people.set(by.id, { roles: { [by.brand]: 'admin' } }, { ...by, form: undefined }).catch((error) => {
          if (!(error instanceof PortalError)) throw error;
        });
      }
      return null;
    });
  }

  /** Whether the same caller has created the brand, but was interrupted before its registration. It has only the first commit. */
  async #isBegun({ slug, files }: NewBrand, by: Acting | undefined): Promise<boolean> {
    const { storage, sanitizer } = this.tools;
    // In a store, an unfinished brand conflicts with nothing.
    if (storage.isShared || (await this.has(slug)) || !(await storage.has(slug))) return false;
    const repository = await storage.open(slug, catalogProjection(sanitizer), {});
    try {
      const { commit, catalog } = await repository.read();
      const { name } = files.get(paths.brand) as BrandFile;
      if (commit === null || catalog.brand?.name !== name) return false;
      const { versions } = repository;
      if ((await versions.parentOf(commit)) !== null) return false;
      const isMade = (await versions.trailerOf(commit, 'Operation')) === createdBy;
      return isMade && (await versions.trailerOf(commit, 'Person')) === (by?.id ?? null);
    } finally {
      await repository.close();
    }
  }

  /**
   * Takes a brand out of service. The registry goes first: from then on no key reaches the repository, also when moving it fails.
   *
   * @throws `not_found`
   */
  async remove(slug: string): Promise<RemovedBrand> {
    const { storage, verbs, webhookFiles } = this.tools;
    const kept = [storage.notes(slug), storage.counts(slug)];
    const { keys, webhooks } = await unregisterBrand(verbs, slug);
    for (const id of webhooks) await webhookFiles.remove(id).catch(() => {});
    for (const files of kept) await files.clear();
    return { slug, moved_to: await storage.retire(slug, verbs.clock()), keys, webhooks: webhooks.length };
  }

  /**
   * Changes the slug of a brand. Its keys stay valid.
   *
   * @throws `not_found`, `invalid`
   */
  rename(from: string, to: string): Promise<ReregisteredBrand> {
    const { storage, verbs } = this.tools;
    return storage.rename(verbs, from, to, (slug) => this.requireFreeSlug(slug));
  }

  /** Whether a brand of this slug is registered. */
  async has(slug: string): Promise<boolean> {
    return (await this.tools.verbs.registry.read()).catalog.brands.has(slug);
  }

  /** @throws `invalid` when the slug is malformed or not free */
  async requireFreeSlug(slug: string): Promise<void> {
    if (!slugPattern.test(slug)) {
      const rule = 'it has 1 to 63 characters of a-z, 0-9 and hyphens between them';
      throw invalidField('slug', say`${JSON.stringify(slug)} is not a valid slug: ${asSaid(rule)}.`);
    }
    if (await this.has(slug)) throw brandExists(slug);
    await this.tools.storage.requireNone(slug);
  }
}
