import type { ComponentChild } from 'preact';
import type { Catalog } from '../../../content/catalog/catalog.js';
import { notFound } from '../../../lib/errors.js';
import { authorize } from '../../../operations/engine/access.js';
import type { Operation } from '../../../operations/engine/contract.js';
import { type Resource, versionOf } from '../../../operations/engine/resource.js';
import type { Referrer } from '../../../operations/used-by.js';
import { Filled } from '../../../words/filled.js';
import { counted, fill, words } from '../../../words/words.js';
import { addressedPart, type Fields } from '../../addresses.js';
import type { WorkContext } from '../../context.js';
import { Icon } from '../../parts/icon.js';
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
  users?(context: WorkContext, value: Value): Promise<readonly Referrer[]>;
  /**
   * Fills omitted fields from others.
   *
   * @param record `null` for a new one
   */
  complete?(body: Readonly<Record<string, unknown>>, record: Value | null): Readonly<Record<string, unknown>>;
  /** Content at the side of a record's page, above the pages that use it. Without it, there is no side. */
  aside?(context: WorkContext, value: Value): Promise<ComponentChild>;
  /** Content of a record's page above its forms. */
  show(context: WorkContext, value: Value): Promise<ComponentChild>;
}

/** Path of a record's page. */
const pathOf = (kind: RecordKind<never>['kind'], id: string): string => addressedPart({ [kind]: id }).shownAt;

const idIn = ({ params }: WorkContext): string => Object.values(addressedPart(params).scope).join('');

const missing = { color: 'Colour', entry: 'Fact', media: 'Medium' } as const;

/** Page of a record, with the forms that change and remove it. */
export function recordPage<Value extends object>(kind: RecordKind<Value>) {
  return formsPage(async (context, isSent) => {
    authorize(kind.set, context.actor, context.brand, true);
    const snapshot = await context.newest();
    const { catalog, commit } = snapshot;
    const id = idIn(context);
    const record = kind.find(catalog, id);
    if (record === undefined) {
      const damaged = isSent ? null : damagedPage(context, catalog);
      if (damaged !== null) return damaged;
      throw notFound(missing[kind.kind]);
    }
    const title = kind.nameOf(record);
    const users = (await kind.users?.(context, record)) ?? [];
    const params = kind.paramsOf(id);
    const set: Action = {
      name: 'set',
      fields: kind.fields(catalog, false),
      record,
      writes: kind.set,
      run: ({ guard, body }) =>
        context.perform(kind.set, { ...guard, params, body: kind.complete?.(body, record) ?? body }),
    };
    return {
      title,
      up: [kind.list, words().common.areas[kind.kind === 'entry' ? 'context' : kind.kind]],
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
            <LinkLine
              to={context.href(`${addressedPart(context.params).base}/versions`)}
              text={words().versions.title}
            />
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

interface Removable extends Pick<RecordKind<never>, 'list' | 'remove'> {
  readonly kind: RecordKind<never>['kind'] | 'collection';
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
  context: WorkContext,
  { kind, list, remove }: Removable,
  { params, users, text = words().recordForms.versionsKept, isInPortal = false }: RemovedRecord,
): Action {
  return {
    name: 'remove',
    button: words().recordForms.remove[kind],
    look: 'bad',
    writes: remove,
    to: list,
    text: (
      <>
        <p>{text}</p>
        {(users.length > 0 || isInPortal) && (
          <label class="check">
            <input type="checkbox" name="force" value="yes" required />
            {takenOutOf(users.length, isInPortal)}
          </label>
        )}
      </>
    ),
    run: ({ guard }) => context.perform(remove, { ...guard, params, body: { force: context.form.force === 'yes' } }),
  };
}

function takenOutOf(pages: number, isInPortal: boolean): string {
  const { outOfPages, outOfPagesAndPortal, outOfPortal } = words().recordForms;
  if (pages === 0) return outOfPortal;
  return counted(isInPortal ? outOfPagesAndPortal : outOfPages, pages);
}

/** Action of a list that adds a record. */
export function addition<Value extends object>(
  context: WorkContext,
  kind: RecordKind<Value>,
  catalog: Catalog,
): Action {
  return {
    name: 'add',
    title: words().recordForms.add[kind.kind],
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
      const isThere = kind.find((await context.newest()).catalog, id) !== undefined;
      return { to: isThere ? context.href(pathOf(kind.kind, id), outcomeQuery(added)) : context.href(kind.list) };
    },
  };
}

/** Limit on the pages in a part of `UsedBy`. */
const usersPerPage = 100;

interface UsedByProps {
  readonly context: WorkContext;
  readonly users: readonly Referrer[];
  /** Address of its page. Default: that of the part which the address names. */
  readonly path?: string;
}

/** Card of the pages that use what the address names, a part at a time. */
export function UsedBy({ context, users, path = context.href(addressedPart(context.params).base) }: UsedByProps) {
  const texts = words().recordForms;
  const { pages, trash } = context.catalog;
  const { start, shown, pager } = paginate(context, users, {
    path,
    perPage: usersPerPage,
    more: words().reading.morePages,
  });
  return (
    <section class="card">
      <header>
        <h2 class="grow">{texts.used}</h2>
        <span class="dim">
          {users.length > usersPerPage
            ? fill(texts.pagesShown, { n: users.length, from: start + 1, to: start + shown.length })
            : counted(texts.pages, users.length)}
        </span>
      </header>
      {shown.map(({ id, title, in_trash }) => {
        const name = <Name text={title} {...context.lang((in_trash ? trash : pages).get(id))} />;
        return (
          <a key={id} class="it" href={context.href(`${in_trash ? '/trash' : '/-/page'}/${id}`)}>
            <Icon name="file-text" />
            <span class="grow cut">{in_trash ? <Filled text={texts.inTrash} values={{ title: name }} /> : name}</span>
          </a>
        );
      })}
      {shown.length === 0 && <p class="hint pad">{texts.unused}</p>}
      {pager}
    </section>
  );
}
