import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, backendOrigin, signedInPage } from '../../support/backend.js';
import { chromiumPath, launchChromium } from '../../support/browser.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe finds, with no rule off. It runs besides the page's own policy, which forbids code from text. */
async function findings(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const run = async (expression: string): Promise<unknown> => {
    const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    return result.value;
  };
  await run(`${axe}; undefined`);
  const found = (await run('axe.run(document).then(({ violations }) => violations)')) as readonly Finding[];
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

describe.skipIf(chromiumPath === undefined)('every page, to axe', () => {
  let browser: Browser;
  let head: string;
  portalForAll({ real: true, example: 'northlight' });

  beforeAll(async () => {
    browser = await launchChromium();
    const { body: page } = await client.get('/pages/11');
    const text = page.blocks.find(({ type }: { type: string }) => type === 'rich_text');
    await client.patch(`/pages/11/blocks/${text.id}`, { data: { html: `${text.data.html}<p>And <em>more</em>.</p>` } });
    await client.patch('/brand/cl/voice', { summary: 'Loud.' });
    await client.delete('/pages/12');
    head = portal.head('northlight');
  });
  afterAll(() => browser?.close());

  const paths = (): string[] => [
    '/sign-in',
    '/me',
    '/nowhere',
    ...[
      '',
      '/changes',
      '/changes?q=nothing-has-this',
      `/changes/${head}`,
      '/pages?open=3.10',
      '/pages?q=logo',
      '/pages/11',
      '/pages/20',
      '/pages/11/versions',
      '/pages/11/compare?to=LAST',
      '/pages/11/compare?to=LAST&view=sides',
      '/pages/11/compare?to=LAST&view=source',
      '/pages/11/edit',
      '/pages/11/restore?to=FIRST',
      '/language',
      '/language/voice/versions',
      '/language/voice/compare?from=FIRST',
      '/language/voice/restore?to=FIRST',
      '/context',
      '/trash',
      '/trash/12',
      '/trash/12/purge',
      '/restore',
      '/restore?to=FIRST',
    ].map((path) => `/brands/northlight${path}`),
  ];

  it.each([
    ['light', 1280],
    ['dark', 320],
  ] as const)('is without a finding, and needs no sideways scrolling: %s, %i px', async (colorScheme, width) => {
    const ada = await addPerson(portal, 'Ada Lind', { northlight: 'admin' });
    const viewport = { width, height: 800 };
    const { page, complaints, violations } = await signedInPage(browser, portal, ada, { colorScheme, viewport });
    const commits = await portal.service.openBrand('northlight').then(async (repository) => {
      const { historyPage } = await import('../../../src/operations/history.js');
      return (await historyPage(repository, { page: '11' }, {})).entries.map(({ commit }) => commit);
    });
    const [last = '', first = ''] = [commits[0], commits.at(-1)];
    const found: string[] = [];
    for (const path of paths()) {
      const at = path.replace('LAST', last).replace('FIRST', first);
      const response = await page.goto(`${backendOrigin(portal)}/backend${at}`);
      if (path !== '/nowhere' && response?.status() !== 200) found.push(`${path}: ${response?.status()}`);
      const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      if (wide !== 0) found.push(`${path}: ${wide} px too wide`);
      found.push(...(await findings(page)).map((finding) => `${path}: ${finding}`));
      found.push(...(await violations()).map((violation) => `${path}: ${violation}`));
    }
    expect(found).toEqual([]);
    await page.goto(`${backendOrigin(portal)}/backend/brands/northlight/pages/11/edit`);
    await page.evaluate("document.querySelector('label[for=title]').remove()");
    expect((await findings(page)).map((finding) => finding.split(':')[0])).toEqual(['label']);
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });
});
