import { readdirSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { Server } from '../support/command.js';
import { configFile } from '../support/config-file.js';
import { temporaryDirectory } from '../support/git.js';
import { TestClock, type TestPortal } from '../support/portal.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient, words } from '../support/workspace.js';
import { fill } from '../support/workspace-forms.js';
import { fillBrand, type Ids, pageAddresses } from '../support/workspace-pages.js';

// A link is made here and used there, by the time of the machine.
portalForAll({ real: true, example: 'northlight', clock: new TestClock(new Date().toISOString()) });

/** Pages of the history, which git reads. */
const needGit = /\/(?:changes(?:\/:commit)?|versions|compare|restore|media\/undo)$/;

let ids: Ids;
beforeAll(async () => {
  ids = await fillBrand();
});

/** The built program in a process of its own, which finds no git. */
async function withoutGit() {
  const [path, operator] = [temporaryDirectory(), await addPerson(portal, 'Boss', {}, true)];
  expect(readdirSync(path)).toEqual([]);
  const { secret: link } = await portal.service.sessions.issueLink(operator.id);
  const server = await Server.start(['serve', '--data', portal.data, '--config', configFile('')], { PATH: path });
  const nobody = WorkspaceClient.nobody({ url: server.url.replace('/api/v1', '') } as TestPortal);
  return { server, boss: nobody.as(await nobody.post('/sign-in', { link })) };
}

it('every page is there without git, but those of the history, which say what they need', async () => {
  const { server, boss } = await withoutGit();
  const found: string[] = [];
  for (const [path, address] of pageAddresses(ids)) {
    const { status, text } = await boss.get(address);
    // Clients ask to act at one server; this is another.
    const shown = path === '/authorize' ? 400 : expect.toBeOneOf([200, 303, 404]);
    expect([path, status]).toEqual([path, needGit.test(path) ? 503 : shown]);
    if (status !== 503) found.push(path);
    else expect([path, words(text)]).toEqual([path, expect.stringContaining('needs git')]);
  }
  expect(found.length).toBeGreaterThan(35);
  expect(words((await boss.get('/brands/northlight/stats')).text)).toContain('Changes: not known without git');
  const errors = server.stderr.split('\n').filter((line) => /"level":[56]0/.test(line));
  expect(errors.filter((line) => !line.includes('The history needs git'))).toEqual([]);
});

it('pages, colours, facts, media and settings are changed without git, and each answer says that it is done', async () => {
  const { boss } = await withoutGit();
  const brand = '/brands/northlight';
  const steps: readonly (readonly [string, string, Record<string, string>])[] = [
    [`${brand}/pages/${ids.page}/edit`, 'rename', { title: 'Without git' }],
    [`${brand}/colors`, 'add', { name: 'Sent', hex: '#123456' }],
    [`${brand}/colors/1`, 'set', { name: 'Without git' }],
    [`${brand}/theme`, 'theme', { primary: '#123456' }],
    [`${brand}/context/${ids.entry}/edit`, 'set', { title: 'Without git' }],
    [`${brand}/media/${ids.unreleased}`, 'release', {}],
    [`${brand}/settings`, 'brand', { name: 'Without git' }],
    [`${brand}/pages/${ids.page}/edit`, 'delete', {}],
  ];
  for (const [path, action, typed] of steps) {
    const { status, location, text } = await fill(boss, path, action, typed);
    expect([path, action, status, status === 303 ? '' : words(text)]).toEqual([path, action, 303, '']);
    const next = await boss.open(location ?? '');
    expect([path, action, next.status, words(next.text)]).toEqual([
      path,
      action,
      200,
      expect.stringMatching(/Saved(?:: it is a new version)?\./),
    ]);
  }
});
