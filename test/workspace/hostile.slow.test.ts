import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { allowedSchemes } from '../../src/content/html/allow-list.js';
import { browser, inChromium } from '../support/browser-fixture.js';
import { effort, seed, some } from '../support/effort.js';
import { clone, git } from '../support/git.js';
import { schemeOf } from '../support/hostile/forbidden.js';
import { hostileHtml } from '../support/hostile/html.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';
import { addPerson, backendOrigin, signedInPage, WorkspaceClient, workspaceAddress } from '../support/workspace.js';

portalForAll({ real: true });

const payloads = some(Object.values(hostileHtml).flat(), 4);
const perPage = 100;
const brand = '/brands/acme';

/** Everything that could run, or is markup that only content can have brought. */
function dangers(html: string): string[] {
  const found: string[] = [];
  const document = parse(html, { onParseError: ({ code, startOffset }) => found.push(`${code} at ${startOffset}`) });
  const walk = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) {
      const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
      const isOwn = /^(?:\/-\/workspace)?\/assets\//.test(attributes.get('src') ?? '');
      if (/^(?:script|iframe|object|embed|base|style|template|math)$/.test(node.tagName) && !isOwn)
        found.push(node.tagName);
      for (const [name, value] of attributes) {
        if (name.startsWith('on') || name === 'style' || name === 'srcdoc') found.push(`${node.tagName} ${name}`);
        const scheme = /^(?:href|src|action|formaction)$/.test(name) && value !== 'data:,' ? schemeOf(value) : null;
        if (scheme !== null && !allowedSchemes.has(scheme.slice(0, -1))) found.push(`${name}=${value}`);
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(walk);
  };
  walk(document);
  return found;
}

describe('hostile content, pushed by git', () => {
  let paths: readonly string[] = [];

  /** Two versions of the corpus. @returns every page that shows it, below `/-/workspace` */
  async function pushed(): Promise<string[]> {
    const work = clone(portal.gitdir('acme'));
    const pages: number[] = [];
    for (let from = 0; from < payloads.length; from += perPage) pages.push((await client.page({ title: 'Page' })).id);
    git(work, ['pull', '-q']);
    const push = (turn: number): void => {
      for (const [at, id] of pages.entries()) {
        const part = payloads.slice(at * perPage, (at + 1) * perPage);
        const html = turn === 0 ? part : part.map((text, n) => `${part[(n + 1) % part.length]} ${text}`);
        const blocks = html.map((text, n) => {
          const type = ['rich_text', 'alert', 'heading', 'table', 'unknown'][n % 5];
          const data = { html: text, body: text, title: text, text, level: 2, rows: [[text]], header: [text] };
          return { id: `block${n}`, type, data };
        });
        const title = part[turn]?.replaceAll(/\s+/g, ' ').slice(0, 200) ?? 'x';
        const place = { parent_id: null, position: 'a0', nav_expansion: 'collapsible', visibility: 'public' };
        const page = { id, title, slug: `p${id}`, type: 'guideline', ...place, updated_at: null, blocks };
        writeFileSync(join(work, `pages/0/${id}.json`), `${JSON.stringify(page, null, 2)}\n`);
      }
      const author = `--author=scr"ipt onerror=1"'& <a@b.invalid>`;
      git(work, ['add', '-A']);
      git(work, ['commit', '-q', author, '-m', `<img src=x onerror=alert(1)> "'><script>alert(${turn})</script>`]);
      git(work, ['push', '-q']);
    };
    push(0);
    push(1);
    const head = portal.head('acme');
    const older = git(work, ['rev-parse', 'HEAD~1']).trim();
    const first = ['/versions', '/edit', '/compare'].map((view) => `${brand}/pages/${pages[0]}${view}`);
    // Two pages show one comparison: each page of the brand is seen in one of them, with full effort in both.
    const views = ['/compare', `/restore?to=${older}`];
    const compared = pages.flatMap((id, at) =>
      views.filter((_, view) => effort === 'full' || view === at % 2).map((view) => `${brand}/pages/${id}${view}`),
    );
    return [brand, `${brand}/changes`, `${brand}/changes/${head}`, ...first, ...compared];
  }

  it('leaves every page well-formed, and nothing of it can run', async () => {
    paths = await pushed();
    const ada = await WorkspaceClient.signIn(portal, await addPerson(portal, '<b>Ada</b> "&', { acme: 'admin' }));
    for (const path of paths) {
      const { status, text } = await ada.open(workspaceAddress(path));
      expect([path, status, dangers(text)]).toEqual([path, 200, []]);
    }
  });

  inChromium('in Chromium', () => {
    it('runs nowhere', async () => {
      const bob = await addPerson(portal, 'Bob', { acme: 'admin' });
      const { page, complaints, violations, requests } = await signedInPage(browser, portal, bob);
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      expect(paths).not.toEqual([]);
      // Each view is known to be harmless from its text; Chromium sees one in six of them.
      for (const path of paths.filter((_, at) => (at + seed) % 6 === 0)) {
        await page.goto(`${backendOrigin(portal)}${workspaceAddress(path)}`);
        expect([path, await violations()]).toEqual([path, []]);
      }
      expect([dialogs, complaints]).toEqual([[], []]);
      expect(requests.filter((url) => !url.startsWith(backendOrigin(portal)))).toEqual([]);
    });
  });
});
