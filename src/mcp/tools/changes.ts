import { FeedItem } from '../../content/feed.js';
import { listChanges, sinceVersion } from '../../operations/feed.js';
import { Input, Type } from '../../validation/schema.js';
import { pageOf, pagingArguments, pagingOutput } from '../paging.js';
import { described, reads, tool } from '../tool.js';

export const listAllChanges = tool({
  name: 'list_changes',
  title: 'List what has changed',
  description:
    'What was created, changed, moved, restored or deleted since a version, each thing once. Without since: everything there is, as '.concat(
      'created. Keep the version of the answer to ask with it next time.',
    ),
  operation: listChanges,
  own: Input({ since: Type.Optional(described(sinceVersion, 'version of an earlier answer')), ...pagingArguments }),
  output: Input({
    version: described(Type.String(), 'of the brand now: the next since'),
    ...pagingOutput,
    changes: Type.Array(FeedItem),
  }),
  hints: reads,
  async call({ since, ...paging }, _body, run) {
    const { value } = await run(listChanges, { query: since === undefined ? {} : { since } });
    const { items, ...place } = pageOf(value.changes, paging);
    return { version: value.version, ...place, changes: items };
  },
});
