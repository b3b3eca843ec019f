import type { BrandFile } from '../content/brand.js';
import { paths } from '../content/catalog/paths.js';
import { fitFormat } from '../content/file-format.js';
import { parseFile } from '../content/ingest.js';
import type { OpenBrands } from './open-brands.js';

export interface BrandLook {
  readonly commit: string | null;
  readonly color: string | null;
  /** `null` if it is missing or damaged. */
  readonly name: string | null;
  /** Time of the newest commit; `null` if the brand cannot be read. */
  readonly changed_at: string | null;
}

/** The name, first colour and newest commit of a brand, without reading its content. */
export async function look(brands: OpenBrands, slug: string): Promise<BrandLook> {
  const repository = await brands.get(slug);
  const commit = await repository.head();
  if (commit === null) return { commit, name: null, color: null, changed_at: null };
  const file = await repository.readFile(paths.brand, commit);
  const brand = file && brandIn(file.bytes);
  const { name = null, theme } = brand ?? {};
  return { commit, name, color: theme?.colors.primary ?? null, changed_at: await repository.latest.commitTime(commit) };
}

function brandIn(bytes: Buffer): BrandFile | null {
  try {
    const at = { kind: 'brand' } as const;
    const file = fitFormat(at, parseFile(at, bytes).value);
    return file.kind === 'brand' ? file.value : null;
  } catch {
    return null;
  }
}
