import type { ComponentChild } from 'preact';
import type { Catalog } from '../../content/catalog/catalog.js';
import { notFound } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { authorize } from '../../operations/engine/access.js';
import type { Operation } from '../../operations/engine/contract.js';
import { type Resource, versionOf } from '../../operations/engine/resource.js';
import type { Referrer } from '../../operations/used-by.js';
import { areaNames, kindNames } from '../../portal/labels.js';
import { Icon } from '../../portal/parts/icon.js';
import { addressedPart, type BrandContext, type Fields } from '../context.js';
import { damagedPage } from './damaged.js';
import { type Action, formsPage } from './forms-page.js';
import { paginate } from './list.js';
import { outcomeQuery } from './notices.js';
import type { RecordField } from './record-form.js';
import { LinkLine, Name } from './text.js';

/** Kind of small content, such as colours. Each record has its own page, and is added on the page of the list. */
export interface RecordKind<Value extends object> {
  readonly kind: 'color' | 'entry' | 'media';
  /** Path of the list, below the brand's. */
  readonly list: string;
  /** Params of the operations `set` and `remove`. */
  paramsOf(id: string): Fields;
  find(catalog: Catalog, id: string): Value | undefined;
  nameOf(value: Value): string;
  fields(catalog: Catalog, isNew: boolean): readonly RecordField[];
  resource(value: Value): Resource;
  readonly add: Operation<{ readonly id: string | number }>;
  readonly set: Operation;
  readonly remove: Operation;
  /** Pages that use a record. Default: none. */
  users?(context: BrandContext, value: Value): Promise<readonly Referrer[]>;
  /**
   * Fills omitted fields from others.
   *
   * @param record `null` for a new one
   */
  complete?(body: Readonly<Record<string, unknown>>, record: Value | null): Readonly<Record<string, unknown>>;
  /** Content at the side of a record's page, above the pages that use it. Without it, there is no side. */
  aside?(context: BrandContext, value: Value): Promise<ComponentChild>;
  /** Content of a record's page above its forms. */
  show(context: BrandContext, value: Value): Promise<ComponentChild>;
}

/** Noun of a kind in a sentence, such as `colour`. */
const nounOf = (kind: RecordKind<never>['kind']): string => kindNames[kind].toLowerCase();

/** Path of a record's page. */
const pathOf = (kind: RecordKind<never>['kind'], id: string): string => addressedPart({ [kind]: id }).shownAt;

const idIn = ({ params }: BrandContext): string => Object.values(addressedPart(params).scope).join('');

/** Page of a record, with the forms that change and remove it. */
export function recordPage<Value extends object>(kind: RecordKind<Value>) {
  return formsPage(async (context, isSent) => {
    authorize(kind.set, context.actor, context.brand, true);
    const snapshot = await context.snapshot();
    const { catalog, commit } = snapshot;
    const id = idIn(context);
    const record = kind.find(catalog, id);
    if (record === undefined) {
      const damaged = isSent ? null : damagedPage(context, catalog);
      if (damaged !== null) return damaged;
      throw notFound(kindNames[kind.kind]);
    }
    const title = kind.nameOf(record);
    const users = (await kind.users?.(context, record)) ?? [];
    const params = kind.paramsOf(id);
    const set: Action = {
      name: 'set',
      button: 'Save',
      fields: kind.fields(catalog, false),
      record,
      writes: kind.set,
      run: ({ guard, body }) =>
        context.perform(kind.set, { ...guard, params, body: kind.complete?.(body, record) ?? body }),
    };
    return {
      title,
      up: [kind.list, areaNames[kind.kind === 'entry' ? 'context' : kind.kind]],
      path: pathOf(kind.kind, id),
      version: versionOf(snapshot, kind.resource(record)),
      commit,
      actions: [set, removal(context, kind, { params, users })],
      sections: async (form) => (
        <div data-part class={kind.aside && 'cols'}>
          <div>
            {await kind.show(context, record)}
            {form('set')}
            {form('remove')}
            <LinkLine to={context.href(`${addressedPart(context.params).base}/versions`)} text="Versions" />
          </div>
          {kind.aside && (
            <aside>
              {await kind.aside(context, record)}
              <UsedBy context={context} users={users} />
            </aside>
          )}
        </div>
      ),
    };
  });
}

interface RemovedRecord {
  readonly params: Fields;
  /** Pages that use it. */
  readonly users: readonly Referrer[];
  readonly text?: string;
  /** Whether the portal shows it around the pages. */
  readonly isInPortal?: boolean;
}

/** Action that removes a record, with consent to take it out of the pages that use it. */
export function removal(
  context: BrandContext,
  { kind, list, remove }: Pick<RecordKind<never>, 'kind' | 'list' | 'remove'>,
  { params, users, text = 'Its versions are kept.', isInPortal = false }: RemovedRecord,
): Action {
  return {
    name: 'remove',
    button: `Remove ${nounOf(kind)}`,
    look: 'bad',
    writes: remove,
    to: list,
    text: (
      <>
        <p>{text}</p>
        {(users.length > 0 || isInPortal) && (
          <label class="check">
            <input type="checkbox" name="force" value="yes" required />
            Take it out of {users.length > 0 && plural(users.length, 'page')}
            {users.length > 0 && isInPortal && ' and '}
            {isInPortal && 'the portal'}
          </label>
        )}
      </>
    ),
    run: ({ guard }) => context.perform(remove, { ...guard, params, body: { force: context.form.force === 'yes' } }),
  };
}

/** Action of a list that adds a record. */
export function addition<Value extends object>(
  context: BrandContext,
  kind: RecordKind<Value>,
  catalog: Catalog,
): Action {
  return {
    name: 'add',
    title: `Add ${nounOf(kind.kind)}`,
    button: 'Save',
    guards: ['once'],
    fields: kind.fields(catalog, true),
    record: null,
    writes: kind.add,
    async run({ guard, body }) {
      const added = await context.perform(kind.add, {
        ...guard,
        params: {},
        body: kind.complete?.(body, null) ?? body,
      });
      if (added.proposal) return added;
      const id = String(added.value.id);
      // The result of a form that is sent again may name a record that was removed since.
      const isThere = kind.find(await context.catalog(), id) !== undefined;
      return { to: isThere ? context.href(pathOf(kind.kind, id), outcomeQuery(added)) : context.href(kind.list) };
    },
  };
}

/** Limit on the pages in a part of `UsedBy`. */
const usersPerPage = 100;

/** Card of the pages that use what the address names, a part at a time. */
export function UsedBy({ context, users }: { readonly context: BrandContext; readonly users: readonly Referrer[] }) {
  const path = context.href(addressedPart(context.params).base);
  const { start, shown, pager } = paginate(context, users, { path, perPage: usersPerPage, more: 'More pages' });
  return (
    <section class="card">
      <header>
        <h2 class="grow">Used</h2>
        <span class="dim">
          {plural(users.length, 'page')}
          {users.length > usersPerPage && `, ${start + 1} to ${start + shown.length} shown`}
        </span>
      </header>
      {shown.map(({ id, title, in_trash }) => (
        <a key={id} class="it" href={context.href(`${in_trash ? '/trash' : '/-/page'}/${id}`)}>
          <Icon name="file-text" />
          <span class="grow cut">
            <Name text={title} />
            {in_trash && ' (in the trash)'}
          </span>
        </a>
      ))}
      {shown.length === 0 && <p class="hint pad">Not used on any page.</p>}
      {pager}
    </section>
  );
}
