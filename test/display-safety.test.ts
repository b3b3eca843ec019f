import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLog } from '../src/log.js';
import { portal as command } from './support/cli.js';
import { spawnPortal } from './support/command.js';
import { clone, git, pushFiles } from './support/git.js';
import { client, portal, portalForAll } from './support/portal-fixture.js';
import { addPerson, WorkspaceClient, workspaceRoutes } from './support/workspace.js';

portalForAll({ real: true, example: 'northlight' });

const turning = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'];
const steering = ['\u001b', '\u007f', '\u0085', '\u009b'];
const hostile = `ab${[...turning, ...steering].join('x')}cd`;
/** But for tabs and ends of lines. */
const raw = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

describe('what turns or steers a text is never shown raw', () => {
  it('in the backend, wherever a commit, a person or a page has it, and names are isolated', async () => {
    const gitdir = portal.gitdir('northlight');
    await client.patch('/pages/11', { title: `Space ${turning.join('y')}` });
    await client.patch('/pages/12', { title: `Space ${turning.join('z')}` });
    await client.delete('/pages/12');
    const work = clone(gitdir);
    writeFileSync(join(work, 'x.txt'), 'x');
    git(work, ['add', '--all']);
    git(work, ['-c', `user.name=${hostile}`, 'commit', '--quiet', '-m', `Subject ${hostile}`], '', {
      GIT_AUTHOR_NAME: `Ada ${turning.join('')}${'\u009b'}`,
    });
    git(work, ['push', '--quiet', 'origin', 'HEAD:refs/heads/main']);
    const person = await addPerson(portal, 'Ada Lind', {}, true);
    const operator = await WorkspaceClient.signIn(portal, person);
    const commit = git(gitdir, ['rev-parse', 'main']).trim();
    const values: Record<string, string> = {
      ...{ brand: 'northlight', section: 'voice', entry: 'morning-box', color: '1', media: '101', commit },
    };
    let shown = 0;
    for (const { method, path } of workspaceRoutes) {
      if (method !== 'GET') continue;
      for (const page of path.includes(':page') ? ['11', '12'] : ['']) {
        const at = path.replace(/:(\w+)/g, (_, name: string) => (name === 'page' ? page : (values[name] ?? '')));
        const who = encodeURIComponent(hostile);
        for (const query of ['', `?to=${commit}&who=${who}`, `?than=${commit}~&done=${commit}`]) {
          const { text } = await operator.get(at + query);
          expect({ at: at + query, raw: raw.exec(text)?.[0] }).toEqual({ at: at + query, raw: undefined });
          shown += text.includes('<bdi>Ada ') ? 1 : 0;
        }
      }
    }
    expect(shown).toBeGreaterThan(5);
    const { text } = await operator.get('/brands/northlight/changes');
    expect(text).toMatch(/<bdi>Subject ab[^<]*cd<\/bdi>/);
    expect(text).toContain(`<bdi>Ada ${'?'.repeat(turning.length + 1)}</bdi>`);
  });

  it('in log lines, which stay the same JSON', () => {
    const lines: string[] = [];
    createLog('info', { write: (line: string) => void lines.push(line) }).warn({ path: hostile }, hostile);
    expect(lines.join('')).not.toMatch(raw);
    expect(JSON.parse(lines.join(''))).toMatchObject({ path: hostile, msg: hostile });
  });

  it('in log lines of a command about what was pushed', async () => {
    pushFiles(portal.gitdir('northlight'), { [`pages/${hostile}.json`]: {} });
    // A process of its own: the log is written past the streams of this one.
    const { stderr } = await spawnPortal(['page', 'list', 'northlight', '--data', portal.data]);
    expect(stderr).toContain('pages/ab');
    expect(stderr).not.toMatch(raw);
  });

  it('in errors that repeat an argument of a command', async () => {
    const data = ['--data', portal.data];
    const all = [
      [`--${hostile}`],
      [hostile],
      ['page', 'list', hostile, ...data],
      ['page', 'show', 'northlight', hostile, ...data],
      ['page', 'visibility', 'northlight', '1', hostile, ...data],
      ['reset', 'northlight', '--to', hostile, ...data],
      ['brand', 'modules', 'northlight', hostile, ...data],
      ['brand', 'list', '--data', `/nowhere/${hostile}`],
      ['brand', 'list', ...data, '--config', `/nowhere/${hostile}`],
    ];
    for (const args of all) {
      const { code, stdout, stderr } = await command(args);
      expect([args, code === 0]).toEqual([args, false]);
      expect({ args, raw: raw.exec(stdout + stderr)?.[0] }).toEqual({ args, raw: undefined });
    }
  });

  it('in errors over HTTP that repeat a part of a request', async () => {
    const named = encodeURIComponent(hostile);
    const replies = [
      await client.get(`/brand/cl/${named}`),
      await client.get(`/pages?at=${named}`),
      await client.get(`/pages?fields=${named}`),
      await client.get(`/brand/context?category=${named}`),
      await client.post('/pages', { title: 'A', type: hostile }),
      await client.post('/pages', { title: 'A', blocks: [{ type: hostile }] }),
      await client.patch('/brand/cl/terminology', { preferred: [{ [hostile]: 1, term: 5 }] }),
    ];
    for (const { status, text } of replies) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect({ text, raw: raw.exec(text)?.[0] }).toEqual({ text, raw: undefined });
      expect(JSON.parse(text).message).not.toMatch(raw);
    }
  });
});
