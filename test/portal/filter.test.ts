import { UnauthorizedError } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { setLanguageStatus } from '../../src/operations/language.js';
import type { PortalAccess } from '../../src/registry/records.js';
import { readRoutes, translatedRoutes, unknownRoute } from '../../src/site/routes.js';
import { TestAgent } from '../support/agent.js';
import { effort } from '../support/effort.js';
import {
  type Audience,
  brand,
  fact,
  heading,
  image,
  makePage,
  makeScene,
  mark,
  type Scene,
  upload,
  words,
} from '../support/filter-scene.js';
import { git } from '../support/git.js';
import { client, operate, portal, portalForAll } from '../support/portal-fixture.js';
import { addPerson, backendOrigin, WorkspaceClient } from '../support/workspace.js';

/** A language that the brand does not have. */
const none = 'it';

/** As long as the other, so that the answers are, too. */
const unknownBrand = 'southlight';

let scene: Scene;

/** Every address of the table, with everything that it may name, below the portal of a brand. */
function addresses(): string[] {
  const names = [...words.keys(), 'content'];
  const ids = [...scene.media, ...scene.pages].map(({ id }) => String(id));
  const values: Readonly<Record<string, readonly string[]>> = {
    page: [...scene.pages.map(({ slug }) => slug), ...scene.translated, 'de', 'fr', none, 'unknown'],
    lang: ['de', 'fr', none],
    id: ids,
    file: [...scene.media.map(({ id, name }) => `${id}/${name}`), ...ids.map((id) => `${id}/unknown`)],
    name: ['unknown'],
    collection: [...scene.collections, 'unknown'],
    rest: ['a/b'],
  };
  const fill = (path: string): string[] => {
    const [whole = '', name = ''] = /[:*](\w+)/.exec(path) ?? [];
    if (whole === '') return [path];
    return (values[name] ?? [...(values.page ?? []), ...(values.id ?? [])]).flatMap((value) =>
      fill(path.replace(whole, value)),
    );
  };
  const all = [...readRoutes, ...translatedRoutes, unknownRoute].flatMap(({ path }) =>
    fill(path.replace(':id/:name', ':file')).flatMap((filled) => [
      filled,
      ...(path === '/-/search' ? names.map((name) => `${filled}?q=${name}`) : []),
      ...(path === '/-/ask' ? ids.map((id) => `${filled}?page=${id}`) : []),
      ...(path.startsWith('/-/selection') ? [`${filled}?ids=${ids.slice(0, 100)}`] : []),
      ...(path === '/:lang/-/search' ? names.filter(isTranslated).map((name) => `${filled}?q=${name}`) : []),
      ...(filled.includes('/-/') || path.startsWith('/:lang/') ? [] : [`${filled}?at=${portal.head(brand)}`]),
    ]),
  );
  // In a language that is not shown, the address of one page of the source is like that of another.
  return all.filter((path) => !/^\/(?:fr|it)\//.test(path) || !/s-\w+(?:chapter|page(?!public))/.test(path));
}

const isTranslated = (name: string): boolean => /(?:seite|feuille|bild|page(?:public|hidden))/.test(name);

interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly said: string;
}

async function get(path: string, cookie: string | null): Promise<Answer> {
  const headers = cookie === null ? {} : { Cookie: cookie };
  const response = await fetch(`${backendOrigin(portal)}${path}`, { redirect: 'manual', headers });
  // A form has a seal of its own each time.
  const text = (await response.text()).replaceAll(/(name="seal" value=")[^"]*/g, '$1');
  const kept = [...response.headers].filter(([name]) => !['date', 'x-request-id', 'keep-alive'].includes(name));
  const location = response.headers.get('location');
  return { status: response.status, location, said: `${response.status}\n${JSON.stringify(kept)}\n${text}` };
}

/** @param turn without full effort, each asks for another quarter of the addresses; left out: for all */
async function answers(cookie: string | null, slug = brand, turn?: number): Promise<Map<string, Answer>> {
  const all = new Map<string, Answer>();
  const isAsked = (at: number): boolean => effort === 'full' || turn === undefined || (at + turn) % 4 === 0;
  const paths = addresses().filter((_, at) => isAsked(at));
  for (let at = 0; at < paths.length; at += 8) {
    const some = paths
      .slice(at, at + 8)
      .map(async (path) => [path, await get(`/brands/${slug}${path}`, cookie)] as const);
    for (const [path, answer] of await Promise.all(some)) all.set(path, answer);
  }
  return all;
}

/** What visitors are answered before anything changes. */
const answered = new Map<string, Map<string, Answer>>();

async function answersFor(access: PortalAccess, visitor: VisitorName): Promise<Map<string, Answer>> {
  await setAccess(access);
  const name = `${visitor} ${access}`;
  const found = answered.get(name) ?? (await answers(await visitors[visitor]()));
  answered.set(name, found);
  return found;
}

const setAccess = (access: PortalAccess, opens: 'people' | 'public' = 'people') =>
  portal.service.setBrandSettings(brand, {
    ...{ portal: access, portal_opens: { facts: opens, language: opens } },
    notes: 'everyone',
  });

async function signedIn(name: string, roles: Parameters<typeof addPerson>[2], operator = false) {
  return (await WorkspaceClient.signIn(portal, await addPerson(portal, name, roles, operator))).cookie;
}

/** Roles of people whose agents are tried. */
const workers: Readonly<Record<string, Parameters<typeof addPerson>[2]>> = {
  ...{ viewer: { [brand]: 'viewer' }, editor: { [brand]: 'editor' }, operator: {} },
};

const signIn = async (name: string) =>
  WorkspaceClient.signIn(portal, await addPerson(portal, name, workers[name] ?? {}, name === 'operator'));

async function guestWithLink(internal: boolean, more: { preview?: Scene['preview'] } = {}): Promise<string> {
  const expiresAt = new Date(portal.service.clock().getTime() + 3_600_000);
  const { secret } = await portal.service.shareLinks.make({ brand, name: 'Guest', internal, expiresAt, ...more });
  return `bp-guest-${brand}=${secret}`;
}

const visitors = {
  guest: async () => null,
  'guest by a link': () => guestWithLink(false),
  'guest by a link with internal pages': () => guestWithLink(true),
  'guest who previews a proposal': () => guestWithLink(false, { preview: scene.preview }),
  'person of another brand': () => signedIn('Other', { other: 'admin' }),
  viewer: () => signedIn('Viewer', { [brand]: 'viewer' }),
  editor: () => signedIn('Editor', { [brand]: 'editor' }),
  admin: () => signedIn('Admin', { [brand]: 'admin' }),
  operator: () => signedIn('Operator', {}, true),
} satisfies Record<string, () => Promise<string | null>>;
type VisitorName = keyof typeof visitors;

/** What each visitor reads of each portal; left out: nothing, the gate. */
const reads: readonly (readonly [PortalAccess, VisitorName, readonly Audience[]])[] = [
  ['public', 'guest', ['everyone']],
  ['public', 'guest by a link', ['everyone']],
  ['public', 'guest by a link with internal pages', ['everyone', 'internal']],
  ...(['public', 'people'] as const).map(
    (access) => [access, 'guest who previews a proposal', ['everyone', 'proposed', 'preview']] as const,
  ),
  ['public', 'person of another brand', ['everyone']],
  ['people', 'guest by a link', ['everyone']],
  ['people', 'guest by a link with internal pages', ['everyone', 'internal']],
  ...(['public', 'people'] as const).map((access) => [access, 'viewer', ['everyone', 'internal', 'facts']] as const),
  ...(['off', 'people', 'public'] as const).flatMap((access) =>
    // Who may write sees the same, whatever the access.
    (['editor', 'admin', 'operator'] as const)
      .filter((name) => effort === 'full' || name === 'editor' || access === 'off')
      .map((name) => [access, name, ['everyone', 'internal', 'facts', 'editors', 'proposed']] as const),
  ),
];
const refused = (['off', 'people', 'public'] as const).flatMap((access) =>
  (Object.keys(visitors) as VisitorName[])
    .filter((name) => !['editor', 'admin', 'operator'].includes(name))
    .filter((name) => !reads.some(([one, visitor]) => one === access && visitor === name))
    .map((name) => [access, name] as const),
);

describe('a portal', () => {
  portalForAll({ real: true, pictures: true, example: brand, config: { guest_requests_per_minute: 0 } });
  beforeAll(async () => {
    await portal.service.provisioning.createEmpty('other', 'Other', []);
    scene = await makeScene();
  });

  it.each(reads)(
    'that is %s shows %s what they may see, and nothing else, at any address',
    async (access, visitor, audiences) => {
      const seen = await answersFor(access, visitor);
      const commits = git(portal.gitdir(brand), ['rev-list', 'main']).trim().split('\n');
      const isEditor = audiences.includes('editors');
      const found = new Set<string>();
      for (const [path, { said, status }] of seen) {
        // To others there is none.
        if (!isEditor && path.startsWith('/-/history/')) expect([path, status]).toEqual([path, 404]);
        // The history has what was said once.
        if (isEditor && path.startsWith('/-/history/')) continue;
        // What an address names, its answer may name as well.
        const named = [...words.keys()].filter((name) => path.includes(name));
        for (const [name, audience] of words) {
          if (!said.includes(name)) continue;
          if (!named.includes(name)) found.add(name);
          expect([path, name, named.includes(name) || isShown(audiences, audience)]).toEqual([path, name, true]);
        }
        const rest = isEditor ? '' : said.replaceAll(/at(?:=|%3D)\w+/g, '');
        const commit = commits.find((one) => rest.includes(one));
        expect([path, commit]).toEqual([path, undefined]);
      }
      // A word of another kind than pages, media and facts has no page of its own yet.
      const wanted = [...words].flatMap(([name, audience]) =>
        isShown(audiences, audience) && /page|seite|feuille|medium(?!unused|withdrawn)|chapter(?!empty)/.test(name)
          ? [name]
          : [],
      );
      expect(wanted.filter((name) => !found.has(name))).toEqual([]);
      // To them, a language that is not shown is like one that there is not.
      const said = (path: string) => JSON.stringify(seen.get(path)).replaceAll(/(\/|%2F)(?:fr|it)\b/g, '$1xx');
      for (const path of isEditor ? [] : seen.keys())
        if (/^\/fr\b/.test(path)) expect([path, said(path)]).toEqual([path, said(path.replace('/fr', `/${none}`))]);
      for (const { id, name, audience } of scene.media) {
        const { status } = seen.get(`/-/files/${id}/${name}`) ?? {};
        expect([name, (status ?? 0) < 400]).toEqual([name, isShown(audiences, audience)]);
      }
    },
  );

  it.each(reads.filter(([access, visitor]) => access === 'people' && Object.hasOwn(workers, visitor)))(
    'that is %s shows the agent of %s what this person may see, and nothing else, by any tool',
    async (access, visitor, audiences) => {
      await setAccess(access);
      const agent = await new TestAgent(portal, `/brands/${brand}/-/mcp`).signIn(await signIn(visitor), {
        write: 'yes',
      });
      const said: string[] = [];
      const add = (answer: Promise<unknown>) => answer.then((one) => said.push(JSON.stringify(one)));
      const call = (name: string, args: object = {}) => add(agent.callTool({ name, arguments: { ...args } }));
      for (const name of ['get_brand', 'list_pages', 'list_media', 'list_context', 'get_language', 'list_changes'])
        await call(name, name.startsWith('list_') ? { limit: 200 } : {});
      for (const { id } of scene.pages) {
        await call('get_page', { page: id });
        await call('get_page_outline', { page: id });
        await call('compare_page', { page: id, from: portal.head(brand) });
        await add(agent.readResource({ uri: `brand-portal://pages/${id}` }).catch(String));
      }
      for (const { id } of scene.media) await call('view_medium', { medium: id });
      for (const text of words.keys()) await call('search', { q: text });
      const found = [...words.keys()].filter((name) => said.some((text) => text.includes(name)));
      // A search that finds nothing repeats nothing of its words.
      const hidden = found.filter(
        (name) => !isShown(audiences, words.get(name) ?? 'nobody') && name !== `${mark}textold`,
      );
      expect(hidden).toEqual([]);
      // Agents have no tool for the trash.
      const wanted = [...words].flatMap(([name, audience]) =>
        isShown(audiences, audience) && /page(?!trashed)|chapter(?!empty)/.test(name) ? [name] : [],
      );
      expect(wanted.filter((name) => !found.includes(name))).toEqual([]);
    },
  );

  it('that is off shows the agent of a viewer nothing', async () => {
    await setAccess('people');
    const agent = new TestAgent(portal);
    const client = await agent.signIn(await signIn('viewer'));
    await setAccess('off');
    await expect(client.callTool({ name: 'list_pages', arguments: {} })).rejects.toBeInstanceOf(UnauthorizedError);
    expect((await (await signIn('viewer')).get('/authorize?a')).status).toBe(400);
    await setAccess('public');
  });

  it.each(refused)('that is %s has the same gate for %s as a brand that does not exist', async (access, visitor) => {
    await setAccess(access);
    const cookie = await visitors[visitor]();
    const turn = refused.findIndex((one) => one[0] === access && one[1] === visitor);
    const [seen, unknown] = [await answers(cookie, brand, turn), await answers(cookie, unknownBrand, turn)];
    for (const [path, { said, status }] of seen) {
      expect([path, status]).toEqual([path, 404]);
      expect(said.replaceAll(brand, 'slug')).toBe(unknown.get(path)?.said.replaceAll(unknownBrand, 'slug'));
    }
  });

  it.each(['public', 'people'] as const)(
    'that is %s answers who previews a proposal like any guest by a link where it shows none, and to no cache anywhere',
    async (access) => {
      const seen = await answersFor(access, 'guest who previews a proposal');
      const ordinary = await answersFor(access, 'guest by a link');
      const others = readRoutes
        .filter(({ isPreviewed }) => !isPreviewed)
        .map(({ path }) => path.split('/:')[0] ?? '')
        .sort((a, b) => b.length - a.length);
      const compared = new Set<string>();
      for (const [path, { said }] of seen) {
        expect([path, said.slice(0, 2000)]).toEqual([path, expect.stringMatching(/"cache-control","[^"]*no-store"/)]);
        const route = others.find((one) => path === one || path.startsWith(`${one}/`) || path.startsWith(`${one}?`));
        if (route === undefined) continue;
        compared.add(route);
        expect([path, said]).toEqual([path, ordinary.get(path)?.said]);
      }
      expect([...compared].sort()).toEqual([...new Set(others)].sort());
    },
  );

  it('opens facts and the published language to guests only if the brand does', async () => {
    await operate(setLanguageStatus, {}, { status: 'published' });
    const viewer = await visitors.viewer();
    for (const name of ['factverified', 'draft']) {
      const find = async (cookie: string | null = null) =>
        (await get(`/brands/${brand}/-/search?q=${mark}${name}`, cookie)).said.replaceAll(/=[^"]*"/g, '');
      await setAccess('public');
      expect([name, (await find()).includes(`<mark>${mark}`)]).toEqual([name, false]);
      expect([name, (await find(viewer)).includes(`<mark>${mark}`)]).toEqual([name, true]);
      await setAccess('public', 'public');
      expect([name, (await find()).includes(`<mark>${mark}`)]).toEqual([name, true]);
    }
    await operate(setLanguageStatus, {}, { status: 'draft' });
    const { said } = await get(`/brands/${brand}/-/search?q=${mark}draft`, viewer);
    expect(said).not.toContain(`<mark>${mark}`);
    await setAccess('public');
  });

  it('answers guests with the same bytes when more is hidden', async () => {
    await setAccess('public');
    const guests = [
      null,
      await guestWithLink(false),
      await guestWithLink(true),
      await visitors['guest who previews a proposal'](),
    ];
    const ask = () => Promise.all(guests.map((cookie, turn) => answers(cookie, brand, turn)));
    const before = await ask();
    const later = `${mark}later`;
    const medium = await upload(later);
    await makePage(later, 'hidden', {}, [heading(`${mark}pagepublic content`), image(medium)]);
    await makePage(`${later}below`, 'public', { parent_id: scene.pages[0]?.id });
    const trashed = await makePage(`${later}trashed`, 'hidden');
    await client.delete(`/pages/${trashed.id}`);
    await upload(`${later}unreleased`, false);
    await fact(`${later}fact`, false);
    await client.patch('/brand/cl/voice', { summary: later });
    for (const [at, after] of (await ask()).entries()) {
      for (const [path, { said }] of before[at] ?? []) {
        if (path.includes('?at=')) continue;
        expect([path, after.get(path)?.said]).toEqual([path, said]);
      }
    }
  });
});

const isShown = (audiences: readonly Audience[], audience: Audience): boolean => audiences.includes(audience);
