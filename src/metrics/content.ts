import type { Pictures } from '../pictures/pictures.js';
import type { Figures, ServiceObserver } from '../service/service.js';
import type { SharedStorage } from '../service/shared/shared-storage.js';
import type { WebhookFigures, WebhookObserver } from '../webhooks/worker.js';
import type { Meters } from './meters.js';

/** Buckets in seconds. Most of the time of a commit is a wait for the disk. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128];

export interface ContentMetrics extends ServiceObserver {
  setGauges(figures: Figures): void;
}

/** Meters of commits, purges and sizes. */
export function contentMetrics(meters: Meters, perBrand: boolean): ContentMetrics {
  const ofBrand: 'brand'[] = perBrand ? ['brand'] : [];
  const commitSeconds = meters.histogram(
    'commit_duration_seconds',
    'Time until a batch of commits is on disk.',
    durations,
  );
  const batchSize = meters.histogram('commit_batch_size', 'Commits that were stored together.', batchSizes);
  const failedWrites = meters.counter('failed_writes_total', 'Writes that could not be stored.');
  const purgedPages = meters.counter('purged_pages_total', 'Pages whose time in the trash was over.');
  const purges = meters.counter('purges_total', 'Purges of one brand by result.', 'result');
  for (const result of ['done', 'failed']) purges.inc({ result }, 0);
  const brands = meters.gauge('brands', 'Brands: registered, in memory, and those that cannot be read.', 'state');
  const pendingWrites = meters.gauge('pending_writes', 'Writes that wait for their commit or are in it.', ...ofBrand);
  const entries = meters.gauge('catalog_entries', 'What the brands in memory hold, by kind.', 'kind', ...ofBrand);
  const packs = meters.gauge('packs', 'Packs of the brands in memory.', ...ofBrand);
  const looseObjects = meters.gauge(
    'loose_objects',
    'Loose objects of the brands in memory, as maintenance counted them last.',
    ...ofBrand,
  );
  return {
    onBatch({ commits, ms, isStored }) {
      if (!isStored) {
        failedWrites.inc(commits);
        return;
      }
      commitSeconds.observe(ms / 1000);
      batchSize.observe(commits);
    },
    onPurge(pages) {
      purges.inc({ result: pages === null ? 'failed' : 'done' });
      if (pages !== null) purgedPages.inc(pages);
    },
    // Brands that are no longer in memory are left out.
    setGauges({ registeredBrands, unreadableBrands, openBrands }) {
      brands.set({ state: 'registered' }, registeredBrands);
      brands.set({ state: 'open' }, openBrands.length);
      brands.set({ state: 'unreadable' }, unreadableBrands);
      for (const gauge of [pendingWrites, entries, packs, looseObjects]) gauge.reset();
      for (const { slug, catalog, ...open } of openBrands) {
        const brand = perBrand ? { brand: slug } : {};
        pendingWrites.inc(brand, open.pendingWrites);
        packs.inc(brand, open.packs);
        looseObjects.inc(brand, open.looseObjects);
        const { pages, trash, colors, media, entries: context, problems: invalid_files } = catalog;
        for (const [kind, { size }] of Object.entries({ pages, trash, colors, media, context, invalid_files })) {
          entries.inc({ ...brand, kind }, size);
        }
      }
    },
  };
}

export function pictureMetrics(meters: Meters, pictures: Pictures): void {
  const figures = () => pictures.figures();
  meters.counted('pictures_made_total', 'Pictures of files that were made.', () => figures().made);
  meters.counted('pictures_failed_total', 'Pictures that could not be made.', () => figures().failed);
  meters.counted('pictures_seconds_total', 'Time that pictures took, waiting included.', () => figures().seconds);
  meters.counted('pictures_cache_hits_total', 'Pictures that were there already.', () => figures().hits);
  meters.reading('pictures_waiting', 'Files that wait for a picture process.', () => figures().waiting);
}

export function sharedMetrics(meters: Meters, storage: SharedStorage): void {
  const { portal } = storage;
  const { counters } = portal;
  meters.counted('shared_slots_won_total', 'Batches that this node put into a slot.', () => counters.won);
  meters.counted('shared_slots_lost_total', 'Batches whose slot another node had.', () => counters.lost);
  meters.counted('shared_undecided_total', 'Batches whose outcome was not known in time.', () => counters.undecided);
  meters.counted('shared_checks_total', 'Freshness checks of logs.', () => counters.checks);
  meters.counted('shared_entries_applied_total', "Entries applied that were not this node's.", () => counters.applied);
  meters.reading('shared_slots', 'Slots of the logs that are open here.', () => portal.figures().slots);
  meters.reading(
    'shared_check_failing_seconds',
    'How long a log could not be checked; its reads wait. 0: all are reachable.',
    () => portal.figures().failingMs / 1000,
  );
  meters.reading(
    'shared_cache_bytes',
    'The caches on this disk, measured every five minutes.',
    () => storage.cacheBytes,
  );
}

export interface WebhookMetrics extends WebhookObserver {
  setGauges(figures: WebhookFigures): void;
}

/** Counts deliveries of all brands together, never by brand, webhook or address. */
export function webhookMetrics(meters: Meters): WebhookMetrics {
  const deliveries = meters.counter('webhook_deliveries_total', 'Requests to webhooks by outcome.', 'outcome');
  for (const outcome of ['delivered', 'failed', 'given_up']) deliveries.inc({ outcome }, 0);
  const hooks = meters.gauge('webhooks', 'Webhooks by state; none while another process sends.', 'state');
  const lag = meters.gauge(
    'webhook_lag_seconds',
    'Age of the oldest change not sent to a webhook, except those given up or unsigned.',
  );
  return {
    onOutcome: (outcome) => deliveries.inc({ outcome }),
    setGauges({ states, lagSeconds }) {
      for (const [state, count] of Object.entries(states)) hooks.set({ state }, count);
      lag.set(lagSeconds);
    },
  };
}
