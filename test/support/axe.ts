import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CDPSession, Page } from 'playwright-core';
import { effort } from './effort.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Head and navigation, which pages share. */
const frame = "{ exclude: ['header.top:not(.bar)', '.side'] }";

/** What axe finds, with no rule off, or without the frame. It runs under the page's own policy, which forbids code from text. */
export async function findings(page: Page, context = 'document'): Promise<string[]> {
  const opened = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, opened);
  const session = await opened;
  const run = async (expression: string): Promise<unknown> => {
    const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    return result.value;
  };
  if ((await run('typeof axe')) === 'undefined') await run(`${axe}; undefined`);
  const found = await run(`axe.run(${context}, { resultTypes: ['violations'] }).then(({ violations }) => violations)`);
  return (found as readonly Finding[]).flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** What is beside something is moved in a later frame. */
const wideAtLast = `(async () => {
  const { documentElement: root } = document;
  for (let frames = 0; frames < 60 && root.scrollWidth > root.clientWidth; frames += 1) await new Promise(requestAnimationFrame);
  return root.scrollWidth - root.clientWidth;
})()`;

const looks = [
  ['light', 1280],
  ['dark', 320],
  ['dark', 1280],
  ['light', 320],
] as const;
/**
 * What axe finds, and what needs sideways scrolling. With full effort every page is looked at in light and dark, wide and narrow.
 *
 * @param count of these looks: all of a page with the frame that others have, two of parts that others are made of, else the first
 * @param part of a page that is looked at without it, too; with full effort all of it is read
 */
export async function findingsInLooks(page: Page, count: 1 | 2 | 4 = 1, part?: string): Promise<string[]> {
  const context = count === 4 || effort === 'full' ? 'document' : part === undefined ? frame : JSON.stringify(part);
  const found: string[] = [];
  await page.waitForLoadState();
  for (const [colorScheme, width] of looks.slice(0, effort === 'full' ? looks.length : count)) {
    // Else colours are between two looks when axe reads them.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate(wideAtLast);
    if (wide !== 0) found.push(`${colorScheme} ${width}: ${wide} px too wide`);
    found.push(...(await findings(page, context)).map((finding) => `${colorScheme} ${width}: ${finding}`));
  }
  return found;
}
