import type { CommitMessage } from '../../store/git/commit.js';
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

/** Author and message of the commit of a write: its own trailers stand between those that every commit has. */
export function commitInfo(
  { actor, via, operation, requestId, keyed }: CommittedCall,
  slug: string,
  time: Date,
  message: CommitMessage,
): CommitInfo {
  return {
    author: { name: actor.name, email: `${actor.id}@${slug}.invalid` },
    time,
    message: {
      ...message,
      trailers: [
        ['Operation', operation],
        actorTrailer(actor),
        ['Via', via],
        ['Request-Id', requestId],
        ...message.trailers,
        ...(keyed === null ? [] : [keyTrailer(keyed)]),
      ],
    },
  };
}
