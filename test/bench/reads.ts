import { slug } from './data.js';
import type { Context } from './harness.js';
import { bareServer, Client, Load } from './load.js';
import { issueKey, serve } from './processes.js';

export interface PageReads {
  readonly load: Load;
  /** Where the page is. */
  readonly page: string;
  /** Where a bare server answers the same bytes. */
  readonly bare: string;
  readonly authorization: string;
  readonly etag: string;
}

/** A 10 KB page served by the portal and by a bare server. */
export async function pageReads(context: Context): Promise<PageReads> {
  const data = await context.data(1000, 10_240);
  const key = await issueKey(data, slug);
  const { url } = await serve(context, data);
  const client = new Client(url, key);
  const { body, headers } = await client.get('/pages/7');
  client.close();
  return {
    load: new Load(context),
    page: `${url}/api/v1/pages/7`,
    bare: await bareServer(context, body),
    authorization: `Bearer ${key}`,
    etag: headers.etag ?? '',
  };
}
