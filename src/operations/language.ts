import { isDeepStrictEqual } from 'node:util';
import type { Catalog } from '../content/catalog/catalog.js';
import { paths, type SectionName } from '../content/catalog/paths.js';
import {
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
import { asSaid, say } from '../lib/say.js';
import { Exact, Input } from '../validation/schema.js';
import type { Violations } from '../validation/violations.js';
import type { Answer } from './engine/contract.js';
import { type BrandDraft, outcome } from './engine/draft.js';
import { anySection, type Body, fields, readObject, writableSection } from './engine/input.js';
import { markdownForm } from './engine/markdown.js';
import { read, write } from './engine/operation.js';
import { replayOf } from './engine/replay.js';
import { resources } from './engine/resource.js';

const module = 'corporate_language';
const apiChapter = 'Corporate language';

export const showLanguage = read({
  name: 'language.show',
  module,
  apiChapter,
  summary: 'Show the corporate language',
  description: 'The whole document with its five sections.',
  answers: LanguageDocument,
  forms: [markdownForm('languageToMarkdown')],
  run({ slug, catalog }) {
    const value = presentLanguage(slug, catalog.language, (name) => sectionOf(catalog, name));
    return { value, resource: resources.language(slug) };
  },
});

export const showSection = read({
  name: 'language.section.show',
  module,
  apiChapter,
  summary: 'Show a section',
  description: 'One section of the corporate language under its name.',
  params: { section: anySection },
  answers: NamedSection,
  run({ catalog }, { params: { section } }) {
    return sectionAnswer(section, sectionOf(catalog, section));
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
  replay: replayOf('section', ({ catalog }, name) => sectionAnswer(name, sectionOf(catalog, name))),
  refusals: ['fields'],
  check: ({ catalog }, { params }) => sectionOf(catalog, params.section),
  expects: (_draft, _before, { section }) => resources.section(section),
  apply: (draft, { params, body: { section }, checked: before }) => saveSection(draft, params.section, before, section),
});

const metaBody: Body<{ section: Section }> = {
  schemas: [sectionSchemas.meta],
  read: (body, violations) => readSectionBody('meta', body, violations),
};

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
function saveNewVersion(draft: BrandDraft, changes: Partial<LanguageFile> = {}): void {
  const { language } = draft.catalog;
  draft.put(paths.language, { ...language, version: language.version + 1, ...changes });
}

const Status = { status: LanguageFile.properties.status };

export const setLanguageStatus = write({
  name: 'language.status',
  module,
  summary: 'Make the corporate language a draft, or publish it',
  body: fields(Input(Status)),
  answers: Exact(Status),
  check: ({ catalog }) => catalog.language,
  expects: ({ slug }) => resources.language(slug),
  apply(draft, { body: { status }, checked: language }) {
    if (status !== language.status) {
      saveNewVersion(draft, { status });
      draft.commitAs(
        `Make the corporate language ${status === 'draft' ? 'a draft' : 'published'}`,
        [],
        outcome(status),
      );
    }
    return { value: { status }, resource: resources.language(draft.slug) };
  },
});

function sectionOf(catalog: Catalog, name: SectionName): Section {
  return catalog.sections.get(name)?.content ?? {};
}
