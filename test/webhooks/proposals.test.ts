import { expect, it } from 'vitest';
import { submitProposal } from '../../src/operations/proposals/proposals.js';
import { redeliver } from '../../src/service/redeliver.js';
import { TestClock } from '../support/portal.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { block, paramsOf, publish } from '../support/proposals.js';
import { answering, ok, verify } from '../support/receiver.js';
import { addHook, looks, receiver, receiverForEach, until, work } from './working.js';

// Signatures hold for five minutes.
portalForEach({ real: true, clock: new TestClock(new Date().toISOString()) });
receiverForEach();

const propose = (title: string, proposal: number | 'new' = 'new') =>
  client.post(`/pages?proposal=${proposal}`, { title, blocks: [block('Secret.')] });
const received = (type: string) => receiver.received.filter(({ body }) => body.type === type);
const told = () => received('proposals').flatMap(({ body }) => body.data.proposals);

const brand = () => ({ service: portal.service, slug: 'acme' });

it('a webhook that asks hears number and state of proposals, not of drafts, and never a text', async () => {
  const { secret } = await addHook({ proposals: null });
  work();
  await propose('Draft');
  await propose('Sent');
  await looks();
  expect(receiver.received).toEqual([]);
  await operate(submitProposal, paramsOf(2));
  await until(() => expect(told()).toEqual([{ number: 2, state: 'open' }]));
  const [message] = received('proposals');
  if (message === undefined) throw new Error('nothing came');
  verify(secret, message);
  const { version } = message.body.data;
  expect(message.body.data).toEqual({
    ...{ brand: 'acme', since: expect.stringMatching(/^[0-9a-f]{40}$/), version, more: false },
    proposals: [{ number: 2, state: 'open' }],
  });
  expect((await client.get(`/proposals/changes?since=${version}`)).body).toEqual({ version, proposals: [] });
  await propose('Third');
  await publish(brand(), 3);
  await until(() => expect(told().at(-1)).toEqual({ number: 3, state: 'merged' }));
  await until(() => expect(received('changes')).toHaveLength(1));
  expect(receiver.received.map(({ text }) => text).join()).not.toMatch(/Secret|Sent|Draft|Third/);
});

it('others hear of what is published alone', async () => {
  await addHook();
  work();
  await propose('Planned');
  await publish(brand(), 1);
  await until(() => expect(received('changes')).toHaveLength(1));
  await looks();
  expect(received('proposals')).toEqual([]);
});

it('what failed comes again by the next process, from a position of its own', async () => {
  const { record } = await addHook({ proposals: null });
  receiver.answer = answering(503);
  const worker = work();
  await propose('Sent');
  await operate(submitProposal, paramsOf(1));
  await until(async () => expect((await portal.service.webhooks.get('acme', record.id)).state).toBe('failing'));
  await worker.stop();
  receiver.answer = ok;
  await redeliver(portal.service, 'acme', record.id, { commit: portal.head('acme') });
  work();
  await until(() => expect(received('proposals').length).toBeGreaterThan(1));
  await until(async () => expect((await portal.service.webhooks.get('acme', record.id)).state).toBe('well'));
  expect(told().at(-1)).toEqual({ number: 1, state: 'open' });
  expect(received('changes')).toEqual([]);
});
