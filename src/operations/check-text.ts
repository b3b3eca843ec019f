import { Map as PersistentMap } from 'immutable';
import { checkInBackground } from '../content/brand-check/background.js';
import { type CheckedText, maxFindings, type RuleBreak, textsOfPage } from '../content/brand-check/check.js';
import { type CheckedSections, ruleKinds } from '../content/brand-check/rules.js';
import { textFormats } from '../content/brand-check/visible.js';
import type { Catalog } from '../content/catalog/catalog.js';
import type { PageRecord } from '../content/catalog/page-record.js';
import { sectionNames } from '../content/catalog/paths.js';
import { languageOf } from '../content/language-tags.js';
import { sectionsIn } from '../content/translations/translated-catalog.js';
import { derived } from '../lib/derived.js';
import { invalidField } from '../lib/errors.js';
import { Exact, Input, Nullable, OneOf, report, type Static, Type } from '../validation/schema.js';
import { message } from '../validation/violations.js';
import { type Body, readObject } from './engine/input.js';
import { langIn } from './engine/lang.js';
import { read } from './engine/operation.js';
import { resources } from './engine/resource.js';
import type { BrandView } from './engine/view.js';

const SentText = Input({
  text: Type.Optional(Type.String({ description: 'The text. It is not stored.' })),
  format: Type.Optional(OneOf(textFormats, { description: 'Format of the text. Default: `plain`.' })),
  page: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Id of a page to check, with its title and blocks, instead of a text.' }),
  ),
  lang: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'Language of the text. Default: that of the page or the brand.',
    }),
  ),
});
type SentText = Static<typeof SentText>;

const Finding = Exact(
  {
    section: OneOf(sectionNames),
    rule: OneOf(ruleKinds, { description: 'Kind of the rule: the list of the section that has it.' }),
    rule_field: Type.String({ description: 'Path of the rule in its section, such as `preferred.0.instead_of.1`.' }),
    rule_text: Type.String({ description: 'The words that the rule names.' }),
    commit: Type.String({
      description: 'The commit that the rules were read from. Pass it as `?at=` to see them again.',
    }),
    block: Nullable(Type.String({ description: 'The id of the block; null for a title or a sent text.' })),
    field: Nullable(Type.String({ description: "`title`, or the path in the block's data; null for a sent text." })),
    offset: Type.Integer({
      minimum: 0,
      description: 'Position in the text or field as sent or stored, in UTF-16 code units.',
    }),
    length: Type.Integer({ minimum: 1 }),
    found: Type.String({ description: 'The text at this position, at most 200 characters, with its markup.' }),
    say: Nullable(Type.String({ description: 'The wording to use instead.' })),
    why: Nullable(Type.String({ description: 'The note or the reason of the rule.' })),
  },
  { title: 'BrandFinding', description: 'Words that break a rule of the corporate language.' },
);
type Finding = Static<typeof Finding>;

export const BrandCheck = Exact(
  {
    findings: Type.Array(Finding, { description: `The first ${maxFindings} findings, in text order.` }),
    complete: Type.Boolean({ description: 'False if there may be more findings.' }),
  },
  { title: 'BrandCheck', description: 'Violations of the corporate language in a text. They never cause a refusal.' },
);

export type BrandCheck = Static<typeof BrandCheck>;

/** Not trimmed: offsets are those of the text that was sent. */
const body: Body<SentText> = {
  schemas: [SentText],
  read(json, violations) {
    const sent = readObject(json, violations);
    if (sent === null || !report(SentText, sent, violations)) return {};
    for (const name of Object.keys(sent)) if (!Object.hasOwn(SentText.properties, name)) violations.ignore('', name);
    if ((sent.text === undefined) === (sent.page === undefined))
      violations.add('text', 'Send either a text or a page.');
    return sent;
  },
};

export const checkText = read({
  name: 'brand.check',
  module: 'corporate_language',
  apiChapter: 'Corporate language',
  summary: 'Check a text (addition)',
  description:
    'Compares a text, or a page, with the terminology, the company name and the notation of the corporate language. Terms are found ' +
    'in any case, with the regular endings of German and English, and never inside of a longer word; `company_name.never` with its ' +
    'case; `notation.examples[].wrong` character by character. Terms of more than 32 words, code and addresses are not checked.',
  body,
  answers: BrandCheck,
  refusals: ['fields'],
  async run(whole, { body: { text = '', format = 'plain', page, lang } }) {
    const record = page === undefined ? undefined : pageIn(whole, page);
    const language = langIn(whole.catalog, lang, record) ?? languageOf(whole.catalog, record);
    const view = lang === undefined || record === undefined ? whole : whole.in(language);
    const texts: CheckedText[] =
      record === undefined ? [{ block: null, field: null, text, format }] : await pageTexts(view, record);
    const sections = rulesFor(whole.catalog, language);
    const breaks = await checkInBackground({ sections, texts, language }, page === undefined ? 'text' : 'page');

    const commit = view.snapshot.commit ?? '';
    const findings = breaks.map((ruleBreak) => presentFinding(ruleBreak, commit));
    const resource = resources.content(['corporate-language', 'languages']);
    return {
      value: { findings, complete: breaks.length < maxFindings },
      resource: whole.catalog.documents.size === 0 ? resources.language(view.slug) : resource,
    };
  },
});

async function pageTexts(view: BrandView, record: PageRecord): Promise<CheckedText[]> {
  return textsOfPage(await view.readPage(record));
}

function pageIn({ catalog }: BrandView, id: number): PageRecord {
  const record = catalog.pages.get(id);
  if (record === undefined) throw invalidField('page', message.selected('page'));
  return record;
}

function presentFinding({ rule, found, ...place }: RuleBreak, commit: string): Finding {
  return {
    section: rule.section,
    rule: rule.kind,
    rule_field: rule.field,
    rule_text: rule.text,
    commit,
    ...place,
    found: found.slice(0, 200).toWellFormed(),
    say: rule.suggestion,
    why: rule.reason,
  };
}

/** The sections that have rules for texts: the same object for the same sections, by which matchers are cached. */
const checkedSections = derived(
  (sections: Catalog['sections']): CheckedSections => ({
    terminology: sections.get('terminology')?.content ?? {},
    company_name: sections.get('company_name')?.content ?? {},
    notation: sections.get('notation')?.content ?? {},
  }),
);

const inFurther = derived((_: Catalog['sections']) => new Map<string, CheckedSections>());

/** The rules for texts in a language: where it has no section, those of its fallback. The same object for the same sections. */
export function rulesFor({ brand, sections }: Pick<Catalog, 'brand' | 'sections'>, language: string): CheckedSections {
  const isFurther = brand?.languages.some(({ tag }) => tag === language);
  if (!isFurther) return checkedSections(sections);
  const found = sectionsIn({ brand, sections }, language);
  const name = found.map(({ name, language: one }) => `${name} ${one}`).join();
  const known = inFurther(sections);
  const made = known.get(name) ?? checkedSections(PersistentMap(found.map(({ name, record }) => [name, record])));
  known.set(name, made);
  return made;
}
