import { join } from 'node:path';
import type { KnownBlock } from '@slack/types';
import { AdaptiveCard, type RichTextBlock, SerializationContext, type TextRun } from 'adaptivecards';
import { expect, it } from 'vitest';
import { chatFormats } from '../../src/registry/records.js';
import { sendTest } from '../../src/webhooks/send-test.js';
import { git } from '../support/git.js';
import { TestClock } from '../support/portal.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { show } from '../support/portal-visitors.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';
import { addHook, position, receiver, receiverForEach, until, work } from './working.js';

portalForEach({ real: true, clock: new TestClock(new Date().toISOString()) });
receiverForEach();

const origin = 'https://portal.example';
const secretPath = '/services/T00/B00/SecretSecretSecret7f2a';
const chatUrl = () => `http://127.0.0.1:${receiver.port}${secretPath}`;
const newest = () => {
  const found = receiver.received.at(-1);
  if (found === undefined) throw new Error('nothing came');
  return found;
};

/** Published limits of Slack, in characters and blocks: https://docs.slack.dev/reference/block-kit/blocks */
const slack = { header: 150, section: 3000, blocks: 50 };

/** Names that a chat could read as markup, as a mention, or as the end of a line. */
const hostile = [
  '<!channel> & <https://evil.example|Logo>',
  '[Logo](https://evil.example) **bold** @everyone :tada:',
  'Logo \u202eexe.gpj',
];

it.each(chatFormats)('%s gets sentences with a link, from its secret address, and no signature', async (format) => {
  const { record } = await addHook({ url: chatUrl(), format });
  expect(record.url).toBe(`http://127.0.0.1:${receiver.port}/…7f2a`);
  work({ origin });
  const page = await client.page({ title: 'Clear space' });
  await until(() => expect(receiver.received).toHaveLength(1));
  const { text, headers, path } = newest();
  expect(path).toBe(secretPath);
  expect(text).toContain('The page “Clear space” is new.');
  expect(text).toContain(`https://portal.example/brands/acme/${page.slug}`);
  expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
  expect(headers['content-type']).toBe(format === 'text' ? 'text/plain; charset=utf-8' : 'application/json');
});

it.each(hostile)('a page called %j is a name and nothing else', async (title) => {
  for (const format of chatFormats) await addHook({ url: chatUrl(), format });
  work({ origin });
  await client.page({ title });
  await until(() => expect(receiver.received).toHaveLength(3));
  const shown = title.replace('\u202e', '?');
  const bodies = receiver.received.flatMap(({ body }) => (body === undefined ? [] : [body]));
  const { text, blocks } = bodies.find((body) => 'blocks' in body) as { text: string; blocks: KnownBlock[] };
  expect(text).not.toContain(title.slice(0, 8));
  const sections = blocks.flatMap((block) => (block.type === 'section' ? [block.text] : []));
  const ofName = sections.filter((one) => one?.text.includes('is new'));
  const escaped = shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  expect(ofName).toEqual([{ type: 'plain_text', text: `The page “${escaped}” is new.`, emoji: false }]);
  // What is formatted has words and addresses of the product only.
  expect(sections.filter((one) => one?.type === 'mrkdwn').map((one) => one?.text)).toEqual([
    expect.stringMatching(/^<https:\/\/portal\.example\/[\w/-]+\|Open the page>$/),
  ]);
  const card = bodies.find((body) => 'attachments' in body).attachments[0].content;
  expect(JSON.stringify(card)).not.toContain('"TextBlock"');
  expect(cardTexts(card)).toContain(`The page “${shown}” is new.`);
});

/** Texts of a card as Microsoft's parser reads them, without a warning. */
function cardTexts(json: object): string[] {
  const card = new AdaptiveCard();
  const context = new SerializationContext();
  card.parse(json, context);
  expect(context.eventCount).toBe(0);
  const items = Array.from({ length: card.getItemCount() }, (_, at) => card.getItemAt(at) as RichTextBlock);
  return items.map((item) => (item.getInlineAt(0) as TextRun).text ?? '');
}

it('many changes fit into one message of each format, and name ten pages', async () => {
  for (const format of chatFormats) await addHook({ url: chatUrl(), format });
  for (let n = 0; n < 37; n += 1) await client.page({ title: `${n} ${'W'.repeat(240)}` });
  work({ origin });
  await until(() => expect(receiver.received).toHaveLength(3));
  for (const { text, body } of receiver.received) {
    expect(text.match(/W{240}/g)).toHaveLength(10);
    expect(text).toContain('And 27 more pages.');
    // Teams takes 28 KB: https://learn.microsoft.com/microsoftteams/limits-specifications-teams
    expect(Buffer.byteLength(text)).toBeLessThan(28_000);
    const blocks: KnownBlock[] = body?.blocks ?? [];
    expect(blocks.length).toBeLessThanOrEqual(slack.blocks);
    for (const block of blocks) {
      if (block.type === 'header') expect(block.text.text.length).toBeLessThanOrEqual(slack.header);
      if (block.type === 'section') expect(block.text?.text.length).toBeLessThanOrEqual(slack.section);
    }
  }
});

it('a page that viewers do not see is a hidden page', async () => {
  await addHook({ url: chatUrl(), format: 'text' });
  const page = await client.page({ title: 'Secret plan' });
  await show(page.id, 'hidden');
  work({ origin });
  await until(() => expect(receiver.received).toHaveLength(1));
  expect(newest().text).toContain('A hidden page was changed.');
  expect(newest().text).not.toContain('Secret');
});

it('a delivery that fails tells the reason and no part of the address, on pages and in the log', async () => {
  const { port } = receiver;
  await receiver.close();
  const { record } = await addHook({ url: `http://127.0.0.1:${port}${secretPath}`, format: 'slack' });
  work({ origin });
  await client.page({ title: 'Clear space' });
  await until(async () => expect((await position(record.id))?.failing).not.toBeNull());
  const ada = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada Lind', { acme: 'admin' }));
  for (const path of ['/brands/acme/webhooks', `/brands/acme/webhooks/${record.id}`, '/me/data.json', '/brands/acme']) {
    const { status, text } = await ada.get(path);
    expect([path, status]).toEqual([path, 200]);
    expect(text).not.toContain('SecretSecret');
    if (path.includes('webhooks')) expect(text).toContain(`127.0.0.1:${port}/…7f2a`);
  }
  expect(portal.log.join('\n')).not.toContain('SecretSecret');
  expect(JSON.stringify(await position(record.id))).not.toContain('SecretSecret');
});

it('the address is in the secret’s file only, and a new one takes its place', async () => {
  const { record } = await addHook({ url: chatUrl(), format: 'slack' });
  const { webhooks } = portal.service;
  const listed = JSON.stringify(await webhooks.list('acme'));
  expect(listed).not.toContain('SecretSecret');
  expect(git(join(portal.data, 'registry.git'), ['log', '-p', '--all'])).not.toContain('SecretSecret');
  const other = `http://127.0.0.1:${receiver.port}/services/other`;
  await webhooks.move('acme', record.id, other, ['127.0.0.1']);
  const test = await sendTest(portal.service, 'acme', record.id, { allow: ['127.0.0.1'], origin: null });
  expect(test).toMatchObject({ failure: null, url: `http://127.0.0.1:${receiver.port}/…ther` });
  expect(newest().path).toBe('/services/other');
  await expect(webhooks.rotate('acme', record.id, 0)).rejects.toThrow('its secret is the address');
  const signed = await addHook();
  await expect(webhooks.move('acme', signed.record.id, other, ['127.0.0.1'])).rejects.toThrow('signs');
});
