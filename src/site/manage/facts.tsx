import type { ComponentChild } from 'preact';
import type { EntryFile } from '../../content/brand-context.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import { isAbsoluteUrl, isSafeUrl } from '../../content/html/url.js';
import { PortalError } from '../../lib/errors.js';
import { compare } from '../../lib/order.js';
import { addEntry, editEntry, listAllEntries, removeEntry } from '../../operations/context.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { undoable } from '../../operations/history.js';
import { maxVerified, showVerification, verifyEntries } from '../../operations/verify-entries.js';
import { Filled } from '../../words/filled.js';
import { counted, fill, words } from '../../words/words.js';
import { address, type Query } from '../addresses.js';
import { linkTo } from '../blocks/html.js';
import { Author, orWithoutGit } from '../compare/parts/change-list.js';
import type { WorkContext } from '../context.js';
import { Time } from '../parts/time.js';
import type { WorkReply } from '../replies.js';
import { ButtonForm } from './parts/button.js';
import { buttonFor, buttonText, ForReview, reviewFields } from './parts/for-review.js';
import { formsPage, type SentForm } from './parts/forms-page.js';
import { ChoiceFilter, Filters, paginate, Segments, TextFilter } from './parts/list.js';
import { type Outcome, outcomeQuery, statusNotice, unlessDone } from './parts/notices.js';
import { fieldsOf } from './parts/record-form.js';
import { addition, type RecordKind, recordPage } from './parts/record-page.js';
import { Name } from './parts/text.js';

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
async function verificationText(context: WorkContext, { id, verified }: EntryFile): Promise<ComponentChild> {
  if (!verified) return words().facts.notVerified;
  const verification = context.perform(showVerification, { params: { entry: id } });
  const texts = words().facts;
  const text = verification.then(({ value: { since, changed } }) => {
    const isChanged = changed !== null && changed.commit !== since?.commit;
    const { plain, changedSince } = since === null ? texts.verifiedLongAgo : texts.verifiedBy;
    const values = {
      ...(since !== null && { name: <Author entry={since} />, time: <Time at={since.time} /> }),
      ...(isChanged && { changer: <Author entry={changed} />, changed: <Time at={changed.time} /> }),
    };
    return <Filled text={isChanged ? changedSince : plain} values={values} />;
  });
  return orWithoutGit<ComponentChild>(text, ({ message }) => fill(texts.verifiedUnknown, { problem: message }));
}

function Sources({ entry: { sources } }: { readonly entry: EntryFile }): ComponentChild {
  if (sources.length === 0) return words().facts.noSource;
  return sources.map(({ title, url }, index) => (
    <>
      {index > 0 && ' · '}
      {isSafeUrl(url) && isAbsoluteUrl(url) ? <a {...linkTo(url)}>{title || url}</a> : title || url}
    </>
  ));
}

/** Verifies the ticked facts and the fact whose button was pressed, each in the version that was shown. */
async function verify(context: WorkContext, guard: SentForm['guard']): Promise<Outcome | WorkReply> {
  const entries = chosenIn(context).map((value) => {
    const [id = '', version = ''] = value.split(' ');
    if (version === '') throw new PortalError('bad_request', 'The form lacks a version. Open the page again.');
    return { id, version };
  });
  if (entries.length === 0) throw new PortalError('invalid', 'Tick the facts that you have checked.');
  const areVerified = async (): Promise<boolean> => {
    const { entries: stored } = (await context.newest()).catalog;
    return entries.every(({ id }) => stored.get(id)?.verified === true);
  };
  const outcome = await unlessDone(context.perform(verifyEntries, { ...guard, body: { entries } }), areVerified);
  if (outcome.proposal) return outcome;
  const { done, same } = outcomeQuery(outcome);
  return { to: context.href(listPath(context, { verified: done, same })) };
}

/** Makes the facts unverified that a commit has verified, except those that are unverified by now. */
async function unverify(context: WorkContext, guard: SentForm['guard']): Promise<Outcome> {
  const { entries: stored } = (await context.newest()).catalog;
  const entries = (await verifiedBy(context, context.form.commit)).filter(({ id }) => stored.get(id)?.verified);
  if (entries.length === 0) return { isCommitted: false };
  const body = { entries: entries.map(({ id }) => ({ id })), verified: false };
  return context.perform(verifyEntries, { ...guard, body });
}

/** Facts that a commit changed. Facts that were removed since are left out. */
async function verifiedBy(context: WorkContext, text: string | undefined): Promise<EntryFile[]> {
  const commit = await context.commitIn(text);
  const change = commit && (await undoable(await context.repository(), commit).catch(() => null));
  if (!change) return [];
  const { entries } = (await context.newest()).catalog;
  return change.items.flatMap(({ kind, id }) => (kind === 'entry' && entries.get(String(id))) || []);
}

/** Notice of the facts that were just verified, with a button that takes it back. */
async function verifiedNotice(context: WorkContext): Promise<ComponentChild> {
  const { verified } = context.query;
  const titles = (await verifiedBy(context, verified)).map(({ title }) => title);
  if (titles.length === 0) return null;
  const texts = words().facts;
  const first = titles.slice(0, 3).join(', ');
  const names = titles.length > 3 ? fill(texts.andMore, { names: first, n: titles.length - 3 }) : first;
  return statusNotice(
    <Filled text={texts.verifiedNames} values={{ names: <Name text={names} /> }} />,
    <ButtonForm
      fields={{ action: 'unverify', ...reviewFields(context, verifyEntries), commit: verified ?? '' }}
      text={buttonText(context, verifyEntries, words().common.undo)}
      look="go"
    />,
  );
}

/** Values of the chosen facts: `<id> <version>`. */
const chosenIn = ({ formEntries }: WorkContext): string[] =>
  formEntries.flatMap(([name, value]) => (name === 'entry' ? [value] : []));

const filtersIn = ({ query: { q = '', show, category } }: WorkContext) => ({ q: q.trim(), show, category });

/** Path of the part of the list that is shown. */
const listPath = (context: WorkContext, more: Query = {}): string =>
  address(factKind.list, { ...filtersIn(context), start: context.query.start, ...more });

/** Id of the form that verifies the chosen facts. */
const verifyForm = 'verify';

/** List of the facts by category, with filters, the form that adds one, and buttons to verify one or several. */
export const factsPage = formsPage(async (context) => {
  const texts = words().facts;
  const snapshot = await context.newest();
  const { catalog } = snapshot;
  const filters = filtersIn(context);
  const facts = await context.read(listAllEntries);
  const matching = sortedFacts(facts, filters, catalog);
  const part = { path: context.href('/context'), query: filters, perPage: maxVerified, more: texts.more };
  const { shown, pager } = paginate(context, matching, part);
  const categoriesHref = context.href('/context/categories');
  const hasCategories = catalog.categories.length > 0;
  return {
    title: words().common.areas.context,
    path: factKind.list,
    commit: snapshot.commit,
    part: { scope: { kinds: ['context'] }, base: '' },
    list: {
      others: [[categoriesHref, texts.categories]],
      text: fill(texts.lead, { brand: context.name }),
      adding: hasCategories
        ? { summary: texts.add, action: 'add' }
        : { href: categoriesHref, text: texts.addCategoryFirst },
      empty: facts.length === 0 && {
        icon: 'badge-check',
        title: texts.none,
        children: texts.noneHint,
      },
    },
    actions: [
      addition(context, factKind, catalog),
      {
        name: 'verify',
        button: texts.verifySelected,
        guards: [],
        to: listPath(context),
        run: ({ guard }) => verify(context, guard),
      },
      {
        name: 'unverify',
        button: words().common.undo,
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
          {counted(texts.count, matching.length)}
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
              {buttonText(context, verifyEntries, texts.verifySelected)}
            </button>
          </p>
        )}
        {pager}
      </>
    ),
  };
});

interface FactFiltersProps {
  readonly context: WorkContext;
  readonly categories: Catalog['categories'];
  /** All facts, of which the filters count those to verify. */
  readonly facts: readonly EntryFile[];
}

function FactFilters({ context, categories, facts }: FactFiltersProps) {
  const texts = words().facts;
  const filters = filtersIn(context);
  return (
    <div class="filters">
      <Segments
        label={texts.which}
        options={[
          ['', texts.all],
          ['unverified', texts.toVerify, facts.filter(({ verified }) => !verified).length],
          ['verified', texts.verified],
        ]}
        chosen={filters.show}
        hrefOf={(show) => context.href('/context', { ...filters, show })}
      />
      <Filters kept={{ show: filters.show }}>
        <ChoiceFilter
          name="category"
          label={texts.category}
          chosen={filters.category}
          options={[['', texts.allCategories], ...categories.map(({ key, label }) => [key, label] as const)]}
        />
        <TextFilter label={texts.search} text={filters.q} />
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
  readonly context: WorkContext;
  readonly snapshot: Awaited<ReturnType<WorkContext['newest']>>;
  readonly entry: EntryFile;
}

/** Row of a fact. Its title opens the fact in place, and a button verifies it. */
function FactRow({ context, snapshot, entry }: FactRowProps) {
  const texts = words().facts;
  const { id, title, body, verified } = entry;
  const value = `${id} ${versionOf(snapshot, resources.entry(id))}`;
  const verifyText = buttonText(context, verifyEntries, texts.verify);
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
          <span class="tag ok">{texts.verified}</span>
        ) : (
          <>
            <button
              type="submit"
              class="btn sm"
              form={verifyForm}
              name="entry"
              value={value}
              aria-label={buttonFor(verifyText, title)}
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
                aria-label={fill(texts.select, { title })}
              />
            </label>
          </>
        )}
      </span>
    </li>
  );
}
