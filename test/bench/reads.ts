import type { Context } from './harness.js';
import { bareServer, Load } from './load.js';
import { served } from './served.js';

export interface PageReads {
  readonly load: Load;
  /** Below it are pages 1 to `readPages`. */
  readonly url: string;
  /** Where a page is. */
  readonly page: string;
  /** Where a bare server answers the same bytes. */
  readonly bare: string;
  readonly authorization: string;
  readonly etag: string;
}

export const readPages = 1000;

/** Pages of 4 KB served by the portal, and one of them by a bare server. */
export async function pageReads(context: Context): Promise<PageReads> {
  const { api, client, headers } = await served(context, await context.data(readPages, 4096));
  // Each page once: what is measured are answers from the response cache.
  for (let id = 1; id <= readPages; id += 1) await client.get(`/pages/${id}`);
  const page = await client.get('/pages/7');
  return {
    load: new Load(context),
    url: `${api}/pages`,
    page: `${api}/pages/7`,
    bare: await bareServer(context, page.body),
    ...headers,
    etag: page.headers.etag ?? '',
  };
}
