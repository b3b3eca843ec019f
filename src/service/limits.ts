import { type BrandLimits, defaultBrandLimits } from '../content/limits.js';
import { defaultMaxWaiting } from '../store/committer.js';

export interface ServiceLimits extends BrandLimits {
  /** Writes that may wait in one brand for those that are being stored. */
  readonly waitingWrites: number;
  readonly fileBytes: number;
  /** Upper bound on all files of a brand, including those that only its history names, in bytes. */
  readonly fileBytesPerBrand: number;
  readonly fileBytesPerKeyAndDay: number;
  /** Uploads at a time, of all brands; a caller has a quarter of them. */
  readonly uploadsAtOnce: number;
}

export const defaultLimits: ServiceLimits = {
  ...defaultBrandLimits,
  waitingWrites: defaultMaxWaiting,
  fileBytes: 256 * 1024 ** 2,
  fileBytesPerBrand: 20 * 1024 ** 3,
  fileBytesPerKeyAndDay: 1024 ** 3,
  uploadsAtOnce: 8,
};
