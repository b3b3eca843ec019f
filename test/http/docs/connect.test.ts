import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll();

async function opened(fragment: string, selector = 'pre') {
  const [html, script] = await Promise.all(
    ['/docs/connect', '/docs/connect.js'].map(async (path) => (await fetch(portal.url + path)).text()),
  );
  const { window } = new JSDOM(html, { url: `${portal.url}/docs/connect${fragment}`, runScripts: 'outside-only' });
  window.eval(script ?? '');
  const snippets = [...window.document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');
  return { snippets, address: window.location.href };
}

it('the page for connecting has this address in each snippet, and a key from its fragment only', async () => {
  const key = 'bp_0123abcXYZ';
  const { snippets, address } = await opened(`#key=${key}`);
  expect(snippets).toHaveLength(4);
  for (const text of snippets)
    expect([text.includes(portal.url), text.includes(key), text]).toEqual([true, true, text]);
  expect(address).toBe(`${portal.url}/docs/connect`);
  for (const other of ['', '?key=bp_x', '#key=%3Cb%3E', '#key=bp_x"y']) {
    for (const text of (await opened(other)).snippets) expect(text).toContain('bp_…');
  }
});

it('the page for connecting has the style and the bar of the portal, and keeps the brand when it is loaded again', async () => {
  const { headers, text } = await fetch(`${portal.url}/docs/connect`).then(async (answer) => ({
    headers: answer.headers,
    text: await answer.text(),
  }));
  expect(headers.get('content-security-policy')).toContain("font-src 'self'");
  const { document } = new JSDOM(text).window;
  expect(document.querySelector('header.top .logo')?.textContent).toMatch(/Brand Portal$/);
  const files = [...document.querySelectorAll('link[href], script[src]')].map(
    (one) => one.getAttribute('href') ?? one.getAttribute('src') ?? '',
  );
  expect(files.some((path) => /^\/assets\/\w+\/portal\.css$/.test(path))).toBe(true);
  for (const path of files) expect([path, (await fetch(portal.url + path)).status]).toEqual([path, 200]);
  const { address } = await opened('?brand=northlight#key=bp_x');
  expect(address).toBe(`${portal.url}/docs/connect?brand=northlight`);
});

it('the key of the link reaches no server', async () => {
  await opened('#key=bp_secretkey');
  expect(portal.log.join()).not.toContain('secretkey');
});

it('a brand that a link names stands in the snippets, when it is a slug', async () => {
  const named = (await opened('?brand=northlight', 'pre, code')).snippets.join('\n');
  for (const text of ['key issue northlight', '"northlight": {', 'http northlight ']) expect(named).toContain(text);
  for (const other of ['', '?brand=%3Cb%3E', '?brand=$%26']) {
    expect((await opened(other, 'pre, code')).snippets.join()).toContain('key issue your-brand ');
  }
});
