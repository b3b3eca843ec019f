import { describe, expect, it } from 'vitest';
import { hashSecret } from '../../src/registry/secrets.js';
import { git } from '../support/git.js';
import { TestClock } from '../support/portal.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { answering, ok, verify } from '../support/receiver.js';
import { type WorkspaceClient, type WorkspaceReply, workspaceAddress } from '../support/workspace.js';
import { fieldsOf, fill } from '../support/workspace-forms.js';
import { as } from '../support/workspace-people.js';
import { receiver, receiverForEach, until, work } from '../webhooks/working.js';

portalForEach({
  ...{ real: true, example: 'northlight', config: { webhook_allow: ['127.0.0.0/8'] } },
  // Signatures hold for a few minutes by the receiver's clock.
  clock: new TestClock(new Date().toISOString()),
});
receiverForEach();

const list = '/brands/northlight/webhooks';
const secretIn = ({ text }: WorkspaceReply): string => /value="(whsec_[^"]*)"/.exec(text)?.[1] ?? '';
const registryLog = (): string => git(`${portal.data}/registry.git`, ['log', '-1', '--format=%an|%s|%B', 'main']);
const words = (html: string): string => html.replaceAll(/<[^>]*>|\s+/g, ' ').replaceAll(/ +/g, ' ');

async function add(
  ada: WorkspaceClient,
  fields: Record<string, string> = {},
): Promise<{ at: string; id: string; secret: string }> {
  const made = await fill(ada, list, undefined, { url: receiver.url, name: 'Website', ...fields });
  expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const id = /\/webhooks\/([a-z0-9]+)"/.exec(made.text)?.[1] ?? '';
  return { at: `${list}/${id}`, id, secret: secretIn(made) };
}

describe('webhooks of a brand', () => {
  it('are added, tell a real receiver what changes, and show what came of it', async () => {
    const ada = await as('admin');
    expect(words((await ada.get(list)).text)).toContain('No webhook yet');
    const { at, secret } = await add(ada, { 'on-page': 'yes', 'on-media': 'yes', proposals: 'yes' });
    expect(registryLog()).toMatch(/^Ada Lind\|Add webhook [\s\S]*Person: /);
    work();
    await client.patch('/pages/11', { title: 'Told' });
    await until(() => expect(receiver.told).toEqual(['changed page 11']));
    verify(secret, receiver.received[0] as (typeof receiver.received)[0]);
    await until(async () => expect((await ada.get(at)).text).toContain('it answered 204'));
    const shown = await ada.get(at);
    expect(words(shown.text)).toMatch(
      /Medium, Page, proposals .* well; last delivered .* , the newest .* Delivered .*it answered 204/,
    );
    expect(shown.text + (await ada.get(list)).text).not.toContain('whsec_');
    receiver.answer = answering(503);
    await client.patch('/pages/11', { title: 'Told again' });
    await until(async () =>
      expect(words((await ada.get(at)).text)).toMatch(
        /failing since .* 1 attempt: it answered 503; next try .*; newer changes come next/,
      ),
    );
    receiver.answer = ok;
    expect((await fill(ada, at, 'again')).location).toBe(`${workspaceAddress(at)}?said=again`);
    expect(registryLog()).toMatch(/^Ada Lind\|Restart webhook/);
    await until(() => expect(receiver.told).toHaveLength(3));
    expect(receiver.told.at(-1)).toBe('changed page 11');
  });

  it('keep the last twenty attempts, the newest first', async () => {
    const ada = await as('admin');
    const { at, id } = await add(ada);
    const { files } = portal.service.webhooks;
    work();
    for (let turn = 1; turn <= 22; turn += 1) {
      await client.patch('/pages/11', { title: `Turn ${turn}` });
      await until(async () => expect((await files.readPosition(id))?.version).toBe(portal.head('northlight')));
    }
    const position = await files.readPosition(id);
    expect(position?.recent).toHaveLength(20);
    expect(position?.recent?.at(-1)?.id).toBe(position?.last?.id);
    const times = [...(await ada.get(at)).text.matchAll(/<bdi>it answered 204<\/bdi>/g)];
    expect(times).toHaveLength(20);
    expect((await ada.get(at)).text).toContain('aria-label="Of the last 20 attempts, none failed"');
  });

  it('are tried with a test, and say what the receiver answered', async () => {
    const ada = await as('admin');
    const { at, secret } = await add(ada);
    const sent = await fill(ada, at, 'test');
    expect([sent.status, words(sent.text)]).toEqual([
      200,
      expect.stringContaining('The test was delivered: it answered 204'),
    ]);
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['test']);
    verify(secret, receiver.received[0] as (typeof receiver.received)[0]);
    receiver.answer = answering(302, { Location: 'http://127.0.0.1:1/' });
    expect(words((await fill(ada, at, 'test')).text)).toContain(
      'not delivered: it answered 302, and redirects are not followed',
    );
  });

  it('get a new secret, shown once: with the old one for a day, or no longer', async () => {
    const ada = await as('admin');
    const { at, id, secret } = await add(ada);
    const rotated = await fill(ada, at, 'rotate', { overlap: '1' });
    const next = secretIn(rotated);
    expect([rotated.headers.get('cache-control'), words(rotated.text)]).toEqual([
      'no-store',
      expect.stringContaining('The old one signs, too, until'),
    ]);
    await fill(ada, at, 'test');
    const [test] = receiver.received;
    for (const one of [secret, next]) verify(one, test as (typeof receiver.received)[0]);
    const page = (await ada.get(at)).text;
    const { overlap: _, ...without } = fieldsOf(page, 'rotate');
    for (const [action, field, sent] of [
      ['rotate', 'overlap', without],
      ['rotate', 'overlap', { ...without, overlap: ' ' }],
      ['again', 'since', { ...fieldsOf(page, 'again'), since: ' ' }],
    ] as const) {
      const { status, text } = await ada.post(at, sent);
      expect([field, status, text.includes(`id="${action}-${field}-problem"`)]).toEqual([field, 422, true]);
    }
    const last = secretIn(await fill(ada, at, 'rotate', { overlap: '0' }));
    expect((await portal.service.webhooks.get('northlight', id)).record.secret_sha256).toBe(hashSecret(last));
    await fill(ada, at, 'test');
    expect(() => verify(next, receiver.received[1] as (typeof receiver.received)[0])).toThrow();
    const asked = await fill(ada, at, 'remove');
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('Remove it for good')]);
    expect((await fill(ada, at, 'remove', { sure: 'yes' })).location).toBe(`${workspaceAddress(list)}?said=removed`);
    expect((await ada.get(at)).status).toBe(404);
    expect(registryLog()).toMatch(/^Ada Lind\|Remove webhook/);
  });

  it('that are refused keep what was typed', async () => {
    const ada = await as('admin');
    const form = { ...fieldsOf((await ada.get(list)).text, undefined), url: receiver.url, name: 'Website' };
    const wrong = [
      ['url', 'http://10.0.0.1/x', 'The server does not send to this address'],
      ['url', 'no address', 'it is no URL'],
      ['name', 'x'.repeat(101), '1 to 100 characters'],
    ];
    for (const [field = '', value = '', said = ''] of wrong) {
      const { status, text } = await ada.post(list, {
        ...form,
        once: `x${value}`,
        [field]: value,
        'on-page': 'yes',
      });
      expect([field, status, text.includes(said)]).toEqual([field, 422, true]);
      expect(text).toContain(`name="${field}" value="${value}"`);
      expect(text).toMatch(/name="on-page"[^>]*checked/);
    }
    expect(await portal.service.webhooks.list('northlight')).toEqual([]);
  });
});

it('that rest, that are given up, and those whose position is lost say so', async () => {
  const ada = await as('admin');
  const { at, id } = await add(ada);
  const said = async () => words((await ada.get(at)).text);
  await portal.service.webhooks.restart('northlight', id, null);
  const { webhooks } = portal.service;
  receiver.answer = answering(410);
  const worker = work();
  await until(async () => expect(await said()).toContain('given up: it answered 410'));
  expect(await said()).toContain('“Send again” goes on');
  expect(await said()).toContain('Delivered up to nothing yet: all since the beginning comes next');
  expect(words((await ada.get(list)).text)).toMatch(/given up: it answered 410.*Given up/);
  await worker.stop();
  await portal.fs.promises.rm(`${webhooks.files.directory}/${id}.position`);
  expect(await said()).toContain('Delivered up to not known: the receiver reads everything again');
  expect((await ada.get(list)).text).not.toContain('Its webhooks rest.');
  await portal.service.setBrandSettings('northlight', { api_enabled: false });
  expect(words((await ada.get(list)).text)).toMatch(/The API of this brand is off.*Its webhooks rest\./);
});

it('without its secret here, the page says so, and a new one makes this server send', async () => {
  const ada = await as('admin');
  const { at, id } = await add(ada);
  await portal.service.webhooks.files.remove(id);
  const { text } = await ada.get(at);
  const { isShared } = portal.service;
  expect(words(text)).toContain(isShared ? 'left to another node' : 'sends nothing: it has no secret here');
  expect(text).not.toContain('Send a test');
  expect(secretIn(await fill(ada, at, 'rotate', { overlap: '1' }))).toMatch(/^whsec_/);
  expect(words((await ada.get(at)).text)).toMatch(/Sent by this server/);
});
