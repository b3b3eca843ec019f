import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { git } from '../../support/git.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';

portalForEach({ real: true });

const pages = 5000;

/** A commit on the branch with so many pages, by git's own means. @returns its tree */
function commitPages(gitdir: string, count: number): string {
  const files = Array.from({ length: count }, (_, at) => {
    const page = {
      id: at + 1,
      title: 'Page',
      slug: `page-${at}`,
      type: 'guideline',
      parent_id: null,
      updated_at: null,
    };
    const place = {
      position: `a${String(at).padStart(6, '0')}V`,
      nav_expansion: 'collapsible',
      visibility: 'internal',
    };
    const json = JSON.stringify({ ...page, ...place, blocks: [] });
    return `M 100644 inline pages/${Math.floor((at + 1) / 100)}/${at + 1}.json\ndata ${Buffer.byteLength(json)}\n${json}\n`;
  });
  const head = 'committer Somebody <somebody@example.invalid> 1770000000 +0000\ndata 4\nMany\nfrom refs/heads/main^0\n';
  git(gitdir, ['fast-import', '--quiet', '--force'], `commit refs/heads/main\n${head}${files.join('')}\n`);
  return git(gitdir, ['rev-parse', 'main^{tree}']).trim();
}

/** The server's end of streams sends nothing: what a machine keeps of what nobody reads does not have to be filled first. */
function holdStreams(): void {
  const hold = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage };
    if (request.url?.includes('/changes/stream')) request.socket.cork();
  };
  subscribe('http.server.request.start', hold);
  onTestFinished(() => void unsubscribe('http.server.request.start', hold));
}

it('a stream is cut when its client leaves a megabyte unread', async () => {
  const gitdir = portal.gitdir('acme');
  const none = git(gitdir, ['rev-parse', 'main^{tree}']).trim();
  const many = commitPages(gitdir, pages);
  expect((await client.get('/pages')).body).toHaveLength(pages);
  holdStreams();
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const headers = { Authorization: `Bearer ${client.key}` };
  void fetch(`${portal.url}/api/v1/changes/stream`, { headers, signal: leaving.signal }).catch(() => {});
  const isCut = (): boolean => portal.log.some((line) => line.includes('"/api/v1/changes/stream"'));
  const looking = vi.spyOn(portal.service.callers, 'identify');
  const looks = () => looking.mock.calls.filter(([, , isRepeated]) => isRepeated).length;
  let flips = 0;
  for (; flips < 20 && !isCut(); flips += 1) {
    // Half a megabyte of news each: all pages go, or come back.
    const tree = flips % 2 === 0 ? none : many;
    const commit = git(gitdir, ['commit-tree', tree, '-p', 'main', '-m', 'Flip']).trim();
    git(gitdir, ['update-ref', 'refs/heads/main', commit]);
    expect((await client.get('/pages')).body).toHaveLength(tree === many ? pages : 0);
    // At the second look from now on, what the first has found is sent.
    const before = looks();
    await expect.poll(() => isCut() || looks() > before + 1).toBe(true);
  }
  expect(isCut()).toBe(true);
  expect(flips).toBeGreaterThan(1);
});
