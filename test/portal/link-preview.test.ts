import { request } from 'node:http';
import { JSDOM } from 'jsdom';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangePage } from '../../src/operations/arrange-pages.js';
import { setMedia } from '../../src/operations/media.js';
import { setPortal } from '../../src/operations/portal.js';
import { photoWithPlace, svg } from '../support/files.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { askHost, openPortal, visiblePage } from '../support/portal-visitors.js';
import { putFile, withdraw } from '../support/put-file.js';
import { answerTo } from '../support/raw-requests.js';

portalForEach({
  real: true,
  pictures: true,
  config: { backend_url: 'https://work.example', portal_hosts: { 'brand.example': 'acme', '*.portal.example': '*' } },
});

const host = 'brand.example';
const origin = `https://${host}`;

/** What the head of a page says to other programs. */
async function headOf(path: string) {
  const { document } = new JSDOM((await askHost(portal, host, path)).text).window;
  const metas = [...document.querySelectorAll('meta[property], meta[name^="twitter"]')].map((meta) => [
    meta.getAttribute('property') ?? meta.getAttribute('name'),
    meta.getAttribute('content') ?? '',
  ]);
  const icons = [...document.querySelectorAll('link[rel$="icon"]')].map((icon) => {
    return ['rel', 'sizes', 'href'].map((name) => icon.getAttribute(name));
  });
  return { said: Object.fromEntries(metas) as Record<string, string>, icons };
}

/** A picture as another program gets it, with the colour of its corner. */
async function pictureAt(address = '') {
  const path = address.replace(origin, '');
  const { status, headers, body } = await answerTo(request(portal.url, { path, headers: { Host: host } }));
  if (status !== 200) return { status };
  const { width, height, format } = await sharp(body).metadata();
  const [red, green, blue] = await sharp(body).raw().toBuffer();
  return { status, size: [width, height], format, corner: [red, green, blue], caching: headers['cache-control'] };
}

const preview = { status: 200, size: [1200, 630] };
let ids: Record<'cover' | 'light' | 'dark' | 'square', number>;

beforeEach(async () => {
  const put = async (name: string, content: Buffer | string) => (await putFile(client, name, content)).id;
  const wide = (seed: string) => svg(seed).replace('height="8"', 'height="2" viewBox="0 0 8 8"');
  ids = {
    cover: await put('cover.jpg', await photoWithPlace()),
    light: await put('light.svg', wide('light')),
    dark: await put('dark.svg', wide('dark')),
    square: await put('square.svg', svg('square')),
  };
  await openPortal(portal, 'acme');
  await visiblePage({ title: 'Logo', slug: 'logo' });
});

describe('a link to a page', () => {
  it('says the title and the brand, and shows the cover of the portal, else its logo, as long as guests see it', async () => {
    await operate(setPortal, {}, { logo_light: ids.light, logo_dark: ids.dark, cover: ids.cover });
    const { said } = await headOf('/logo');
    const facts = { title: 'Logo', type: 'article', site_name: 'Acme', url: `${origin}/logo` };
    for (const [name, value] of Object.entries(facts)) expect([name, said[`og:${name}`]]).toEqual([name, value]);
    expect([said['og:image:width'], said['og:image:height'], said['twitter:card']]).toEqual([
      ...['1200', '630', 'summary_large_image'],
    ]);
    const cover = said['og:image'] ?? '';
    expect(await pictureAt(cover)).toMatchObject({
      ...preview,
      format: 'jpeg',
      caching: expect.stringContaining('immutable'),
    });
    expect((await headOf('/')).said).toMatchObject({
      'og:title': 'Acme',
      'og:type': 'website',
      'og:url': `${origin}/`,
    });

    await withdraw(client, ids.cover);
    expect(await pictureAt(cover)).toEqual({ status: 404 });
    const dark = (await headOf('/logo')).said['og:image'];
    const onDark = await pictureAt(dark);
    expect(onDark).toMatchObject({ ...preview, format: 'png' });
    expect(onDark.corner).not.toEqual([255, 255, 255]);
    await operate(setPortal, {}, { cover: null, logo_dark: null });
    expect(await pictureAt((await headOf('/logo')).said['og:image'])).toMatchObject({ corner: [255, 255, 255] });
    await operate(setPortal, {}, { logo_light: null });
    const { said: bare } = await headOf('/logo');
    expect([bare['og:image'], bare['twitter:card']]).toEqual([undefined, 'summary']);
  });

  it('has the own cover of the page, described by its medium, as long as guests see it', async () => {
    await operate(setPortal, {}, { cover: ids.cover });
    const { id } = await visiblePage({ title: 'Stamps', slug: 'stamps' });
    await operate(arrangePage, { page: String(id) }, { cover: ids.square });
    await operate(setMedia, { id: String(ids.square) }, { title: 'A stamp' });
    const shownAt = async (path: string) => {
      const { said } = await headOf(path);
      return [/preview\/(\d+)\//.exec(said['og:image'] ?? '')?.[1], said['og:image:alt']];
    };
    expect(await shownAt('/stamps')).toEqual([String(ids.square), 'A stamp']);
    expect(await pictureAt((await headOf('/stamps')).said['og:image'])).toMatchObject(preview);
    expect((await shownAt('/logo'))[0]).toBe(String(ids.cover));
    await withdraw(client, ids.square);
    expect((await shownAt('/stamps'))[0]).toBe(String(ids.cover));
  });

  it('has no other picture: of a medium that guests do not see, in another size, at another address', async () => {
    await operate(setPortal, {}, { cover: ids.cover });
    const { pathname } = new URL((await headOf('/')).said['og:image'] ?? '');
    expect((await pictureAt(pathname)).status).toBe(200);
    for (const path of [
      pathname.replace(`/${ids.cover}/`, `/${ids.light}/`),
      pathname.replace('/preview/', '/touch/'),
      pathname.replace('/preview/', '/constructor/'),
      pathname.replace('.jpg', '.png'),
      pathname.replace(/\w{16}\./, '0123456789abcdef.'),
    ])
      expect([path, (await pictureAt(path)).status]).toEqual([path, 404]);
  });

  it('to a portal that not everyone may read says the name of the brand on its own host, and nothing elsewhere', async () => {
    await operate(setPortal, {}, { cover: ids.cover });
    await openPortal(portal, 'acme', { portal: 'people' });
    expect((await headOf('/logo')).said).toEqual({ 'og:title': 'Acme', 'og:site_name': 'Acme' });
    for (const [other, path] of [
      ['acme.portal.example', '/logo'],
      ['work.example', '/brands/acme/logo'],
    ] as const)
      expect((await askHost(portal, other, path)).text).not.toMatch(/og:|twitter:|Acme/);
  });
});

describe('the icon of a portal', () => {
  it('is made of its symbol, else of a square logo, else of the initials', async () => {
    await operate(setPortal, {}, { logo_light: ids.light });
    expect((await headOf('/')).icons).toEqual([['icon', null, '/-/icon.svg']]);
    await operate(setPortal, {}, { logo_light: ids.square });
    const ofLogo = (await headOf('/')).icons;
    await operate(setPortal, {}, { logo_light: ids.light, symbol: ids.square });
    const { icons } = await headOf('/');
    expect(icons).toEqual(ofLogo);
    expect(icons.map(([rel, sizes]) => [rel, sizes])).toEqual([
      ['icon', '96x96'],
      ['apple-touch-icon', '180x180'],
    ]);
    for (const [at, side] of [96, 180].entries())
      expect(await pictureAt(icons[at]?.[2] ?? '')).toMatchObject({ size: [side, side], format: 'png' });
    await withdraw(client, ids.square);
    expect((await headOf('/')).icons).toEqual([['icon', null, '/-/icon.svg']]);
  });
});
