import type { Page } from 'playwright-core';

/** The library learns of a selection by timers and events of the page, which come in order however busy the machine is. */
const settle = (page: Page) =>
  page.evaluate('new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 100))');

/** Pastes into the focused element, as a browser does. */
export async function paste(page: Page, html: string, text = ''): Promise<void> {
  await settle(page);
  await page.evaluate(
    `(() => {
      const data = new DataTransfer();
      if (${JSON.stringify(html)} !== '') data.setData('text/html', ${JSON.stringify(html)});
      data.setData('text/plain', ${JSON.stringify(text)});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    })()`,
  );
}
