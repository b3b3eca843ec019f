import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chromiumPath, launchChromium } from '../support/browser.js';
import { inChromium } from '../support/browser-fixture.js';
import { listenOn } from '../support/loopback.js';
import { portal, portalForAll, portalForEach } from '../support/portal-fixture.js';
import { openPortal, visiblePage } from '../support/portal-visitors.js';
import { backendOrigin } from '../support/workspace.js';
import { writePage } from '../support/writer.js';

/** A stand-in for all providers. @returns its port, and what it was asked for */
async function provider() {
  const pem = readFileSync(new URL('../support/tls/localhost.pem', import.meta.url));
  const asked: Pick<IncomingMessage, 'url' | 'headers'>[] = [];
  const server = createServer({ key: pem, cert: pem }, ({ url, headers }, response) => {
    asked.push({ url, headers });
    const leave = "try { top.location = 'https://evil.example/' } catch { document.title = 'kept' }";
    response.setHeader('Content-Type', 'text/html').end(`<p>Stand-in</p><script>${leave}</script>`);
  });
  onTestFinished(() => void server.close().closeAllConnections());
  return { port: await listenOn(server), asked };
}

describe('a page with frames', () => {
  portalForAll({ real: true });

  it.skipIf(chromiumPath === undefined)(
    'the provider is asked only after the click, in a frame that stays where it is',
    async () => {
      const { port, asked } = await provider();
      const hosts = ['www.youtube-nocookie.com', 'miro.com'].map((host) => `MAP ${host}:443 127.0.0.1:${port}`);
      const browser = await launchChromium([`--host-resolver-rules=${hosts}`, '--ignore-certificate-errors']);
      onTestFinished(() => browser.close());
      const film = { type: 'video', data: { url: 'https://youtu.be/dQw4w9WgXcQ', title: 'How it sounds' } };
      const board = {
        type: 'button',
        data: { label: 'Board', url: 'https://miro.com/app/board/uXjVOabcdef=/', style: 'embed' },
      };
      await visiblePage({ title: 'Films', blocks: [film, board] });
      await openPortal(portal, 'acme');
      const address = `${backendOrigin(portal)}/brands/acme/films`;
      const page = await browser.newPage();
      page.setDefaultTimeout(20_000);
      await page.goto(address, { waitUntil: 'networkidle' });
      expect(asked).toEqual([]);
      const size = async () => {
        const box = await page.locator('.embed > .stage').first().boundingBox();
        return [box?.width, box?.height];
      };
      const before = await size();
      for (const at of [0, 0]) await page.getByRole('button', { name: 'Show here' }).nth(at).click();
      for (const name of ['How it sounds', 'Board'])
        await page.frameLocator(`iframe[title="${name}"]`).getByText('Stand-in').waitFor();
      await expect.poll(() => page.frames().filter((frame) => frame.url().startsWith('https://')).length).toBe(2);
      for (const frame of page.frames().slice(1)) await expect.poll(() => frame.title()).toBe('kept');
      expect([page.url(), await size()]).toEqual([address, before]);
      expect(asked.map(({ url, headers }) => [headers.host, url, headers.referer ?? null])).toEqual([
        ['www.youtube-nocookie.com', '/embed/dQw4w9WgXcQ?autoplay=1', `${backendOrigin(portal)}/`],
        ['miro.com', '/app/live-embed/uXjVOabcdef=/', null],
      ]);
      // On paper, and without script, there is the link.
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.embed iframe').first().isVisible()).toBe(false);
      expect(await page.getByRole('link', { name: 'Open at YouTube' }).isVisible()).toBe(true);
      const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
      await plain.goto(address);
      expect(await plain.getByRole('button', { name: 'Show here' }).count()).toBe(0);
      expect(await plain.getByRole('link', { name: 'Open at YouTube' }).getAttribute('href')).toBe(film.data.url);
    },
  );
});

inChromium('while a page is written', () => {
  portalForEach({ real: true, config: { embeds_off: ['youtube'] } });

  it('a film of a provider that is switched off is the link that readers get', async () => {
    const film = { type: 'video', data: { url: 'https://youtu.be/dQw4w9WgXcQ', title: 'How it sounds' } };
    const board = {
      type: 'button',
      data: { label: 'Board', url: 'https://miro.com/app/board/uXjVOabcdef=/', style: 'embed' },
    };
    const { page } = await writePage([film, board]);
    await page.locator('main a.btn', { hasText: 'How it sounds' }).waitFor();
    expect(await page.locator('main .embed b').allTextContents()).toEqual(['Board']);
  });
});
