import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { backUp } from '../../src/admin/backup.js';
import { systemClock } from '../../src/lib/clock.js';
import { temporaryDirectory } from '../support/git.js';
import { confirm, deliver, mailed } from '../support/mail.js';
import { MailServer } from '../support/mail-server.js';
import { TestPortal } from '../support/portal.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { addPerson, WorkspaceClient, words } from '../support/workspace.js';

const page = '/me/notifications';

async function started(options: Parameters<typeof TestPortal.start>[0] = {}) {
  const server = await MailServer.start();
  const portal = await TestPortal.start({ ...options, config: { mail: server.settings } });
  onTestFinished(() => portal.close());
  await portal.service.provisioning.createEmpty('acme', 'Acme', []);
  return { server, portal, minute: () => deliver(portal.service, server.settings) };
}

/** Path and query of the first address of a mail that leads to a page. */
const linkIn = (text = '', of: string): string => new RegExp(`https?://[^/\\s]+(\\S*${of}\\S*)`).exec(text)?.[1] ?? '';

/** Names of the files below a folder that hold a text, in objects of git also when they are packed. */
function holding(folder: string, text: string): string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const plain = names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
  const repositories = names.filter((entry) => entry.isDirectory() && entry.name.endsWith('.git'));
  const inGit = repositories
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((gitdir) => {
      const git = (...args: string[]) => execFileSync('git', ['--git-dir', gitdir, ...args], { maxBuffer: 1024 ** 3 });
      return git('cat-file', '--batch-all-objects', '--batch', '--unordered').includes(text);
    });
  return [...plain, ...inGit];
}

it('an address is given, confirmed by a button, changed, and erased everywhere', async () => {
  const { server, portal, minute } = await started({ real: true });
  const ada = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada', { acme: 'editor' }));
  expect((await ada.post(page, { action: 'give', address: 'ada @company.example' })).status).toBe(422);
  expect((await ada.post(page, { action: 'give', address: 'ada@company.example' })).location).toContain('said=sent');
  expect((await ada.post(page, { action: 'give', address: 'ada@company.example' })).status).toBe(429);
  expect(words((await ada.get(page)).text)).toContain('Waiting for you');
  await minute();
  expect(server.told).toEqual(['ada@company.example: Confirm your mail address']);

  const link = linkIn(server.mails[0]?.text, '/mail/confirm');
  const guest = WorkspaceClient.nobody(portal);
  // Programs that check mails open every address.
  const shown = await guest.get(link);
  expect(shown.text).toContain('noindex');
  expect(shown.headers.get('cache-control')).toContain('no-store');
  expect((await portal.service.mails.addresses.of(ada.person?.id ?? '')).address).toBeNull();
  const fields = Object.fromEntries(new URL(link, 'http://portal').searchParams);
  expect(words((await guest.post('/mail/confirm', fields)).text)).toContain('The address is confirmed');
  expect(words((await guest.post('/mail/confirm', fields)).text)).toContain('This link does not work');
  expect(words((await ada.get(page)).text)).toContain('Confirmed');

  portal.clock.advance({ seconds: 180 });
  const other = await portal.service.mails.addresses.give(ada.person?.id ?? '', 'new@company.example');
  await guest.post('/mail/confirm', { person: ada.person?.id ?? '', link: other });
  await minute();
  expect(server.told.slice(1)).toEqual(['ada@company.example: Your mail address was changed']);

  const backup = temporaryDirectory();
  const target = { fs, data: portal.data, directory: backup, clock: systemClock };
  await backUp(target);
  expect(holding(portal.data, 'new@company.example')).toEqual([
    join(portal.data, 'addresses', `${ada.person?.id}.json`),
  ]);
  expect(holding(backup, 'new@company.example')).toHaveLength(1);
  expect(fs.statSync(join(portal.data, 'addresses', `${ada.person?.id}.json`)).mode & 0o777).toBe(0o600);
  await ada.post(page, { action: 'erase' });
  await backUp(target);
  for (const text of ['new@company.example', 'ada@company.example']) {
    expect(holding(portal.data, text)).toEqual([]);
    expect(holding(backup, text)).toEqual([]);
    expect(portal.log.join('\n')).not.toContain(text);
  }
});

it('in a store, an erased address is in no object', async () => {
  const store = new MemoryStore();
  const { portal } = await started({ store });
  const ada = await mailed(portal.service, 'Ada');
  const held = () => [...store.objects].filter(([, bytes]) => bytes.includes('ada@people.example')).map(([key]) => key);
  expect(held()).toEqual([`addresses/${ada.id}.json`]);
  await portal.service.mails.addresses.erase(ada.id);
  expect(held()).toEqual([]);
  expect(store.objects.has(`addresses/${ada.id}.json`)).toBe(false);
});

it('an invitation is mailed, forgets its address, and the person takes it over by a tick', async () => {
  const { server, portal, minute } = await started({ real: true });
  const admin = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Grace', { acme: 'admin' }));
  const sent = { action: 'invite', name: 'Hanna', role: 'editor', address: 'hanna@company.example', once: 'x1' };
  const reply = await admin.post('/brands/acme/people', sent);
  expect(words(reply.text)).toContain('The invitation is on its way to hanna@company.example.');
  await minute();
  expect(server.told).toEqual(['hanna@company.example: Grace invites you to Acme']);
  expect(server.mails[0]?.text).toContain('work on the brand Acme as an editor');
  expect(holding(portal.data, 'hanna@company.example')).toEqual([]);
  expect(
    (await admin.post('/brands/acme/people', { ...sent, name: 'Eve', address: 'no address', once: 'x2' })).status,
  ).toBe(422);

  const link = linkIn(server.mails[0]?.text, '/sign-in');
  const [path = '', secret = ''] = link.split('#');
  const guest = WorkspaceClient.nobody(portal);
  const form = await guest.get(path);
  expect(words(form.text)).toContain('Send my mails to hanna@company.example');
  const sealed = new URL(path, 'http://portal').searchParams.get('invited') ?? '';
  const hanna = guest.as(await guest.post('/sign-in', { link: secret, mail: sealed }));
  expect(words((await hanna.get(page)).text)).toContain('hanna@company.example');
  const [person] = await portal.service.people.named('Hanna');
  expect(person?.mailed).toBe(true);
  // The seal is of this person alone.
  const [grace] = await portal.service.people.named('Grace');
  await portal.service.mails.addresses.acceptInvited(grace?.id ?? '', sealed);
  expect((await portal.service.mails.addresses.of(grace?.id ?? '')).address).toBeNull();
});

it('an invitation that was taken back is not sent, and a removed person has no address', async () => {
  const { server, portal, minute } = await started({ real: true });
  const admin = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Grace', { acme: 'admin' }));
  const sent = { action: 'invite', name: 'Hanna', role: 'editor', address: 'hanna@company.example', once: 'x1' };
  await admin.post('/brands/acme/people', sent);
  const [hanna] = await portal.service.people.named('Hanna');
  await admin.post('/brands/acme/people', { action: 'back', person: hanna?.id ?? '' });
  await minute();
  expect(server.told).toEqual([]);
  expect(holding(portal.data, 'hanna@company.example')).toEqual([]);
});

it('mails stop by one POST of any program, which learns nothing', async () => {
  const { portal } = await started();
  const ada = await mailed(portal.service, 'Ada');
  const { addresses } = portal.service.mails;
  const { confirmed_at } = await addresses.of(ada.id);
  const token = await addresses.offToken(ada.id, confirmed_at ?? '', 'acme', 'waiting');
  const at = (text: string): string => `${portal.url.replace('127.0.0.1', 'localhost')}/-/workspace/mail/off?t=${text}`;
  const post = async (text: string) => {
    const body = 'List-Unsubscribe=One-Click';
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(at(text), { method: 'POST', body, headers, redirect: 'manual' });
    return { status: answer.status, text: await answer.text(), referrer: answer.headers.get('referrer-policy') };
  };
  const before = await fetch(at(token));
  expect(await before.text()).toContain('noindex');
  expect((await addresses.of(ada.id)).choices).toEqual({});
  const done = await post(token);
  expect(done.status).toBe(200);
  expect((await addresses.of(ada.id)).choices).toEqual({ acme: 'nothing' });
  await addresses.erase(ada.id);
  const withoutId = ({ text }: { readonly text: string }): string => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '');
  for (const text of [token, `${token}x`, '', 'x'.repeat(2000)]) {
    const answer = await post(text);
    expect(answer.status).toBe(200);
    expect(withoutId(answer)).toBe(withoutId(done));
  }
});

it('choices are kept by brand, and a portal without mails says what it would send', async () => {
  const { portal } = await started();
  const person = await addPerson(portal, 'Ada', { acme: 'editor' });
  const ada = await WorkspaceClient.signIn(portal, person);
  expect((await ada.post(page, { action: 'choose', 'brand-acme': 'daily' })).location).toContain('said=saved');
  expect((await portal.service.mails.addresses.of(person.id)).choices).toEqual({ acme: 'daily' });
  expect((await ada.post(page, { action: 'choose', 'brand-acme': 'hourly' })).status).toBe(422);
  expect((await ada.post(page, { action: 'choose' })).status).toBe(400);

  const quiet = await TestPortal.start();
  onTestFinished(() => quiet.close());
  const eve = await WorkspaceClient.signIn(quiet, await addPerson(quiet, 'Eve', {}, true));
  const { text } = await eve.get(page);
  expect(words(text)).toContain('This portal sends no mails.');
  expect(text).not.toContain('name="address"');
  expect((await eve.post(page, { action: 'give', address: 'eve@company.example' })).status).toBe(422);
});

it('no more than five confirmations a day are asked for', async () => {
  const { portal } = await started();
  const { id } = await addPerson(portal, 'Ada', { acme: 'editor' });
  for (let n = 1; n <= 5; n += 1) {
    await portal.service.mails.addresses.give(id, `ada${n}@company.example`);
    portal.clock.advance({ seconds: 200 });
  }
  await expect(portal.service.mails.addresses.give(id, 'ada@company.example')).rejects.toThrow('5 times today');
  portal.clock.advance({ days: 1 });
  await confirm(portal.service, { id }, 'ada@company.example');
  expect((await portal.service.mails.addresses.of(id)).address).toBe('ada@company.example');
});

it('a link of a mail names a person, and no other file', async () => {
  const { portal } = await started({ real: true });
  const outside = join(portal.data, '..', 'outside.json');
  const inside = join(portal.data, 'inside.json');
  onTestFinished(() => fs.rmSync(outside, { force: true }));
  for (const path of [outside, inside]) fs.writeFileSync(path, '{}');
  const guest = WorkspaceClient.nobody(portal);
  const ids = ['../inside', '../../outside', '..', '.', '', '__proto__', 'a\0b', 'a\nb', 'a'.repeat(5000)];
  for (const person of ids) {
    const query = new URLSearchParams({ person, link: 'x' });
    for (const { status, text } of [
      await guest.get(`/-/workspace/mail/confirm?${query}`),
      await guest.post('/mail/confirm', { person, link: 'x' }),
    ]) {
      expect([person.slice(0, 20), status]).toEqual([person.slice(0, 20), 200]);
      expect(words(text)).toContain('This link does not work');
    }
  }
  for (const path of [outside, inside]) expect(readFileSync(path, 'utf8')).toBe('{}');
});
