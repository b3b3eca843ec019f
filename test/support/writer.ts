import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PersonRecord } from '../../src/registry/records.js';
import { browser } from './browser-fixture.js';
import { timeoutMs } from './eventually.js';
import { client, portal } from './portal-fixture.js';
import { addPerson, backendOrigin, signedInPage } from './workspace.js';

export const text = (html: string) => ({ type: 'rich_text', data: { html } });

/** A picture on the device. */
export const box = {
  name: 'box.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>',
  ),
};

/** What is stored of a page. */
export const stored = async (id: number) => (await client.get(`/pages/${id}`)).body;
export const dataOf = async (id: number) => (await stored(id)).blocks.map(({ data }: { data: object }) => data);
export const htmlOf = async (id: number): Promise<string[]> =>
  (await dataOf(id)).map(({ html }: { html: string }) => html);

/** A page with these blocks, and someone who reads it and may write it. */
export async function openPage(blocks: readonly object[], title = 'Page') {
  const { id, slug } = await client.page({ title, blocks });
  const person = await addPerson(portal, 'Ada Lind', { [client.brand]: 'editor' });
  const path = `/brands/${client.brand}/${slug}`;
  const writer = await Writer.open(person, path);
  return { writer, page: writer.page, id, person, path };
}

/** The same page while it is written. */
export async function writePage(blocks: readonly object[], title?: string) {
  const opened = await openPage(blocks, title);
  await opened.writer.edit();
  return opened;
}

/** Stores a page with other words, as a program does. */
export async function replaceIn(id: number, from: string, to: string): Promise<void> {
  const blocks = JSON.parse(JSON.stringify((await stored(id)).blocks).replace(from, to));
  expect((await client.put(`/pages/${id}/content`, { blocks })).status).toBe(200);
}

/** Someone who writes a page in the portal, in a browser. */
export class Writer {
  private constructor(
    readonly page: Page,
    readonly address: string,
    readonly complaints: readonly string[],
  ) {}

  /**
   * Signs in and opens a page for reading.
   *
   * @param path below the server's origin
   * @param options of the browser
   */
  static async open(
    person: PersonRecord,
    path: string,
    options: Parameters<typeof signedInPage>[3] = {},
  ): Promise<Writer> {
    const { page, complaints } = await signedInPage(browser, portal, person, {
      viewport: { width: 1360, height: 850 },
      reducedMotion: 'reduce',
      ...options,
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
    await this.page.getByRole('link', { name: 'Edit page' }).filter({ visible: true }).first().click();
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

  /** Leaves a text for its block. */
  async selectBlock(words: string | RegExp): Promise<void> {
    await this.text(words).click();
    await this.page.keyboard.press('Escape');
    await this.page.locator('.gutter .grab:focus').waitFor();
  }

  /** Waits until the bar says this. */
  async state(says: string | RegExp): Promise<void> {
    const bar = this.page.locator('.bar .state');
    await expect.poll(async () => (await bar.textContent())?.trim(), { timeout: timeoutMs }).toMatch(says);
  }

  /** Types at the end of a text, and waits until it is kept on this device. */
  async keep(words: string | RegExp, typed: string): Promise<void> {
    await this.typeAfter(words, typed);
    await this.kept();
  }

  async kept(): Promise<void> {
    await this.state(/kept on this device/i);
  }

  async publish(): Promise<void> {
    await this.page.getByRole('button', { name: 'Publish', exact: true }).click();
  }

  /** Settles a conflict by the first of its sides, theirs, or by the second. */
  async settle(side: 'Theirs' | 'Yours'): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: 'Conflict' });
    await dialog.waitFor();
    // Their side has the name of who saved once the feed has said it.
    for (const sides of await dialog.locator('.conflict').all())
      await sides
        .getByRole('radio')
        .nth(side === 'Theirs' ? 0 : 1)
        .check();
    await dialog.getByRole('button', { name: 'Save with this' }).click();
  }

  /** Publishes the page, and waits until the message says this. */
  async save(says: string | RegExp = /^Published\./): Promise<void> {
    await this.publish();
    // The message of an earlier save may still be there.
    await this.state(/no changes/i);
    await this.says(says);
  }

  /** Sends what the editor asks about, as it is suggested. */
  async send(): Promise<void> {
    const sheet = this.page.getByRole('dialog', { name: 'Send for review' });
    await sheet.getByRole('button', { name: 'Send for review' }).click();
  }

  async says(says: string | RegExp): Promise<void> {
    await expect.poll(() => this.page.locator('.toast').last().textContent(), { timeout: timeoutMs }).toMatch(says);
  }
}
