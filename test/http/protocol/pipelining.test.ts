import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { until } from '../../limits/rows.js';
import { holdWrites } from '../../support/hold-writes.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ config: { requests_at_once: 3 } });

it('requests whose client left while an earlier one was being answered are over, and have their line in the log', async () => {
  const { isStuck, letGo } = holdWrites(client);
  const head = `Host: portal.test\r\nAuthorization: Bearer ${client.key}\r\n`;
  const write = `${head}Content-Type: application/json\r\nContent-Length: 13\r\n\r\n{"title":"A"}`;
  const reads = ['/brand', '/media'].map((path) => `GET /api/v1${path} HTTP/1.1\r\n${head}\r\n`);
  const socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
  socket.write(`POST /api/v1/pages HTTP/1.1\r\n${write}${reads.join('')}`);
  await until(isStuck);
  await client.refused(503, 'GET', '/brand/colors');
  socket.destroy();
  const lines = () =>
    portal.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request aborted by the client');
  await until(() => lines().length === 3);
  letGo();
  const urls = lines().map(({ url }) => url);
  expect(urls.sort()).toEqual(['/api/v1/brand', '/api/v1/media', '/api/v1/pages']);
  const answers = await Promise.all(['/pages', '/media', '/brand'].map((path) => client.get(path)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(portal.log.filter((line) => JSON.parse(line).level > 40)).toEqual([]);
});
