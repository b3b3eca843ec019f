import type { ComponentChild } from 'preact';
import { parsePath, paths } from '../../../content/catalog/paths.js';
import { PortalError } from '../../../lib/errors.js';
import type { Result } from '../../../operations/engine/call.js';
import type { Operation } from '../../../operations/engine/contract.js';
import { showCommit, undoable } from '../../../operations/history.js';
import { undoUpdate, updateMedia } from '../../../operations/update-media.js';
import { Filled } from '../../../words/filled.js';
import { words } from '../../../words/words.js';
import { addressedPart, type Query } from '../../addresses.js';
import { orWithoutGit } from '../../compare/parts/change-list.js';
import { changeWords } from '../../compare/parts/change-words.js';
import type { Context, WorkContext } from '../../context.js';
import { Icon } from '../../parts/icon.js';
import { takenText } from '../../parts/taken-text.js';
import { ButtonForm } from './button.js';
import { buttonText, reviewFields } from './for-review.js';
import { Name } from './text.js';
import { undoableTheme } from './theme-undo.js';

/** Outcome of a write, as far as a notice shows it. */
export type Outcome = Pick<Result, 'commit' | 'isCommitted' | 'isReplayed' | 'proposal'>;

/** Query for the page after a write: its commit, its proposal, or that there was none. `doneNotice` reads it. */
export function outcomeQuery({ commit, isCommitted, isReplayed, proposal }: Outcome): Query {
  if (proposal) return { proposed: String(proposal) };
  return isCommitted || isReplayed ? { done: commit } : { same: 'yes' };
}

/**
 * Waits for a write to one of two states. A second click or another person may have set this state first. Then nothing was
 * different.
 *
 * @param isDone whether the state is set now
 */
export async function unlessDone<Done>(write: Promise<Done>, isDone: () => Promise<boolean>): Promise<Done | Outcome> {
  try {
    return await write;
  } catch (error) {
    const isStale = error instanceof PortalError && ['precondition_failed', 'not_found'].includes(error.code);
    if (isStale && (await isDone())) return { isCommitted: false };
    throw error;
  }
}

/**
 * Toast about an outcome, which is read out when the page is loaded. The script hides it after ten seconds.
 *
 * @param actions links and buttons
 */
export function statusNotice(children: ComponentChild, actions: ComponentChild = null): ComponentChild {
  return (
    <div class="toast" role="status">
      <Icon name="circle-check" />
      <span>{children}</span>
      {actions}
    </div>
  );
}

/** Notice after a form, with the commit that it made and a link to undo it. Without a commit it says so. */
export async function doneNotice(context: WorkContext): Promise<ComponentChild> {
  const { same, proposed = '' } = context.query;
  const texts = words().forms;
  const taken = takenText(context.query.taken?.split(',') ?? []);
  if (same !== undefined) return statusNotice(texts.nothingDifferent);
  if (/^[1-9]\d{0,8}$/.test(proposed)) {
    const link = <a href={context.href(`/proposals/${proposed}`)}>{texts.seeProposal}</a>;
    return statusNotice(`${texts.sentForReview}${taken}`, link);
  }
  const commit = await context.commitIn(context.query.done);
  if (commit === null) return taken === '' ? null : statusNotice(taken);
  const result = showCommit(await context.repository(), commit).then((entry) => changeWords(entry)?.done ?? '');
  const [text, undo] = await Promise.all([orWithoutGit(result, () => ''), undoLink(context, commit)]);
  return statusNotice(
    <>
      {text === '' ? texts.saved : <Filled text={texts.savedResult} values={{ result: <Name text={text} /> }} />}
      {taken} <a href={context.href(`/changes/${commit}`)}>{texts.seeChange}</a>
    </>,
    undo && <UndoOf context={context} undo={undo} />,
  );
}

function UndoOf({ context, undo: { href, text, writes } }: { readonly context: WorkContext; readonly undo: UndoLink }) {
  if (writes === undefined) return <a href={href}>{text}</a>;
  const fields = { as: context.principal.person.id, ...reviewFields(context, writes) };
  return <ButtonForm to={href} fields={fields} text={buttonText(context, writes, text)} look="sm" />;
}

/**
 * Notice after a form that makes no commit of the brand.
 *
 * @param texts by the value of `said` in the address
 */
export function saidNotice({ query }: Pick<Context, 'query'>, texts: Readonly<Record<string, string>>): ComponentChild {
  const text = Object.hasOwn(texts, query.said ?? '') ? texts[query.said ?? ''] : undefined;
  return text === undefined ? null : statusNotice(text);
}

interface UndoLink {
  readonly href: string;
  readonly text: string;
  /** Write of the form at that address, where it needs no preview. */
  readonly writes?: Operation;
}

const undoAt = (href: string, writes?: Operation): UndoLink => ({
  href,
  text: words().common.undo,
  ...(writes && { writes }),
});

/** Link to a page that undoes a commit; `null` if it cannot be undone, or not by this person. */
export async function undoLink(context: WorkContext, commit: string): Promise<UndoLink | null> {
  const repository = await context.repository();
  const change = await undoable(repository, commit);
  if (change === null) return null;
  const { parent, items } = change;
  const isOfMedia = items.every(
    ({ kind, id }) => kind === 'media' || id === paths.tags || parsePath(id)?.kind === 'collection',
  );
  const operation =
    isOfMedia && items.length > 0 ? showCommit(repository, commit).then((done) => done.operation) : null;
  if (operation !== null && (await orWithoutGit(operation, () => null)) === updateMedia.name) {
    return undoAt(context.href('/media/undo', { of: commit }), undoUpdate);
  }
  // Removing a fact, medium or colour also removes it from pages. Undoing restores only the record.
  const removed = items.filter(
    ({ kind, was, is }) => was === 'active' && is === null && ['entry', 'media', 'color'].includes(kind),
  );
  const [only, ...others] = removed.length === 1 ? removed : items;
  if (only === undefined || others.length > 0 || only.kind === 'other') {
    const isBrandFile = others.length === 0 && only?.id === paths.brand;
    if (isBrandFile && (await undoableTheme(context, commit)) !== null) {
      return undoAt(context.href('/theme', { undo: commit }));
    }
    const isPurge = items.every(({ kind, is }) => kind === 'page' && is === null);
    if (isPurge || !context.isAtLeast('admin')) return null;
    const href = context.href('/restore', { to: parent });
    const isNewest = (await context.newest()).commit === commit;
    return isNewest ? undoAt(href) : { href, text: words().forms.restoreBrand };
  }
  const { kind, id, was, is } = only;
  if (is === 'trash') return undoAt(context.href(`/trash/${id}`));
  if (is === null && (kind === 'page' || kind === 'section')) return null;
  const { base } = addressedPart({ [kind]: id });
  if (was === 'active') return undoAt(context.href(`${base}/restore`, { to: parent }));
  return was === 'trash' ? undoAt(context.href(`${base}/edit`)) : null;
}
