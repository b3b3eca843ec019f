import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Figures, ServiceObserver } from '../service/service.js';
import type { Batch } from '../store/repository.js';

/** Seconds: most of a commit is waiting for the disk. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128];

type OfBrand = Gauge<'brand'>;

/** Counts what is committed and purged, and tells how large things are when it is asked. */
export class ContentMetrics implements ServiceObserver {
  readonly #perBrand: boolean;
  readonly #commitSeconds: Histogram;
  readonly #batchSize: Histogram;
  readonly #failedWrites: Counter;
  readonly #purgedPages: Counter;
  readonly #purges: Counter<'result'>;
  readonly #brands: Gauge<'state'>;
  readonly #pendingWrites: OfBrand;
  readonly #entries: Gauge<'brand' | 'kind'>;
  readonly #packs: OfBrand;
  readonly #looseObjects: OfBrand;

  constructor(registry: Registry, perBrand: boolean) {
    const registers = [registry];
    const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> =>
      new Gauge({ name: `brand_portal_${name}`, help, labelNames, registers });
    const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> =>
      new Counter({ name: `brand_portal_${name}`, help, labelNames, registers });
    const histogram = (name: string, help: string, buckets: number[]): Histogram =>
      new Histogram({ name: `brand_portal_${name}`, help, buckets, registers });

    this.#perBrand = perBrand;
    const ofBrand: 'brand'[] = perBrand ? ['brand'] : [];
    this.#commitSeconds = histogram('commit_duration_seconds', 'Time until a batch of commits is on disk.', durations);
    this.#batchSize = histogram('commit_batch_size', 'Commits that were stored together.', batchSizes);
    this.#failedWrites = counter('failed_writes_total', 'Writes that could not be stored.');
    this.#purgedPages = counter('purged_pages_total', 'Pages whose time in the trash was over.');
    this.#purges = counter('purges_total', 'Purges of one brand by result.', 'result');
    for (const result of ['done', 'failed']) this.#purges.inc({ result }, 0);
    this.#brands = gauge('brands', 'Brands: registered, in memory, and those that cannot be read.', 'state');
    this.#pendingWrites = gauge('pending_writes', 'Writes that wait for their commit or are in it.', ...ofBrand);
    this.#entries = gauge('catalog_entries', 'What the brands in memory hold, by kind.', 'kind', ...ofBrand);
    this.#packs = gauge('packs', 'Packs of the brands in memory.', ...ofBrand);
    this.#looseObjects = gauge(
      'loose_objects',
      'Loose objects of the brands in memory, as maintenance counted them last.',
      ...ofBrand,
    );
  }

  onBatch = ({ commits, ms, isStored }: Batch): void => {
    if (!isStored) {
      this.#failedWrites.inc(commits);
      return;
    }
    this.#commitSeconds.observe(ms / 1000);
    this.#batchSize.observe(commits);
  };

  onPurge(pages: number | null): void {
    this.#purges.inc({ result: pages === null ? 'failed' : 'done' });
    if (pages !== null) this.#purgedPages.inc(pages);
  }

  /** Brands that are not in memory any more are not told of any more. */
  look({ registeredBrands, unreadableBrands, openBrands }: Figures): void {
    this.#brands.set({ state: 'registered' }, registeredBrands);
    this.#brands.set({ state: 'open' }, openBrands.length);
    this.#brands.set({ state: 'unreadable' }, unreadableBrands);
    for (const gauge of [this.#pendingWrites, this.#entries, this.#packs, this.#looseObjects]) gauge.reset();
    for (const { slug, catalog, pendingWrites, packs, looseObjects } of openBrands) {
      const brand = this.#perBrand ? { brand: slug } : {};
      this.#pendingWrites.inc(brand, pendingWrites);
      this.#packs.inc(brand, packs);
      this.#looseObjects.inc(brand, looseObjects);
      const { pages, trash, colors, media, entries: context, problems: invalid_files } = catalog;
      for (const [kind, { size }] of Object.entries({ pages, trash, colors, media, context, invalid_files })) {
        this.#entries.inc({ ...brand, kind }, size);
      }
    }
  }
}
