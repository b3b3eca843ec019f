import { describe, expect, it } from 'vitest';
import { connect, message, post } from '../support/mcp.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';
import { statusOf } from '../support/raw-requests.js';

describe('/mcp over HTTP', () => {
  portalForAll({ example: 'northlight', config: { mcp_hosts: ['portal.test', 'Other.Test', '2001:DB8:0:0::7'] } });

  it('refuses batches, broken JSON and what nests too deep, in the form of the protocol', async () => {
    for (const [body, code] of [
      [`[${message('tools/list')}]`, -32600],
      ['[]', -32600],
      ['7', -32600],
      ['{"jsonrpc":', -32700],
      [`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, -32600],
    ] as const) {
      const response = await post(client, body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
    }
  });

  it('has the limits of the HTTP API for bodies, types and methods', async () => {
    expect((await post(client, 'x'.repeat(4 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await post(client, message('tools/list'), { 'Content-Type': 'text/plain' })).status).toBe(415);
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await fetch(`${portal.url}/mcp`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  const withHost = (host: string) => {
    const accepted = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const headers = { host, authorization: `Bearer ${client.key}`, ...accepted };
    return statusOf(portal.url, '/mcp', { method: 'POST', headers, body: message('tools/list') });
  };

  it('answers only under known names, and no pages of other sites', async () => {
    expect(await withHost('portal.test:8443')).toBe(200);
    expect(await withHost('localhost')).toBe(200);
    expect(await withHost('other.test')).toBe(200);
    expect(await withHost('[2001:db8::7]:8443')).toBe(200);
    expect(await withHost('[2001:db8::8]')).toBe(403);
    expect(await withHost('evil.test')).toBe(403);
    for (const around of ['evil.test@localhost', 'localhost/x', 'localhost?x', 'localhost#x', 'localhost\\x'])
      expect([around, await withHost(around)]).toEqual([around, 403]);
    for (const port of ['x', '-1', '99999', '80:80']) expect(await withHost(`localhost:${port}`)).toBe(403);
    for (const [origin, status] of [
      ['https://portal.test', 200],
      ['http://localhost:5173', 200],
      ['http://[2001:db8::7]', 200],
      ['https://evil.test', 403],
      ['null', 403],
    ] as const) {
      expect((await post(client, message('tools/list'), { Origin: origin })).status).toBe(status);
    }
  });

  it('tells of wrong parameters in a sentence, not in the words of a library', async () => {
    for (const [method, params] of [
      ['tools/call', { name: 7 }],
      ['tools/call', { name: 'get_page', arguments: [] }],
      ['resources/read', { uri: 7 }],
      ['resources/list', { cursor: 7 }],
      ['prompts/get', { name: 'check_text', arguments: { text: 7 } }],
      ['initialize', { protocolVersion: 7 }],
    ] as const) {
      const text = await (await post(client, message(method, params))).text();
      expect(text).toContain(`"code":-32602,"message":"The parameters of ${method} are missing or wrong."`);
      expect(text).not.toMatch(/invalid_type|expected/);
    }
  });

  it('refuses a reserved name next to the arguments of a call, too', async () => {
    const before = portal.head('northlight');
    const body = message('tools/call', { name: 'create_page', arguments: { title: 'No', PROTO: 1 } });
    expect((await post(client, body.replace('PROTO', '__proto__'))).status).toBe(400);
    expect(portal.head('northlight')).toBe(before);
  });

  it('answers an unknown method as the protocol does', async () => {
    expect(await (await post(client, message('brands/drop'))).text()).toContain('-32601');
  });

  it('acknowledges a subscription and ends it at once: nothing is announced', async () => {
    const agent = await connect(portal, client.key);
    const subscription = await agent.listen({ toolsListChanged: true });
    expect(subscription.honoredFilter).toEqual({});
    await subscription.closed;
  });

  it('logs one line a request, with the operation and without the key', async () => {
    const from = portal.log.length;
    await post(client, message('tools/call', { name: 'get_brand', arguments: {} }));
    await expect.poll(() => portal.log.slice(from).filter((line) => line.includes('"url":"/mcp"')).length).toBe(1);
    const line = portal.log.slice(from).join('');
    expect(JSON.parse(line)).toMatchObject({
      status: 200,
      operation: 'brand.show',
      key: client.keyId,
      brand: 'northlight',
    });
    expect(portal.log.join('')).not.toContain(client.key);
  });
});
