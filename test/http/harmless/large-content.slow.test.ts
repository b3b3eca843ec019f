import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { maxDiffSteps } from '../../../src/content/diff/limit.js';
import { maxMergeSteps } from '../../../src/content/merge/page.js';
import { BackgroundWork, maxLengthHere } from '../../../src/content/work/content-work.js';
import { type JobName, jobs } from '../../../src/content/work/jobs.js';
import { routes } from '../../../src/http/api/routes.js';
import { workspaceApiRoutes } from '../../../src/http/site/api.js';
import { Effort } from '../../../src/lib/effort.js';
import { isLongerThan } from '../../../src/lib/json.js';
import { tools } from '../../../src/mcp/tools.js';
import { readRoutes, translatedRoutes } from '../../../src/site/routes.js';
import { effort } from '../../support/effort.js';
import { ask, connect } from '../../support/mcp.js';
import { sanitizer } from '../../support/portal.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { openPortal } from '../../support/portal-visitors.js';
import { putLanguages } from '../../support/translations.js';
import { addPerson, WorkspaceClient, workspaceRoutes } from '../../support/workspace.js';
import { askApi } from '../../support/workspace-api.js';
import { addressOf, fillBrand, type Ids } from '../../support/workspace-pages.js';

/** Threads that nothing ends: how long a job takes is of no interest here. */
const script = new URL('../../../dist/content-worker.js', import.meta.url);
const work = new BackgroundWork(sanitizer, { quick: 600_000, slow: 600_000 }, script);
portalForAll({ real: true, example: 'northlight', work });

/** Characters of a text that a block may hold. */
const textLength = 60_000;
const brand = '/brands/northlight';

const texts = (text: string): object[] =>
  Array.from({ length: Math.ceil(text.length / textLength) }, (_, at) => {
    const html = text.slice(at * textLength, (at + 1) * textLength);
    return { type: 'rich_text', data: { html: html.replaceAll('&', '&amp;').replaceAll('<', '&lt;') } };
  });

/** Content that takes long to compare, merge or convert where that is not bounded. @param mark tells two versions apart */
const contents: Readonly<Record<string, (size: number, mark: string) => object[]>> = {
  'equal cells': (size, mark) => {
    const width = mark === 'a' ? 180 : 179;
    return [{ type: 'table', data: { rows: Array(Math.ceil(size / 5.5 / width)).fill(Array(width).fill('')) } }];
  },
  ...Object.fromEntries(
    [...'<&[(*_ '].map((sign) => [
      `a run of ${sign}`,
      (size: number, mark: string) => texts(mark + sign.repeat(size) + mark),
    ]),
  ),
  'deep nesting': (size, mark) => {
    const html = `${'<blockquote>'.repeat(90)}${mark}${'</blockquote>'.repeat(90)}`;
    return Array(Math.ceil(size / html.length)).fill({ type: 'rich_text', data: { html } });
  },
  'many blocks': (size, mark) => {
    const blocks = Array(199).fill({ type: 'rich_text', data: { html: `<p>${mark}</p>` } });
    return Array(size > maxLengthHere ? 5 : 1).fill({ type: 'group', data: { blocks } });
  },
  'one word': (size, mark) => texts(mark.repeat(size > maxLengthHere ? 1_000_000 : size)),
};

/** In characters. */
const sizes = { small: 4000, large: 200_000 };

/** What work may be counted in this thread for one request: a comparison, and merges of both versions that it shows. */
const maxSteps = maxDiffSteps + 2 * maxMergeSteps;

let ids: Ids;
let boss: WorkspaceClient;
let agent: Awaited<ReturnType<typeof connect>>;

beforeAll(async () => {
  ids = await fillBrand();
  await putLanguages(portal, 'northlight', [{ tag: 'de', shown: true, fallback: null }]);
  await openPortal(portal, 'northlight');
  boss = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Boss', { northlight: 'admin' }, true));
  agent = await connect(portal, client.key);
});

const here: { readonly job: JobName; readonly isLarge: boolean }[] = [];
beforeEach(() => {
  for (const job of Object.keys(jobs) as JobName[]) {
    const run = jobs[job] as (...input: unknown[]) => Promise<never>;
    vi.spyOn(jobs, job).mockImplementation((...input: unknown[]) => {
      here.push({ job, isLarge: isLongerThan(input.slice(1), maxLengthHere) });
      return run.apply(jobs, input);
    });
  }
  return () => {
    vi.restoreAllMocks();
  };
});

/** Requests that read the page, or a proposal of it, by name. */
type Requests = ReadonlyMap<string, () => Promise<{ readonly status: number }>>;

/** Those that are not asked, each with its reason. */
const left: Readonly<Record<string, string>> = {
  '/changes/stream': 'no answer, but events',
  '/check': 'the check has a thread of its own, and counts its steps (faults/stuck-work)',
  check_text: 'as /check',
  report_problem: 'stores a note',
  [`${brand}/language/check`]: 'as /check',
  view_medium: 'a picture',
};

/** Answered 404: a file or collection that there is none of, notes that readers may not write, and a page too long for Markdown. */
const missing = new Set([
  'portal /-/ask',
  'workspace /brands/:brand/picture/:file',
  'portal /-/collections/:collection',
  'portal /-/collections/:collection/zip',
  'portal /-/selection/zip',
  'portal /-/zip/:page',
  'portal /-/theme/:name',
  'portal /-/fonts/:id/:name',
  'portal /-/framed/:size/:id/:name',
  'portal /:page.md',
  'portal /:lang/-/collections/:collection',
  'portal /:lang/-/collections/:collection/zip',
  'portal /:lang/-/selection/zip',
  'portal /:lang/-/zip/:page',
  'portal /:lang/:page.md',
]);

/** The chapter of the page. */
const chapter = '9';

/** What operations that read take. */
const bodies = (version: string, blocks: readonly object[]): Readonly<Record<string, object>> => ({
  'texts.clean': { html: JSON.stringify(blocks), from: 'source' },
  'pages.merge': { base: version, blocks },
});

/** Requests that did work for the first content: for the others, only these are sent without full effort. */
const working = new Set<string>();

function requests(proposal: string, version: string, blocks: readonly object[], slug: string): Requests {
  const all = new Map<string, () => Promise<{ readonly status: number }>>();
  const named = { ...ids, proposal, commit: portal.head('northlight'), id: '1', tag: 'de', lang: 'de' };
  const fill = (path: string): string => addressOf(path, named);
  const forms = { Accept: 'text/markdown, application/json;q=0.5' };
  for (const { method, path, operation } of routes) {
    if (operation.effect !== 'read' || method !== 'GET' || Object.hasOwn(left, path)) continue;
    const address = path.startsWith('/media/:id') ? path.replace(':id', ids.media) : fill(path);
    const query = path === '/search' ? '?q=content' : '';
    all.set(`${method} ${path}`, () => client.get(address + query));
    const translated = `${address}${query === '' ? '?' : `${query}&`}lang=de`;
    if (operation.translated !== undefined) all.set(`${method} ${path} in a language`, () => client.get(translated));
    if (operation.forms) all.set(`${method} ${path} as Markdown`, () => client.get(address, { headers: forms }));
    if (operation.isProposable && path !== '/search')
      all.set(`${path} proposed`, () => client.get(`${address}?proposal=${proposal}`));
  }
  for (const { method, path, operation, takesLang } of workspaceApiRoutes) {
    if (operation.effect !== 'read' || Object.hasOwn(left, path)) continue;
    const body = bodies(version, blocks)[operation.name];
    if (operation.body !== undefined && body === undefined) throw new Error(`no body for ${operation.name}`);
    const address = `${brand}/-/workspace/api${fill(path)}${takesLang ? '?lang=de' : ''}`;
    all.set(`api ${method} ${path}`, () => askApi(boss, method, address, body));
  }
  for (const { method, path } of workspaceRoutes) {
    if (method !== 'GET' || !path.startsWith('/brands/:brand') || Object.hasOwn(left, fill(path))) continue;
    all.set(`workspace ${path}`, () => boss.get(fill(path)));
  }
  for (const { path } of [...readRoutes, ...translatedRoutes]) {
    const id = path.includes('/files/') ? ids.media : path.includes('/print/') ? chapter : ids.page;
    const values = { ...named, page: slug, id, size: 'touch', name: 'drawing.svg' };
    all.set(`portal ${path}`, () => boss.open(brand + addressOf(path, values)));
  }
  for (const { name, operation, args } of tools) {
    if (operation.effect !== 'read' || Object.hasOwn(left, name)) continue;
    const given = {
      page: Number(ids.page),
      id: `page:${ids.page}`,
      color: 1,
      section: 'voice',
      q: 'content',
      proposal: Number(proposal),
    };
    const known = { ...given, medium: Number(ids.media), from: ids.first, types: ['table'] };
    const sent = Object.entries(known).filter(([argument]) => Object.hasOwn(args.properties, argument));
    const languages = Object.hasOwn(args.properties, 'lang') ? [{ lang: 'de' }] : [];
    for (const lang of args.required?.includes('lang') ? languages : [{}, ...languages]) {
      all.set(`tool ${name} ${Object.values(lang)}`, async () => {
        await ask(agent, name, { ...Object.fromEntries(sent), ...lang });
        return { status: 200 };
      });
    }
  }
  return all;
}

describe.each(Object.entries(contents))('%s', (_, make) => {
  test.each(Object.entries(sizes))('holds up no other request: %s', async (name, size) => {
    const path = `/pages/${ids.page}/content`;
    const put = async (mark: string, query = '') => {
      const reply = await client.put(path + query, { blocks: make(size, mark) });
      expect([reply.status, reply.text.slice(0, 500)]).toEqual([200, expect.anything()]);
      return reply;
    };
    const base = (await put('a')).headers.get('etag') ?? '';
    const proposed = (await put('b', '?proposal=new')).headers.get('proposal') ?? '';
    await client.post(`/proposals/${proposed}/submit`, undefined);
    const { body: page } = await put('c');

    const found: string[] = [];
    const done = new Set<JobName>();
    const all = [...requests(proposed, base, make(size, 'd'), page.slug)];
    const isFirst = working.size === 0;
    for (const [request, send] of all) {
      if (!isFirst && effort !== 'full' && !working.has(request)) continue;
      here.length = 0;
      const before = Effort.spent;
      const { status } = await send();
      const spent = Effort.spent - before;
      if (isFirst && (spent > 0 || here.length > 0)) working.add(request);
      if (status >= 400 && !missing.has(request)) found.push(`${request}: ${status}`);
      if (spent > maxSteps) found.push(`${request}: ${spent} steps`);
      for (const { job, isLarge } of here) {
        done.add(job);
        if (isLarge) found.push(`${request}: ${job} ran here`);
      }
    }
    expect(found).toEqual([]);
    // What is small runs here: the lists above are of all jobs that there are.
    if (name === 'small') expect([...done]).toEqual(expect.arrayContaining(['compare', 'compareFiles', 'openHtml']));
  });
});

test('nesting beyond the limit is stored nowhere', async () => {
  const html = `${'<div><b>'.repeat(100)}a`;
  const blocks = [{ type: 'rich_text', data: { html } }];
  await client.refused(422, 'PUT', `/pages/${ids.page}/content`, { body: { blocks } });
});
