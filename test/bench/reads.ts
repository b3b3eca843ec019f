import { slug } from './data.js';
import type { Context } from './harness.js';
import { bareServer, Client, Load } from './load.js';
import { issueKey, serve } from './processes.js';

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
  const data = await context.data(readPages, 4096);
  const key = await issueKey(data, slug);
  const { url } = await serve(context, data);
  const client = new Client(url, key);
  // Each page once: what is measured are answers from the response cache.
  for (let id = 1; id <= readPages; id += 1) await client.get(`/pages/${id}`);
  const { body, headers } = await client.get('/pages/7');
  client.close();
  return {
    load: new Load(context),
    url: `${url}/api/v1/pages`,
    page: `${url}/api/v1/pages/7`,
    bare: await bareServer(context, body),
    authorization: `Bearer ${key}`,
    etag: headers.etag ?? '',
  };
}
