import { rest } from '../rest.js';
import type { Worker } from '../world.js';

const name = 'REST reads';
const paths = [
  '/brand',
  '/brand/colors?expand=full',
  '/brand/colors',
  '/brand/cl',
  '/brand/cl/voice',
  '/brand/context',
  '/pages',
  '/media',
];

/** Reads as a website does: lists and single pages, with the ETag of the last time. */
export const readers: Worker = {
  name,
  count: 4,
  pauseMs: 120,
  start(world) {
    const etags = new Map<string, string>();
    const pages = new Map<string, { id: number }[]>();
    return async () => {
      const brand = world.pick([world.brands.northlight, world.brands.bakery]);
      const there = pages.get(brand.slug) ?? [];
      const path = there.length > 0 && world.chance(60) ? `/pages/${world.pick(there).id}` : world.pick(paths);
      const known = etags.get(`${brand.slug} ${path}`);
      const headers: Record<string, string> = known === undefined ? {} : { 'If-None-Match': known };
      const { status, etag, body } = await rest(world, name, brand, 'GET', path, { headers, key: brand.keys.read });
      if (status === 200 && etag !== null) etags.set(`${brand.slug} ${path}`, etag);
      if (status === 200 && path === '/pages') pages.set(brand.slug, body.slice(0, 500));
      if (etags.size > 1000) etags.clear();
      if (![200, 304, 404, 429, 503].includes(status)) throw new Error(`GET ${path}: ${status}`);
      if (status === 304 && known === undefined) throw new Error(`GET ${path}: 304 without a version`);
    };
  },
};
