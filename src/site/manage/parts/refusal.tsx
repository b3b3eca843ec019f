import type { ComponentChild } from 'preact';
import { type ErrorCode, PortalError } from '../../../lib/errors.js';
import { say } from '../../../lib/say.js';
import { isReviewRequired } from '../../../operations/engine/access.js';
import { type HistoryScope, historyPage } from '../../../operations/history.js';
import { toldError } from '../../../words/errors.js';
import { Filled } from '../../../words/filled.js';
import { words } from '../../../words/words.js';
import { type AddressedPart, addressedPart } from '../../addresses.js';
import { ChangeList } from '../../compare/parts/change-list.js';
import { toldChanges } from '../../compare/parts/told-change.js';
import type { SignedInContext, WorkContext } from '../../context.js';
import { Note, Warning } from '../../parts/note.js';
import type { WorkReply } from '../../replies.js';
import { inputPrefix } from './form.js';
import { LinkLine, Name } from './text.js';

/** Part of the brand that a form changes. If `base` is empty, there is no comparison of it. */
export type ChangedPart = Pick<AddressedPart, 'base'> & { readonly scope: HistoryScope };

/** Limit on the changes that a refused form names. */
const maxNamed = 10;

/**
 * Runs a form.
 *
 * @param page shows a form refused for its fields or author (422), its precondition (412), the size of its file (413), or a review that it needs (403)
 * @throws any other error
 */
export async function runForm(
  context: SignedInContext | WorkContext,
  run: () => Promise<WorkReply>,
  page: (problem: PortalError) => Promise<WorkReply>,
): Promise<WorkReply> {
  try {
    if ('slug' in context) await requireAuthor(context);
    return await run();
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    const status = isReviewRequired(error) ? 403 : statuses[error.code];
    if (status === undefined) throw error;
    return { status, ...(await page(toldError(error))) };
  }
}

/** Name of the person who wrote a form; `null` if this person sent it, and not someone who has signed in since. */
async function writerOf({ form, principal, service, slug }: WorkContext): Promise<string | null> {
  const { as: author = '' } = form;
  if (author === '' || author === principal.person.id) return null;
  const people = (await service.people.list()).filter(({ roles }) => Object.hasOwn(roles, slug));
  return people.find(({ id }) => id === author)?.name ?? 'someone else';
}

/** @throws `invalid` if another person wrote the form. The form that is then shown belongs to the sender. */
async function requireAuthor(context: WorkContext): Promise<void> {
  const name = await writerOf(context);
  if (name === null) return;
  const { name: sender } = context.principal.person;
  throw new PortalError('invalid', say`${name} wrote this, and you are ${sender}. Sent again, it is your change.`);
}

const statuses: Partial<Record<ErrorCode, number>> = { invalid: 422, precondition_failed: 412, too_large: 413 };

/**
 * Reason of a refusal, above the sent form. It names wrong fields, or the changes made since.
 *
 * @param difference draws the changes made since a commit
 */
export async function refusalWithChanges(
  context: WorkContext,
  problem: PortalError | null,
  part: ChangedPart = addressedPart(context.params),
  difference?: (from: string) => Promise<ComponentChild>,
): Promise<ComponentChild> {
  // Refusals of the registry name the authors, because it has no history that people see.
  const isStale = problem?.code === 'precondition_failed' && problem.extra?.authors === undefined;
  return isStale ? changesMeanwhile(context, part, difference) : refusalNotice(context, problem);
}

/** Reason of a refusal by what has no history, such as keys. It does not name the changes made since. */
export function refusalNotice({ form }: Pick<WorkContext, 'form'>, problem: PortalError | null): ComponentChild {
  if (problem === null) return null;
  const texts = words().forms;
  if (problem.code === 'precondition_failed') return staleWarning(authorsIn(problem));
  if (isReviewRequired(problem)) {
    return alertBox(texts.nothingChanged, [texts.needsReview]);
  }
  const reasons = Object.entries(problem.fields ?? {}).map(([field, texts]) => {
    const isInForm = Object.hasOwn(form, field);
    return isInForm ? <a href={`#${inputPrefix(form.action)}${field}`}>{texts.join(' ')}</a> : texts.join(' ');
  });
  return alertBox(texts.nothingChanged, reasons.length === 0 ? [problem.message] : reasons);
}

/** Box above a refused form, which gets the focus by the script. */
export function alertBox(heading: ComponentChild, reasons: readonly ComponentChild[]): ComponentChild {
  return (
    <Note kind="bad" isAlert>
      <strong>{heading}</strong>
      <ul>
        {reasons.map((reason) => (
          <li>{reason}</li>
        ))}
      </ul>
    </Note>
  );
}

const authorsIn = ({ extra }: PortalError): { readonly author: string }[] =>
  Array.isArray(extra?.authors) ? extra.authors.map((author) => ({ author })) : [];

/**
 * @param entries the changes made since, if known
 * @param listId id of their list; `main` if there is none
 */
function staleWarning(entries: readonly { readonly author: string }[], listId = 'main'): ComponentChild {
  const texts = words().forms;
  const isNamed = entries.length > 0;
  const title = isNamed ? (
    <Filled text={texts.changedMeanwhileBy} values={{ authors: <Authors entries={entries} /> }} />
  ) : (
    texts.changedMeanwhile
  );
  return (
    <Warning title={title} link={[`#${listId}`, listId === 'main' ? texts.sentByYou : texts.meanwhile]} isAlert>
      {texts.sendAgain}
    </Warning>
  );
}

/** `Ada, Ben and Cid`. */
function Authors({ entries }: { readonly entries: readonly { readonly author: string }[] }): ComponentChild {
  const authors = new Set(entries.map(({ author }) => author || words().forms.unknown));
  const parts = new Intl.ListFormat(words().locale).formatToParts(authors);
  return parts.map(({ type, value }) => (type === 'element' ? <Name text={value} /> : value));
}

async function changesMeanwhile(
  context: WorkContext,
  { scope, base }: ChangedPart,
  difference?: (from: string) => Promise<ComponentChild>,
): Promise<ComponentChild> {
  const seen = await context.commitIn(context.form.seen);
  const range = seen === null ? { limit: 1 } : { not: seen, limit: maxNamed };
  // Without git on this machine no change can be named.
  const changes = (await historyPage(await context.repository(), scope, range).catch(() => null))?.entries ?? [];
  return (
    <>
      {staleWarning(changes, changes.length > 0 ? 'meanwhile' : undefined)}
      {changes.length > 0 && (
        <section aria-labelledby="meanwhile">
          <h2 id="meanwhile">{words().forms.changesMeanwhile}</h2>
          <ChangeList context={context} heading="h3" entries={await toldChanges(context, changes)} />
          {seen !== null && base !== '' && (
            <LinkLine to={context.href(`${base}/compare`, { from: seen })} text={words().forms.wordByWord} />
          )}
          {seen !== null && (await difference?.(seen))}
        </section>
      )}
    </>
  );
}
