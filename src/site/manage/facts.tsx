import type { ComponentChild } from 'preact';
import type { EntryFile } from '../../content/brand-context.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import { isAbsoluteUrl, isSafeUrl } from '../../content/html/url.js';
import { PortalError } from '../../lib/errors.js';
import { compare } from '../../lib/order.js';
import { plural } from '../../lib/plural.js';
import { addEntry, editEntry, listAllEntries, removeEntry } from '../../operations/context.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { type HistoryEntry, undoable } from '../../operations/history.js';
import { maxVerified, showVerification, verifyEntries } from '../../operations/verify-entries.js';
import { linkTo } from '../../portal/blocks/html.js';
import { address, type BrandContext, type Query, type Reply } from '../context.js';
import { ButtonForm } from '../parts/button.js';
import { Author, orWithoutGit } from '../parts/change-list.js';
import { ForReview, reviewedText, reviewFields } from '../parts/for-review.js';
import { formsPage, type SentForm } from '../parts/forms-page.js';
import { ChoiceFilter, Filters, paginate, Segments, TextFilter } from '../parts/list.js';
import { type Outcome, outcomeQuery, statusNotice, unlessDone } from '../parts/notices.js';
import { fieldsOf } from '../parts/record-form.js';
import { addition, type RecordKind, recordPage } from '../parts/record-page.js';
import { Name, Time } from '../parts/text.js';

/** A fact is an `entry` in the code, and part of `/brand/context` in the API. */
const factKind: RecordKind<EntryFile> = {
  kind: 'entry',
  list: '/context',
  paramsOf: (entry) => ({ entry }),
  find: ({ entries }, id) => entries.get(id),
  nameOf: ({ title }) => title,
  fields({ categories }, isNew) {
    const options = categories.map(({ key, label }) => [key, label] as const);
    const fields = fieldsOf(editEntry, 'fact', isNew ? ['verified'] : []);
    return fields.map((field) => (field.name === 'category' ? { ...field, options, isRequired: false } : field));
  },
  resource: ({ id }) => resources.entry(id),
  add: addEntry,
  set: editEntry,
  remove: removeEntry,
  show: async (context, entry) => <p>{await verificationText(context, entry)}</p>,
};

export const factPage = recordPage(factKind);

const categoryLabel = ({ categories }: Catalog, { category }: EntryFile): string =>
  categories.find(({ key }) => key === category)?.label ?? category;

/** Sentence about who verified a fact and when, and who changed it since then. */
async function verificationText(context: BrandContext, { id, verified }: EntryFile): Promise<ComponentChild> {
  if (!verified) return 'Not verified: only editors see it.';
  const verification = context.perform(showVerification, { params: { entry: id } });
  const text = verification.then(({ value: { since, changed } }) => (
    <>
      Verified {since === null ? 'long ago' : <ByAuthor entry={since} />}
      {changed !== null && changed.commit !== since?.commit && [', changed since ', <ByAuthor entry={changed} />]}.
    </>
  ));
  return orWithoutGit<ComponentChild>(text, ({ message }) => `Verified. ${message}`);
}

const ByAuthor = ({ entry }: { readonly entry: HistoryEntry }) => (
  <>
    by <Author entry={entry} /> on <Time at={entry.time} />
  </>
);

function Sources({ entry: { sources } }: { readonly entry: EntryFile }): ComponentChild {
  if (sources.length === 0) return 'No source';
  return sources.map(({ title, url }, index) => (
    <>
      {index > 0 && ' · '}
      {isSafeUrl(url) && isAbsoluteUrl(url) ? <a {...linkTo(url)}>{title || url}</a> : title || url}
    </>
  ));
}

/** Verifies the ticked facts and the fact whose button was pressed, each in the version that was shown. */
async function verify(context: BrandContext, guard: SentForm['guard']): Promise<Outcome | Reply> {
  const entries = chosenIn(context).map((value) => {
    const [id = '', version = ''] = value.split(' ');
    if (version === '') throw new PortalError('bad_request', 'The form lacks a version. Open the page again.');
    return { id, version };
  });
  if (entries.length === 0) throw new PortalError('invalid', 'Tick the facts that you have checked.');
  const areVerified = async (): Promise<boolean> => {
    const { entries: stored } = await context.catalog();
    return entries.every(({ id }) => stored.get(id)?.verified === true);
  };
  const outcome = await unlessDone(context.perform(verifyEntries, { ...guard, body: { entries } }), areVerified);
  if (outcome.proposal) return outcome;
  const { done, same } = outcomeQuery(outcome);
  return { to: context.href(listPath(context, { verified: done, same })) };
}

/** Makes the facts unverified that a commit has verified, except those that are unverified by now. */
async function unverify(context: BrandContext, guard: SentForm['guard']): Promise<Outcome> {
  const { entries: stored } = await context.catalog();
  const entries = (await verifiedBy(context, context.form.commit)).filter(({ id }) => stored.get(id)?.verified);
  if (entries.length === 0) return { isCommitted: false };
  const body = { entries: entries.map(({ id }) => ({ id })), verified: false };
  return context.perform(verifyEntries, { ...guard, body });
}

/** Facts that a commit changed. Facts that were removed since are left out. */
async function verifiedBy(context: BrandContext, text: string | undefined): Promise<EntryFile[]> {
  const commit = await context.commitIn(text);
  const change = commit && (await undoable(await context.repository(), commit).catch(() => null));
  if (!change) return [];
  const { entries } = await context.catalog();
  return change.items.flatMap(({ kind, id }) => (kind === 'entry' && entries.get(String(id))) || []);
}

/** Notice of the facts that were just verified, with a button that takes it back. */
async function verifiedNotice(context: BrandContext): Promise<ComponentChild> {
  const { verified } = context.query;
  const titles = (await verifiedBy(context, verified)).map(({ title }) => title);
  if (titles.length === 0) return null;
  const others = titles.length > 3 ? ` and ${titles.length - 3} more` : '';
  return statusNotice(
    <>
      Verified: <Name text={titles.slice(0, 3).join(', ') + others} />
    </>,
    <ButtonForm
      fields={{ action: 'unverify', ...reviewFields(context, verifyEntries), commit: verified ?? '' }}
      text={reviewedText(context, verifyEntries, 'Undo')}
      look="go"
    />,
  );
}

/** Values of the chosen facts: `<id> <version>`. */
const chosenIn = ({ formEntries }: BrandContext): string[] =>
  formEntries.flatMap(([name, value]) => (name === 'entry' ? [value] : []));

const filtersIn = ({ query: { q = '', show, category } }: BrandContext) => ({ q: q.trim(), show, category });

/** Path of the part of the list that is shown. */
const listPath = (context: BrandContext, more: Query = {}): string =>
  address(factKind.list, { ...filtersIn(context), start: context.query.start, ...more });

/** Id of the form that verifies the chosen facts. */
const verifyForm = 'verify';

/** List of the facts by category, with filters, the form that adds one, and buttons to verify one or several. */
export const factsPage = formsPage(async (context) => {
  const snapshot = await context.snapshot();
  const { catalog } = snapshot;
  const filters = filtersIn(context);
  const facts = await context.read(listAllEntries);
  const matching = sortedFacts(facts, filters, catalog);
  const part = { path: context.href('/context'), query: filters, perPage: maxVerified, more: 'More facts' };
  const { shown, pager } = paginate(context, matching, part);
  const categoriesHref = context.href('/context/categories');
  const hasCategories = catalog.categories.length > 0;
  return {
    title: 'Facts',
    path: factKind.list,
    commit: snapshot.commit,
    part: { scope: { kinds: ['context'] }, base: '' },
    list: {
      others: [[categoriesHref, 'Categories']],
      text: `What is true about ${await context.brandName()}, with its source. Agents and people quote the verified ones.`,
      adding: hasCategories
        ? { summary: 'Add fact', action: 'add' }
        : { href: categoriesHref, text: 'Add a category first' },
      empty: facts.length === 0 && {
        icon: 'badge-check',
        title: 'No fact yet',
        children: 'Facts are listed here by category, with their sources. Agents quote those that are verified.',
      },
    },
    actions: [
      addition(context, factKind, catalog),
      {
        name: 'verify',
        button: 'Verify selected',
        guards: [],
        to: listPath(context),
        run: ({ guard }) => verify(context, guard),
      },
      {
        name: 'unverify',
        button: 'Undo',
        guards: [],
        to: listPath(context),
        run: ({ guard }) => unverify(context, guard),
      },
    ],
    sections: async (_form, problem) => (
      <>
        {problem === null && (await verifiedNotice(context))}
        {facts.length > 0 && <FactFilters context={context} categories={catalog.categories} facts={facts} />}
        <p class="hint" role="status">
          {plural(matching.length, 'fact')}
        </p>
        <form method="post" id={verifyForm} action={context.href(listPath(context))}>
          <input type="hidden" name="action" value="verify" />
          <input type="hidden" name="as" value={context.principal.person.id} />
          <ForReview context={context} writes={verifyEntries} />
        </form>
        <ul class="list">
          {shown.map((entry) => (
            <FactRow context={context} snapshot={snapshot} entry={entry} />
          ))}
        </ul>
        {shown.filter(({ verified }) => !verified).length > 1 && (
          <p>
            <button type="submit" class="btn" form={verifyForm}>
              {reviewedText(context, verifyEntries, 'Verify selected')}
            </button>
          </p>
        )}
        {pager}
      </>
    ),
  };
});

interface FactFiltersProps {
  readonly context: BrandContext;
  readonly categories: Catalog['categories'];
  /** All facts, of which the filters count those to verify. */
  readonly facts: readonly EntryFile[];
}

function FactFilters({ context, categories, facts }: FactFiltersProps) {
  const filters = filtersIn(context);
  return (
    <div class="filters">
      <Segments
        label="Which facts"
        options={[
          ['', 'All'],
          ['unverified', 'To verify', facts.filter(({ verified }) => !verified).length],
          ['verified', 'Verified'],
        ]}
        chosen={filters.show}
        hrefOf={(show) => context.href('/context', { ...filters, show })}
      />
      <Filters kept={{ show: filters.show }}>
        <ChoiceFilter
          name="category"
          label="Category"
          chosen={filters.category}
          options={[['', 'All categories'], ...categories.map(({ key, label }) => [key, label] as const)]}
        />
        <TextFilter label="Search facts" text={filters.q} />
      </Filters>
    </div>
  );
}

/** Facts that the filters select, in the order of their categories, then by title. */
function sortedFacts(
  facts: readonly EntryFile[],
  { q, category: selected, show }: ReturnType<typeof filtersIn>,
  { categories }: Catalog,
): EntryFile[] {
  const searched = q.toLowerCase();
  const order = categories.map(({ key }) => key);
  const rank = ({ category }: EntryFile): number => order.indexOf(category);
  return facts
    .filter(({ title, body }) => `${title} ${body}`.toLowerCase().includes(searched))
    .filter(({ category }) => !selected || category === selected)
    .filter(({ verified }) => !show || verified === (show === 'verified'))
    .sort((a, b) => rank(a) - rank(b) || compare(a.title, b.title));
}

interface FactRowProps {
  readonly context: BrandContext;
  readonly snapshot: Awaited<ReturnType<BrandContext['snapshot']>>;
  readonly entry: EntryFile;
}

/** Row of a fact. Its title opens the fact in place, and a button verifies it. */
function FactRow({ context, snapshot, entry }: FactRowProps) {
  const { id, title, body, verified } = entry;
  const value = `${id} ${versionOf(snapshot, resources.entry(id))}`;
  const verifyText = reviewedText(context, verifyEntries, 'Verify');
  return (
    <li class="li" id={id}>
      <span>
        <b>
          <a href={context.href(`/context/${id}/edit`)} data-open>
            <Name text={title} />
          </a>
        </b>{' '}
        <span class="tag">{categoryLabel(snapshot.catalog, entry)}</span>
        <span class="lines clamped">{body}</span>
        <small>
          <Sources entry={entry} />
        </small>
      </span>
      <span class="row">
        {verified ? (
          <span class="tag ok">Verified</span>
        ) : (
          <>
            <button
              type="submit"
              class="btn sm"
              form={verifyForm}
              name="entry"
              value={value}
              aria-label={`${verifyText} ${title}`}
            >
              {verifyText}
            </button>
            <label class="check">
              <input
                type="checkbox"
                form={verifyForm}
                name="entry"
                value={value}
                checked={chosenIn(context).includes(value)}
                aria-label={`Select ${title}`}
              />
            </label>
          </>
        )}
      </span>
    </li>
  );
}
