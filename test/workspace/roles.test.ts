import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { modules } from '../../src/content/brand.js';
import { deletePage } from '../../src/operations/pages.js';
import { isAtLeast } from '../../src/registry/records.js';
import { workspacePlaces } from '../../src/site/frame/workspace-places.js';
import { brandRoutes } from '../../src/site/routes.js';
import { effort } from '../support/effort.js';
import { git } from '../support/git.js';
import { operate, portal, portalForAll, portalForEach } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient, workspaceRoutes } from '../support/workspace.js';
import { everyForm, type Found, filled, first, formsOn, send, sendable } from '../support/workspace-forms.js';
import { addPasskey, addressOf, fillBrand, type Ids, mail, notPages, propose } from '../support/workspace-pages.js';
import { registryHead } from '../support/workspace-people.js';

const oidc = { issuer: 'http://127.0.0.1:1', client_id: 'portal', client_secret_file: '/nowhere', roles: {} };
const fixture = { real: true, pictures: true, example: 'northlight', config: { oidc, mail } };

const ranks = ['anyone', 'person', 'viewer', 'editor', 'admin', 'operator'] as const;
type Rank = (typeof ranks)[number];

/** Addresses by the least that they take, reviewed by hand: a new row of the table needs a word here. */
const reviewed: readonly (readonly [Rank, string, string])[] = [
  ['anyone', '', '/sign-in /sign-in/passkey /sign-in/oidc /sign-in/oidc/return /mail/confirm /mail/off'],
  ['person', '', '/ /search /authorize /me /me/oidc /me/oidc/go /me/passkeys /me/passkeys/options'],
  ['person', '/me', '/data.json /notifications'],
  ['operator', '', '/operator /operator/brands/new /operator/health /operator/try-sign-in /people'],
  ['operator', '/operator', '/brands.csv /archived'],
  ['editor', 'GET /brands/:brand', '|'],
  ['admin', 'POST /brands/:brand', '|'],
  [
    'editor',
    '/brands/:brand',
    '/newer /search /changes /changes/:commit /changes/:commit/undo /proposals /logo /portal /portal/home /theme /theme/font',
  ],
  [
    'editor',
    '/brands/:brand',
    '/proposals/:proposal /picture/:file /pages/import /translations /translations/import /trash /trash/:page',
  ],
  ['editor', '/brands/:brand/translations/:lang', '/portal /:of /:of/:id'],
  ['editor', '/brands/:brand/stats', '| /numbers.csv'],
  ['editor', '/brands/:brand/notes', '| /people /new /:note'],
  ['editor', '/brands/:brand/pages', '/new /:page/versions /:page/compare /:page/edit /:page/restore'],
  ['editor', '/brands/:brand/language', '| /check /terms/:term /status'],
  ['editor', '/brands/:brand/language/:section', '/edit /versions /compare /restore'],
  ['editor', '/brands/:brand/context', '| /categories /:entry/edit /:entry/versions /:entry/compare /:entry/restore'],
  ['editor', '/brands/:brand/colors', '| /:color /:color/versions /:color/compare /:color/restore'],
  [
    'editor',
    '/brands/:brand/media',
    '| /change /unpack /names /undo /collections /collections/:collection /:media /:media/file /:media/versions /:media/compare /:media/restore',
  ],
  [
    'admin',
    '/brands/:brand',
    '/people /people/:person /access /keys /keys/:key /settings /settings/languages /settings/sign-in /restore',
  ],
  ['admin', '/brands/:brand', '/webhooks /webhooks/:webhook /trash/:page/purge'],
];
/** Addresses that only scripts send forms to. */
const ofScript = ['/brands/:brand/media/unpack', '/brands/:brand/pages/import'];

const least: Readonly<Record<string, Rank>> = Object.fromEntries(
  reviewed.flatMap(([rank, below, paths]) => paths.split(' ').map((path) => [below + path.replace('|', ''), rank])),
);
const leastOf = (method: string, path: string): Rank | undefined => least[path] ?? least[`${method} ${path}`];

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
    const rows = workspaceRoutes.map(({ method, path }) => (path in least ? path : `${method} ${path}`));
    expect([...new Set(rows)].sort()).toEqual(Object.keys(least).sort());
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
        if (isEnough(rank, leastOf(method, path) as Rank)) continue;
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
        if (method !== 'GET' || who === 'anyone' || !isEnough(rank, leastOf(method, path) as Rank)) continue;
        const { status } = await person.get(addressOf(path, ids));
        const isElsewhere = notPages[path]?.includes('redirect') === true && path !== '/';
        expect([rank, path, status]).toEqual([
          rank,
          path,
          // The provider of this portal does not answer.
          path === '/operator/try-sign-in' ? 503 : isElsewhere || (path === '/' && rank === 'operator') ? 303 : 200,
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
      ({ method, path }) => method === 'GET' && isEnough(rank, leastOf(method, path) as Rank),
    );
    const addresses = new Set(seen.map(({ path }) => addressOf(path, ids)));
    const isSeen = (on: string): boolean =>
      addresses.has(on) || [ids.unreleased, `/notes/${ids.done}`, '/other'].some((end) => on.endsWith(end));
    // Adding a passkey takes a device.
    const forms = first(await everyForm(person, ids, isSeen)).filter(
      ({ path, name }) => leastOf('POST', path) !== 'anyone' && name !== '/me/passkeys',
    );
    const wanted = workspaceRoutes.flatMap(({ method, path }) => {
      const one = leastOf(method, path) ?? 'anyone';
      return method === 'POST' && !ofScript.includes(path) && one !== 'anyone' && isEnough(rank, one) ? [path] : [];
    });
    expect([...new Set(forms.map(({ path }) => path))].sort()).toEqual(wanted.sort());
    for (const [name, one] of Object.entries(more)) {
      expect([name, forms.some((form) => form.name === name)]).toEqual([name, isEnough(rank, one)]);
    }
    // Each is sent as the least that it takes: that more is enough, pages show above.
    const isTried = ({ path, name }: Found): boolean => {
      const one = more[name] ?? leastOf('POST', path);
      return effort === 'full' || (one === 'person' ? 'editor' : one) === rank;
    };
    for (const { name, on } of sendable(forms.filter(isTried))) {
      // Its page was restored before.
      if (name.endsWith('/purge') && effort === 'full') await operate(deletePage, { page: ids.trashed });
      // It was taken out before.
      if (name.endsWith(' erase')) await portal.service.archive.put('shelved');
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
