import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CDPSession, Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Of colours and sizes: the rules whose findings another look can change. */
const lookRules = ['color-contrast', 'link-in-text-block', 'target-size'];

/**
 * What axe finds, with no rule off. It runs besides the page's own policy, which forbids code from text.
 *
 * @param rules these alone
 */
export async function findings(page: Page, rules?: readonly string[]): Promise<string[]> {
  const opened = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, opened);
  const session = await opened;
  const run = async (expression: string): Promise<unknown> => {
    const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    return result.value;
  };
  if ((await run('typeof axe')) === 'undefined') await run(`${axe}; undefined`);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) });
  const found = await run(`axe.run(document, ${options}).then(({ violations }) => violations)`);
  return (found as readonly Finding[]).flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280, rules: lookRules },
  { colorScheme: 'dark', width: 320 },
  { colorScheme: 'light', width: 320, rules: lookRules },
] as const;

/** The same in light and dark, wide and narrow; and what needs sideways scrolling. */
export async function findingsInAllLooks(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { colorScheme, width, ...look } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if (wide !== 0) found.push(`${colorScheme} ${width}: ${wide} px too wide`);
    const rules = 'rules' in look ? look.rules : undefined;
    found.push(...(await findings(page, rules)).map((finding) => `${colorScheme} ${width}: ${finding}`));
  }
  return found;
}
