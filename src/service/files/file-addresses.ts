import type { Catalog } from '../../content/catalog/catalog.js';
import { derived } from '../../lib/derived.js';
import { makeFileSecrets } from '../../registry/brands.js';
import {
  type AddressedFile,
  type Addresses,
  addressOf,
  type FileSecrets,
  fileAt,
} from '../../registry/file-address.js';
import { type BrandRecord, isArchived } from '../../registry/records.js';
import type { Registry } from '../../registry/registry.js';
import type { Verbs } from '../../registry/verbs.js';
import type { Snapshot } from '../../store/snapshot.js';
import type { Callers } from '../callers.js';
import type { OpenBrands } from '../open-brands.js';

interface FoundFile {
  readonly brand: BrandRecord;
  readonly file: AddressedFile;
  readonly snapshot: Snapshot<Catalog>;
}

interface FileAddressesTools {
  readonly verbs: Verbs;
  readonly brands: OpenBrands;
  readonly callers: Callers;
  /** Origin of the addresses; `null` if they are paths. */
  readonly origin: string | null;
}

/** Public addresses of the files of all brands. */
export class FileAddresses {
  constructor(private readonly tools: FileAddressesTools) {}

  /**
   * The secrets of a brand. The first call makes them.
   *
   * @throws `not_found`
   */
  async secretsOf(slug: string): Promise<FileSecrets> {
    const { verbs } = this.tools;
    const existing = verbs.registry.latest.catalog.brands.get(slug)?.files;
    return existing ?? makeFileSecrets(verbs, slug, false);
  }

  /**
   * Public addresses of a brand's files. A response with older content gets addresses of the API with the same `at` instead, which
   * need a key.
   *
   * @param at the version as the request names it; `undefined` for the newest content
   * @throws `not_found`
   */
  async ofBrand(slug: string, at?: unknown): Promise<Addresses> {
    if (at !== undefined) {
      const query = `?at=${encodeURIComponent(String(at))}`;
      return { version: undefined, of: ({ id }) => `/api/v1/media/${id}/file${query}` };
    }
    const secrets = await this.secretsOf(slug);
    const { origin } = this.tools;
    return { version: secrets.token, of: (file) => (origin ?? '') + addressOf(secrets, file) };
  }

  /**
   * Ends all addresses of a brand, and makes others.
   *
   * @throws `not_found`
   */
  async rotate(slug: string): Promise<void> {
    await makeFileSecrets(this.tools.verbs, slug, true);
  }

  /**
   * The file that an address names, whether a medium has it still or not.
   *
   * @returns `null` for any other path
   * @throws `unavailable`
   */
  async find(path: string, sinceMs: number): Promise<FoundFile | null> {
    const { brands, callers, verbs } = this.tools;
    const { registry } = verbs;
    const registrySnapshot = callers.current(registry) ?? (await registry.read(sinceMs));
    const brandByToken = brandsByToken(registrySnapshot.catalog.brands);
    const file = fileAt(path, (token) => brandByToken.get(token)?.files);
    const brand = brandByToken.get(file?.token ?? '');
    if (file === null || brand === undefined || isArchived(brand)) return null;
    const repository = brands.getNow(brand.slug) ?? (await brands.get(brand.slug));
    return { brand, file, snapshot: callers.current(repository) ?? (await repository.read(sinceMs)) };
  }
}

const brandsByToken = derived((brands: Registry['brands']): ReadonlyMap<string, BrandRecord> => {
  return new Map([...brands.values()].flatMap((brand) => (brand.files ? [[brand.files.token, brand]] : [])));
});
