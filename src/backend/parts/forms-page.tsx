import type { ComponentChild } from 'preact';
import type { PortalError } from '../../lib/errors.js';
import type { Result } from '../../operations/engine/execute.js';
import { type BrandContext, type Fields, type Reply, requiredField, unknownAction } from '../context.js';
import { Form, FormInputs } from './form.js';
import { doneNotice, type Outcome, outcomeQuery, saidNotice, unlessDone } from './notices.js';
import { changesIn, type RecordField, RecordForm, withoutBlankRows } from './record-form.js';
import { type ChangedPart, refusalWithChanges, runForm } from './refusal.js';

/** Precondition of a form's write: the version that the form shows, or its one-time name. */
type Guard = Pick<Parameters<BrandContext['perform']>[1] & object, 'version' | 'once'>;

/** A form of a page, and what it does. */
export interface Action {
  /** Value of the field `action`, which tells the forms of a page apart; empty: there is one form, without the field. */
  readonly name: string;
  /** Heading of the card that the form is; left out: it is part of another. */
  readonly title?: string;
  readonly button: string;
  /** Fields, which become the body of the operation; left out: none. */
  readonly fields?: readonly RecordField[];
  /** Values that the fields show; `null`: the form makes a new record. */
  readonly record?: object | null;
  /** Content above the fields. */
  readonly text?: ComponentChild;
  /** Fields that no schema describes; `run` reads them. */
  readonly inputs?: (inputs: FormInputs) => ComponentChild;
  /** Values of this form when another form of the page was sent. */
  readonly sent?: Fields;
  /** Hidden field without which it does nothing: a one-time name, so that what is sent twice is made once; `null`: none; left out: the version of the page. */
  readonly guard?: 'once' | null;
  /** Whether its button warns. */
  readonly isDanger?: true;
  /** Runs the form. @param body the fields that differ from the record @returns the outcome of a write, or another reply than the redirect to `to` */
  run(guard: Guard, body: Readonly<Record<string, unknown>>): Promise<Result | Reply>;
  /** Whether what it does is done: a second click, or another person, may have come first. */
  isDone?(): Promise<boolean>;
  /** Path of the page that follows, below the brand's; left out: the page itself. */
  readonly to?: string;
  /** Value of `said` in the address of that page. */
  readonly said?: string;
}

/** Title, forms and content of a page of forms. */
export interface FormsModel {
  /** Title of the document, and the heading unless `sections` draws one. */
  readonly title: string;
  /** Path of the page, below the brand's. */
  readonly path: string;
  /** Tag of what its forms change; `null`: all have one-time names. */
  readonly version: string | null;
  /** Commit that it shows. */
  readonly commit: string | null;
  readonly actions: readonly Action[];
  readonly isNarrow?: true;
  /** Resource whose concurrent changes a refusal lists; left out: that of the address. */
  readonly part?: ChangedPart;
  /** Draws these changes. @param from commit that the form was made from */
  readonly difference?: (from: string) => Promise<ComponentChild>;
  /** Notices by the value of `said` in the address. */
  readonly said?: Readonly<Record<string, string>>;
  /** Content of the page. @param form draws the form of an action @param problem reason why a form was refused */
  sections(
    form: (name: string) => ComponentChild,
    problem: PortalError | null,
  ): ComponentChild | Promise<ComponentChild>;
}

/**
 * Handlers of a page of forms: `page` draws it, `change` takes all of its forms. A refused form keeps what was sent.
 *
 * @param read reads what the page shows, or answers in its place. @param isSent whether a form is about to run: then it throws
 *   `not_found` rather than show another page
 */
export function formsPage(read: (context: BrandContext, isSent: boolean) => Promise<FormsModel | Reply>) {
  async function page(context: BrandContext, problem: PortalError | null = null): Promise<Reply> {
    const model = await read(context, false);
    if (!('actions' in model)) return model;
    const { title, actions, part, difference, said = {}, isNarrow } = model;
    const form = (name: string): ComponentChild => {
      const action = actions.find((candidate) => candidate.name === name);
      return action && drawForm(context, problem, model, action);
    };
    const body = (
      <>
        {await doneNotice(context)}
        {saidNotice(context, said)}
        {await refusalWithChanges(context, problem, part, difference)}
        {await model.sections(form, problem)}
      </>
    );
    return { title, body: isNarrow ? <div class="narrow">{body}</div> : body };
  }

  async function change(request: BrandContext): Promise<Reply> {
    const model = await read(request, true);
    if (!('actions' in model)) return model;
    const action = model.actions.find(({ name }) => name === (request.form.action ?? ''));
    const context = withoutBlankRows(request, action?.fields ?? []);
    const submit = async (): Promise<Reply> => {
      if (action === undefined) throw unknownAction();
      const { fields = [], record = null, guard = 'version', isDone, to = model.path, said } = action;
      const sent = guard === null ? {} : { [guard]: requiredField(context, guard) };
      const write = action.run(sent, changesIn(fields, request.form, record));
      const done = isDone === undefined ? await write : await unlessDone(write, isDone);
      return isReply(done) ? done : { to: context.href(to, { ...outcomeQuery(done), said }) };
    };
    return runForm(context, submit, (problem) => page(context, problem));
  }

  return { page, change };
}

/** Whether a form was answered in its own way; an outcome of a write is none. */
const isReply = (done: Outcome | Reply): done is Reply => !('isCommitted' in done);

/** Form of an action. */
function drawForm(
  context: BrandContext,
  problem: PortalError | null,
  model: FormsModel,
  action: Action,
): ComponentChild {
  const { name, title, button, text, fields, record = null, inputs, sent, guard, isDanger } = action;
  const frame = { context: sent === undefined ? context : { ...context, form: sent }, problem, commit: model.commit };
  const form = {
    frame,
    to: model.path,
    title,
    button,
    isDanger,
    ...(guard === undefined && { version: model.version ?? '' }),
  };
  if (fields !== undefined)
    return <RecordForm {...form} action={name} fields={fields} record={record} children={text} />;
  return (
    <Form {...form} action={name || undefined}>
      {inputs?.(new FormInputs(frame.context, problem, name || undefined))}
      {text}
    </Form>
  );
}
