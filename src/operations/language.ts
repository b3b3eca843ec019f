import { isDeepStrictEqual } from 'node:util';
import type { Catalog } from '../content/catalog.js';
import { paths, type SectionName } from '../content/files.js';
import {
  isSectionName,
  isWritableSection,
  presentLanguage,
  presentSection,
  readSection,
  type Section,
} from '../content/language.js';
import { invalid } from '../content/violations.js';
import { notFound } from '../errors.js';
import { objectBody } from './body.js';
import type { ReadOperation, WriteOperation } from './operation.js';
import { resources } from './resource.js';

function sectionOf(catalog: Catalog, name: SectionName): Section {
  return catalog.sections.get(name)?.content ?? {};
}

function sectionName(text: string): SectionName {
  if (!isSectionName(text)) throw notFound('Corporate language section');
  return text;
}

export const showLanguage: ReadOperation = {
  name: 'language.show',
  right: 'read',
  module: 'corporate_language',
  run({ slug, catalog }) {
    const value = presentLanguage(slug, catalog.language, (name) => sectionOf(catalog, name));
    return { value, resource: resources.language(slug) };
  },
};

export const showSection: ReadOperation = {
  name: 'language.section.show',
  right: 'read',
  module: 'corporate_language',
  run({ catalog }, { params }) {
    const name = sectionName(params.section as string);
    return { value: presentSection(name, sectionOf(catalog, name)), resource: resources.section(name) };
  },
};

export const replaceSection: WriteOperation = {
  name: 'language.section.replace',
  right: 'write',
  module: 'corporate_language',
  run(draft, { params, body }) {
    const { catalog } = draft;
    const name = sectionName(params.section as string);
    if (!isWritableSection(name)) {
      throw invalid('section', `The section ${name} is maintained in the backend and cannot be written.`);
    }
    const section = readSection(name, objectBody(body));
    draft.expect(resources.section(name));
    if (!isDeepStrictEqual(section, sectionOf(catalog, name))) {
      draft.put(paths.section(name), section);
      draft.put(paths.language, { ...catalog.language, version: catalog.language.version + 1 });
      draft.commitAs(`Replace the corporate language section "${name}"`);
    }
    return { value: presentSection(name, section), resource: resources.section(name) };
  },
};
