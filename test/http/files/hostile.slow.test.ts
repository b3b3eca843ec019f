import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { addressOf, putFile } from '../../support/put-file.js';
import { addPerson, backendOrigin, signedInPage } from '../../support/workspace.js';

portalForAll({ real: true, pictures: true });

/** Told to the console wherever it runs: no policy keeps a script from that. */
const ran = (name: string): string => `console.log('ran ${name}')`;
const html = (name: string): string => `<!doctype html><script>${ran(name)}</script><img src=x onerror="${ran(name)}">`;
const svg = (inside: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40" ${attributes}><rect width="9" height="9"/>${inside}</svg>`;

const picture = (width = 16, height = 16) => sharp({ create: { width, height, channels: 3, background: '#e02010' } });

/** A GIF 10,799 pixels wide: its size is the beginning of a comment, and a script follows its end. */
async function gifScript(name: string): Promise<Buffer> {
  const gif = await picture(0x2a2f, 1).gif().toBuffer();
  return Buffer.concat([gif, Buffer.from(`*/=1;${ran(name)}//`)]);
}

async function jpegPage(name: string): Promise<Buffer> {
  const jpeg = await picture().jpeg().toBuffer();
  const comment = Buffer.from(html(name));
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(comment.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2), comment]);
}

function wavPage(name: string): Buffer {
  const content = Buffer.from(`RIFF\0\0\0\0WAVEfmt \x10\0\0\0${'\0'.repeat(16)}${html(name)}`);
  content.writeUInt32LE(content.length - 8, 4);
  return content;
}

/** What a browser could take for something that runs, by the name that its file is given. */
const polyglots: Readonly<Record<string, (name: string) => Buffer | string | Promise<Buffer>>> = {
  'script.gif': gifScript,
  'page.jpg': jpegPage,
  'page.png': async (name) => Buffer.concat([await picture().png().toBuffer(), Buffer.from(html(name))]),
  'page.wav': wavPage,
  'page.pdf': (name) =>
    `%PDF-1.4\n${html(name)}\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(${ran(name)})>>>>endobj\n%%EOF`,
  'script.svg': (name) => svg(`<script>${ran(name)}</script>`),
  'handler.svg': (name) => svg(`<animate onbegin="${ran(name)}" attributeName="x" dur="1s"/>`, `onload="${ran(name)}"`),
  'foreign.svg': (name) => {
    const frame = `<iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;${ran(name)}&lt;/script&gt;"/>`;
    return svg(`<foreignObject>${frame}</foreignObject>`);
  },
  'page.svg': (name) => svg(`<script xmlns="http://www.w3.org/1999/xhtml">${ran(name)}</script>`),
  'clean.svg': () => svg(''),
};
const names = Object.keys(polyglots);

/** A site of a stranger. `/raw/…` are the same files, sent as what they pretend to be. */
async function strangersSite(files: ReadonlyMap<string, Buffer>, page: () => string): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    const name = url.replace('/raw/', '');
    const types: Record<string, string> = { svg: 'image/svg+xml', gif: 'text/javascript' };
    const type = files.has(name) ? (types[name.slice(-3)] ?? 'text/html') : 'text/html';
    response.setHeader('Content-Type', type).end(files.get(name) ?? page());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

inChromium('a hostile file at its public address, or a page of a stranger', () => {
  let site: Server;
  const addresses = new Map<string, string>();
  const files = new Map<string, Buffer>();
  let content = '';
  const siteAt = (host: string): string => `http://${host}:${(site.address() as AddressInfo).port}`;

  beforeAll(async () => {
    for (const [name, make] of Object.entries(polyglots)) {
      files.set(name, Buffer.from(await make(name)));
      const { id } = await putFile(client, name, files.get(name) as Buffer);
      addresses.set(name, portal.url + (await addressOf(client, id)));
    }
    files.set('control', Buffer.from('<!doctype html>'));
    files.set('control.gif', await gifScript('control'));
    site = await strangersSite(files, () => content);
  });
  afterAll(() => void site?.close());

  /** Opens pages, in each of which `runs` is waited for. @returns what ran, and what was asked for but from the portal and the site */
  async function opened(targets: readonly string[], runs: readonly string[] = []) {
    const context = await browser.newContext();
    const [told, asked]: [string[], string[]] = [[], []];
    context.on('dialog', (dialog) => void dialog.dismiss());
    context.on('console', (message) => void told.push(message.text()));
    context.on('request', (request) => void asked.push(request.url()));
    for (const [at, target] of targets.entries()) {
      const page = await context.newPage();
      await page.goto(target, { waitUntil: 'load' }).catch(() => null);
      if (runs[at] !== undefined) await expect.poll(() => told).toContain(`ran ${runs[at]}`);
    }
    // What runs after a page is loaded, runs before the worker of a page that is opened later.
    const page = await context.newPage();
    await page.goto(`${siteAt('127.0.0.1')}/raw/control`);
    const script = `${siteAt('127.0.0.1')}/raw/control.gif`;
    await page.evaluate(`new Worker(URL.createObjectURL(new Blob(['importScripts("${script}")'])))`);
    await expect.poll(() => told).toContain('ran control');
    await context.close();
    const known = [portal.url, siteAt('127.0.0.1'), `blob:${siteAt('127.0.0.1')}`, 'data:', 'about:'];
    return {
      ran: told.filter((text) => text.startsWith('ran ') && text !== 'ran control').sort(),
      asked: asked.filter((url) => !known.some((start) => url.startsWith(start))),
    };
  }

  it('is what it says, and would run if it were sent as what it pretends to be', async () => {
    const pages = names.filter((name) => !/clean|script\.gif|pdf/.test(name));
    content = `<script src="/raw/script.gif"></script>`;
    const running = ['script.gif', ...pages];
    const addresses = [siteAt('127.0.0.1'), ...pages.map((name) => `${siteAt('127.0.0.1')}/raw/${name}`)];
    const { ran } = await opened(addresses, running);
    expect(new Set(ran)).toEqual(new Set(running.map((name) => `ran ${name}`)));
  });

  it('runs nothing when it is opened, whole or as a picture', async () => {
    const all = [...addresses.values()];
    const pictures = all.map((address) => `${address}?width=160`);
    expect(await opened([...all, ...pictures])).toEqual({ ran: [], asked: [] });
  });

  it('runs nothing in a page of a stranger, on this site or another, however it is put there', async () => {
    const ways = (address: string): string =>
      `<img src="${address}"><iframe src="${address}"></iframe><object data="${address}"></object><embed src="${address}">
       <script src="${address}"></script><script type="module" src="${address}"></script><audio src="${address}"></audio>
       <script>new Worker(URL.createObjectURL(new Blob(['importScripts("${address}")'])));</script>
       <link rel="stylesheet" href="${address}"><iframe srcdoc='<iframe src="${address}"></iframe>'></iframe>`;
    content = `<!doctype html>${[...addresses.values()].map(ways).join('')}`;
    expect((await opened(['127.0.0.1', 'localhost'].map(siteAt))).ran).toEqual([]);
  });

  it('is not stored when it is a page or a program, whatever its name', async () => {
    const page = html('a');
    const xhtml = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>1</script></html>';
    const pages = { 'a.html': page, 'a.svg': page, 'a.png': page, 'a.xhtml': xhtml };
    const programs = { 'a.js': ran('a'), 'a.gif': '#!/bin/sh\n', 'a.jpg': 'MZ\x90\0' };
    for (const [name, text] of Object.entries({ ...pages, ...programs }))
      await expect(putFile(client, name, text), name).rejects.toMatchObject({ code: 'invalid' });
  });

  it('reads nothing of the brand of a person who is signed in, from this site or another', async () => {
    const secret = await picture(60, 60).png().toBuffer();
    const { id, file } = await putFile(client, 'secret.png', secret, { release: false });
    const ada = await addPerson(portal, 'Ada', { acme: 'editor' });
    const { page } = await signedInPage(browser, portal, ada);
    const brand = `${backendOrigin(portal)}/brands/acme/-/workspace`;
    const pictureAt = `${brand}/picture/${file?.sha256}.png?width=160`;
    // What the person sees, to begin with.
    expect((await page.goto(pictureAt))?.status()).toBe(200);
    const wanted = [
      pictureAt,
      `${brand}/media/${id}/file`,
      `${brand}/media`,
      `${backendOrigin(portal)}/api/v1/media/${id}/file`,
      `${backendOrigin(portal)}/api/v1/media?include=file`,
      `${backendOrigin(portal)}/git/acme.git/info/lfs/objects/${file?.sha256}`,
    ];
    const script = `(async () => {
      const found = [];
      for (const address of ${JSON.stringify(wanted)}) {
        for (const mode of ['cors', 'no-cors']) {
          const reply = await fetch(address, { credentials: 'include', mode }).catch(() => null);
          const text = await reply?.text().catch(() => '');
          if (text) found.push(mode + ' ' + address);
        }
        const image = new Image();
        image.src = address;
        if (await image.decode().then(() => true, () => false)) found.push('image ' + address);
      }
      return found;
    })()`;
    content = '<!doctype html>';
    for (const host of ['127.0.0.1', 'localhost']) {
      await page.goto(siteAt(host));
      expect([host, await page.evaluate(script)]).toEqual([host, []]);
    }
  });
});
