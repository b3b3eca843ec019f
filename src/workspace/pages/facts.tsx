import type { ComponentChild } from 'preact';
import type { EntryFile } from '../../content/brand-context.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import { isAbsoluteUrl, isSafeUrl } from '../../content/html/url.js';
import { PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { addEntry, editEntry, listAllEntries, removeEntry } from '../../operations/context.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { maxVerified, showVerification, verifyEntries } from '../../operations/verify-entries.js';
import { linkTo } from '../../portal/blocks/html.js';
import type { BrandContext, Reply } from '../context.js';
import { Author, orWithoutGit } from '../parts/change-list.js';
import { type FormsModel, formsPage } from '../parts/forms-page.js';
import { ChoiceFilter, Filters, paginate, TextFilter } from '../parts/list.js';
import { outcomeQuery, unlessDone } from '../parts/notices.js';
import { fieldsOf } from '../parts/record-form.js';
import { Addition, addition, type RecordKind, recordPage } from '../parts/record-page.js';
import { LinkLine, Name, Time } from '../parts/text.js';

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
  async show(context, entry) {
    return (
      <>
        <p class="lines">{entry.body}</p>
        <p class="hint">
          {categoryLabel(await context.catalog(), entry)}
          <Sources entry={entry} />
        </p>
        <p>{await verificationText(context, entry)}</p>
      </>
    );
  },
};

export const factPage = recordPage(factKind);

const categoryLabel = ({ categories }: Catalog, { category }: EntryFile): string =>
  categories.find(({ key }) => key === category)?.label ?? category;

/** Sentence about who verified a fact and when, and who changed it since then. Only editors see the details. */
async function verificationText(context: BrandContext, { id, verified }: EntryFile): Promise<ComponentChild> {
  if (!context.isAtLeast('editor')) return 'Verified.';
  const history = context.perform(showVerification, { params: { entry: id } }).then(({ value: { since, changed } }) => (
    <>
      Verified{' '}
      {since === null ? (
        'long ago'
      ) : (
        <>
          by <Author entry={since} /> on <Time at={since.time} />
        </>
      )}
      {changed !== null && changed.commit !== since?.commit && (
        <>
          , changed since by <Author entry={changed} /> on <Time at={changed.time} />
        </>
      )}
      .
    </>
  ));
  const text = await orWithoutGit<ComponentChild>(history, ({ message }) => `Verified. ${message}`);
  return verified ? text : 'Not verified yet: the API does not show it.';
}

const Sources = ({ entry }: { readonly entry: EntryFile }): ComponentChild =>
  entry.sources.map(({ title, url }) => (
    <> · {isSafeUrl(url) && isAbsoluteUrl(url) ? <a {...linkTo(url)}>{title || url}</a> : title || url}</>
  ));

/** Verifies the ticked facts, each in the version that was shown. */
async function verify(context: BrandContext): Promise<Reply> {
  const entries = tickedIn(context).map((value) => {
    const [id = '', version = ''] = value.split(' ');
    if (version === '') throw new PortalError('bad_request', 'The form lacks a version. Open the page again.');
    return { id, version };
  });
  if (entries.length === 0) throw new PortalError('invalid', 'Tick the facts that you have checked.');
  const areVerified = async (): Promise<boolean> => {
    const { entries: stored } = await context.catalog();
    return entries.every(({ id }) => stored.get(id)?.verified === true);
  };
  const outcome = await unlessDone(context.perform(verifyEntries, { body: { entries } }), areVerified);
  const query = { ...filtersIn(context), start: context.query.start, ...outcomeQuery(outcome) };
  return { to: context.href('/context', query) };
}

/** Values of the ticked checkboxes: `<id> <version>`. */
const tickedIn = ({ formEntries }: BrandContext): string[] =>
  formEntries.flatMap(([name, value]) => (name === 'entry' ? [value] : []));

const stateOptions = Object.entries({ '': 'all', unverified: 'not verified' });

const filtersIn = ({ query: { q = '', show, category } }: BrandContext) => ({ q: q.trim(), show, category });

/** List of the facts by category, with filters, the form that adds one, and checkboxes to verify several. */
export const factsPage = formsPage(async (context) => {
  const snapshot = await context.snapshot();
  const { catalog } = snapshot;
  const filters = filtersIn(context);
  const all = await context.read(listAllEntries);
  const matching = sortedFacts(all, filters, catalog);
  const part = { path: context.href('/context'), query: filters, perPage: maxVerified, more: 'More facts' };
  const { start, shown, pager } = paginate(context, matching, part);
  const cards = shown.map((entry) => <FactCard context={context} snapshot={snapshot} entry={entry} />);
  const isEditor = context.isAtLeast('editor');
  const sections: FormsModel['sections'] = (form, problem) => (
    <>
      <h1>Facts</h1>
      {all.length > 0 && <FactFilters context={context} catalog={catalog} />}
      <p class="hint" role="status">
        {countText(matching)}
      </p>
      {isEditor && (
        <>
          <LinkLine
            to={context.href('/context/categories')}
            text={catalog.categories.length === 0 ? 'A fact needs a category: add one first' : 'Categories'}
          />
          {catalog.categories.length > 0 && (
            <Addition
              kind="entry"
              isOpen={all.length === 0 || (problem !== null && context.form.action === 'add')}
              form={form('add')}
            />
          )}
        </>
      )}
      {isEditor && shown.some(({ verified }) => !verified) ? (
        <form
          method="post"
          action={context.href('/context', { ...filters, start: start === 0 ? null : String(start) })}
        >
          <input type="hidden" name="action" value="verify" />
          <input type="hidden" name="as" value={context.principal.person.id} />
          {cards}
          <p>
            <button type="submit" class="btn go">
              Verify selected
            </button>
          </p>
        </form>
      ) : (
        cards
      )}
      {pager}
    </>
  );
  return {
    title: 'Facts',
    path: factKind.list,
    commit: snapshot.commit,
    sections,
    part: { scope: { kinds: ['context'] }, base: '' },
    actions: [
      addition(context, factKind, catalog),
      { name: 'verify', button: 'Verify selected', guards: [], run: () => verify(context) },
    ],
  };
});

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
    .filter(({ verified }) => show !== 'unverified' || !verified)
    .sort((a, b) => rank(a) - rank(b) || (a.title < b.title ? -1 : 1));
}

function countText(facts: readonly EntryFile[]): string {
  const unverifiedCount = facts.filter(({ verified }) => !verified).length;
  const count = plural(facts.length, 'fact');
  if (unverifiedCount > 0) return `${count}, ${unverifiedCount} not verified yet: the API does not show these`;
  return facts.length > 0 ? `${count}, all verified` : count;
}

function FactFilters({ context, catalog }: { readonly context: BrandContext; readonly catalog: Catalog }) {
  const { q, category, show } = filtersIn(context);
  const labels = catalog.categories.map(({ key, label }) => [key, label] as const);
  return (
    <Filters>
      <TextFilter label="Contains" text={q} />
      <ChoiceFilter name="category" label="Category" chosen={category} options={[['', 'all'], ...labels]} />
      {context.isAtLeast('editor') && <ChoiceFilter name="show" label="Which" chosen={show} options={stateOptions} />}
    </Filters>
  );
}

interface FactCardProps {
  readonly context: BrandContext;
  readonly snapshot: Awaited<ReturnType<BrandContext['snapshot']>>;
  readonly entry: EntryFile;
}

/** A fact in the list, with links and a checkbox to verify it for editors. */
function FactCard({ context, snapshot, entry }: FactCardProps) {
  const isEditor = context.isAtLeast('editor');
  const value = `${entry.id} ${versionOf(snapshot, resources.entry(entry.id))}`;
  return (
    <section id={entry.id} class="card pad">
      <div class="head">
        <h2>
          <Name text={entry.title} />
        </h2>
        {isEditor && (
          <div class="actions">
            <a href={context.href(`/context/${entry.id}/edit`)} aria-label={`Edit ${entry.title}`}>
              Edit
            </a>
            <a href={context.href(`/context/${entry.id}/versions`)} aria-label={`Versions of ${entry.title}`}>
              Versions
            </a>
          </div>
        )}
      </div>
      <p class="lines">{entry.body}</p>
      <p class="hint">
        {categoryLabel(snapshot.catalog, entry)} ·{' '}
        <span class="tag">{entry.verified ? 'verified' : 'not verified'}</span>
        <Sources entry={entry} />
      </p>
      {isEditor && !entry.verified && (
        <label class="check">
          <input type="checkbox" name="entry" value={value} checked={tickedIn(context).includes(value)} />I have checked
          “<Name text={entry.title} />”
        </label>
      )}
    </section>
  );
}
