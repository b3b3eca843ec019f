import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { portalForAll } from '../../support/portal-fixture.js';
import { text, writePage } from '../../support/writer.js';

portalForAll({ real: true });

/** A page of 400 blocks with a stopped clock, in which everything that typing causes is counted. */
async function open(): Promise<Page> {
  const group = (at: number) => ({
    type: 'group',
    data: { blocks: Array.from({ length: 199 }, (_, place) => text(`<p>Text ${at} ${place}.</p>`)) },
  });
  const { writer, page } = await writePage([text('<p>First.</p>'), group(0), group(1)]);
  await writer.keep('Text 0 5.', ' Known.');
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.evaluate(count);
  return page;
}

const count = `
  window.copies = [];
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (name, value) {
    if (name.startsWith('bp-kept')) window.copies.push(value);
    return setItem.call(this, name, value);
  };
  window.drawn = 0;
  new MutationObserver((records) => {
    window.drawn += records.filter(({ target }) => !document.activeElement.contains(target)).length;
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });`;

const copies = (page: Page): Promise<string[]> => page.evaluate('window.copies');
const drawn = (page: Page): Promise<number> => page.evaluate('window.drawn');

async function layouts(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? 0;
}

inChromium('a key costs one layout', () => {
  it('and nothing is drawn or kept until typing pauses; then once', async () => {
    const page = await open();
    const before = await layouts(page);
    await page.keyboard.type('x'.repeat(60));
    // Scrolling to the caret makes one, and the frame may make another.
    expect((await layouts(page)) - before).toBeLessThanOrEqual(125);
    expect([await copies(page), await drawn(page)]).toEqual([[], 0]);
    await page.clock.runFor(600);
    const [copy, ...others] = await copies(page);
    expect(copy).toContain(`Known.${'x'.repeat(60)}`);
    expect(others).toEqual([]);
    // Time and number of changes in the bar.
    expect(await drawn(page)).toBeLessThanOrEqual(2);
  });

  it('words are kept at the latest after two seconds of typing without a pause, and at once when the page is left or hidden', async () => {
    const page = await open();
    for (let at = 0; at < 20; at += 1) {
      await page.keyboard.type('y');
      await page.clock.runFor(100);
    }
    expect((await copies(page)).at(-1)).toContain(`Known.${'y'.repeat(9)}`);
    for (const [how, state, event] of [
      ['left', '', 'pagehide'],
      ['hidden', "Object.defineProperty(document, 'visibilityState', { value: 'hidden' })", 'visibilitychange'],
    ] as const) {
      await page.keyboard.type(how);
      await page.evaluate(`${state}; document.dispatchEvent(new Event('${event}', { bubbles: true }))`);
      expect((await copies(page)).at(-1)).toContain(how);
    }
  });
});
