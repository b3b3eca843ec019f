import { setLanguages } from '../../src/operations/translations/languages.js';
import { updateBlockTexts } from '../../src/operations/translations/texts.js';
import type { TestClient, TestPortal } from './portal.js';

let brands = 0;

const shown = [
  { tag: 'de', shown: true, fallback: null },
  { tag: 'fr', shown: true, fallback: null },
];

/** A new brand in English with further languages, and a key that reads and writes. */
export async function translatedBrand(portal: TestPortal, languages: readonly object[] = shown): Promise<TestClient> {
  const slug = `languages-${++brands}`;
  await portal.service.provisioning.createEmpty(slug, 'New', ['corporate_language', 'brand_agent', 'media_upload']);
  if (languages.length > 0) await putLanguages(portal, slug, languages);
  return portal.client(slug);
}

/** Sets languages as an admin does. */
export async function putLanguages(portal: TestPortal, slug: string, languages: readonly object[]): Promise<void> {
  const actor = { kind: 'operator', id: 'cli', name: 'cli', rights: ['read', 'propose', 'write'] } as const;
  const call = { slug, actor, via: 'cli', requestId: 'r', precondition: null } as const;
  await portal.service.run(setLanguages, call, { params: {}, query: {}, body: { languages, with_texts: true } });
}

/** Writes the text of a block in German as a person. */
export async function writeAsPerson(
  portal: TestPortal,
  slug: string,
  at: string,
  block: string,
  text: string,
): Promise<void> {
  const actor = {
    kind: 'person',
    id: 'anna',
    name: 'Anna',
    role: 'editor',
    rights: ['read', 'propose', 'write'],
  } as const;
  const call = { slug, actor, via: 'backend', requestId: 'r', precondition: null } as const;
  const params = { page: at.split('/').at(-1), block, lang: 'de' };
  await portal.service.run(updateBlockTexts, call, { params, query: {}, body: { data: { text } } });
}
