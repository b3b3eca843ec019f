import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { importFolder } from '../../src/cli/import-folder.js';
import { setPortal } from '../../src/operations/portal.js';
import { setFont } from '../../src/operations/theme.js';
import { sha256Of, svg } from '../support/files.js';
import { family, realFont } from '../support/fonts.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { cookieOf, openPortal, visiblePage, visit } from '../support/portal-visitors.js';
import { putFile, release, withdraw } from '../support/put-file.js';

portalForEach({ real: true, pictures: true, modules: ['media_upload'] });

const standIn = 'Shown in a stand-in';
const face = { family, weight: 400, style: 'normal' };

async function look(path: string, cookie?: string, slug = 'acme') {
  const answer = await visit(portal, `/brands/${slug}${path}`, cookie ? { headers: { Cookie: cookie } } : {});
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, of: (name: string) => answer.headers.get(name), bytes, text: bytes.toString() };
}

/** Specimen of the page, its theme sheet, and the addresses of fonts in it. */
async function shown(cookie?: string, slug = 'acme') {
  const page = await look('/type', cookie, slug);
  const [, sheetPath = ''] = /href="\/brands\/\w+(\/-\/theme\/[^"]+)"/.exec(page.text) ?? [];
  const sheet = await look(sheetPath, cookie, slug);
  const named = [...sheet.text.matchAll(/url\("\.\.(\/fonts\/[^"]+)"\)/g)].map(([, path]) => `/-${path}`);
  return { page, sheet, fonts: [...new Set(named)] };
}

beforeEach(async () => {
  await operate(setFont, { role: 'Body' }, { family, faces: [{ weight: 400, style: 'normal' }] });
  await visiblePage({ title: 'Type', blocks: [{ type: 'heading', data: { text: family, level: 2 } }] });
  await openPortal(portal, 'acme');
});

describe('a font', () => {
  it('of a medium is shown when it may be served', async () => {
    const { status, body } = await client.send('POST', '/media?name=Lesestoff.woff2&title=Text', { raw: realFont });
    expect([status, body.type]).toEqual([201, 'document']);
    await release(client, body.id);
    const [listed] = (await client.get('/media?include=file')).body;
    expect([listed.type, listed.file.type]).toEqual(['document', 'font/woff2']);
    expect((await shown()).page.text).toContain(standIn);

    const assigned = { fonts: [{ ...face, media_id: body.id }] };
    await expect(operate(setPortal, {}, assigned)).rejects.toMatchObject({ code: 'invalid' });
    await operate(setPortal, {}, { ...assigned, served_on_web: true });

    const { page, sheet, fonts } = await shown();
    expect(page.text).not.toContain(standIn);
    expect(sheet.text).toContain(`@font-face{font-family:"${family}";font-weight:400;font-style:normal;`);
    expect(sheet.text).toContain(`--font-read:"${family}",var(--font)`);
    expect(page.text).toContain(`<link rel="preload" href="/brands/acme${fonts[0]}" as="font"`);
    const font = await look(fonts[0] ?? '');
    expect([font.status, sha256Of(font.bytes), font.of('content-type')]).toEqual([
      200,
      sha256Of(realFont),
      'font/woff2',
    ]);
    expect([font.of('x-content-type-options'), font.of('cross-origin-resource-policy')]).toEqual([
      'nosniff',
      'same-origin',
    ]);
    expect(font.of('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(font.of('access-control-allow-origin')).toBe(null);
    const own = (await client.get(`/media?include=file`)).body[0];
    expect(own.type).toBe('document');
  });

  it('is served only to those who may see the portal, while its medium is released and assigned', async () => {
    const { id } = await putFile(client, 'lesestoff.woff2', realFont);
    await operate(setPortal, {}, { fonts: [{ ...face, media_id: id }], served_on_web: true });
    const [path = ''] = (await shown()).fonts;
    const sheet = (await look('/type')).text.match(/\/-\/theme\/[^"]+/)?.[0] ?? '';
    await openPortal(portal, 'acme', { portal: 'people' });
    const viewer = await cookieOf('viewer');
    for (const one of [path, sheet]) {
      expect((await look(one)).status).toBe(404);
      const seen = await look(one, viewer);
      expect([seen.status, seen.of('cache-control')]).toEqual([200, 'private, no-store']);
    }
    await openPortal(portal, 'acme', { portal: 'off' });
    expect((await look(path, viewer)).status).toBe(404);
    expect((await look(path, await cookieOf('editor'))).status).toBe(200);
    await openPortal(portal, 'acme');
    for (const wrong of [path.replace(/\w{16}\.woff2/, `${'0'.repeat(16)}.woff2`), `/-/fonts/${id}/lesestoff.woff2`]) {
      expect((await look(wrong)).status).toBe(404);
    }
    await withdraw(client, id);
    expect((await look(path)).status).toBe(404);
    const { page, fonts } = await shown();
    expect([page.text.includes(standIn), fonts]).toEqual([true, []]);
    await release(client, id);
    expect((await look(path)).status).toBe(200);
    await operate(setPortal, {}, { fonts: [] });
    expect((await look(path)).status).toBe(404);
  });

  it('comes with a brand folder, by portal.yaml', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fonts-'));
    const brand = join(folder, 'print');
    await mkdir(join(brand, 'media'), { recursive: true });
    await mkdir(join(brand, 'pages'));
    const files: Record<string, string | Buffer> = {
      'brand.yaml': [
        ...[
          'name: Print',
          'theme:',
          '  font: serif',
          '  colors: {primary: "#123", accent: "#123", background: "#fff",',
        ],
        `    text: "#123", link: "#123"}\n  fonts: [{role: body, family: ${family}, base_weight: 400, faces: [{weight: 400, style: normal}]}]`,
      ].join('\n'),
      'portal.yaml': `fonts: [{family: ${family}, weight: 400, style: normal, media_id: 7}]`,
      'media.yaml': '- {id: 7, type: document, title: Text, released: true, file: media/007-lesestoff.woff2}',
      'media/007-lesestoff.woff2': realFont,
      'pages/010-type.yaml': `title: Type\nvisibility: public\nblocks: [{type: heading, data: {text: ${family}, level: 2}}]`,
    };
    for (const [name, content] of Object.entries(files)) await writeFile(join(brand, name), content);
    await importFolder(portal.service, brand);
    await openPortal(portal, 'print');
    const { page, fonts } = await shown(undefined, 'print');
    expect([page.status, page.text.includes(standIn), fonts.length]).toEqual([200, false, 1]);
    const font = await look(fonts[0] ?? '', undefined, 'print');
    expect([font.of('content-type'), sha256Of(font.bytes)]).toEqual(['font/woff2', sha256Of(realFont)]);
    await rm(folder, { recursive: true });
  });

  it('is no file of another type, whatever it is called', async () => {
    const { id } = await putFile(client, 'drawing.woff2', svg(1));
    const body = { fonts: [{ ...face, media_id: id }], served_on_web: true };
    await expect(operate(setPortal, {}, body)).rejects.toMatchObject({ code: 'invalid' });
  });
});
