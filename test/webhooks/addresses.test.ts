import { describe, expect, it } from 'vitest';
import { newSecret } from '../../src/registry/secrets.js';
import { AddressRule, checkedUrl } from '../../src/registry/webhook-url.js';
import { post, type Resolve } from '../../src/webhooks/post.js';
import { portalForEach } from '../support/portal-fixture.js';
import { receiver, receiverForEach } from './working.js';

portalForEach();
receiverForEach();

const nothing = new AddressRule([]);
const secure = (rule: AddressRule, address: string) => rule.allows('site.example', address, false);

it('without webhook_allow, requests go to public addresses only, written as addresses are, by https', () => {
  expect([secure(nothing, '8.8.8.8'), secure(nothing, '2606:4700:4700::1111')]).toEqual([true, true]);
  for (const odd of ['127.0.0.1', '::ffff:a9fe:a9fe', 'fe80::1%eth0', 'localhost', '', '127.1', '2130706433']) {
    expect([odd, secure(nothing, odd)]).toEqual([odd, false]);
  }
  expect(nothing.allows('site.example', '8.8.8.8', true)).toBe(false);
});

it('webhook_allow adds hosts, addresses and subnets, also by http', () => {
  const rule = new AddressRule(['Hooks.Internal', '10.1.0.0/16', '192.168.7.9', 'fd00::/8', '8.8.8.8']);
  const plain = (host: string, address: string) => rule.allows(host, address, true);
  expect(plain('hooks.internal', '127.0.0.1')).toBe(true);
  expect(plain('more.hooks.internal', '127.0.0.1')).toBe(false);
  for (const address of ['10.1.255.255', '::ffff:10.1.0.1', '192.168.7.9', 'fd00::1', '8.8.8.8'])
    expect([address, plain('a', address)]).toEqual([address, true]);
  for (const address of ['10.2.0.0', '192.168.7.8', 'fc00::1', '8.8.4.4'])
    expect([address, plain('a', address)]).toEqual([address, false]);
  expect(secure(rule, '8.8.4.4')).toBe(true);
});

describe('a request is refused', () => {
  const refusal = { failure: 'its address is not one that webhooks may be sent to (webhook_allow)' };
  const send = (url: string, allow: readonly string[] = [], resolve?: Resolve) =>
    post(url, '{}', {}, { rule: new AddressRule(allow), resolve, timeoutMs: 60_000 });

  it.each([
    ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f.0.0.1/', 'https://0177.0.0.1/'],
    ...['https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[0:0:0:0:0:ffff:7f00:1]/', 'https://0/'],
    ...['https://169.254.169.254/'],
    ...['https://１２７.0.0.1/', 'http://8.8.8.8/', 'http://site.example/'],
  ])('to %s', async (url) => expect(await send(url)).toEqual(refusal));

  it('when its name stands for this machine, as localhost does', async () => {
    expect(await send(`https://localhost:${receiver.port}/`)).toEqual(refusal);
    expect(await send(`http://localhost:${receiver.port}/`, ['10.0.0.0/8'])).toEqual(refusal);
    expect(await send(`http://localhost:${receiver.port}/`, ['localhost'])).toEqual({ status: 204 });
    expect(await send(`http://localhost:${receiver.port}/`, ['127.0.0.1'])).toEqual({ status: 204 });
    expect(receiver.received).toHaveLength(2);
  });

  it('when its name stands for another address by then (DNS rebinding)', async () => {
    let asked = 0;
    const rebinding: Resolve = (_, __, callback) => {
      asked += 1;
      callback(null, [{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]);
    };
    const url = `http://site.example:${receiver.port}/`;
    expect(await send(url, ['127.0.0.1'], rebinding)).toEqual({ status: 204 });
    expect(await send(url, ['127.0.0.1'], rebinding)).toEqual(refusal);
    expect(asked).toBe(2);
  });

  it('by none but the addresses that are allowed, when its name has several', async () => {
    const several: Resolve = (_, __, callback) =>
      callback(null, [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ]);
    expect(await send(`http://site.example:${receiver.port}/`, ['127.0.0.1'], several)).toEqual({ status: 204 });
    const none: Resolve = (_, __, callback) => callback(null, []);
    expect(await send('https://site.example/', [], none)).toEqual(refusal);
  });
});

describe('an address is stored', () => {
  it.each([
    ['https://Site.Example/a b', 'https://site.example/a%20b'],
    ['https://0x7f.1/', 'https://127.0.0.1/'],
    ['http://hooks.internal:8080/x?y=1', 'http://hooks.internal:8080/x?y=1'],
  ])('%s as %s', (given, stored) => expect(checkedUrl(given)).toBe(stored));

  it.each([
    ['rebuild', 'it is no URL'],
    ['ftp://site.example/', 'it does not begin with https://'],
    ['file:///etc/passwd', 'it does not begin with https://'],
    ['javascript:alert(1)', 'it does not begin with https://'],
    ['https://user@site.example/', 'it holds a name or a password'],
    ['https://:secret@site.example/', 'it holds a name or a password'],
    ['https://site.example/#x', 'it has a fragment'],
    ['https://site.example/#', 'it has a fragment'],
    [`https://site.example/?key=${newSecret()}`, 'it holds a key'],
    [`https://site.example/?key=${newSecret().replace('bp_', 'b\np\t_')}`, 'it holds a key'],
  ])('%s is refused', (given, why) => expect(() => checkedUrl(given)).toThrow(why));
});
