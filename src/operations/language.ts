import { isDeepStrictEqual } from 'node:util';
import type { Catalog } from '../content/catalog/catalog.js';
import { paths, type SectionName, sectionKey, sectionNames, sectionOfKey } from '../content/catalog/paths.js';
import {
  documentIn,
  LanguageDocument,
  LanguageFile,
  NamedSection,
  presentLanguage,
  presentSection,
  readSection,
  type Section,
  SentSection,
  sectionSchemas,
  writableSectionSchemas,
} from '../content/language.js';
import { sectionsIn } from '../content/translations/translated-catalog.js';
import { found } from '../lib/errors.js';
import { asSaid, say } from '../lib/say.js';
import { Exact, Input } from '../validation/schema.js';
import type { Violations } from '../validation/violations.js';
import type { Answer } from './engine/contract.js';
import { type BrandDraft, outcome } from './engine/draft.js';
import { anySection, type Body, fields, optional, readObject, writableSection } from './engine/input.js';
import { langIn } from './engine/lang.js';
import { markdownForm } from './engine/markdown.js';
import { read, write } from './engine/operation.js';
import { replayOf } from './engine/replay.js';
import { type Resource, resources, versionOf } from './engine/resource.js';
import { sectionLanguages } from './engine/translation.js';
import { hiddenLanguagesFor } from './engine/visitor.js';
import { lang, languageToWrite } from './translations/page-texts.js';

const module = 'corporate_language';
const apiChapter = 'Corporate language';

export const showLanguage = read({
  name: 'language.show',
  module,
  apiChapter,
  summary: 'Show the corporate language',
  description:
    'The whole document with its five sections. With `lang`, each section is that of the language, or of its fallback; version and status ' +
    'are those of the first of these languages that has a section.',
  translated: 'section',
  answers: LanguageDocument,
  forms: [markdownForm('languageToMarkdown')],
  run({ slug, catalog }) {
    const value = presentLanguage(slug, catalog.language, (name) => sectionOf(catalog, name));
    return { value, resource: resources.language(slug), listed: [...sectionNames] };
  },
});

export const showSection = read({
  name: 'language.section.show',
  module,
  apiChapter,
  summary: 'Show a section',
  description: 'One section of the corporate language under its name.',
  translated: 'section',
  params: { section: anySection },
  answers: NamedSection,
  run({ catalog }, { params: { section } }) {
    return { ...sectionAnswer(section, sectionOf(catalog, section)), listed: [section] };
  },
});

const sectionBody: Body<{ section: Section }, { section: SectionName }> = {
  schemas: [...writableSectionSchemas, SentSection],
  read(body, violations, { params: { section } }) {
    if (section !== 'meta') return readSectionBody(section, body, violations);
    const advice = 'operators maintain it at the command line.';
    violations.add('section', say`The section ${section} cannot be written through the API: ${asSaid(advice)}`);
    return {};
  },
};

function readSectionBody(name: SectionName, body: unknown, violations: Violations): { section?: Section } {
  const sent = readObject(body, violations);
  const section = sent === null ? null : readSection(name, sent, violations);
  return section === null ? {} : { section };
}

export const replaceSection = write({
  name: 'language.section.replace',
  module,
  apiChapter,
  summary: 'Replace a section',
  description:
    'Replaces the whole section. Other sections stay unchanged. Send the section itself, or only `{"<section>": {…}}`. ' +
    'The section `meta` returns 422: operators maintain it at the command line.',
  params: { section: writableSection },
  body: sectionBody,
  answers: NamedSection,
  replay: replayOf('section', ({ catalog }, key) => {
    const { name } = sectionOfKey(key);
    return sectionAnswer(name, sectionOf(catalog, name));
  }),
  refusals: ['fields'],
  check: ({ catalog }, { params }) => sectionOf(catalog, params.section),
  expects: (_draft, _before, { section }) => resources.section(section),
  apply: (draft, { params, body: { section }, checked: before }) => saveSection(draft, params.section, before, section),
});

const metaBody: Body<{ section: Section }> = {
  schemas: [sectionSchemas.meta],
  read: (body, violations) => readSectionBody('meta', body, violations),
};

/** Sections are written whole in each language. An empty one is none: readers get that of the fallback. */
export const replaceSectionIn = write({
  name: 'language.section.translate',
  module,
  apiChapter,
  summary: 'Replace a section in a language',
  description:
    'With `lang`: replaces the section of this language. An empty object takes it away; readers get that of the fallback then.',
  params: { section: writableSection, lang },
  body: sectionBody,
  answers: NamedSection,
  async replay({ snapshot, params: { section, lang: sent } }) {
    const then = await snapshot();
    const name = found(writableSection.parse(String(section)), 'Section');
    const tag = langIn(then.catalog, sent) ?? '';
    const answer = sectionInLanguage(then.catalog, name, tag, null);
    return { ...answer, version: versionOf(then, answer.resource) };
  },
  refusals: ['fields'],
  check(draft, { params }, violations) {
    const tag = languageToWrite(draft, params.lang, violations);
    return tag === null ? null : { tag, before: sectionOf(draft.catalog, params.section, tag) };
  },
  expects: (draft, { tag }, { section }) => sectionIn(section, tag, hiddenLanguagesFor(draft.actor)),
  apply(draft, { params: { section: name }, body: { section }, checked: { tag, before } }) {
    const key = sectionKey(name, tag);
    const isEmpty = Object.keys(section).length === 0;
    if (!isDeepStrictEqual(section, before)) {
      if (isEmpty) draft.remove(paths.section(key));
      else draft.put(paths.section(key), section);
      saveNewVersion(draft, {}, tag);
      draft.commitAs(`Replace the corporate language section "${name}" in ${tag}`);
    }
    const { sections } = draft.catalog;
    const next = isEmpty ? sections.delete(key) : sections.set(key, { version: '', content: section });
    return sectionInLanguage({ ...draft.catalog, sections: next }, name, tag, hiddenLanguagesFor(draft.actor));
  },
});

const sectionIn = (name: SectionName, tag: string, hidden: readonly string[] | null): Resource => ({
  ...resources.section(name),
  lang: { tag, hidden },
});

/** A section as it is read in a language. */
function sectionInLanguage(catalog: Catalog, name: SectionName, tag: string, hidden: readonly string[] | null) {
  const found = sectionsIn(catalog, tag);
  const answer = sectionAnswer(name, found.find((one) => one.name === name)?.record.content ?? {});
  return { ...answer, resource: sectionIn(name, tag, hidden), ...sectionLanguages(found, tag, [name]) };
}

/** Replacement of the section that is written only at the command line. */
export const replaceMeta = write({
  name: 'language.meta.replace',
  module,
  summary: 'Replace the section `meta`, which the API does not',
  body: metaBody,
  answers: NamedSection,
  check: ({ catalog }) => sectionOf(catalog, 'meta'),
  expects: () => resources.section('meta'),
  apply: (draft, { body: { section }, checked: before }) => saveSection(draft, 'meta', before, section),
});

function saveSection(draft: BrandDraft, name: SectionName, before: Section, section: Section): Answer<NamedSection> {
  if (!isDeepStrictEqual(section, before)) {
    draft.put(paths.section(name), section);
    saveNewVersion(draft);
    draft.commitAs(`Replace the corporate language section "${name}"`);
  }
  return sectionAnswer(name, section);
}

function sectionAnswer(name: SectionName, section: Section) {
  return { value: presentSection(name, section), resource: resources.section(name) };
}

/** Every change to the document or a section raises the version. */
function saveNewVersion(draft: BrandDraft, changes: Partial<LanguageFile> = {}, tag: string | null = null): void {
  const document = documentIn(draft.catalog, tag);
  draft.put(paths.documentIn(tag), { ...document, version: document.version + 1, ...changes });
}

const Status = { status: LanguageFile.properties.status };

export const setLanguageStatus = write({
  name: 'language.status',
  module,
  summary: 'Make the corporate language a draft, or publish it',
  params: { lang: optional(lang) },
  body: fields(Input(Status)),
  answers: Exact(Status),
  check(draft, { params }, violations) {
    const tag = params.lang === null ? null : languageToWrite(draft, params.lang, violations);
    return tag === null && params.lang !== null ? null : { tag, language: documentIn(draft.catalog, tag) };
  },
  expects: ({ slug }) => resources.language(slug),
  apply(draft, { body: { status }, checked: { tag, language } }) {
    if (status !== language.status) {
      saveNewVersion(draft, { status }, tag);
      draft.commitAs(
        `Make the corporate language ${tag === null ? '' : `in ${tag} `}${status === 'draft' ? 'a draft' : 'published'}`,
        [],
        outcome(status),
      );
    }
    return { value: { status }, resource: resources.language(draft.slug) };
  },
});

/** @param tag default: the brand's own language */
function sectionOf(catalog: Catalog, name: SectionName, tag: string | null = null): Section {
  return catalog.sections.get(sectionKey(name, tag))?.content ?? {};
}
