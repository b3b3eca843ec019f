import type { ComponentChild } from 'preact';
import type { Catalog } from '../../content/catalog/catalog.js';
import { notFound, type PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import type { Operation } from '../../operations/engine/contract.js';
import { type Resource, versionOf } from '../../operations/engine/resource.js';
import type { Referrer } from '../../operations/used-by.js';
import {
  addressedPart,
  type BrandContext,
  type Fields,
  type PageReply,
  type Reply,
  requiredField,
  unknownAction,
} from '../context.js';
import { damagedPage } from './damaged.js';
import { Form, type FormFrame } from './form.js';
import { paginate } from './list.js';
import { doneNotice, outcomeQuery } from './notices.js';
import { changesIn, type RecordField, RecordForm, withoutBlankRows } from './record-form.js';
import { refusalWithChanges, runForm } from './refusal.js';
import { Head, LinkLine, Name } from './text.js';

/** Kind of small content, such as colours: each record has a page of its own, and is added on the page of the list. */
interface RecordKind<Value extends object> {
  /** Noun in a sentence, such as `colour`. */
  readonly noun: string;
  /** Path of the list, below the brand's. */
  readonly list: string;
  /** Path of a record's page. */
  pathOf(id: string): string;
  /** Params of the operations `set` and `remove`. */
  paramsOf(id: string): Fields;
  find(catalog: Catalog, id: string): Value | undefined;
  nameOf(value: Value): string;
  fields(catalog: Catalog, isNew: boolean): readonly RecordField[];
  resource(value: Value): Resource;
  readonly add: Operation<{ readonly id: string | number }>;
  readonly set: Operation;
  readonly remove: Operation;
  /** Content of a record's page above its forms, and the pages that use the record. */
  show(
    context: BrandContext,
    value: Value,
  ): Promise<{ readonly body: ComponentChild; readonly users: readonly Referrer[] }>;
}

const idIn = ({ params }: BrandContext): string => Object.values(addressedPart(params).scope).join('');

/** Handlers for a kind: the page of a record, its forms, and the form that adds one. */
export function recordPages<Value extends object>(kind: RecordKind<Value>) {
  async function page(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
    const snapshot = await context.snapshot();
    const { catalog, commit } = snapshot;
    const id = idIn(context);
    const record = kind.find(catalog, id);
    if (record === undefined) {
      const damaged = damagedPage(context, catalog);
      if (damaged !== null) return damaged;
      throw notFound(kind.noun.charAt(0).toUpperCase() + kind.noun.slice(1));
    }
    const name = kind.nameOf(record);
    const isEditor = context.isAtLeast('editor');
    const { body: content, users } = await kind.show(context, record);
    const version = versionOf(snapshot, kind.resource(record));
    const form = { frame: { context, problem, commit }, to: kind.pathOf(id), version };
    const body = (
      <>
        {await doneNotice(context)}
        {await refusalWithChanges(context, problem)}
        <Head
          title={<Name text={name} />}
          others={[isEditor && [context.href(`${addressedPart(context.params).base}/versions`), 'Versions']]}
        />
        {content}
        {isEditor && (
          <>
            <RecordForm
              {...{ ...form, record, action: 'set', title: 'Change it', button: 'Save' }}
              fields={kind.fields(catalog, false)}
            />
            <Form {...{ ...form, action: 'remove', title: 'Remove', button: `Remove the ${kind.noun}` }}>
              <p>Its versions stay.</p>
              {users.length > 0 && <TakeOut pages={users.length} />}
            </Form>
          </>
        )}
        <LinkLine to={context.href(kind.list)} text="Back to the list" />
      </>
    );
    return { title: name, body };
  }

  return {
    page,

    /** Handler of all forms of the page. A refused form keeps the input. */
    async change(request: BrandContext): Promise<Reply> {
      const catalog = await request.catalog();
      const fields = kind.fields(catalog, false);
      const context = withoutBlankRows(request, fields);
      const { form, href } = context;
      const id = idIn(context);
      const submit = async (): Promise<Reply> => {
        const input = { params: kind.paramsOf(id), version: requiredField(context, 'version') };
        if (form.action === 'remove') {
          const removed = await context.perform(kind.remove, { ...input, body: { force: form.force === 'yes' } });
          return { to: href(kind.list, outcomeQuery(removed)) };
        }
        if (form.action !== 'set') throw unknownAction();
        const body = changesIn(fields, form, kind.find(catalog, id) ?? {});
        const set = await context.perform(kind.set, { ...input, body });
        return { to: href(kind.pathOf(id), outcomeQuery(set)) };
      };
      return runForm(context, submit, (problem) => page(context, problem));
    },

    /** Adds a record. @param listPage draws the list with the refused form */
    async add(
      request: BrandContext,
      listPage: (context: BrandContext, problem: PortalError) => Promise<PageReply>,
    ): Promise<Reply> {
      const fields = kind.fields(await request.catalog(), true);
      const context = withoutBlankRows(request, fields);
      const submit = async (): Promise<Reply> => {
        const added = await context.perform(kind.add, {
          body: changesIn(fields, context.form, null),
          once: requiredField(context, 'once'),
        });
        const id = String(added.value.id);
        // The answer to a form that is sent again may name a record that was removed since.
        const isThere = kind.find(await context.catalog(), id) !== undefined;
        return { to: isThere ? context.href(kind.pathOf(id), outcomeQuery(added)) : context.href(kind.list) };
      };
      return runForm(context, submit, (problem) => listPage(context, problem));
    },

    /** Form that adds a record: closed, unless the list is empty or the form was refused. */
    addForm(frame: FormFrame, catalog: Catalog, isEmpty: boolean): ComponentChild {
      const { context, problem } = frame;
      return (
        <details open={isEmpty || (problem !== null && context.form.action === 'add')}>
          <summary>Add a {kind.noun}</summary>
          <div class="card">
            <RecordForm
              {...{ frame, to: kind.list, action: 'add', record: null, button: 'Add it' }}
              fields={kind.fields(catalog, true)}
            />
          </div>
        </details>
      );
    },
  };
}

/** Checkbox `force`: consent to alter the pages that use what is removed. */
export function TakeOut({ pages }: { readonly pages: number }): ComponentChild {
  return (
    <label class="check">
      <input type="checkbox" name="force" value="yes" required />
      Take it out of {plural(pages, 'page')}
    </label>
  );
}

/** Limit on the pages in a part of `UsedBy`. */
const usersPerPage = 100;

/** List of the pages that use what the address names, a part at a time. */
export function UsedBy({ context, users }: { readonly context: BrandContext; readonly users: readonly Referrer[] }) {
  if (users.length === 0) return <p>Not used on any page.</p>;
  const path = context.href(addressedPart(context.params).base);
  const { start, shown, pager } = paginate(context, users, { path, perPage: usersPerPage, more: 'More pages' });
  return (
    <>
      {users.length > usersPerPage && (
        <p>
          {plural(users.length, 'page')}, {start + 1} to {start + shown.length} shown.
        </p>
      )}
      <ul>
        {shown.map(({ id, title, in_trash }) => (
          <li key={id}>
            <a href={context.href(`${in_trash ? '/trash' : '/pages'}/${id}`)}>
              <Name text={title} />
            </a>
            {in_trash && ' (in the trash)'}
          </li>
        ))}
      </ul>
      {pager}
    </>
  );
}
