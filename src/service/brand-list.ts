import { paths } from '../content/catalog/paths.js';
import { fitFormat } from '../content/file-format.js';
import { parseFile } from '../content/ingest.js';
import type { BrandRecord } from '../registry/records.js';
import type { OpenBrands } from './open-brands.js';

export interface ListedBrand extends BrandRecord {
  /** `null`: it is missing or damaged. */
  readonly name: string | null;
  /** Time of the newest commit; `null`: the brand cannot be read. */
  readonly changed_at: string | null;
}

/** Brands with their names: their content is not read. */
export function listBrands(brands: OpenBrands, records: readonly BrandRecord[]): Promise<ListedBrand[]> {
  const looks = records.map(async (record) => {
    const nothing = { name: null, changed_at: null };
    return { ...record, ...(await look(brands, record.slug).catch(() => nothing)) };
  });
  return Promise.all(looks);
}

async function look(brands: OpenBrands, slug: string): Promise<Pick<ListedBrand, 'name' | 'changed_at'>> {
  const repository = await brands.get(slug);
  const commit = await repository.head();
  if (commit === null) return { name: null, changed_at: null };
  const file = await repository.readFile(paths.brand, commit);
  return { name: file && nameIn(file.bytes), changed_at: await repository.latest.timeOf(commit) };
}

function nameIn(bytes: Buffer): string | null {
  try {
    const at = { kind: 'brand' } as const;
    const file = fitFormat(at, parseFile(at, bytes).value);
    return file.kind === 'brand' ? file.value.name : null;
  } catch {
    return null;
  }
}
