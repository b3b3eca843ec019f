import type { ComponentChild } from 'preact';
import type { PortalError } from '../../../lib/errors.js';
import type { Operation } from '../../../operations/engine/contract.js';
import type { Acting } from '../../../registry/rights.js';
import { fill, words } from '../../../words/words.js';
import { address, addressedPart, type Fields, type Query, workspacePath } from '../../addresses.js';
import type { CallInput, WorkContext } from '../../context.js';
import { actingIn, type Guard, unknownAction } from '../../form-fields.js';
import type { WorkReply } from '../../replies.js';
import { ButtonLink, Submit } from './button.js';
import { buttonText, ForReview, proposalOf, sendForReview, waitingNote } from './for-review.js';
import { FormInputs, Once, SeenCommit } from './form.js';
import { type ListHead, ListHeading } from './list.js';
import { doneNotice, type Outcome, outcomeQuery, saidNotice, unlessDone } from './notices.js';
import { changesIn, fieldInputs, type RecordField, withoutBlankRows } from './record-form.js';
import { type ChangedPart, refusalWithChanges, runForm } from './refusal.js';
import { Adding, Crumb, Name } from './text.js';

/** A form that was sent. */
export interface SentForm {
  /** Values of its guards, and the proposal that it is for, as `perform` takes them. */
  readonly guard: Pick<CallInput, Guard | 'proposal'>;
  /** Fields that differ from the record. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Its sender, for a change of the registry. */
  readonly by: Acting;
}

/** A form of a page, and what it does. */
export interface Action {
  /**
   * Value of the field `action`, which tells the forms of a page apart. Empty if the page has one form, which lacks the field.
   */
  readonly name: string;
  /** Heading of the card of the form. Absent if it is part of another card. */
  readonly title?: string;
  /** Anchor of links to the form. */
  readonly id?: string;
  /** Text of the button. Default: *Save*. */
  readonly button?: string;
  /** Look of the button. Default: primary, or plain next to the primary one. */
  readonly look?: 'plain' | 'go' | 'bad' | 'quiet' | 'sm' | 'sm quiet' | 'sm bad';
  /** Object of the button's verb, for screen readers. Absent if the page or the card says it. */
  readonly of?: string;
  /** Fields, which become the body of the operation. Default: none. */
  readonly fields?: readonly RecordField[];
  /** Values that the fields show; `null` for a new record. */
  readonly record?: object | null;
  /** Content above the fields. */
  readonly text?: ComponentChild;
  /** Fields that no schema describes. `run` reads them. */
  readonly inputs?: (inputs: FormInputs) => ComponentChild;
  /** Values of this form when another form of the page was sent. */
  readonly sent?: Fields;
  /** Hidden fields that the form must have. A one-time name makes a repeated form run once. Default: the version. */
  readonly guards?: readonly Guard[];
  /** Tag of the registry's record that it changes. Default: that of the page. */
  readonly version?: string;
  /** Whether its fields and its button are in one line. */
  readonly isLine?: true;
  /** Write of the brand's content that it runs. Where that needs a review, the form is sent for review. */
  readonly writes?: Operation;
  /**
   * Runs the form.
   *
   * @returns the outcome of a write of content, or another reply than the redirect to `to`
   */
  run(sent: SentForm): Promise<Outcome | WorkReply | undefined>;
  /** Whether the effect is there already, by a second click or another person. */
  isDone?(): Promise<boolean>;
  /** Path of the page that follows, below the brand's. Default: the page itself. */
  readonly to?: string;
  /** Value of `said` in the address of that page. */
  readonly said?: string;
}

/** Title, forms and content of a page of forms. */
export interface FormsModel {
  readonly title: string;
  /** Heading. Default: the title; `false` if `sections` draws one. */
  readonly heading?: ComponentChild;
  /** Head of a list, in place of the heading. */
  readonly list?: ListHead;
  /** Path and name of the page above. Absent if the page is in the rail. */
  readonly up?: readonly [path: string, name: string];
  /** Path of the page, below the brand's. */
  readonly path: string;
  /** Part of the page that is shown: its forms lead back there. */
  readonly query?: Query;
  /** Version tag that its forms change. Absent if no form has a version as its guard. */
  readonly version?: string | null | undefined;
  /** Commit that the page shows. Absent if the content has no history. */
  readonly commit?: string | null;
  readonly actions: readonly Action[];
  readonly isNarrow?: true;
  /** Resource whose concurrent changes a refusal lists. Default: that of the address. */
  readonly part?: ChangedPart;
  /** File that its forms change. Default: all of `part`. */
  readonly file?: string;
  /**
   * Draws these changes.
   *
   * @param from commit that the form was made from
   */
  readonly difference?: (from: string) => Promise<ComponentChild>;
  /** Notices by the value of `said` in the address. */
  readonly said?: Readonly<Record<string, string>>;
  /**
   * Content of the page.
   *
   * @param form draws the form of an action
   * @param problem reason why a form was refused
   */
  sections(
    form: (name: string) => ComponentChild,
    problem: PortalError | null,
  ): ComponentChild | Promise<ComponentChild>;
}

export type FormsPage = ReturnType<typeof formsPage>;

/**
 * Handlers of a page of forms. `page` draws it, and `change` takes all of its forms. A refused form keeps what was sent.
 *
 * @param read reads what the page shows, or gives another reply. `isSent` says whether a form is about to run. Then `read`
 *   throws `not_found` rather than show another page.
 */
export function formsPage(read: (context: WorkContext, isSent: boolean) => Promise<FormsModel | WorkReply>) {
  async function page(context: WorkContext, problem: PortalError | null = null): Promise<WorkReply> {
    const model = await read(context, false);
    if (!('actions' in model)) return model;
    const { title, heading = <Name text={title} />, list, up, actions, difference, said = {}, isNarrow } = model;
    const { part = addressedPart(context.params), file } = model;
    const form = (name: string): ComponentChild => {
      const action = actions.find((candidate) => candidate.name === name);
      return action && drawForm(context, problem, model, action);
    };
    const body = (
      <>
        {await doneNotice(context)}
        {saidNotice(context, said)}
        {await refusalWithChanges(context, problem, part, difference)}
        {up && (
          <Crumb up={[context.href(up[0]), up[1]]}>
            <Name text={title} />
          </Crumb>
        )}
        {list === undefined && heading !== false && <h1>{heading}</h1>}
        {list && (
          <ListHeading title={title} {...list}>
            {addingOf(context, list, problem, form)}
          </ListHeading>
        )}
        {await waitingNote(context, file === undefined ? part.scope : { path: file })}
        {await model.sections(form, problem)}
      </>
    );
    return { title, body: isNarrow ? <div class="narrow">{body}</div> : body };
  }

  async function change(request: WorkContext): Promise<WorkReply> {
    const model = await read(request, true);
    if (!('actions' in model)) return model;
    const action = model.actions.find(({ name }) => name === (request.form.action ?? ''));
    const context = withoutBlankRows(request, action?.fields ?? []);
    const submit = async (): Promise<WorkReply> => {
      if (action === undefined) throw unknownAction();
      const { fields = [], record = null, guards = ['version'], isDone, said } = action;
      const [to, part] = action.to === undefined ? [model.path, model.query] : [action.to];
      const back = listBehind(request);
      const by = actingIn(request, request.slug, ...guards);
      const proposal = proposalOf(request.form);
      const guard = { ...Object.fromEntries(guards.map((name) => [name, request.form[name]])), proposal };
      const write = action.run({ guard, body: changesIn(fields, request.form, record), by });
      const done = isDone === undefined ? await write : await unlessDone(write, isDone);
      if (done === undefined) return { to: context.href(to, { ...part, said }) };
      if (isReply(done)) return done;
      await sendForReview(request, done);
      const query = { ...part, ...outcomeQuery(done), ...(!done.proposal && { said }) };
      if (back !== null) return { to: address(back.path, { ...back.query, ...query }) };
      // Pages of the portal show what is live.
      return { to: context.href(done.proposal && /^\/(?:-\/|$)/.test(to) ? model.path : to, query) };
    };
    return runForm(context, submit, (problem) => page(context, problem));
  }

  return { page, change };
}

/** Button of a list that adds an item. Its form is open when it was refused. */
function addingOf(
  { form: sent }: WorkContext,
  { adding }: ListHead,
  problem: PortalError | null,
  form: (name: string) => ComponentChild,
): ComponentChild {
  if ('href' in adding) return <ButtonLink to={adding.href} text={adding.text} look="go" />;
  const isRefused = problem !== null && (sent.action ?? '') === adding.action;
  return <Adding summary={adding.summary} isOpen={isRefused} form={form(adding.action)} />;
}

/** List in which the form was opened in place, and which is shown after it; `null` if the form was on its own page. */
function listBehind({ form, href }: WorkContext): { readonly path: string; readonly query: Query } | null {
  const back = workspacePath(form.back);
  if (back === null || !back.startsWith(`${href('')}/`)) return null;
  const [path = '', query] = back.split('?');
  const {
    done: _done,
    proposed: _proposed,
    same: _same,
    said: _said,
    ...kept
  } = Object.fromEntries(new URLSearchParams(query));
  return { path, query: kept };
}

/** Whether a form returned a reply of its own, not the outcome of a write. */
const isReply = (done: Outcome | WorkReply): done is WorkReply => !('isCommitted' in done);

/**
 * Look of the button of a form. The primary button of a page is the first *Save*, else the first action without a look.
 */
function lookOf(actions: readonly Action[], action: Action): string | undefined {
  const candidates = actions.filter(({ look }) => look === undefined);
  const primary = candidates.find(({ button }) => button === undefined) ?? candidates[0];
  const { look = action === primary ? 'go' : 'plain' } = action;
  return look === 'plain' ? undefined : look;
}

/** Form of an action, with one button. Hidden fields name its author, its base version, and the action. */
function drawForm(
  context: WorkContext,
  problem: PortalError | null,
  { path, query, version, commit = null, actions }: FormsModel,
  action: Action,
): ComponentChild {
  const { name, title, id, button, text, fields, record = null, inputs, guards = ['version'] } = action;
  const form = action.sent ?? context.form;
  const shown = new FormInputs({ form }, problem, name || undefined);
  // After a failed precondition the page shows the changes since, so the form now has the newest version.
  const sent = problem?.code === 'precondition_failed' ? {} : shown.sent;
  const hasHistory = guards.includes('version') && action.version === undefined;
  const shownText = buttonText(context, action.writes, button);
  return (
    <form
      method="post"
      action={context.href(path, query)}
      class={`${title ? 'card pad form' : 'form'}${action.isLine ? ' line' : ''}`}
      id={id}
      data-save={button === undefined || undefined}
    >
      {title && <h2>{title}</h2>}
      <input type="hidden" name="as" value={context.principal.person.id} />
      {fields === undefined ? inputs?.(shown) : [text, fieldInputs(shown, fields, record)]}
      {fields === undefined && text}
      {name !== '' && <input type="hidden" name="action" value={name} />}
      {hasHistory && <SeenCommit commit={sent.seen ?? commit} />}
      {guards.includes('once') && <Once context={{ form }} />}
      {action.writes && <ForReview context={context} writes={action.writes} />}
      {/* Last, so that a truncated form has no precondition and is refused. */}
      {guards.includes('version') && (
        <input type="hidden" name="version" value={sent.version ?? action.version ?? version ?? ''} />
      )}
      <Submit
        text={shownText}
        look={lookOf(actions, action)}
        label={action.of && fill(words().forms.buttonOf, { button: shownText, name: action.of })}
      />
    </form>
  );
}
