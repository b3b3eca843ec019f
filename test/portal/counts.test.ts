import { expect, it } from 'vitest';
import { deletePage } from '../../src/operations/pages.js';
import { svg } from '../support/files.js';
import { call, connect } from '../support/mcp.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { cookieOf, openPortal, visiblePage, visit } from '../support/portal-visitors.js';
import { putFile } from '../support/put-file.js';
import { addPerson, WorkspaceClient, words } from '../support/workspace.js';

portalForEach();

const at = '/brands/acme';

async function visitTimes(times: number, path: string, headers: Record<string, string> = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const answer = await visit(portal, at + path, { headers });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  return statuses;
}

const editor = async () =>
  WorkspaceClient.signIn(portal, await addPerson(portal, 'Leyla Bauer', { [client.brand]: 'editor' }));

/** Rows of the CSV without its head, each as a line. */
async function csv(days = 30): Promise<string[]> {
  const { status, text } = await (await editor()).get(`/brands/acme/stats/numbers.csv?days=${days}`);
  expect(status).toBe(200);
  return text.trimEnd().split('\r\n').slice(1);
}

it('views are counted from the page cache and before it, and those of no one who edits or looks ahead', async () => {
  await openPortal(portal, 'acme');
  const { id } = await visiblePage({ title: 'Colours' });
  await visiblePage({ title: 'Secret' }, 'hidden');
  const etag = (await visit(portal, `${at}/colours`)).headers.get('etag') ?? '';
  expect(await visitTimes(3, '/colours')).toEqual([200, 200, 200]);
  expect(await visitTimes(2, '/colours', { 'If-None-Match': etag })).toEqual([304, 304]);
  expect(await visitTimes(1, '/colours', { Cookie: await cookieOf('viewer') })).toEqual([200]);
  await visitTimes(4, '/');
  for (const headers of [{ 'Sec-Purpose': 'prefetch' }, { Purpose: 'prefetch' }, { Cookie: await cookieOf('editor') }])
    await visitTimes(6, '/colours', headers);
  await visit(portal, `${at}/colours`, { method: 'HEAD' });
  for (const path of ['/secret', '/absent', '/colours.md', '/-/changes', '/llms.txt']) await visitTimes(6, path);
  expect(await csv()).toEqual([
    '2026-03-01,Views,,all,11',
    `2026-03-01,Views,${id},Colours,7`,
    '2026-03-01,Views,home,Home,< 5',
  ]);
  const page = words((await (await editor()).get('/brands/acme/stats')).text);
  expect(page).toContain('At most 11 views from 31 Jan 2026 to 1 Mar 2026, at most 11 a day');
  expect(page).toMatch(/Colours70Home< 50/);
  expect(page).not.toContain('Repository');
});

it('downloads are counted by medium at each address, those of a ZIP, too', async () => {
  await openPortal(portal, 'acme');
  const media: number[] = [];
  for (const name of ['logo.svg', 'sign.svg']) media.push((await putFile(client, name, svg(media.length))).id);
  const items = media.map((media_id) => ({ media_id }));
  const { id } = await visiblePage({ title: 'Files', blocks: [{ type: 'download_list', data: { items } }] });
  const [logo, sign] = media;
  const address = (await visit(portal, `${at}/-/files/${logo}/logo.svg?download`)).headers.get('location') ?? '';
  const file = new URL(address, portal.url).pathname;
  for (let time = 0; time < 5; time += 1) await visit(portal, `${file}?download`);
  await visit(portal, file);
  await visitTimes(5, `/-/zip/${id}`);
  await visitTimes(1, `/-/files/${sign}/sign.svg?download`, { Cookie: await cookieOf('viewer') });
  expect(await csv()).toEqual([
    '2026-03-01,Downloads,,all,16',
    `2026-03-01,Downloads,${logo},logo.svg,10`,
    `2026-03-01,Downloads,${sign},sign.svg,6`,
  ]);
});

it('words that found nothing are shown when they were typed on two days, and never what may be of a person', async () => {
  await openPortal(portal, 'acme');
  const look = (text: string, more = '') => visitTimes(1, `/-/search?q=${encodeURIComponent(text)}${more}`);
  const both = ['Grene', 'wortmarke plakat', 'x', 'ada@example.com', '0170 1234', 'a'.repeat(41)];
  for (const text of [...both, 'once']) await look(text);
  // The dialog asks for each word that is begun, and says which was typed.
  await look('gre', '&part=results');
  await look('grene', '&part=results&typed');
  portal.clock.advance({ days: 1 });
  for (const text of both) await look(text);
  await visitTimes(3, '/-/search?q=grene');
  const rows = await csv();
  expect(rows.map((row) => row.split(',').slice(0, 5).join())).toEqual([
    '2026-03-02,Searches that found nothing,,all,9',
    '2026-03-02,Searches that found nothing,,grene,< 5',
    '2026-03-02,Searches that found nothing,,wortmarke plakat,< 5',
    '2026-03-01,Searches that found nothing,,all,8',
    '2026-03-01,Searches that found nothing,,grene,< 5',
    '2026-03-01,Searches that found nothing,,wortmarke plakat,< 5',
  ]);
  const page = words((await (await editor()).get('/brands/acme/stats')).text);
  expect(page).toMatch(/grene6wortmarke plakat< 5/);
});

it('reads of agents are counted by page, and pages that are gone are shown nowhere', async () => {
  const pages = [await client.page({ title: 'Kept' }), await client.page({ title: 'Gone' })];
  const agent = await connect(portal, client.key);
  for (const { id } of pages) for (let time = 0; time < 5; time += 1) await call(agent, 'get_page', { page: id });
  await call(agent, 'get_page', { page: 99 });
  await call(agent, 'list_pages');
  await agent.close();
  await client.get(`/pages/${pages[0]?.id}`);
  await operate(deletePage, { page: String(pages[1]?.id) });
  expect(await csv()).toEqual([
    '2026-03-01,Reads by agents,,all,6',
    `2026-03-01,Reads by agents,${pages[0]?.id},Kept,5`,
  ]);
});

it('a brand that is not counted shows nothing, and loses what there was at the next purge', async () => {
  await openPortal(portal, 'acme');
  await visitTimes(6, '/');
  await portal.service.chores.saveCounts();
  await portal.service.setBrandSettings('acme', { counts: 'off' });
  await visitTimes(6, '/');
  const { status } = await (await editor()).get('/brands/acme/stats/numbers.csv');
  expect(status).toBe(404);
  expect(words((await (await editor()).get('/brands/acme/stats')).text)).toContain('Nothing is counted');
  await portal.service.setBrandSettings('acme', { counts: 'on' });
  expect(await csv()).toHaveLength(2);
  await portal.service.setBrandSettings('acme', { counts: 'off' });
  await portal.service.chores.saveCounts();
  await portal.service.chores.sweepCounts();
  await portal.service.setBrandSettings('acme', { counts: 'on' });
  expect(await csv()).toEqual([]);
});
