import { isObject } from '../lib/json.js';
import { say } from '../lib/say.js';
import { since } from '../validation/new-members.js';
import {
  type Annotation,
  Exact,
  Input,
  inOrder,
  OneOf,
  report,
  type Static,
  type TSchema,
  Type,
} from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import { type SectionName, sectionNames } from './catalog/paths.js';

export type Section = Readonly<Record<string, unknown>>;

/** `corporate-language/document.json`; each section is a file of its own next to it. */
export const LanguageFile = Exact({
  schema_version: Type.String(),
  version: Type.Integer({ minimum: 0, description: 'Grows by one with each stored change.' }),
  status: OneOf(['draft', 'published']),
});
export type LanguageFile = Static<typeof LanguageFile>;

export const newLanguageFile: LanguageFile = { schema_version: '1.0', version: 0, status: 'draft' };

/** The document of a language; `null`: the brand's own. */
export const documentIn = (
  {
    language,
    documents,
  }: { readonly language: LanguageFile; readonly documents: { get(tag: string): LanguageFile | undefined } },
  tag: string | null,
): LanguageFile => (tag === null ? language : (documents.get(tag) ?? newLanguageFile));

const text = Type.String();
const texts = Type.Array(text);
const open = (properties: Record<string, TSchema>, annotation: Annotation = {}) =>
  Type.Partial(Type.Object(properties), { additionalProperties: true, ...annotation });
const section = (title: string, properties: Record<string, TSchema>) =>
  Type.Unsafe<Section>(
    open(properties, { title, description: 'The listed members have these types. Any other member is allowed.' }),
  );

export const sectionSchemas = {
  meta: section('MetaSection', {}),
  voice: section('VoiceSection', {
    summary: text,
    tone: texts,
    principles: Type.Array(open({ title: text, description: text })),
    dos: texts,
    donts: texts,
  }),
  terminology: section('TerminologySection', {
    preferred: Type.Array(
      open({
        term: text,
        instead_of: texts,
        note: text,
        source_term: Type.String({
          [since]: 2,
          description:
            "In another language: the term of the brand's own language that it translates, unless both have one `id`.",
        }),
      }),
    ),
    forbidden: Type.Array(open({ term: text, reason: text })),
  }),
  company_name: section('CompanyNameSection', { legal: text, short: text, usage: text, never: texts }),
  notation: section('NotationSection', {
    numbers: text,
    dates: text,
    currency: text,
    quotation: text,
    gender: text,
    examples: Type.Array(open({ wrong: text, right: text })),
  }),
} satisfies Record<SectionName, TSchema>;

/** Further keys are allowed, as the API's description says. */
export const LanguageDocument = Input(
  { brand: Type.String({ description: "The brand's slug." }), ...LanguageFile.properties, ...sectionSchemas },
  { title: 'CorporateLanguage', description: 'The corporate language; a section without content is empty.' },
);
export type LanguageDocument = Static<typeof LanguageDocument>;

const { meta: _, ...writable } = sectionSchemas;
export const writableSectionSchemas: readonly TSchema[] = Object.values(writable);

const underItsName = <T extends Record<string, TSchema>>(sections: T, title: string) =>
  Type.Partial(Exact(sections), {
    title,
    description: 'A section under its name.',
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
  });

export const NamedSection = underItsName(sectionSchemas, 'NamedSection');
export type NamedSection = Static<typeof NamedSection>;

export const SentSection = underItsName(writable, 'NamedSectionUpdate');

/** `meta` is written only at the command line. */
export const writableSectionNames = sectionNames.filter((name) => name !== 'meta');

export function isSectionName(name: string): name is SectionName {
  return (sectionNames as readonly string[]).includes(name);
}

/**
 * The section that a request body means: itself, or the object under the section's own name when that is its only
 * member. The own name over an object with other members could mean either, so it is refused.
 *
 * @returns `null` when something is wrong, reported under dotted keys as in the body
 */
export function readSection(name: SectionName, body: Record<string, unknown>, violations: Violations): Section | null {
  const named = Object.hasOwn(body, name) ? body[name] : undefined;
  const isOnlyMember = Object.keys(body).length === 1;
  if (named !== undefined && isOnlyMember && !isObject(named)) violations.add(name, message.type(name, 'object'));
  else if (isObject(named) && !isOnlyMember) {
    violations.add(name, say`Send the section itself or only {"${name}": {…}}: with other fields it is ambiguous.`);
  }
  if (violations.any) return null;
  const [section, prefix] = isObject(named) ? [named, name] : [body, ''];
  // JSON has no -0.
  return report(sectionSchemas[name], section, violations, prefix) ? JSON.parse(JSON.stringify(section)) : null;
}

export function presentLanguage(
  brand: string,
  { schema_version, version, status }: LanguageFile,
  section: (name: SectionName) => Section,
): LanguageDocument {
  const document = { brand, schema_version, version, status };
  const sections = sectionNames.map((name) => [name, section(name)]);
  return inOrder(LanguageDocument, { ...document, ...Object.fromEntries(sections) });
}

export function presentSection(name: SectionName, section: Section): NamedSection {
  return { [name]: section };
}
