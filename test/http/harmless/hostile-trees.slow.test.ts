import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { check } from '../../../src/admin/check.js';
import { createSanitizer } from '../../../src/content/html/sanitizer.js';
import { routes } from '../../../src/http/api/routes.js';
import { tools } from '../../../src/mcp/tools.js';
import { Service } from '../../../src/service/service.js';
import { some } from '../../support/effort.js';
import { requestTo } from '../../support/foreign-requests.js';
import { git, pushFiles } from '../../support/git.js';
import { isHazardous } from '../../support/hostile/names.js';
import { hostileFiles } from '../../support/hostile/trees.js';
import { call, connect } from '../../support/mcp.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

const named = Object.entries(hostileFiles);
const pages = named.filter(([, { path }]) => path.startsWith('pages/'));
const reading = tools.filter(({ operation }) => operation.effect === 'read');
const idIn = (path: string): string => /(\d+)\.json$/.exec(path)?.[1] as string;

portalForAll({ real: true, modules: ['corporate_language', 'brand_agent'] });
let agent: Client;
beforeAll(async () => {
  await client.page({ title: 'Ours' });
  agent = await connect(portal, client.key);
});

/** Fails for anything in an answer that would run, or that no request could have stored. */
function expectHarmless(value: unknown, where: string): void {
  if (typeof value === 'string') {
    expect(isHazardous(value), where).toBe(false);
    expect(value, where).not.toMatch(/<script|onload|onclick=|onerror|javascript:/i);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) expectHarmless(member, `${where}.${key}`);
  }
}

async function expectHarmlessCall(name: string, args: Record<string, unknown> = {}): Promise<void> {
  const { isError, answer } = await call(agent, name, args);
  if (!isError) expectHarmless(answer, name);
  else expect(['not_found', 'invalid'], name).toContain(answer.code);
}

const checked = async () =>
  (await check({ fs: portal.fs, data: portal.data, brand: 'acme', now: portal.clock.read() })).findings;

describe('of a pushed tree full of hostile files', () => {
  test('check and the log name every one, and nothing else', async () => {
    pushFiles(portal.gitdir('acme'), Object.fromEntries(named.map(([, { path, content }]) => [path, content])));
    await client.get('/pages');
    const findings = await checked();
    const fates = Object.fromEntries(
      findings.map(({ path, problem }) => [path, /^it is (?:(not served)|served altered)/.exec(problem)?.[1]]),
    );
    const logged = portal.log.map((line) => JSON.parse(line));
    for (const [name, { path, fate }] of named) {
      expect(Object.keys(fates), name).toContain(path);
      expect(fates[path], name).toBe(fate === 'skipped' ? 'not served' : undefined);
      const said = fate === 'skipped' ? 'skipped an invalid file' : 'a file is not harmless: it is served altered';
      expect(logged, name).toContainEqual(expect.objectContaining({ brand: 'acme', path, msg: said }));
    }
    expect(findings.filter(({ path }) => !named.some(([, file]) => file.path === path))).toEqual([]);
  });

  test.each(routes.filter(({ method }) => method === 'GET').map((route) => [route.path, route] as const))(
    'GET %s shows nothing harmful',
    async (path, route) => {
      const paths = route.path.includes(':page') ? pages.map(([, file]) => ({ page: idIn(file.path) })) : [{}];
      for (const parameters of paths) {
        const { method, path: at } = requestTo(route, parameters);
        const { status, body } = await client.send(method, at);
        expect(status, at).toBeLessThan(500);
        if (status === 200) expectHarmless(body, `${path} ${at}`);
      }
    },
  );

  test('the tools of agents that read no single page show nothing harmful', async () => {
    for (const { name } of reading.filter(({ args }) => !('page' in args.properties))) await expectHarmlessCall(name);
  });

  test.each(pages)('a page with %s is read by every door, and its content can be sent back', async (_, file) => {
    const id = idIn(file.path);
    const shown = await client.get(`/pages/${id}`);
    expect(shown.status).toBe(file.fate === 'skipped' ? 404 : 200);
    for (const { name } of reading.filter(({ args }) => 'page' in args.properties))
      await expectHarmlessCall(name, { page: Number(id) });
    for (const uri of [`brand-portal://pages/${id}`, `brand-portal://pages/${id}.json`]) {
      const read = agent.readResource({ uri });
      if (shown.status === 404) await expect(read).rejects.toThrow();
      else expectHarmless((await read).contents, uri);
    }
    if (shown.status === 404) return;
    const isWithheld = file.fate === 'withheld';
    if (isWithheld) expect(shown.body.blocks[0].data).toEqual({ html: '' });
    expect(shown.headers.get('etag')).toMatch(/^"[0-9a-f]{40}\.sanitized"$/);
    const again = await client.put(`/pages/${id}/content`, { blocks: shown.body.blocks });
    expect([again.status, again.body.blocks]).toEqual([200, shown.body.blocks]);
    const stored = isWithheld ? /^"[0-9a-f]{40}\.sanitized"$/ : /^"[0-9a-f]{40}"$/;
    expect((await client.get(`/pages/${id}`)).headers.get('etag')).toMatch(stored);
  });

  test('what was sent back is clean in the repository, too, where no text is withheld: that stays', async () => {
    const altered = (await checked()).filter(({ problem }) => problem.startsWith('it is served altered'));
    const withheld = pages.map(([, file]) => file).filter(({ fate }) => fate === 'withheld');
    expect(altered.flatMap(({ path }) => (path?.startsWith('pages/') ? [path] : []))).toEqual(
      withheld.map(({ path }) => path),
    );
    const htmlOf = (file: string) => [JSON.parse(file).blocks[0].data.html].flat().join('');
    for (const { path, content } of withheld) {
      const stored = htmlOf(git(portal.gitdir('acme'), ['show', `main:${path}`]));
      expect(stored === htmlOf(content.toString()), path).toBe(true);
    }
  });

  test('every write works beside it', async () => {
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      const ids = route.path.includes(':page') ? some(pages, 3).map(([, { path }]) => ({ page: idIn(path) })) : [{}];
      for (const parameters of ids) {
        const { method, path, body } = requestTo(route, parameters);
        const { status } = await client.send(method, path, { body });
        expect(status, `${method} ${path}`).toBeLessThan(500);
      }
    }
  });

  test('the export shows nothing harmful, and a start without a kept catalog sees the same', async () => {
    const catalogOf = async (service: Service) => (await (await service.brands.get('acme')).read()).catalog;
    const { fs, data, clock, logger } = portal;
    const fresh = await Service.open({ fs, data, clock: clock.read, sanitizer: createSanitizer(), log: logger });
    const [ours, theirs] = [await catalogOf(portal.service), await catalogOf(fresh)];
    expect([...theirs.altered].sort()).toEqual([...ours.altered].sort());
    expect([...theirs.problems].sort()).toEqual([...ours.problems].sort());
    const deep = Object.entries(hostileFiles).flatMap(([name, { path }]) =>
      /nested .* deep/.test(name) ? [path] : [],
    );
    const reasons = deep.flatMap((path) => ours.problems.get(path) ?? []);
    expect(reasons.filter((reason) => !/ deeper than \d+ levels\.$/.test(reason))).toEqual([]);
    const { brand, catalog, readPage } = await fresh.exportBrand('acme');
    expectHarmless(brand, 'brand');
    for (const record of catalog.pages.values()) expectHarmless(await readPage(record), `page ${record.id}`);
  });
});
