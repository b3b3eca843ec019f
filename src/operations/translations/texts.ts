import { findBlock } from '../../content/blocks/block-tree.js';
import { blockTypes } from '../../content/blocks/types.js';
import { maxSlugLength, Page, PageUpdate, pageSummary, pageTitle } from '../../content/page.js';
import { reportLineBreaks, slugOf } from '../../content/page-rules.js';
import type { TextChange } from '../../content/translations/change.js';
import { linkProblem } from '../../content/translations/links.js';
import { readTexts, reportOthers, type SentTexts } from '../../content/translations/sent-texts.js';
import type { SourceText } from '../../content/translations/texts.js';
import { found } from '../../lib/errors.js';
import { isObject } from '../../lib/json.js';
import { Input, Nullable, Type } from '../../validation/schema.js';
import { message, type Violations } from '../../validation/violations.js';
import { type Body, blockId, fields, optionalFields, type ParamValues, readFields } from '../engine/input.js';
import { write } from '../engine/operation.js';
import {
  answerOf,
  changeOf,
  pageToTranslate,
  params,
  replayTexts,
  resourceOf,
  storeTexts,
  writerOf,
} from './page-texts.js';

export const replace = Type.Optional(
  Type.Boolean({ description: 'Whether a key or an agent replaces current texts of people. Otherwise it gets 409.' }),
);

/** Part that every write of texts of a page has. */
export const translating = {
  apiChapter: 'Translations',
  right: 'translate',
  answers: Page,
  replay: replayTexts,
  refusals: ['fields'],
} as const;

const PageTexts = Input(
  {
    title: Type.Optional(Nullable(pageTitle)),
    summary: Type.Optional(Nullable(pageSummary)),
    slug: Type.Optional(
      Nullable(
        Type.String({ maxLength: maxSlugLength, description: 'Address in this language; null: that of the source.' }),
      ),
    ),
    replace,
  },
  { title: 'PageTexts', description: 'Title, summary and slug in a language. `null` takes one away.' },
);

const sentTexts = fields(PageTexts);

/** Fields of a page that no language has. */
const others = Object.keys(PageUpdate.properties).filter((name) => name !== 'title' && name !== 'summary');

export const updateTexts = write({
  ...translating,
  name: 'translations.page',
  summary: 'Translate title, summary and slug of a page',
  description: 'With `lang`: writes title, summary and slug in this language. Other fields of a page return 422.',
  params,
  body: {
    ...sentTexts,
    read(body, violations, context) {
      for (const name of others) {
        if (isObject(body) && Object.hasOwn(body, name)) violations.add(name, message.prohibited(name));
      }
      return sentTexts.read(body, violations, context);
    },
  },
  async check(draft, { params, sent }, violations) {
    const page = await pageToTranslate(draft, params, violations);
    if (page === null) return null;
    const { catalog, now, actor } = draft;
    reportLineBreaks('title', sent.title, violations);
    reportLineBreaks('summary', sent.summary, violations);
    const own = page.texts.get('') ?? [];
    if (sent.summary != null && page.source.summary === null)
      violations.add('summary', message.selectedBecause('summary', noSource));
    const changes = own.flatMap((text) => {
      const words = text.path === 'title' ? sent.title : sent.summary;
      const isSame = words === undefined || words === text.shown || words === text.text;
      return isSame || (words === null && text.stored === null) ? [] : [changeOf('', text, words, writerOf(actor))];
    });
    const isOwn = sent.slug == null || sent.slug === page.source.slug;
    const slug = isOwn
      ? null
      : slugOf(catalog, { slug: sent.slug ?? null }, now, violations, page.source.id, page.language);
    return { page, changes, ...(sent.slug !== undefined && { slug }) };
  },
  expects: (draft, { page }) => resourceOf(page, draft.actor),
  apply: (draft, { body, checked: { page, changes, ...slug } }) =>
    answerOf(storeTexts(draft, page, changes, { ...slug, replace: body.replace }), draft.actor),
});

const BlockTexts = Input(
  { data: Type.Object({}, { title: 'BlockData' }), replace },
  {
    title: 'BlockTexts',
    description:
      "Texts of the block's data in a language; lists come whole. `null` takes a text away. Other fields must be as in the source.",
  },
);

interface SentBlockTexts {
  readonly type: string | null;
  readonly texts?: SentTexts;
  readonly replace?: boolean;
}

const blockParams = { ...params, block: blockId };

/** The block of the source decides by which type its texts are read. */
const blockTexts: Body<SentBlockTexts, ParamValues<typeof blockParams>> = {
  schemas: [BlockTexts],
  async read(body, violations, { sanitizer, params, view }) {
    const { data, replace } = readFields(BlockTexts, body, violations);
    const brand = await view();
    const page = brand.snapshot.catalog.pages.has(params.page) ? await brand.page(params.page) : undefined;
    const block = page === undefined ? undefined : findBlock(page.blocks, params.block)?.block;
    const type = blockTypes.get(block?.type ?? '');
    if (data === undefined || type === undefined) return { type: block?.type ?? null };
    const texts = await readTexts(type, data, 'data', { sanitizer, violations });
    return { type: type.type, texts, ...(replace !== undefined && { replace }) };
  },
};

export const updateBlockTexts = write({
  ...translating,
  name: 'translations.block',
  summary: 'Translate a block',
  description: 'With `lang`: writes the texts of a block in this language.',
  params: blockParams,
  body: blockTexts,
  async check(draft, { params, sent }, violations) {
    const page = await pageToTranslate(draft, params, violations);
    if (page === null) return null;
    const { block } = found(findBlock(page.source.blocks, params.block), 'Block');
    const type = blockTypes.get(block.type ?? '');
    if (sent.texts === undefined || type === undefined || sent.type !== block.type) {
      if (!violations.any) violations.add('data', 'This block has no texts that could be translated.');
      return null;
    }
    reportOthers(type, sent.texts.others, block.data, 'data', violations);
    const changes: TextChange[] = [];
    const known = new Map((page.texts.get(params.block) ?? []).map((text) => [text.path, text]));
    for (const [path, text] of sent.texts.texts) {
      const source = known.get(path);
      if (source === undefined) {
        if (text) violations.add(`data.${path}`, message.selectedBecause(`data.${path}`, noSource));
      } else if (text === null ? source.stored !== null : text !== source.shown && text !== source.text) {
        reportLinks(`data.${path}`, source, text, violations);
        changes.push(changeOf(params.block, source, text, writerOf(draft.actor)));
      }
    }
    return { page, changes };
  },
  expects: (draft, { page }) => resourceOf(page, draft.actor),
  apply: (draft, { body, checked: { page, changes } }) =>
    answerOf(storeTexts(draft, page, changes, { replace: body.replace }), draft.actor),
});

/** @param field that the message names */
export function reportLinks(
  field: string,
  { kind, text: source }: SourceText,
  text: string | null,
  violations: Violations,
): void {
  const problem = kind === 'html' && text !== null ? linkProblem(source, text) : null;
  if (problem !== null) violations.add(field, message.selectedBecause(field, problem));
}

export const noSource = 'the source has no such text';

const Place = Input({
  block: Nullable(Type.String({ description: 'The id of the block; null for the page itself.' })),
  field: Type.String({ description: "Dotted path in the block's data, or `title` or `summary`." }),
});

const Confirmed = Input(
  { texts: Type.Optional(Type.Array(Place, { maxItems: 1000, description: 'Default: all outdated texts.' })) },
  {
    title: 'ConfirmedTexts',
    description: 'Texts that are still correct. One that is missing gets the text of the source.',
  },
);

export const confirmTexts = write({
  ...translating,
  name: 'translations.still_correct',
  summary: 'Say that texts are still correct (addition)',
  description:
    'Marks outdated texts of a page in a language as translations of the source as it is now. Texts stay as they are.',
  params,
  body: optionalFields(Confirmed),
  async check(draft, { params, sent }, violations) {
    const page = await pageToTranslate(draft, params, violations);
    if (page === null) return null;
    const writer = writerOf(draft.actor);
    const named = sent.texts?.map(({ block, field }) => `${block ?? ''} ${field}`);
    const changes: TextChange[] = [];
    for (const [block, texts] of page.texts) {
      for (const text of texts) {
        const { stored, state, path } = text;
        const at = named?.indexOf(`${block} ${path}`);
        if (at === undefined ? state !== 'outdated' : at < 0) continue;
        const by = writer === 'person' ? writer : (stored?.by ?? writer);
        const words = state === 'missing' || stored === null ? text.text : (stored.html ?? stored.text ?? '');
        reportLinks(at === undefined ? `${block}.${path}` : `texts.${at}.field`, text, words, violations);
        changes.push(changeOf(block, text, words, by));
        if (at !== undefined) named?.splice(at, 1, '');
      }
    }
    for (const [at, place] of (named ?? []).entries())
      if (place !== '') violations.add(`texts.${at}.field`, message.selectedBecause(`texts.${at}.field`, noSource));
    return { page, changes };
  },
  expects: (draft, { page }) => resourceOf(page, draft.actor),
  apply: (draft, { checked: { page, changes } }) => answerOf(storeTexts(draft, page, changes), draft.actor),
});
