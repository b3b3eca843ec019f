import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import type { StoredBlock } from '../../../src/content/blocks/block-type.js';
import { createSanitizer } from '../../../src/content/html/sanitizer.js';
import { mergePages, type PageContent } from '../../../src/content/merge/page.js';
import { chromiumPath, launchChromium } from '../../support/browser.js';
import { projectFolder } from '../../support/child-server.js';
import { prose, richText, slug } from '../data.js';
import {
  type Context,
  compare,
  figure,
  inRounds,
  type Measurement,
  median,
  milliseconds,
  percentile,
  type Row,
} from '../harness.js';
import type { Client } from '../load.js';
import { type Served, served, signIn } from '../served.js';

interface Sent {
  readonly type: string;
  readonly data: object;
}

const text = (html: string): Sent => ({ type: 'rich_text', data: { html } });
const texts = (count: number, seed: number): Sent[] =>
  Array.from({ length: count }, (_, at) => text(`<p>${prose(120, seed + at).trim()}</p>`));

/** A thousand blocks: a list has two hundred at most. */
const thousand = (): Sent[] =>
  Array.from({ length: 5 }, (_, at) => ({ type: 'group', data: { blocks: texts(199, at * 200) } }));

interface MadePage {
  readonly id: number;
  readonly blocks: StoredBlock[];
}

function make(client: Client, title: string, blocks: readonly Sent[]): Promise<MadePage> {
  return client.json('POST', '/pages', { title, blocks });
}

/** The editor's file as *Edit* loads it, and the part of it that is not of libraries. */
async function script(): Promise<Measurement[]> {
  const made = await rolldown({
    cwd: projectFolder,
    input: 'src/site/editor/index.tsx',
    external: /^[@a-z]/,
    resolve: { extensionAlias: { '.js': ['.js', '.ts', '.tsx'] } },
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    platform: 'browser',
    tsconfig: false,
    preserveEntrySignatures: 'allow-extension',
  });
  const { output } = await made.generate({ format: 'esm', minify: true });
  await made.close();
  const kb = (code: string | Buffer): number => gzipSync(code).length / 1000;
  const own = output.filter((file) => file.type === 'chunk');
  const sum = (files: typeof own): number => files.reduce((total, { code }) => total + kb(code), 0);
  const whole = readFileSync(join(projectFolder, 'dist/site/editor.js'));
  return [
    figure('script of the editor, gzip', kb(whole), 'KB', { atMost: 130 }),
    figure('without libraries', sum(own.filter(({ isDynamicEntry }) => !isDynamicEntry)), 'KB', { atMost: 50 }),
    figure('its panels, with the first of them', sum(own.filter(({ isDynamicEntry }) => isDynamicEntry)), 'KB'),
  ];
}

/** A save of one word on a page of 200 blocks: on the newest version next to `PUT content`, and on one that is a save behind. */
async function saves({ client }: Served, context: Context): Promise<Measurement[]> {
  const { id, blocks } = await make(client, 'Saved', texts(200, 300));
  let count = 0;
  /** The content with another text at this place. */
  const edited = (at: number, content: readonly StoredBlock[] = blocks) => {
    count += 1;
    const html = `<p>${prose(100, count + 5000).trim()} ${count}</p>`;
    return content.map((block, place) => (place === at ? { ...block, data: { html } } : block));
  };
  const tag = async (): Promise<string> =>
    String((await client.get(`/pages/${id}`)).headers.etag).replace(/^"|"$/g, '');
  const put = async (content = edited(0)): Promise<number> =>
    (await client.send('PUT', `/pages/${id}/content`, { blocks: content })).ms;
  const save = async (base: string, content = edited(0)): Promise<number> =>
    (await client.send('POST', `/pages/${id}/save`, { base, blocks: content })).ms;
  const merge = async (): Promise<number> => {
    const base = await tag();
    const { blocks: now } = await client.json<MadePage>('GET', `/pages/${id}`);
    await put(edited(0, now));
    return save(base, edited(10, now));
  };
  const twenty = (work: () => Promise<number>) => async () => median(await inRounds(20, work, 0));
  const named = (part: string, atMost: number) => ({ part, unit: 'ms', target: { atMost } });
  const saveNewest = async () => save(await tag());
  const puts = twenty(() => put());
  return [
    await compare(context, twenty(saveNewest), puts, named('a save; PUT content', 1.1)),
    await compare(context, twenty(merge), puts, named('a save that merges; PUT content', 1.4)),
  ];
}

/** Merges only, without a store: both sides change a twentieth, neither what the other does. */
async function merges(context: Context): Promise<Measurement[]> {
  const sanitizer = createSanitizer();
  const page = (blocks: readonly Sent[]): PageContent => ({
    ...{ title: 'Page', summary: null, cover: null },
    blocks: blocks.map((block, at) => ({ id: `b${at}`, ...block }) as StoredBlock),
  });
  const lines = (count: number, seed: number): string[] =>
    Array.from({ length: count }, (_, at) => `<p>${prose(30, seed + at).trim()} ${at}.</p>\n`);
  const changed = (all: readonly string[], side: number): string =>
    all.map((line, at) => (at % 40 === side * 20 ? `<p>Side ${side}, line ${at}.</p>\n` : line)).join('');
  const sides = (all: readonly (readonly string[])[]): readonly [PageContent, PageContent, PageContent] => [
    page(all.map((one) => text(one.join('')))),
    page(all.map((one) => text(changed(one, 0)))),
    page(all.map((one) => text(changed(one, 1)))),
  ];
  const blocks = Array.from({ length: 200 }, (_, at) => richText(at));
  const edited = (side: number): PageContent =>
    page(blocks.map((html, at) => text(at % 10 === side ? html.replace('</h2>', ` ${side}</h2>`) : html)));
  const cases = [
    { part: 'merge of 200 blocks, 20 and 20 edited', at: [page(blocks.map(text)), edited(0), edited(1)], ms: 10 },
    { part: 'of one text of 5,000 lines', at: sides([lines(5000, 0)]), ms: 25 },
    { part: 'of 20 texts of 250 lines', at: sides([...Array(20).keys()].map((at) => lines(250, at * 250))), ms: null },
  ] as const;
  const found: Measurement[] = [];
  for (const { part, at, ms } of cases) {
    const [base, mine, theirs] = at as readonly [PageContent, PageContent, PageContent];
    const took = await inRounds(context.rounds * 2, () => {
      // New objects, as a request has them; the sanitiser knows the texts, as it does when they were checked before.
      const copies = structuredClone([mine, theirs]) as [PageContent, PageContent];
      return milliseconds(async () => {
        const { conflicts } = await mergePages(base, ...copies, { decision: 'refuse', sanitizer });
        if (conflicts.length > 0) throw new Error(`${part}: ${conflicts.length} conflicts`);
      });
    });
    found.push(figure(part, median(took), 'ms', ms === null ? undefined : { atMost: ms }));
  }
  return found;
}

/** In Chromium, opening and keys with a quarter of this machine's speed. */
async function inChromium(portal: Served, context: Context): Promise<Measurement[]> {
  if (chromiumPath === undefined) return [];
  const { client } = portal;
  const { url } = portal.server;
  const browser = await launchChromium();
  context.atEnd(() => browser.close());
  const [name = '', value = ''] = (await signIn(portal)).split('=');
  /** A page whose browser has no file of the portal yet. */
  const newPage = async (rate: number): Promise<Page> => {
    const chromium = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await chromium.addCookies([{ name, value, url }]);
    const page = await chromium.newPage();
    await (await chromium.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate });
    return page;
  };
  /** Time from a double click on the first text of a page to the caret in it. */
  const edit = async (page: Page, id: number): Promise<number> => {
    await page.goto(`${url}/brands/${slug}/-/page/${id}`, { waitUntil: 'networkidle' });
    await page.evaluate(toCaret);
    await page.locator('main p').first().dblclick();
    return page.evaluate('took');
  };
  const twenty = await make(client, 'Twenty', texts(20, 700));
  const work = async () => {
    const page = await newPage(4);
    const [first, again] = [await edit(page, twenty.id), await edit(page, twenty.id)];
    await page.context().close();
    return { first, again };
  };
  const edits = await inRounds(context.rounds, work, 0);
  const [first, again] = [median(edits.map((one) => one.first)), median(edits.map((one) => one.again))];
  const found = [
    figure('edit to caret, 20 blocks, 4× throttled, the file cached', again, 'ms', { atMost: 400 }),
    figure('not cached', first, 'ms', { atMost: 900 }),
  ];
  const cases = [
    { part: 'a key on a page of 20 blocks, 95th', blocks: texts(20, 800), ms: 12 },
    {
      part: 'in a text of 2,000 words',
      blocks: [text(`<p>${'Keep a thumb’s width free. '.repeat(20)}</p>`.repeat(20))],
      ms: 16,
    },
    { part: 'on a page of 1,000 blocks', blocks: thousand(), ms: 20 },
  ];
  for (const { part, blocks, ms } of cases) {
    const page = await newPage(4);
    await edit(page, (await make(client, part, blocks)).id);
    const keys = await keyTimes(page, context.size(200, 60));
    found.push(figure(part, percentile(keys, 95), 'ms', { atMost: ms }), figure('its median', median(keys), 'ms'));
    await page.context().close();
  }
  const shared = await make(client, 'Shared', texts(20, 900));
  const page = await newPage(1);
  await edit(page, shared.id);
  await page.keyboard.type('Mine');
  const noticed = await inRounds(context.rounds, (round) => {
    const html = `<p>Theirs ${round}</p>`;
    const blocks = shared.blocks.map((block, at) => (at === 10 ? { ...block, data: { html } } : block));
    return milliseconds(async () => {
      await client.send('PUT', `/pages/${shared.id}/content`, { blocks });
      await page.locator('main p', { hasText: `Theirs ${round}` }).waitFor();
    });
  });
  await page.context().close();
  const empty = await make(client, 'Empty', [text('<p>Before.</p>')]);
  const pasted = await inRounds(context.rounds, async () => {
    const page = await newPage(1);
    await edit(page, empty.id);
    const ms = await pasteTime(page);
    await page.context().close();
    return ms;
  });
  return [
    ...found,
    figure('a save by another, in the open page', median(noticed), 'ms', { atMost: 2000 }),
    figure('paste of 60 KB of Word', median(pasted), 'ms', { atMost: 150 }),
  ];
}

const toCaret = `(() => {
  let began;
  document.addEventListener('dblclick', () => { began = performance.now(); }, { capture: true, once: true });
  window.took = new Promise((resolve) => {
    document.addEventListener('focusin', ({ target }) => {
      if (target.isContentEditable) resolve(performance.now() - began);
    });
  });
})()`;

interface TraceEvent {
  readonly name: string;
  readonly tid: number;
  readonly pid: number;
  /** Clock, processor time of the thread, and its duration, in µs. */
  readonly ts: number;
  readonly tts: number;
  readonly tdur: number;
  readonly args: { readonly data?: { readonly type?: string } };
}

/** Processor time of the main thread from each key to the end of its layout. */
async function keyTimes(page: Page, count: number): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value.map(Object)));
  const isComplete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'devtools.timeline' });
  for (const letter of 'quick words '.repeat(count / 12)) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  }
  await session.send('Tracing.end');
  await isComplete;
  events.sort((a, b) => a.ts - b.ts);
  const keys = events.filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'keydown');
  return keys.flatMap(({ pid, tid, ts, tts }) => {
    const layout = events.find((one) => one.name === 'Layout' && one.pid === pid && one.tid === tid && one.ts > ts);
    return layout === undefined ? [] : [(layout.tts + layout.tdur - tts) / 1000];
  });
}

const word = (): string =>
  `<html xmlns:w="urn:schemas-microsoft-com:office:word"><body><!--StartFragment-->${Array.from(
    { length: 200 },
    (_, at) =>
      `<p class=MsoNormal style='margin-bottom:8.0pt;line-height:107%'><span lang=EN-US style='font-size:11.0pt;font-family:"Calibri",sans-serif;mso-fareast-language:EN-US'>${prose(110, at).trim()} <b>${at}</b><o:p></o:p></span></p>`,
  ).join('\n')}<!--EndFragment--></body></html>`;

async function pasteTime(page: Page): Promise<number> {
  const script = `(async () => {
    const data = new DataTransfer();
    data.setData('text/html', ${JSON.stringify(word())});
    data.setData('text/plain', 'x');
    const start = performance.now();
    const text = document.activeElement;
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    while (text.childElementCount < 200) await new Promise((resolve) => setTimeout(resolve, 1));
    return performance.now() - start;
  })()`;
  return page.evaluate(script);
}

async function run(context: Context): Promise<Measurement[]> {
  const portal = await served(context, await context.data(100, 1024));
  return [
    ...(await script()),
    ...(await saves(portal, context)),
    ...(await merges(context)),
    ...(await inChromium(portal, context)),
  ];
}

export const rows: readonly Row[] = [{ id: 36, work: 'writing in a browser', run }];
