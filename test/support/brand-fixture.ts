import * as nodeFs from 'node:fs';
import { afterEach, beforeEach } from 'vitest';
import { TestBrand } from './brand.js';
import { temporaryDirectory } from './git.js';

/** The brand of the running test. */
export let brand: TestBrand;

/** Each test has a brand of its own, without HTTP. @param real on disk, for native git */
export function brandForEach({ real = false } = {}): void {
  beforeEach(async () => {
    brand = await TestBrand.create(real ? { fs: nodeFs, data: temporaryDirectory() } : {});
  });
  afterEach(() => brand.close());
}
