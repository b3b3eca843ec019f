import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateNKeysBetween } from 'fractional-indexing';
import { newBrandFile } from '../../src/content/brand.js';
import { paths } from '../../src/content/catalog/paths.js';
import type { PageFile } from '../../src/content/page.js';
import { encodeJson } from '../../src/lib/json.js';
import { createLog } from '../../src/log.js';
import { Service } from '../../src/service/service.js';
import { machineFileSystem } from '../../src/store/local/machine-file-system.js';
import { randomNumbers } from '../support/random.js';

export const slug = 'bench';

const words = (
  'brand logo colour page train line space type voice paper print screen photo light night morning edge width measure ' +
  'station ticket paint window letter headline margin contrast accessible never always please ask the a an of in on with'
).split(' ');

const pool = ((): string => {
  const random = randomNumbers(7);
  return Array.from({ length: 200_000 }, () => words[random(words.length)]).join(' ');
})();

/** Prose of exactly this length, another for another seed. */
export function prose(length: number, seed: number): string {
  const start = randomNumbers(seed * 7919 + 13)(pool.length - length);
  return pool.slice(start, start + length);
}

export function paragraph(length: number, seed: number): string {
  return `<p>${prose(length - 7, seed)}</p>`;
}

/** About a kilobyte as an editor writes it: headings, emphasis, links and lists, all of it allowed. */
export function richText(seed: number): string {
  const text = (length: number, part: number): string => prose(length, seed * 16 + part).trim();
  const link = `<a href="https://example.com/guide/${seed}" target="_blank" rel="noopener">${text(24, 5)}</a>`;
  const first = `<p>${text(180, 2)} <strong>${text(20, 3)}</strong> ${text(60, 4)} ${link} ${text(100, 6)}.</p>`;
  const list = `<ul><li>${text(70, 7)}</li><li>${text(60, 8)} &amp; ${text(20, 9)}</li><li>${text(60, 10)}</li></ul>`;
  return `<h2>${text(30, 1)}</h2>${first}${list}<p>${text(120, 11)} <em>${text(18, 12)}</em> <code>${text(12, 13)}</code>.</p>`;
}

const time = '2026-01-01T00:00:00Z';

/** By what the length of a page's file depends on in addition to its texts: measuring each would cost more than making it. */
const frameLengths = new Map<string, number>();

/** A page whose file has this many bytes, in blocks of rich text of about 1 KB. */
export function makePage(id: number, position: string, bytes: number, title = `Page ${id}`): PageFile {
  const count = Math.max(1, Math.round(bytes / 1100));
  const withTexts = (text: (index: number) => string): PageFile => ({
    id,
    title,
    slug: `page-${id}`,
    type: 'guideline',
    parent_id: null,
    position,
    nav_expansion: 'collapsible',
    visibility: 'public',
    language: null,
    summary: null,
    cover: null,
    updated_at: time,
    blocks: Array.from({ length: count }, (_, at) => {
      return { id: `${id}b${at}`, type: 'rich_text', data: { html: text(at) } };
    }),
  });
  const frame = [bytes, String(id).length, title.length, position.length].join(' ');
  const known = frameLengths.get(frame) ?? encodeJson(withTexts(() => '')).length;
  frameLengths.set(frame, known);
  const length = Math.floor((bytes - known) / count);
  const first = bytes - known - length * (count - 1);
  return withTexts((at) => paragraph(at === 0 ? first : length, id * 64 + at));
}

const positions = new Map<number, readonly string[]>();

export function positionsFor(pages: number): readonly string[] {
  const known = positions.get(pages) ?? generateNKeysBetween(null, null, pages);
  positions.set(pages, known);
  return known;
}

/** The file of a page of a brand of `pages` after its n-th change: another title, the same size. */
export function changedPage(id: number, change: number, { pages, bytes }: { pages: number; bytes: number }): Buffer {
  return encodeJson(makePage(id, positionsFor(pages)[id - 1] as string, bytes, `Change ${change}`));
}

export function brandFiles(pages: number, bytes: number): Map<string, unknown> {
  const files = new Map<string, unknown>([[paths.brand, newBrandFile('Bench')]]);
  positionsFor(pages).forEach((position, at) => {
    files.set(paths.page(at + 1), makePage(at + 1, position, bytes));
  });
  return files;
}

export function openService(data: string): Promise<Service> {
  return Service.open({ fs: machineFileSystem, data, log: createLog('warn') });
}

async function makeData(data: string, pages: number, bytes: number): Promise<void> {
  const service = await openService(data);
  const files = brandFiles(pages, bytes);
  await service.provisioning.create({ slug, modules: [], apiEnabled: true, files, subject: `Create ${pages} pages` });
  await service.close();
}

/** Data directories made once in a run, however many rows start from them. */
export class DataTemplates {
  readonly #made = new Map<string, string>();

  async copy(pages: number, bytes: number, to: string, progress: (text: string) => void): Promise<void> {
    const name = `${pages} pages of ${bytes} bytes`;
    let made = this.#made.get(name);
    if (made === undefined) {
      progress(`making ${name}`);
      made = await mkdtemp(join(tmpdir(), 'brand-portal-bench-'));
      this.#made.set(name, made);
      await makeData(made, pages, bytes);
    }
    await cp(made, to, { recursive: true });
  }

  async remove(): Promise<void> {
    for (const folder of this.#made.values()) await rm(folder, { recursive: true, force: true });
  }
}

export function gitdirOf(data: string, brand = slug): string {
  return join(data, 'brands', `${brand}.git`);
}
