import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { clone, git } from '../support/git.js';
import { portal, portalForEach } from '../support/portal-fixture.js';
import { openPortal, show, visiblePage, visit } from '../support/portal-visitors.js';

portalForEach({ real: true });

const ids = new Map<string, number>();
beforeEach(async () => {
  for (const [title, visibility] of [
    ['Open', 'public'],
    ['Later', 'hidden'],
    ['Between', 'hidden'],
    ['Secret', 'hidden'],
  ] as const) {
    ids.set(title, (await visiblePage({ title }, visibility)).id);
  }
  await openPortal(portal, 'acme');
});

/** Rows of the page by its days. */
async function changes(): Promise<Record<string, string[]>> {
  const html = await (await visit(portal, '/brands/acme/-/changes')).text();
  return Object.fromEntries(
    html.split('<section><h2>').flatMap((section, at) => {
      const rows = section.matchAll(/class="tag[^"]*">(\w+)<\/span><span class="grow"><a href="[^"]*">([^<]*)</g);
      return at === 0
        ? []
        : [[section.split('<')[0] ?? '', [...rows].map(([, kind, name]) => `${kind} ${name}`).sort()]];
    }),
  );
}

it('a merge is a change of its day, with what it brought, and shows nothing that was hidden before', async () => {
  const work = clone(portal.gitdir('acme'));
  const at = (day: string) => {
    const date = `${day}T10:00:00Z`;
    return { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  };
  const commit = (day: string, title: string, changed: object) => {
    const [path = ''] = git(work, [
      'ls-files',
      `pages/**/${ids.get(title)}.json`,
      `pages/${ids.get(title)}.json`,
    ]).split('\n');
    const file = join(work, path);
    writeFileSync(file, `${JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...changed }, null, 2)}\n`);
    git(work, ['commit', '--quiet', '-am', `Change ${title}`], '', at(day));
  };
  git(work, ['checkout', '--quiet', '-b', 'side']);
  commit('2026-03-02', 'Later', { visibility: 'public' });
  commit('2026-03-03', 'Later', { title: 'Later, edited' });
  commit('2026-03-03', 'Open', { title: 'Open, edited' });
  commit('2026-03-04', 'Between', { visibility: 'public' });
  commit('2026-03-05', 'Between', { title: 'Between, edited', visibility: 'hidden' });
  commit('2026-03-06', 'Secret', { title: 'Secret, edited' });
  portal.clock.advance({ days: 4 });
  await visiblePage({ title: 'Own' });
  git(work, ['fetch', '--quiet', 'origin']);
  git(work, ['checkout', '--quiet', 'main']);
  git(work, ['merge', '--quiet', '--ff-only', 'origin/main']);
  git(work, ['merge', '--quiet', '--no-edit', '--no-ff', 'side'], '', at('2026-03-08'));
  git(work, ['push', '--quiet', 'origin', 'HEAD:refs/heads/main']);
  portal.clock.advance({ days: 5 });
  await show(ids.get('Between') ?? 0);
  expect(await changes()).toEqual({
    '10 March 2026': ['New Between, edited'],
    '8 March 2026': ['Changed Open, edited', 'New Later, edited'],
    '5 March 2026': ['New Own'],
    '1 March 2026': ['New Open, edited'],
  });
});
