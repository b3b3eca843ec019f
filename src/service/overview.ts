import { dirname } from 'node:path';
import { SingleFlight } from '../lib/concurrency.js';
import { isObject } from '../lib/json.js';
import { noted } from '../lib/say.js';
import { type BrandRecord, isErasing, type PersonRecord } from '../registry/records.js';
import type { Registry } from '../registry/registry.js';
import { directorySize, type FileSystem, makeDirectory, replaceFiles } from '../store/file-system.js';
import { Ref } from '../store/local/ref.js';
import { type BrandLook, look } from './brand-look.js';
import type { BrandStorage } from './brand-storage.js';
import { dataPaths } from './data-directory.js';
import { skippedText } from './health.js';
import { type Checked, lastChecks } from './last-checks.js';
import type { OpenBrands } from './open-brands.js';

/** Facts about a brand, valid while its branch is at the same commit. */
interface Seen extends BrandLook {
  readonly commit: string;
  readonly bytes: number | null;
}

export interface BrandProblem {
  readonly text: string;
  readonly isBad: boolean;
}

/** A brand in the operator's list. */
export interface OverviewRow {
  readonly brand: BrandRecord;
  readonly name: string;
  readonly color: string | null;
  /** People with a role in it, also while it is archived. */
  readonly people: number;
  /** Time of the newest commit; `null` if it is not known. */
  readonly changedAt: string | null;
  /** Bytes on this disk. */
  readonly bytes: number | null;
  readonly pages: number | null;
  readonly problem: BrandProblem | null;
  readonly checkedAt: string | null;
}

interface OverviewTools {
  readonly fs: FileSystem;
  readonly data: string;
  readonly storage: BrandStorage;
  readonly brands: OpenBrands;
}

/** Brands that have changed since they were looked at and are opened for one answer. The others follow in the background. */
const maxLooks = 60;

/** All brands at a glance, without opening those that have not changed. */
export class Overview {
  readonly #refs = new Map<string, Ref>();
  readonly #refreshing = new SingleFlight<void>();
  #seen: Map<string, Seen> | undefined;

  constructor(private readonly tools: OverviewTools) {}

  async rows({ brands, people }: Pick<Registry, 'brands' | 'people'>): Promise<OverviewRow[]> {
    const seen = await this.#load();
    const records = [...brands.values()];
    const stale = records.filter((brand) => !isErasing(brand) && !this.#isSeen(brand.slug));
    await Promise.all(stale.slice(0, maxLooks).map(({ slug }) => this.#look(slug)));
    if (stale.length > 0) void this.#refreshing.run('overview', () => this.#refresh(stale.slice(maxLooks)));
    for (const slug of seen.keys()) if (!brands.has(slug)) seen.delete(slug);
    const checks = await lastChecks(this.tools.fs, this.tools.data);
    const roles = rolesByBrand(people.values());
    const now = { unreadable: this.tools.brands.unreadable(), skipped: this.tools.brands.skipped() };
    const opened = new Map(this.tools.brands.opened());
    return records.map((brand) => {
      const { slug, archived } = brand;
      const look = seen.get(slug);
      const checked = checks.get(slug);
      const repository = opened.get(slug);
      return {
        brand,
        name: look?.name ?? slug,
        color: look?.color ?? null,
        people: (roles.get(slug) ?? 0) + Object.keys(archived?.roles ?? {}).length,
        changedAt: look?.changed_at ?? null,
        bytes: look?.bytes ?? null,
        pages: repository?.isLoaded ? repository.latest.catalog.pages.size : (checked?.pages ?? null),
        problem: problemOf(brand, now, look, checked),
        checkedAt: checked?.at ?? null,
      };
    });
  }

  /** Whether the branch is where it was when the brand was looked at. On many machines, only an open brand tells. */
  #isSeen(slug: string): boolean {
    const seen = this.#seen?.get(slug);
    if (seen === undefined || !this.tools.storage.isShared)
      return seen !== undefined && this.#commitOf(slug) === seen.commit;
    const repository = this.tools.brands.getNow(slug);
    return repository === undefined || repository.latest.commit === seen.commit;
  }

  #commitOf(slug: string): string | null {
    const gitdir = this.tools.storage.paths(slug).gitdir;
    let ref = this.#refs.get(gitdir);
    if (ref === undefined) {
      ref = new Ref(this.tools.fs, gitdir);
      this.#refs.set(gitdir, ref);
    }
    try {
      return ref.current();
    } catch {
      return null;
    }
  }

  async #look(slug: string): Promise<void> {
    const { fs, brands, storage } = this.tools;
    const found = await look(brands, slug).catch(() => null);
    // An unreadable brand keeps the name that it had.
    if (found?.commit == null) return;
    const bytes = storage.isShared ? null : await directorySize(fs, storage.paths(slug).gitdir).catch(() => null);
    this.#seen?.set(slug, { ...found, commit: found.commit, bytes });
  }

  async #refresh(stale: readonly BrandRecord[]): Promise<void> {
    for (const { slug } of stale) await this.#look(slug);
    const { fs, data } = this.tools;
    const path = dataPaths.overview(data);
    const bytes = Buffer.from(JSON.stringify(Object.fromEntries(this.#seen ?? [])));
    // A hint that cannot be stored is made again by the next process.
    await makeDirectory(fs, dirname(path))
      .then(() => replaceFiles(fs, [{ path, bytes }]))
      .catch(() => {});
  }

  async #load(): Promise<Map<string, Seen>> {
    this.#seen ??= await readSeen(this.tools.fs, this.tools.data);
    return this.#seen;
  }
}

interface ProblemsNow {
  readonly unreadable: ReadonlyMap<string, unknown>;
  readonly skipped: ReadonlyMap<string, number>;
}

/** Problem that is there now, else that of the last check. */
function problemOf(
  brand: BrandRecord,
  now: ProblemsNow,
  seen: Seen | undefined,
  checked: Checked | undefined,
): BrandProblem | null {
  const { slug } = brand;
  if (isErasing(brand)) return { text: noted`Its erasure was interrupted`, isBad: true };
  if (now.unreadable.has(slug)) return { text: noted`Cannot be read`, isBad: true };
  if (seen !== undefined && seen.name === null) return { text: noted`Settings damaged`, isBad: true };
  if (checked !== undefined && checked.errors > 0) return { text: checked.problem ?? '', isBad: true };
  const skipped = now.skipped.get(slug) ?? 0;
  if (skipped > 0) return { text: skippedText(skipped), isBad: false };
  return checked?.problem ? { text: checked.problem, isBad: false } : null;
}

async function readSeen(fs: FileSystem, data: string): Promise<Map<string, Seen>> {
  try {
    const stored: unknown = JSON.parse(await fs.promises.readFile(dataPaths.overview(data), 'utf8'));
    return new Map(isObject(stored) ? (Object.entries(stored) as [string, Seen][]) : []);
  } catch {
    return new Map();
  }
}

function rolesByBrand(people: Iterable<PersonRecord>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { roles, disabled_at } of people) {
    if (disabled_at !== null) continue;
    for (const slug of Object.keys(roles)) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  }
  return counts;
}
