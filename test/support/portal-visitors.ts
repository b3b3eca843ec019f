import type { BrandSettings } from '../../src/registry/brands.js';
import { backendOrigin } from './backend.js';
import type { TestPortal } from './portal.js';

/** Sets who may look at a brand. */
export const openPortal = ({ service }: TestPortal, slug: string, settings: BrandSettings = {}) =>
  service.setBrandSettings(slug, { portal: 'public', ...settings });

/** What a browser sends to navigate. */
export const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Asks as a browser without cookies does. @param path from the root */
export function visit(portal: TestPortal, path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  const sent = { Accept: browserAccept, ...Object.fromEntries(new Headers(headers)) };
  return fetch(backendOrigin(portal) + path, { redirect: 'manual', ...init, headers: sent });
}
