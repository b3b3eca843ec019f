import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestClient } from '../../support/portal.js';
import { client as acme, portal, portalForEach } from '../../support/portal-fixture.js';

let northlight: TestClient;

portalForEach({ real: true });
beforeEach(async () => {
  await portal.service.provisioning.createEmpty('northlight', 'Northlight', []);
  northlight = await portal.client('northlight');
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function ask(path: string, method = 'GET') {
  const response = await fetch(portal.url + path, { method });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

/** The answer once the last one is no longer given again. */
async function askLater(path = '/readyz') {
  vi.advanceTimersByTime(1000);
  const { status, body } = await ask(path);
  return { status, body };
}

const degraded = { status: 200, body: { status: 'degraded', brands: 1, reasons: ['1 brand cannot be read'] } };
const ready = { status: 200, body: { status: 'ready' } };

describe('the probes', () => {
  it('need no key, are not limited, and answer 200 while all is well', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/readyz')));
    for (const { status, body } of answers) expect({ status, body }).toEqual(ready);
    expect(await ask('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const names = ['cache-control', 'x-request-id', 'x-content-type-options'];
    const told = names.map((name) => answers[0]?.headers.get(name));
    expect(told).toEqual(['no-store', expect.stringMatching(/./), 'nosniff']);
  });

  it.each(['/healthz', '/readyz'])('%s has HEAD, and no other method', async (path) => {
    expect(await ask(path, 'HEAD')).toMatchObject({ status: 200, body: null });
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers, body } = await ask(path, method);
      expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'GET, HEAD' });
      expect(body.message).toContain(method);
    }
  });

  it('look once a second, however many ask', async () => {
    const removing = vi.spyOn(portal.fs.promises, 'rm');
    for (const looks of [1, 2]) {
      await Promise.all(Array.from({ length: 30 }, () => ask('/readyz')));
      expect(removing).toHaveBeenCalledTimes(looks);
      vi.advanceTimersByTime(1000);
    }
    expect(fs.readdirSync(portal.data).filter((name) => name.includes('writable'))).toEqual([]);
  });
});

describe('a brand that cannot be read', () => {
  it('leaves the others served and the node in service, and counts until it can be read again', async () => {
    const head = join(portal.gitdir('northlight'), 'refs/heads/main');
    fs.renameSync(head, `${head}.away`);
    expect((await northlight.get('/pages')).status).toBe(503);
    expect((await acme.post('/pages', { title: 'Served' })).status).toBe(201);
    expect(await askLater()).toEqual(degraded);
    expect(portal.log.some((line) => line.includes('brands cannot be read') && line.includes('northlight'))).toBe(true);
    fs.renameSync(`${head}.away`, head);
    expect((await northlight.get('/pages')).status).toBe(200);
    expect(await askLater()).toEqual(ready);
  });
});

describe('a node that cannot serve', () => {
  it('because the registry cannot be read is out of service until it can', async () => {
    const branch = join(portal.data, 'registry.git/refs/heads/main');
    fs.renameSync(branch, `${branch}.away`);
    const reasons = ['the registry cannot be read'];
    expect(await askLater()).toEqual({ status: 503, body: { status: 'unavailable', brands: 0, reasons } });
    expect((await northlight.get('/pages')).status).toBe(503);
    expect((await ask('/healthz')).status).toBe(200);
    fs.renameSync(`${branch}.away`, branch);
    expect(await askLater()).toEqual(ready);
  });

  it('because the data directory cannot be written is out of service, and says no path', async () => {
    // As errors of the system do, it names the file.
    vi.spyOn(portal.fs.promises, 'writeFile').mockImplementation((path) =>
      Promise.reject(Object.assign(new Error(`EROFS: ${path}`), { code: 'EROFS' })),
    );
    const reasons = ['the data directory cannot be written'];
    const expected = { status: 503, body: { status: 'unavailable', brands: 0, reasons } };
    expect(await askLater()).toEqual(expected);
    expect(await askLater()).toEqual(expected);
    expect(portal.log.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
  });

  it('because its disk hangs is out of service at once, and writes no second time meanwhile', async () => {
    const writing = vi.spyOn(portal.fs.promises, 'writeFile').mockReturnValue(new Promise(() => {}));
    for (const _ of [1, 2]) expect(await askLater()).toMatchObject({ status: 503, body: { status: 'unavailable' } });
    expect(writing).toHaveBeenCalledTimes(1);
  });
});
