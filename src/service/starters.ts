import { join } from 'node:path';
import { newBlockId } from '../content/blocks/block-id.js';
import type { BrandFile } from '../content/brand.js';
import { paths } from '../content/catalog/paths.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import { type PageFile, pageFile } from '../content/page.js';
import { isPortalFile, type PortalFile } from '../content/portal.js';
import { lazy } from '../lib/concurrency.js';
import { invalidField } from '../lib/errors.js';
import { packageFolder } from '../lib/package.js';

/** Languages in which the starter is written. */
const languages = ['en', 'de'] as const;
type StarterLanguage = (typeof languages)[number];

const languageOf = (tag: string): StarterLanguage | undefined =>
  languages.find((one) => one === new Intl.Locale(tag).language);

/** Page of the starter, with the pages in it. Its ids are the same in every language. */
export interface StarterPage {
  readonly page: PageFile;
  readonly pages: readonly PageFile[];
}

/** A brand to begin with: its pages, and which of them are templates. */
interface Starter {
  readonly language: StarterLanguage;
  readonly portal: PortalFile;
  /** Those with a page in them are chapters. */
  readonly top: readonly StarterPage[];
  readonly templates: readonly PageFile[];
}

/** The brand folders of the package that new brands, chapters and pages are made from. */
export class Starters {
  readonly #read: Readonly<Record<StarterLanguage, () => Promise<Starter>>>;

  constructor(sanitizer: Sanitizer) {
    const read = (language: StarterLanguage) => lazy(() => readStarter(language, sanitizer));
    this.#read = { en: read('en'), de: read('de') };
  }

  /** Chapters and templates for content in a language; in English where the starter does not have it. */
  for(tag: string): Promise<Starter> {
    return this.#read[languageOf(tag) ?? 'en']();
  }

  /**
   * Files of a brand that begins with all pages of the starter.
   *
   * @param brand settings of the new brand
   * @param time of the pages, as `isoSeconds` writes it
   * @throws `invalid` when the starter is not written in the brand's language
   */
  async files(brand: BrandFile, time: string): Promise<ReadonlyMap<string, unknown>> {
    const language = languageOf(brand.language);
    if (language === undefined) throw invalidField('language', 'The starter is written in English and German only.');
    const { portal, top } = await this.#read[language]();
    const pages = top.flatMap(({ page, pages }) => [page, ...pages]);
    return new Map<string, unknown>([
      [paths.brand, brand],
      [paths.portal, { ...portal, templates: [] }],
      ...pages.map((page) => [paths.page(page.id), pageFile({ ...page, updated_at: time })] as const),
    ]);
  }
}

async function readStarter(language: StarterLanguage, sanitizer: Sanitizer): Promise<Starter> {
  // Imported on demand, because its parsers load slowly.
  const { readBrandFolder } = await import('../brand-folder/read-folder.js');
  const folder = join(packageFolder, 'dist/starter', language);
  const { files, pages } = await readBrandFolder(folder, { sanitizer, newBlockId, time: '2026-01-01T00:00:00Z' });
  const portal = files.get(paths.portal);
  if (!isPortalFile(portal)) throw new Error('The starter has no portal.yaml');
  return {
    language,
    portal,
    top: pages
      .filter(({ parent_id }) => parent_id === null)
      .map((page) => ({ page, pages: pages.filter(({ parent_id }) => parent_id === page.id) })),
    templates: pages.filter(({ id }) => portal.templates.includes(id)),
  };
}
