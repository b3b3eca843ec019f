import type { BrandFile } from './brand.js';
import type { Catalog } from './catalog/catalog.js';
import type { OverlayRecord } from './catalog/overlay-record.js';
import type { PageRecord, TrashRecord } from './catalog/page-record.js';
import type { PageFile, TrashFile } from './page.js';
import type { PageOverlay } from './translations/overlay.js';

/** The whole content of a brand at one commit, with the operator's settings. */
export interface BrandContent {
  readonly slug: string;
  readonly commit: string | null;
  readonly modules: readonly string[];
  readonly apiEnabled: boolean;
  readonly brand: BrandFile;
  readonly catalog: Catalog;
  readPage(record: PageRecord): Promise<PageFile>;
  readTrashed(record: TrashRecord): Promise<TrashFile>;
  /** The texts of a page in a language. */
  readOverlay(language: string, record: OverlayRecord): Promise<PageOverlay>;
}
