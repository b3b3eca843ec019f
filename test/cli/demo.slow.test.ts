import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { Server } from '../support/command.js';
import { temporaryDirectory } from '../support/git.js';

test('the demo imports the example brands with a key for each, and nothing when it is started again', async () => {
  const data = temporaryDirectory();
  const server = await Server.start(['demo', '--port', '0', '--data', data]);
  await server.until(() => (server.stdout.match(/Bearer bp_\w+/g) ?? []).length === 2);
  const [, shown = ''] = /^The portal.*\n +(\S+\/brands\/northlight\/)/m.exec(server.stdout) ?? [];
  expect((await fetch(shown)).status).toBe(200);
  const [, key = ''] = /Bearer (bp_\w+)/.exec(server.stdout) ?? [];
  expect((await server.send(key, 'GET', '/pages')).body.length).toBeGreaterThan(0);
  const [, other = ''] = /Another link: node (.*)/.exec(server.stdout) ?? [];
  const link = execFileSync('sh', ['-c', `"${process.execPath}" ${other}`], { encoding: 'utf8' });
  expect(link).toContain('/-/workspace/sign-in#');
  expect(await server.stop()).toBe(0);
  const again = await Server.start(['demo', '--port', '0', '--data', data]);
  expect(again.stdout).toContain('nothing imported');
  expect(await again.stop()).toBe(0);
});
