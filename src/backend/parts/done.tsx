import type { ComponentChild } from 'preact';
import { PortalError } from '../../lib/errors.js';
import type { Result } from '../../operations/engine/execute.js';
import { showCommit, undoable } from '../../operations/history.js';
import { addressedPart, type BrandContext, type Context, type Query } from '../context.js';
import { withReadableSubjects } from './change-subject.js';
import { orWithoutGit } from './feed.js';
import { Name } from './text.js';

/** Query of the page after a write: its commit, or that there was none. */
export function outcomeQuery({ commit, isCommitted, isReplayed }: Result): Query {
  return isCommitted || isReplayed ? { done: commit } : { same: 'yes' };
}

/** Outcome of one of two states. Where another has set it meanwhile, nothing is different. @param isSet whether it is so now */
export async function toggleOutcome(change: Promise<Result>, isSet: () => Promise<boolean>): Promise<Query> {
  try {
    return outcomeQuery(await change);
  } catch (error) {
    const isStale = error instanceof PortalError && error.code === 'precondition_failed';
    if (isStale && (await isSet())) return { same: 'yes' };
    throw error;
  }
}

/** Message after a form: the change that it made, and a way to undo it; or that there was none. */
export async function doneNotice(context: BrandContext): Promise<ComponentChild> {
  if (context.query.same !== undefined) {
    return (
      <p class="notice" role="status">
        Nothing was different, so nothing was stored.
      </p>
    );
  }
  const commit = await context.commitIn(context.query.done);
  if (commit === null) return null;
  const subject = showCommit(await context.repository(), commit).then(
    async (entry) => (await withReadableSubjects(context, [entry]))[0]?.subject ?? '',
  );
  const [text, undo] = await Promise.all([
    orWithoutGit(subject, () => 'it is a new version'),
    undoLink(context, commit),
  ]);
  return (
    <div class="notice" role="status">
      Done: <Name text={text} />. <a href={context.href(`/changes/${commit}`)}>See the change</a>
      {undo !== null && (
        <>
          {' · '}
          <a href={undo.href}>{undo.text}</a>
        </>
      )}
    </div>
  );
}

/** Message after a form that makes no commit of the brand. @param texts by what the address names */
export function saidNotice({ query }: Pick<Context, 'query'>, texts: Readonly<Record<string, string>>): ComponentChild {
  const text = Object.hasOwn(texts, query.said ?? '') ? texts[query.said ?? ''] : undefined;
  return text === undefined ? null : (
    <div class="notice" role="status">
      {text}
    </div>
  );
}

interface UndoLink {
  readonly href: string;
  readonly text: string;
}

const undo = (href: string): UndoLink => ({ href, text: 'Undo' });

/** Link to a page that previews the undoing of a commit; `null`: there is none, or not for this person. */
async function undoLink(context: BrandContext, commit: string): Promise<UndoLink | null> {
  const found = await undoable(await context.repository(), commit);
  if (found === null || !context.isAtLeast('editor')) return null;
  const { parent, things } = found;
  // What is removed may be taken out of pages with it: it is the one that comes back.
  const removed = things.filter(
    ({ kind, was, is }) => was === 'active' && is === null && ['entry', 'media', 'color'].includes(kind),
  );
  const [only, ...others] = removed.length === 1 ? removed : things;
  if (only === undefined || others.length > 0 || only.kind === 'other') {
    const isPurge = things.every(({ kind, is }) => kind === 'page' && is === null);
    if (isPurge || !context.isAtLeast('admin')) return null;
    return { href: context.href('/restore', { to: parent }), text: 'Restore the brand as it was before' };
  }
  const { kind, id, was, is } = only;
  if (is === 'trash') return undo(context.href(`/trash/${id}`));
  if (is === null && (kind === 'page' || kind === 'section')) return null;
  const { base } = addressedPart({ [kind]: id });
  if (was === 'active') return undo(context.href(`${base}/restore`, { to: parent }));
  return was === 'trash' ? undo(context.href(`${base}/edit`)) : null;
}
