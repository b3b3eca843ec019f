import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PersonRecord } from '../../src/registry/records.js';
import { timeoutMs } from './eventually.js';
import type { TestPortal } from './portal.js';
import { backendOrigin, signedInPage } from './workspace.js';

/** Someone who writes a page in the portal, in a browser. */
export class Writer {
  private constructor(
    readonly page: Page,
    readonly address: string,
    readonly complaints: readonly string[],
  ) {}

  /** Signs in and opens a page for reading. @param path below the server's origin */
  static async open(browser: Browser, portal: TestPortal, person: PersonRecord, path: string): Promise<Writer> {
    const { page, complaints } = await signedInPage(browser, portal, person, {
      viewport: { width: 1360, height: 850 },
      reducedMotion: 'reduce',
    });
    const writer = new Writer(page, backendOrigin(portal) + path, complaints);
    await page.goto(writer.address);
    return writer;
  }

  /** The same person in another tab of this browser. */
  async otherTab(): Promise<Writer> {
    const page = await this.context.newPage();
    await page.goto(this.address);
    return new Writer(page, this.address, this.complaints);
  }

  get context(): BrowserContext {
    return this.page.context();
  }

  async edit(): Promise<this> {
    await this.page.getByRole('link', { name: 'Edit page' }).click();
    await this.page.locator('.top.bar').waitFor();
    return this;
  }

  /** A text of the page by its words. */
  text(words: string | RegExp): Locator {
    return this.page
      .locator('main p, main h1, main h2, main h3, main td, main li, main span')
      .filter({ hasText: words })
      .last();
  }

  /** Types at the end of a text. */
  async typeAfter(words: string | RegExp, typed: string): Promise<void> {
    await this.text(words).click();
    await this.page.keyboard.press('Control+End');
    await this.page.keyboard.type(typed);
  }

  /** Waits until the bar says this. */
  async state(says: string | RegExp): Promise<void> {
    const bar = this.page.locator('.bar .state');
    await expect.poll(async () => (await bar.textContent())?.trim(), { timeout: timeoutMs }).toMatch(says);
  }

  async kept(): Promise<void> {
    await this.state(/kept on this device/i);
  }

  async publish(): Promise<void> {
    await this.page.getByRole('button', { name: 'Publish', exact: true }).click();
  }

  /** Publishes the page, and waits until the message says this. */
  async save(says: string | RegExp = /^Published\./): Promise<void> {
    await this.publish();
    await this.says(says);
  }

  async says(says: string | RegExp): Promise<void> {
    await expect.poll(() => this.page.locator('.toast').last().textContent(), { timeout: timeoutMs }).toMatch(says);
  }
}
