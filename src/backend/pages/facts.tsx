import type { ComponentChild } from 'preact';
import type { EntryFile } from '../../content/brand-context.js';
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

const kind: RecordKind<EntryFile> = {
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
    const { categories } = await context.catalog();
    const category = categories.find(({ key }) => key === entry.category)?.label ?? entry.category;
    return (
      <>
        <p class="lines">{entry.body}</p>
        <p class="hint">
          {category}
          <Sources entry={entry} />
        </p>
        <p>{await verificationText(context, entry)}</p>
      </>
    );
  },
};

export const factPage = recordPage(kind);

/** Sentence about who verified a fact and when, and who changed it since; only editors see this. */
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

/** Verifies the facts that are ticked, each in the version that was shown. */
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
  const { categories } = catalog;
  const filters = filtersIn(context);
  const order = categories.map(({ key }) => key);
  const rank = ({ category }: EntryFile): number => order.indexOf(category);
  const searched = filters.q.toLowerCase();
  const all = await context.read(listAllEntries);
  const matching = all
    .filter(({ title, body }) => `${title} ${body}`.toLowerCase().includes(searched))
    .filter(({ category }) => !filters.category || category === filters.category)
    .filter((entry) => filters.show !== 'unverified' || !entry.verified)
    .sort((a, b) => rank(a) - rank(b) || (a.title < b.title ? -1 : 1));
  const part = { path: context.href('/context'), query: filters, perPage: maxVerified, more: 'More facts' };
  const { start, shown, pager } = paginate(context, matching, part);
  const labels = new Map(categories.map(({ key, label }) => [key, label]));
  const unverifiedCount = matching.filter(({ verified }) => !verified).length;
  const isEditor = context.isAtLeast('editor');
  const cards = shown.map((entry) => {
    const value = `${entry.id} ${versionOf(snapshot, resources.entry(entry.id))}`;
    return (
      <section key={entry.id} id={entry.id} class="card">
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
          {labels.get(entry.category) ?? entry.category} ·{' '}
          <span class="badge">{entry.verified ? 'verified' : 'not verified'}</span>
          <Sources entry={entry} />
        </p>
        {isEditor && !entry.verified && (
          <label class="check">
            <input type="checkbox" name="entry" value={value} checked={tickedIn(context).includes(value)} />I have
            checked “<Name text={entry.title} />”
          </label>
        )}
      </section>
    );
  });
  const sections: FormsModel['sections'] = (form, problem) => (
    <>
      <h1>Facts</h1>
      {all.length > 0 && (
        <Filters>
          <TextFilter label="Contains" text={filters.q} />
          <ChoiceFilter name="category" label="Category" chosen={filters.category} options={[['', 'all'], ...labels]} />
          {isEditor && <ChoiceFilter name="show" label="Which" chosen={filters.show} options={stateOptions} />}
        </Filters>
      )}
      <p class="hint" role="status">
        {plural(matching.length, 'fact')}
        {unverifiedCount > 0
          ? `, ${unverifiedCount} not verified yet: the API does not show these`
          : matching.length > 0 && ', all verified'}
      </p>
      {isEditor && (
        <>
          <LinkLine
            to={context.href('/context/categories')}
            text={categories.length === 0 ? 'A fact needs a category: add one first' : 'Categories'}
          />
          {categories.length > 0 && (
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
            <button type="submit">Verify selected</button>
          </p>
        </form>
      ) : (
        cards
      )}
      {pager}
    </>
  );
  return {
    ...{ title: 'Facts', path: kind.list, commit: snapshot.commit, sections },
    part: { scope: { kinds: ['context'] }, base: '' },
    actions: [
      addition(context, kind, catalog),
      { name: 'verify', button: 'Verify selected', guards: [], run: () => verify(context) },
    ],
  };
});
