import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { portal, portalForAll } from '../../support/portal-fixture.js';
import { openPortal } from '../../support/portal-visitors.js';
import { addPerson, backendOrigin, signedInPage, workspaceAddress } from '../../support/workspace.js';
import { fillBrand, mail, pageAddresses } from '../../support/workspace-pages.js';

/** Controls whose words are cut, or outside of them or of the window, but for what is scrolled sideways and names that end in … */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const isScrolled = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || isScrolled(element.parentElement));
    /** Texts of an element that are not for screen readers only. */
    const textsIn = (element: Element): Text[] => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode())
        if (!texts.currentNode.parentElement?.closest('.vh')) found.push(texts.currentNode as Text);
      return found;
    };
    const boxOf = (text: Text): DOMRect => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getBoundingClientRect();
    };
    const controls = [
      ...document.querySelectorAll<HTMLElement>('button, a, summary, th, label, legend, [role=tab], .tag'),
    ];
    const found = controls
      .filter((element) => element.checkVisibility() && !element.matches('.vh, .vh *, .skip, .cut'))
      .filter((element) => {
        const outer = element.getBoundingClientRect();
        const boxes = textsIn(element)
          .map(boxOf)
          .filter(({ width }) => width > 1);
        if (boxes.length === 0 || outer.width <= 1) return false;
        const isInline = getComputedStyle(element).display === 'inline';
        const isOver = !isInline && boxes.some(({ left, right }) => right > outer.right + 1 || left < outer.left - 1);
        const isCut =
          !isInline &&
          getComputedStyle(element).overflowX !== 'visible' &&
          element.scrollWidth > element.clientWidth + 1;
        const isOutside = (outer.right > clientWidth + 1 || outer.left < -1) && !isScrolled(element);
        return isOver || isCut || isOutside;
      })
      .map((element) => `${element.tagName}.${element.className}: ${element.textContent?.trim().slice(0, 80)}`);
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`, ...found] : found;
  });

inChromium('pages in German, 390 pixels wide', () => {
  portalForAll({ real: true, example: 'northlight', config: { mail } });

  it('cut no word of a button, a tab, a head or a label, and need no sideways scrolling', async () => {
    const addresses = [...pageAddresses(await fillBrand()).values(), '/nowhere'].map(workspaceAddress);
    await openPortal(portal, 'northlight');
    const pages = [
      '',
      '/clear-space',
      '/colour',
      '/downloads',
      '/-/search?q=logo',
      '/-/changes',
      '/-/connect',
      '/none',
    ];
    const person = await addPerson(portal, 'Ada Lind', { northlight: 'admin' }, true);
    await portal.service.mails.addresses.give(person.id, 'ada.lind@company.example');
    const { page } = await signedInPage(browser, portal, person, {
      locale: 'de-DE',
      viewport: { width: 390, height: 844 },
    });
    const found: Record<string, string[]> = {};
    for (const address of [...addresses, ...pages.map((path) => `/brands/northlight${path}`)]) {
      await page.goto(backendOrigin(portal) + address);
      expect(await page.locator('html').getAttribute('lang'), address).toBe('de');
      const wrong = await misfits(page);
      if (wrong.length > 0) found[address] = wrong;
    }
    expect(found).toEqual({});
  });
});
