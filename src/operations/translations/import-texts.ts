import type { Catalog } from '../../content/catalog/catalog.js';
import { languageOf } from '../../content/language-tags.js';
import type { TranslatedText } from '../../content/translations/apply.js';
import type { TextChange } from '../../content/translations/change.js';
import { Writer } from '../../content/translations/overlay.js';
import {
  judgeUnits,
  type PlacedUnit,
  refusals,
  refusedUnit,
  type Verdict,
} from '../../content/translations/xliff/judge.js';
import type { ReadUnit } from '../../content/translations/xliff/read.js';
import { holderOf, placeOf } from '../../content/translations/xliff/unit.js';
import { ifTooLarge } from '../../content/work/content-work.js';
import { yieldWhenDue } from '../../lib/concurrency.js';
import { PortalError } from '../../lib/errors.js';
import { groupBy } from '../../lib/group-by.js';
import { plural } from '../../lib/plural.js';
import { say } from '../../lib/say.js';
import { Exact, Input, Nullable, OneOf, type Static, Type } from '../../validation/schema.js';
import { translatesInto } from '../engine/access.js';
import type { CommittedFiles } from '../engine/contract.js';
import { type Body, type ParamValues, parseId, readQuery } from '../engine/input.js';
import { read, write } from '../engine/operation.js';
import { resources } from '../engine/resource.js';
import { type PageInLanguage, readTranslated } from '../engine/translation.js';
import type { BrandView } from '../engine/view.js';
import { catalogFor } from '../engine/visitor.js';
import { tagOf } from '../proposals/present.js';
import { tagIn } from './languages.js';
import { storeTexts, writerOf } from './page-texts.js';
import { type RecordTexts, recordTexts, storeRecordTexts } from './records.js';
import { params } from './xliff.js';

/** Upper bound on the units that a check names. */
const maxNamed = 1000;

/** Upper bound on the pages and records of one proposal. */
export const maxHoldersOfProposal = 150;

/** Query of a request whose body is a file of translations. */
export const ImportQuery = Input({
  check: Type.Optional(
    OneOf(['true'], { description: 'Changes nothing, and answers what would become of each unit.' }),
  ),
  by: Type.Optional({ ...Writer, description: 'Who wrote the texts. Default: a person; for a key, a machine.' }),
  replace: Type.Optional(
    OneOf(['true'], { description: 'Whether texts of machines replace current texts of people.' }),
  ),
});

/** The body of an import, not read yet, with the query of its request. */
export class SentXliff {
  readonly #bytes: Uint8Array;

  constructor(
    bytes: Uint8Array,
    readonly sha256: string,
    readonly query: Readonly<Record<string, unknown>>,
  ) {
    this.#bytes = bytes;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }
}

interface SentFile {
  readonly units: readonly ReadUnit[];
  readonly commit: string | null;
  readonly by?: Writer | undefined;
  readonly replace: boolean;
}

const body: Body<SentFile, ParamValues<typeof params>> = {
  schemas: [],
  async read(sent, violations, { work, params }) {
    if (!(sent instanceof SentXliff)) {
      violations.add('body', 'Send a file of translations: XLIFF 1.2 or 2.');
      return {};
    }
    const { by, replace } = readQuery(ImportQuery, sent.query, violations) ?? {};
    const tooLarge = () => ({ problem: 'The file takes too long to read. Send it in parts.' });
    const file = await work('readXliff', sent.bytes, params.tag).catch(ifTooLarge(tooLarge));
    if ('problem' in file) violations.add('body', file.problem);
    else return { ...file, by, replace: replace === 'true' };
    return {};
  },
};

const counts = {
  taken: Type.Integer({ description: 'Texts that are new or other than now.' }),
  outdated: Type.Integer({
    description: 'Those of them whose source has changed since the file was made. They stay outdated.',
  }),
  same: Type.Integer({ description: 'Texts that are as they are now.' }),
  empty: Type.Integer({ description: 'Units without a translation.' }),
  refused: Type.Integer(),
};
type Counts = Static<typeof Counts>;
const Counts = Exact(counts);

const RefusedUnit = Exact({
  unit: Type.String({ description: 'The id of the unit.' }),
  title: Nullable(Type.String({ description: 'The title of its page; null: it is of no page.' })),
  reason: OneOf(refusals),
  message: Type.String(),
  sent: Type.String({ description: 'The words of the file.' }),
  now: Nullable(Type.String({ description: 'The translation as it is now; null: there is none.' })),
});

export const CheckedImport = Exact(
  {
    ...counts,
    commit: Nullable(Type.String({ description: 'The commit that the file was made from.' })),
    pages: Type.Array(
      Exact({
        id: Nullable(Type.Integer({ description: 'null: colours, media, facts and the portal.' })),
        title: Nullable(Type.String()),
        taken: counts.taken,
        outdated: counts.outdated,
      }),
      { description: 'Pages with texts that are taken.' },
    ),
    refusals: Type.Array(RefusedUnit, { description: `The first ${maxNamed} units that are refused.` }),
  },
  { title: 'CheckedImport', description: 'What an import would do.' },
);
export type CheckedImport = Static<typeof CheckedImport>;

const Imported = Exact(
  {
    ...counts,
    proposals: Type.Integer({ description: 'Number of proposals. The header `Proposal` has the first number.' }),
  },
  { title: 'Imported', description: 'What an import has done.' },
);

/** The texts of a page or a record with what becomes of the units for them. */
interface Judged {
  readonly page: PageInLanguage | null;
  readonly record: RecordTexts | null;
  readonly verdicts: readonly Verdict[];
}

interface Holder extends Pick<Judged, 'page' | 'record'> {
  /** Texts by block. */
  readonly texts: ReadonlyMap<string, readonly TranslatedText[]>;
}

/** Verdicts on all units. Texts that the caller does not see are unknown. */
async function judgeFile(
  view: Pick<BrandView, 'snapshot' | 'sanitizer'>,
  catalog: Catalog,
  tag: string,
  { units, replace = false, by }: Partial<SentFile> & { readonly by: Writer },
): Promise<Judged[]> {
  const placed = (units ?? []).map((unit) => ({ unit, place: placeOf(unit.id) }));
  const judged: Judged[] = [];
  for (const list of groupBy(placed, ({ place }) => place && holderOf(place)).values()) {
    const [first] = list;
    const holder = first?.place ? await holderAt(view, catalog, tag, first.place) : null;
    const verdicts: Verdict[] = [];
    for (const [block, inBlock] of groupBy(list, ({ place }) => place?.block ?? '')) {
      const texts = holder?.texts.get(block);
      if (texts === undefined) verdicts.push(...inBlock.map(({ unit }) => refusedUnit(unit, 'unknown', unknown)));
      else {
        const named = inBlock.map(({ unit, place }): PlacedUnit => ({ ...unit, path: place?.path ?? '' }));
        const rules = { of: holder?.record?.of ?? 'page', tag, by, replace, sanitizer: view.sanitizer } as const;
        verdicts.push(...(await judgeUnits(block, named, texts, rules)));
      }
    }
    judged.push({ page: holder?.page ?? null, record: holder?.record ?? null, verdicts });
    await yieldWhenDue();
  }
  return judged;
}

const unknown = say`There is no such text here.`;

async function holderAt(
  { snapshot, sanitizer }: Pick<BrandView, 'snapshot' | 'sanitizer'>,
  catalog: Catalog,
  tag: string,
  { of, id }: NonNullable<ReturnType<typeof placeOf>>,
): Promise<Holder | null> {
  if (of === 'page') {
    const known = catalog.pages.get(parseId(id) ?? 0);
    if (known === undefined || languageOf(catalog, known) === tag) return null;
    const page = await readTranslated({ ...snapshot, catalog }, known, tag, sanitizer);
    return { page, record: null, texts: page.texts };
  }
  if (languageOf(catalog) === tag) return null;
  try {
    const record = recordTexts({ catalog }, { of, id, lang: tag });
    return { page: null, record, texts: new Map([['', record.texts]]) };
  } catch (error) {
    if (error instanceof PortalError && error.code === 'not_found') return null;
    throw error;
  }
}

const takenOf = (verdicts: readonly Verdict[]) =>
  verdicts.flatMap((verdict) => (verdict.is === 'taken' ? [verdict] : []));

const isOutdated = ({ isOutdated }: { readonly isOutdated: boolean }): boolean => isOutdated;

function countsIn(judged: readonly Judged[]): Counts {
  const all = judged.flatMap(({ verdicts }) => verdicts);
  const count = (is: Verdict['is']): number => all.filter((verdict) => verdict.is === is).length;
  const outdated = takenOf(all).filter(isOutdated).length;
  return { taken: count('taken'), outdated, same: count('same'), empty: count('empty'), refused: count('refused') };
}

export const checkImport = read({
  name: 'languages.texts.check',
  summary: 'Check a file of translations',
  params,
  body,
  answers: CheckedImport,
  refusals: ['fields'],
  async run(view, { params, body }) {
    const tag = tagIn(view.catalog, params.tag);
    const by = body.by ?? writerOf(view.actor);
    const judged = await judgeFile(view, view.catalog, tag, { ...body, by });
    const pages = judged.flatMap(({ page, verdicts }) => {
      const taken = takenOf(verdicts);
      if (taken.length === 0) return [];
      const { id = null, title = null } = page?.source ?? {};
      return [{ id, title, taken: taken.length, outdated: taken.filter(isOutdated).length }];
    });
    const refused = judged.flatMap(({ page, verdicts }) =>
      verdicts.flatMap((one) => (one.is === 'refused' ? [{ ...one, title: page?.source.title ?? null }] : [])),
    );
    const named = refused.slice(0, maxNamed).map(({ unit, title, reason, say, sent, now }) => {
      return { unit, title, reason, message: String(say), sent, now };
    });
    const value = { ...countsIn(judged), commit: body.commit, pages, refusals: named };
    return { value, resource: null, tag: tagOf(value), isPrivate: true };
  },
});

const trailer = 'Imported';

/** Everything that is taken is in one proposal, or in several that are stored together. */
export const importTexts = write({
  name: 'languages.texts.import',
  right: 'translate',
  apiChapter: 'Translations',
  summary: 'Import a file of translations (addition)',
  description:
    'Reads XLIFF 1.2 or 2, of at most 20 MiB and 50,000 units, and makes a proposal of the texts that are other than now; with more than ' +
    `${maxHoldersOfProposal} pages several with numbers in a row, all or none. Units that are refused are left out. \`check=true\` changes nothing and ` +
    'answers what would become of each unit.',
  params,
  body,
  answers: Imported,
  refusals: ['fields'],
  filesOfProposal: maxHoldersOfProposal,
  async check(draft, { params, sent }, violations) {
    const catalog = catalogFor(draft.actor, draft.catalog);
    const tag = tagIn(catalog, params.tag);
    if (!translatesInto(draft.actor, tag, draft.isProposed))
      throw new PortalError('forbidden', say`It has no right to write texts in ${tag}.`);
    if (violations.any) return null;
    const by = sent.by ?? writerOf(draft.actor);
    return { tag, judged: await judgeFile(draft, catalog, tag, { ...sent, by }) };
  },
  expects: () => resources.commit,
  apply(draft, { checked: { tag, judged } }) {
    const found = countsIn(judged);
    let holders = 0;
    for (const { page, record, verdicts } of judged) {
      const changes: TextChange[] = takenOf(verdicts).map(({ change }) => change);
      if (changes.length === 0) continue;
      holders += 1;
      if (page !== null) storeTexts(draft, page, changes, { replace: true });
      else if (record !== null) storeRecordTexts(draft, tag, record, changes, true);
    }
    const proposals = Math.ceil(holders / maxHoldersOfProposal);
    const value = { ...found, proposals };
    if (holders > 0)
      draft.commitAs(
        `Import ${plural(found.taken, 'text')} in ${tag}`,
        [],
        [[trailer, Object.values(value).join(' ')]],
      );
    return { value, resource: null, tag: tagOf(value) };
  },
  async replay(commit: CommittedFiles) {
    const [taken = 0, outdated = 0, same = 0, empty = 0, refused = 0, proposals = 0] =
      (await commit.trailer(trailer))?.split(' ').map(Number) ?? [];
    const value = { taken, outdated, same, empty, refused, proposals };
    return { value, resource: null, version: tagOf(value) };
  },
});
