import { beforeEach, expect, it } from 'vitest';
import { svg } from '../support/files.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { cookieOf, openPortal, visiblePage, visit } from '../support/portal-visitors.js';
import { putFile, withdraw } from '../support/put-file.js';

portalForEach({ real: true });

let media: number[] = [];
const at = (path = '') => `/brands/acme/-/selection${path}`;
const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await visit(portal, path, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

beforeEach(async () => {
  media = [];
  for (const title of ['Quokka', 'Zephyr', 'Unshown'])
    media.push((await putFile(client, `${title}.svg`, svg(media.length), { metadata: { title } })).id);
  const items = media.slice(0, 2).map((media_id) => ({ media_id }));
  await visiblePage({ title: 'Files', blocks: [{ type: 'download_list', data: { title: 'All', items } }] });
  await openPortal(portal, 'acme');
});

it('shows what this reader may see of the media that it names, in their order, also as one ZIP', async () => {
  const [quokka, zephyr, unshown] = media as [number, number, number];
  const ids = `?ids=${zephyr},${unshown},${quokka},${zephyr},x,-1`;
  const { status, text } = await read(at(ids));
  expect(status).toBe(200);
  expect(text.indexOf('Zephyr')).toBeLessThan(text.indexOf('Quokka'));
  expect([text.includes('Unshown'), text.includes('1 file is not available')]).toEqual([false, true]);
  expect(text).toContain(`data-copy-address="/brands/acme/-/selection#${zephyr},${quokka}"`);
  const zip = await visit(portal, at(`/zip${ids}`));
  expect(zip.headers.get('content-disposition')).toBe('attachment; filename="acme-selection.zip"');
  const packed = Buffer.from(await zip.arrayBuffer()).toString('latin1');
  expect(['quokka.svg', 'zephyr.svg', 'unshown.svg'].map((name) => packed.includes(name))).toEqual([true, true, false]);
  const editor = await read(at(ids), { Cookie: await cookieOf('editor') });
  expect(editor.text).toContain('Unshown');
  await withdraw(client, zephyr);
  expect((await read(at(ids))).text).not.toContain('Zephyr');
  expect((await read(at(`/zip?ids=${zephyr}`))).status).toBe(404);
});

it('says without script that it needs one, has at most 100 media, and is in no search engine', async () => {
  const { text } = await read(at());
  expect(text).toMatch(/<noscript><p>This page needs a script/);
  expect(text).toContain('content="noindex"');
  const many = (n: number) => Array.from({ length: n }, (_, at) => at + 1).join();
  expect((await read(at(`?ids=${many(100)}`))).text).toContain('Quokka');
  for (const path of ['', '/zip']) expect((await read(at(`${path}?ids=${many(101)}`))).status).toBe(413);
});
