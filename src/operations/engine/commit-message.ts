import { type KeyedRequest, keyTrailer } from '../../store/history/keyed-commits.js';
import type { CommitInfo } from '../../store/snapshot.js';
import { type Actor, actorTrailer, type Via } from './actor.js';

/** The call that a commit was made for. */
export interface CommittedCall {
  readonly actor: Actor;
  readonly via: Via;
  readonly operation: string;
  readonly requestId: string;
  readonly keyed: KeyedRequest | null;
}

/** Author, subject and trailers of the commit of a write. @param details lines below the subject */
export function commitInfo(
  { actor, via, operation, requestId, keyed }: CommittedCall,
  slug: string,
  time: Date,
  subject: string,
  details: readonly string[],
): CommitInfo {
  return {
    author: { name: actor.name, email: `${actor.id}@${slug}.invalid` },
    time,
    message: {
      subject,
      details,
      trailers: [
        ['Operation', operation],
        actorTrailer(actor),
        ['Via', via],
        ['Request-Id', requestId],
        ...(keyed === null ? [] : [keyTrailer(keyed)]),
      ],
    },
  };
}
