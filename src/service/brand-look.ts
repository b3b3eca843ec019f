import { paths } from '../content/catalog/paths.js';
import { fitFormat } from '../content/file-format.js';
import { parseFile } from '../content/ingest.js';
import type { OpenBrands } from './open-brands.js';

export interface BrandLook {
  /** `null` if it is missing or damaged. */
  readonly name: string | null;
  /** Time of the newest commit; `null` if the brand cannot be read. */
  readonly changed_at: string | null;
}

/** The name and the newest commit of a brand, without reading its content. */
export async function look(brands: OpenBrands, slug: string): Promise<BrandLook> {
  const repository = await brands.get(slug);
  const commit = await repository.head();
  if (commit === null) return { name: null, changed_at: null };
  const file = await repository.readFile(paths.brand, commit);
  return { name: file && nameIn(file.bytes), changed_at: await repository.latest.commitTime(commit) };
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
