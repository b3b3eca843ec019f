import { expect, it } from 'vitest';
import { portal, portalForAll } from '../support/portal-fixture.js';

portalForAll();

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const nothing = { message: 'There is nothing at this address.' };

async function ask(path: string, accept: string, method = 'GET') {
  const response = await fetch(portal.url + path, { method, headers: { Accept: accept }, redirect: 'manual' });
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() };
}

it.each(['/nothing', '/docs/nothing', '/apis', '/x?y=/api/', '/%3Cscript%3E', '/Files'])(
  'an unknown address is a page for a browser, which leads on, and JSON for a program: %s',
  async (path) => {
    const page = await ask(path, browser);
    expect([page.status, page.type]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<h1>There is nothing at this address.</h1>');
    for (const [, href] of page.text.matchAll(/href="([^"]*)"/g)) {
      const at = portal.url.replace('127.0.0.1', 'localhost') + href;
      const { status, headers } = await fetch(at, { redirect: 'manual' });
      const next = href === '/-/workspace' ? '/-/workspace/sign-in' : null;
      expect([href, [200, 303].includes(status), headers.get('location')]).toEqual([href, true, next]);
    }
    for (const accept of ['*/*', 'application/json', 'image/png', 'application/json, text/html']) {
      const { status, type, text } = await ask(path, accept);
      const json = 'application/json; charset=utf-8';
      expect([accept, status, type, JSON.parse(text)]).toEqual([accept, 404, json, nothing]);
    }
    expect((await ask(path, browser, 'POST')).type).toBe('text/html; charset=utf-8');
  },
);

const ofPrograms = [
  ...['/api', '/api/v1/nothing', '/api/v2?x=1', '/mcp', '/mcp/nothing', '/git', '/git/acme.git/nothing', '/files'],
  ...['/files/nothing', '/healthz/nothing', '/readyz', '/.well-known/nothing', '/healthz'],
];

it.each(ofPrograms)('the addresses of programs never answer with a page: %s', async (path) => {
  for (const method of ['GET', 'POST', 'PUT']) {
    const { type } = await ask(path, browser, method);
    expect([method, type]).toEqual([method, expect.not.stringContaining('html')]);
  }
});
