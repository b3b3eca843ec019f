import { decode } from 'ase-utils';
import { beforeAll, expect, test } from 'vitest';
import { removeMedia } from '../../src/operations/media.js';
import { setPortal } from '../../src/operations/portal.js';
import { agentsHeaders, message } from '../support/mcp.js';
import { client, operate, portal, portalForAll } from '../support/portal-fixture.js';
import { openPortal, visit } from '../support/portal-visitors.js';

portalForAll({ real: true, example: 'northlight' });
beforeAll(() => openPortal(portal, 'northlight'));

const base = '/brands/northlight';
const read = async (path: string): Promise<string> => {
  const response = await visit(portal, base + path);
  expect(response.status, path).toBe(200);
  return response.text();
};

test('contents and site map name each page that everyone may read by its absolute address, and no other', async () => {
  const named = (await read('/llms.txt')).matchAll(
    /^- \[.*\]\((.*)\.md\)(?:: (?:in (German)|in Arabic)?(?:[.] |$)?.*)?$/gm,
  );
  const pages = [...named].map(([, address = '', german]) => (german ? address.replace(base, `${base}/de`) : address));
  const mapped = [...(await read('/sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
  const isNamed = (address: string): boolean => pages.includes(address);
  expect(pages.length).toBeGreaterThan(20);
  expect(mapped.filter(isNamed)).toEqual(pages);
  const [, ...others] = mapped.filter((address) => !isNamed(address));
  for (const address of others) expect(address).toMatch(/\/de(?:\/|$)/);
  const pathOf = (address: string): string => new URL(address).pathname;
  for (const address of pages)
    expect(await read(`${pathOf(address).slice(base.length)}.md`)).toMatch(/^(?:---\ndescription: ".+"\n---\n\n)?# /);
  expect(await read('/llms.txt')).toMatch(/clear-space-and-minimum-size\.md\): \S/);
  for (const address of mapped) expect((await visit(portal, pathOf(address))).status).toBe(200);
});

test.each([
  ['/downloads', 'text/markdown', '/downloads.md'],
  ['/', 'text/markdown', '/llms.txt'],
  ['/-/tokens.json', 'text/css', '/-/tokens.css'],
])('%s as %s is at its own address', async (path, accept, to) => {
  const { status, headers } = await visit(portal, base + path, { headers: { Accept: accept } });
  expect([status, headers.get('location')]).toEqual([303, base + to]);
  expect(headers.get('cache-control')).toContain('no-store');
});

test('design tokens are those of the palette', async () => {
  expect(JSON.parse(await read('/-/tokens.json')).color['polar-night'].$value.hex).toBe('#0b1a33');
  expect(await read('/-/tokens.css')).toContain('--color-polar-night: #0b1a33;');
});

test('Adobe swatches are read by another program: each colour in RGB, and in CMYK where it has it', async () => {
  const answer = await visit(portal, `${base}/-/tokens.ase`);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="northlight-colors.ase"');
  const { colors } = decode(Buffer.from(await answer.arrayBuffer()));
  const [night, print] = colors.filter(({ name }) => name.startsWith('Polar Night'));
  expect(night).toMatchObject({ name: 'Polar Night', model: 'RGB', type: 'global' });
  expect(night?.color.map((part) => Math.round(part * 255))).toEqual([0x0b, 0x1a, 0x33]);
  expect(print).toMatchObject({ name: 'Polar Night CMYK', model: 'CMYK' });
  expect(print?.color.map((part) => Math.round(part * 100))).toEqual([100, 85, 45, 60]);
  expect(await read('/-/connect')).toContain('/-/tokens.ase');
});

test('search engines are let into a portal that is public', async () => {
  expect(await read('/robots.txt')).toMatch(/^User-agent: \*\nAllow: \/\n/);
});

test('the page for programs names addresses that answer', async () => {
  const html = await read('/-/connect');
  const texts = [...html.matchAll(/data-copy="([^"]+)"/g)].map(([, text]) => String(text));
  const addresses = texts.filter((text) => URL.canParse(text)).map((address) => new URL(address).pathname);
  expect(addresses).toContain(`${base}/-/mcp/public`);
  const clients = [...html.matchAll(/<dt>([^<]+)<\/dt><dd class="sub">[^<]+<\/dd>.*?data-copy="([^"]+)"/g)];
  expect(clients.map(([, name]) => name)).toEqual([
    'claude.ai',
    'ChatGPT',
    'Claude Code',
    'VS Code',
    'Cursor',
    'Codex',
  ]);
  for (const [, , text] of clients) expect(text).toMatch(`${base}/-/mcp`);
  for (const path of addresses.filter((one) => one.startsWith(base) && !/\/mcp(?:\/public)?$/.test(one))) {
    expect((await visit(portal, path, { headers: { Accept: '*/*' } })).status, path).toBe(200);
  }
});

/** Asks the endpoint for guests. */
async function call(method: string, params: object = {}) {
  const init = { method: 'POST', headers: agentsHeaders, body: message(method, params) };
  const response = await visit(portal, `${base}/-/mcp/public`, init);
  const text = await response.text();
  return { status: response.status, message: response.ok ? JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) : {} };
}

test('agents read without a key what everyone may read, and cannot write', async () => {
  const { status, message } = await call('tools/list');
  expect(status).toBe(200);
  const names: string[] = message.result.tools.map(({ name }: { name: string }) => name);
  expect(names).toContain('get_page');
  expect(message.result.tools.every((tool: { annotations: object }) => Object(tool.annotations).readOnlyHint)).toBe(
    true,
  );
  const pages = await call('tools/call', { name: 'list_pages', arguments: {} });
  const listed: { type: string; visibility: string }[] = pages.message.result.structuredContent.pages;
  expect(listed.filter(({ type }) => type === 'guideline').every(({ visibility }) => visibility === 'public')).toBe(
    true,
  );
  for (const name of ['create_page', 'list_changes', 'compare_page']) {
    const refused = await call('tools/call', { name, arguments: {} });
    expect(refused.message.result?.isError ?? refused.status >= 400, name).toBe(true);
  }
});

const set = (body: object) => operate(setPortal, {}, body);
const show = () => set({});

test('the settings of the portal come with the brand folder and are not in the answer about the brand', async () => {
  expect(await show()).toMatchObject({ logo_light: 116, logo_dark: 117, cover: 105, symbol: 124 });
  const before = await client.get('/brand');
  await set({ sentence: 'All of it.' });
  const after = await client.get('/brand');
  expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
  expect((await show()).sentence).toBe('All of it.');
});

const button = { label: 'Go', url: 'logo' };
const face = { family: 'Lesestoff', weight: 400, style: 'normal', media_id: 101 };

test.each([
  ['a medium that is not there', { cover: 999 }, 'cover'],
  ['a medium that is not released', { cover: 111 }, 'cover'],
  ['a medium that is no picture', { logo_light: 104 }, 'logo_light'],
  ['a font that is no WOFF2', { fonts: [face], served_on_web: true }, 'fonts.0.media_id'],
  ['a font without consent', { fonts: [face] }, 'served_on_web'],
  ['a script as address', { buttons: [{ label: 'Go', url: 'javascript:alert(1)' }] }, 'buttons.0.url'],
  ['a script as contact', { contact: { label: 'Go', url: 'javascript:alert(1)' } }, 'contact.url'],
  ['three buttons', { buttons: [button, button, button] }, 'buttons'],
  ['a long sentence', { sentence: 'x'.repeat(301) }, 'sentence'],
])('%s is refused', async (_, body, field) => {
  const before = await show();
  await expect(set(body)).rejects.toMatchObject({ code: 'invalid', fields: { [field]: [expect.any(String)] } });
  expect(await show()).toEqual(before);
});

test('a medium that the portal shows is removed only by force, and then from the portal too', async () => {
  const params = { id: '117' };
  await expect(operate(removeMedia, params)).rejects.toThrow('still used by the portal');
  await operate(removeMedia, params, { force: true });
  expect(await show()).toMatchObject({ logo_light: 116, logo_dark: null });
});
