import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { modules } from '../../src/content/brand.js';
import { deletePage } from '../../src/operations/pages.js';
import { workspacePlaces } from '../../src/portal/workspace-places.js';
import { isAtLeast } from '../../src/registry/records.js';
import { brandRoutes } from '../../src/workspace/routes.js';
import { git } from '../support/git.js';
import { operate, portal, portalForAll, portalForEach } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient, workspaceRoutes } from '../support/workspace.js';
import { everyForm, filled, first, formsOn, send } from '../support/workspace-forms.js';
import { addPasskey, addressOf, fillBrand, type Ids, notPages, propose } from '../support/workspace-pages.js';
import { registryHead } from '../support/workspace-people.js';

const oidc = { issuer: 'http://127.0.0.1:1', client_id: 'portal', client_secret_file: '/nowhere', roles: {} };
const fixture = { real: true, pictures: true, example: 'northlight', config: { oidc } };

const ranks = ['anyone', 'person', 'viewer', 'editor', 'admin', 'operator'] as const;
type Rank = (typeof ranks)[number];

/** The least that each address takes, reviewed by hand: a new row of the table needs one here. */
const least: Readonly<Record<string, Rank>> = {
  'GET /sign-in': 'anyone',
  'POST /sign-in': 'anyone',
  'GET /sign-in/passkey': 'anyone',
  'POST /sign-in/passkey': 'anyone',
  'GET /sign-in/oidc': 'anyone',
  'GET /sign-in/oidc/return': 'anyone',
  'POST /me/oidc': 'person',
  'GET /me/oidc/go': 'person',
  'GET /authorize': 'person',
  'POST /authorize': 'person',
  'GET /': 'person',
  'GET /search': 'person',
  'GET /me': 'person',
  'POST /me': 'person',
  'GET /me/passkeys': 'person',
  'POST /me/passkeys': 'person',
  'GET /me/passkeys/options': 'person',
  'GET /operator': 'operator',
  'GET /operator/brands/new': 'operator',
  'POST /operator/brands/new': 'operator',
  'GET /people': 'operator',
  'GET /operator/health': 'operator',
  'GET /brands/:brand': 'editor',
  'POST /brands/:brand': 'admin',
  'GET /brands/:brand/newer': 'editor',
  'GET /brands/:brand/search': 'editor',
  'GET /brands/:brand/changes': 'editor',
  'GET /brands/:brand/changes/:commit': 'editor',
  'GET /brands/:brand/changes/:commit/undo': 'editor',
  'GET /brands/:brand/proposals': 'editor',
  'GET /brands/:brand/proposals/:proposal': 'editor',
  'POST /brands/:brand/proposals/:proposal': 'editor',
  'GET /brands/:brand/pages': 'editor',
  'GET /brands/:brand/pages/new': 'editor',
  'POST /brands/:brand/pages/new': 'editor',
  'GET /brands/:brand/pages/:page': 'editor',
  'GET /brands/:brand/pages/:page/versions': 'editor',
  'GET /brands/:brand/pages/:page/compare': 'editor',
  'GET /brands/:brand/pages/:page/write': 'editor',
  'POST /brands/:brand/pages/:page/write': 'editor',
  'GET /brands/:brand/pages/:page/edit': 'editor',
  'POST /brands/:brand/pages/:page/edit': 'editor',
  'GET /brands/:brand/pages/:page/restore': 'editor',
  'POST /brands/:brand/pages/:page/restore': 'editor',
  'GET /brands/:brand/language': 'editor',
  'GET /brands/:brand/language/check': 'editor',
  'POST /brands/:brand/language/check': 'editor',
  'GET /brands/:brand/language/terms/:term': 'editor',
  'POST /brands/:brand/language/terms/:term': 'editor',
  'GET /brands/:brand/language/status': 'editor',
  'POST /brands/:brand/language/status': 'editor',
  'GET /brands/:brand/language/:section/edit': 'editor',
  'POST /brands/:brand/language/:section/edit': 'editor',
  'GET /brands/:brand/language/:section/versions': 'editor',
  'GET /brands/:brand/language/:section/compare': 'editor',
  'GET /brands/:brand/language/:section/restore': 'editor',
  'POST /brands/:brand/language/:section/restore': 'editor',
  'GET /brands/:brand/context': 'editor',
  'POST /brands/:brand/context': 'editor',
  'GET /brands/:brand/context/categories': 'editor',
  'POST /brands/:brand/context/categories': 'editor',
  'GET /brands/:brand/context/:entry/edit': 'editor',
  'POST /brands/:brand/context/:entry/edit': 'editor',
  'GET /brands/:brand/context/:entry/versions': 'editor',
  'GET /brands/:brand/context/:entry/compare': 'editor',
  'GET /brands/:brand/context/:entry/restore': 'editor',
  'POST /brands/:brand/context/:entry/restore': 'editor',
  'GET /brands/:brand/colors': 'editor',
  'POST /brands/:brand/colors': 'editor',
  'GET /brands/:brand/colors/:color': 'editor',
  'POST /brands/:brand/colors/:color': 'editor',
  'GET /brands/:brand/colors/:color/versions': 'editor',
  'GET /brands/:brand/colors/:color/compare': 'editor',
  'GET /brands/:brand/colors/:color/restore': 'editor',
  'POST /brands/:brand/colors/:color/restore': 'editor',
  'GET /brands/:brand/portal': 'editor',
  'POST /brands/:brand/portal': 'editor',
  'GET /brands/:brand/theme': 'editor',
  'POST /brands/:brand/theme': 'editor',
  'GET /brands/:brand/picture/:file': 'editor',
  'GET /brands/:brand/media': 'editor',
  'POST /brands/:brand/media': 'editor',
  'POST /brands/:brand/media/release': 'editor',
  'GET /brands/:brand/media/:media': 'editor',
  'POST /brands/:brand/media/:media': 'editor',
  'GET /brands/:brand/media/:media/file': 'editor',
  'POST /brands/:brand/media/:media/file': 'editor',
  'GET /brands/:brand/media/:media/versions': 'editor',
  'GET /brands/:brand/media/:media/compare': 'editor',
  'GET /brands/:brand/media/:media/restore': 'editor',
  'POST /brands/:brand/media/:media/restore': 'editor',
  'GET /brands/:brand/trash': 'editor',
  'GET /brands/:brand/trash/:page': 'editor',
  'POST /brands/:brand/trash/:page': 'editor',
  'GET /brands/:brand/trash/:page/purge': 'admin',
  'POST /brands/:brand/trash/:page/purge': 'admin',
  'GET /brands/:brand/people': 'admin',
  'POST /brands/:brand/people': 'admin',
  'GET /brands/:brand/people/:person': 'admin',
  'POST /brands/:brand/people/:person': 'admin',
  'GET /brands/:brand/access': 'admin',
  'POST /brands/:brand/access': 'admin',
  'GET /brands/:brand/keys': 'admin',
  'POST /brands/:brand/keys': 'admin',
  'GET /brands/:brand/keys/:key': 'admin',
  'POST /brands/:brand/keys/:key': 'admin',
  'GET /brands/:brand/settings': 'admin',
  'POST /brands/:brand/settings': 'admin',
  'GET /brands/:brand/stats': 'admin',
  'GET /brands/:brand/webhooks': 'admin',
  'POST /brands/:brand/webhooks': 'admin',
  'GET /brands/:brand/webhooks/:webhook': 'admin',
  'POST /brands/:brand/webhooks/:webhook': 'admin',
  'GET /brands/:brand/restore': 'admin',
  'POST /brands/:brand/restore': 'admin',
};

/** Forms that take more than their address. */
const more: Readonly<Record<string, Rank>> = { '/brands/:brand/settings modules': 'operator' };

const isEnough = (rank: Rank, wanted: Rank): boolean => ranks.indexOf(rank) >= ranks.indexOf(wanted);

let ids: Ids;
const fill = async (): Promise<void> => {
  ids = await fillBrand();
  await portal.service.provisioning.createEmpty('other', 'Other', []);
};

async function as(rank: Rank | 'stranger'): Promise<WorkspaceClient> {
  if (rank === 'anyone') return WorkspaceClient.nobody(portal);
  const isRole = rank === 'viewer' || rank === 'editor' || rank === 'admin';
  const roles = rank === 'stranger' ? { other: 'admin' as const } : isRole ? { northlight: rank, other: rank } : {};
  return WorkspaceClient.signIn(portal, await addPerson(portal, `Ada ${rank}`, roles, rank === 'operator'));
}

const stored = (): string[] => [portal.head('northlight'), registryHead()];

describe('the role that each address takes', () => {
  portalForAll(fixture);
  beforeAll(fill);

  it('is listed here for every row of the table', () => {
    const rows = workspaceRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(rows.sort()).toEqual(Object.keys(least).sort());
  });

  it('is the one by which the rail and the search leave places out', () => {
    for (const role of ['editor', 'admin'] as const) {
      const places = workspacePlaces({ modules }, role).flatMap(({ entries }) => entries.map(([path]) => path));
      const open = (path: string) => brandRoutes.find((row) => row.method === 'GET' && row.path === path)?.who;
      const all = workspacePlaces({ modules }, 'admin').flatMap(({ entries }) => entries.map(([path]) => path));
      expect(places).toEqual(all.filter((path) => isAtLeast(role, open(path) ?? 'admin')));
    }
  });

  it('is asked of everyone: who has less is refused, whatever the form, and nothing is stored', async () => {
    const operator = await as('operator');
    const actions = new Map<string, Set<string>>();
    for (const form of await everyForm(operator, ids)) {
      const known = actions.get(form.path) ?? new Set();
      actions.set(form.path, known.add(form.fields.find(([name]) => name === 'action')?.[1] ?? ''));
    }
    const visitors = ['anyone', 'person', 'stranger', 'viewer', 'editor', 'admin'] as const;
    const people = await Promise.all(visitors.map(async (rank) => [rank, await as(rank)] as const));
    const before = stored();
    for (const [visitor, person] of people) {
      const rank: Rank = visitor === 'stranger' ? 'person' : visitor;
      for (const { method, path, isKept } of workspaceRoutes) {
        const wanted = least[`${method} ${path}`] as Rank;
        if (isEnough(rank, wanted)) continue;
        // Viewers read the portal: for them, too, there is no workspace.
        const isBrandless = path.startsWith('/brands/') && (rank === 'person' || rank === 'viewer');
        const refusal = isBrandless ? 404 : 403;
        const status = rank !== 'anyone' ? refusal : method === 'POST' && isKept ? 401 : 303;
        for (const action of method === 'GET' ? [''] : (actions.get(path) ?? [''])) {
          const at = addressOf(path, ids);
          const reply = method === 'GET' ? await person.get(at) : await person.post(at, { action });
          expect([visitor, method, path, action, reply.status]).toEqual([visitor, method, path, action, status]);
          if (status === 303) expect(reply.location).toMatch(/^\/-\/workspace\/sign-in/);
          if (path.startsWith('/brands/')) expect(reply.text).not.toContain('Clear space');
        }
      }
    }
    expect(stored()).toEqual(before);
  });

  it('is enough: every address answers who has it, or more, with its page', async () => {
    for (const rank of ['viewer', 'editor', 'admin', 'operator'] as const) {
      const person = await as(rank);
      for (const { method, path, who } of workspaceRoutes) {
        if (method !== 'GET' || who === 'anyone' || !isEnough(rank, least[`GET ${path}`] as Rank)) continue;
        const { status } = await person.get(addressOf(path, ids));
        const isMoved = notPages[path]?.includes('moved') === true;
        const isElsewhere = notPages[path]?.includes('redirect') === true && path !== '/';
        expect([rank, path, status]).toEqual([
          rank,
          path,
          isMoved ? 308 : isElsewhere || (path === '/' && rank === 'operator') ? 303 : 200,
        ]);
      }
    }
  });
});

describe('the role that each form takes', () => {
  portalForEach(fixture);
  beforeEach(fill);

  it.each(['editor', 'admin', 'operator'] as const)('is enough: as %s', async (rank) => {
    const person = await as(rank);
    await addPasskey(person);
    const free = await addPerson(portal, 'Free', {});
    const seen = workspaceRoutes.filter(
      ({ method, path }) => method === 'GET' && isEnough(rank, least[`GET ${path}`] as Rank),
    );
    const addresses = new Set(seen.map(({ path }) => addressOf(path, ids)));
    const isSeen = (on: string): boolean => addresses.has(on) || on.endsWith(ids.unreleased) || on.endsWith('/other');
    // Adding a passkey takes a device.
    const forms = first(await everyForm(person, ids, isSeen)).filter(
      ({ path, name }) => path.startsWith('/sign-in') === false && name !== '/me/passkeys',
    );
    const wanted = Object.entries(least).flatMap(([row, one]) => {
      const [method, path = ''] = row.split(' ');
      return method === 'POST' && one !== 'anyone' && isEnough(rank, one) ? [path] : [];
    });
    const formless = '/brands/:brand/pages/:page/write';
    expect([...new Set([...forms.map(({ path }) => path), formless])].sort()).toEqual(wanted.sort());
    for (const [name, one] of Object.entries(more)) {
      expect([name, forms.some((form) => form.name === name)]).toEqual([name, isEnough(rank, one)]);
    }
    const order = ({ name }: { readonly name: string }): number => {
      const last = [
        / (up|down)$/,
        /./,
        / withdraw$/,
        / (remove|take)$|:key revoke$/,
        /purge$/,
        / delete$/,
        /brand\/restore$/,
        /^\/me$/,
      ];
      return last.findLastIndex((one) => one.test(name)) - (/ up$/.test(name) ? 2 : / down$/.test(name) ? 1 : 0);
    };
    for (const { name, on } of forms.toSorted((a, b) => order(a) - order(b))) {
      if (name.endsWith('/purge')) await operate(deletePage, { page: ids.trashed });
      // What was decided on one proposal leaves no form for the next.
      const at = on.includes('/proposals/') ? on.replace(/\d+$/, await propose()) : on;
      const form = (await formsOn(person, at)).find((one) => one.name === name);
      if (form === undefined) throw new Error(`${name} is gone from ${at}`);
      const fields = filled(form).map(
        ([field, value]) => [field, field === 'person' ? value || free.id : value] as const,
      );
      const [brand, registry] = stored();
      const { status, text } = await send(person, form, fields);
      const changed = [
        ...(portal.head('northlight') === brand ? [] : [portal.gitdir('northlight')]),
        ...(registryHead() === registry ? [] : [`${portal.data}/registry.git`]),
      ];
      for (const gitdir of changed) {
        // What is published was written by its proposer.
        const author = name.endsWith(' publish') ? 'Test' : `Ada ${rank}`;
        expect([name, git(gitdir, ['log', '-1', '--format=%an', 'main']).trim()]).toEqual([name, author]);
      }
      const said = [200, 303].includes(status) ? '' : /role="alert".*?<\/div>/s.exec(text)?.[0];
      expect([name, status, said]).toEqual([name, expect.toBeOneOf([200, 303]), '']);
    }
  });
});
