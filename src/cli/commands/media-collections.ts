import type { Command } from 'commander';
import { visible } from '../../lib/display-safety.js';
import {
  addCollection,
  listCollections,
  removeCollection,
  setCollection,
  showCollection,
} from '../../operations/collections.js';
import { referrerName } from '../../operations/used-by.js';
import { collect, commandGroup, memberLines, operationCommand, table } from '../command.js';
import { parseInteger } from '../options.js';

const id = ['<collection>', "the collection's id"] as const;
const options = [
  ['--slug <slug>', 'its name in addresses'],
  ['--text <text>', "a text below the title; '' removes it"],
  ['--visibility <visibility>', 'public, internal or hidden, as of pages'],
  ['--media <id>', 'a medium; may be repeated; these are all media, in their order', collect(parseInteger)],
] as const;

/** `media collection`. */
export const mediaCollectionCommand = (): Command =>
  commandGroup('collection', 'list, show, add, set and remove collections of media', [
    operationCommand('list', 'list the collections', listCollections, {
      text: (collections) =>
        table(
          ['ID', 'SLUG', 'TITLE', 'VISIBILITY', 'MEDIA'],
          collections.map((one) => [
            ...[`${one.id}`, one.slug, visible(one.title), one.visibility],
            `${one.media.length}`,
          ]),
        ),
    }),
    operationCommand('show', 'show a collection, and the pages whose blocks name it', showCollection, {
      args: [id],
      text: ({ media, used_by, ...collection }) =>
        memberLines({
          ...collection,
          media: media.join(', ') || null,
          used_by: used_by.map(referrerName).join(', ') || null,
        }).join('\n'),
    }),
    operationCommand('add', 'add a collection', addCollection, {
      args: [['<title>', 'its title']],
      options,
      text: ({ id, slug }) => `Added collection ${id}, "${slug}".`,
    }),
    operationCommand('set', 'change a collection', setCollection, {
      args: [id],
      options: [['--title <title>', 'its title'], ...options],
      text: ({ id, title, media }) => `Collection ${id} "${visible(title)}" has ${media.length} media.`,
    }),
    operationCommand('remove', 'remove a collection; its media stay; refused while blocks name it', removeCollection, {
      args: [id],
      options: [['--force', 'also take it out of the blocks that name it']],
      text: ({ removed }) => `Removed collection ${removed}.`,
    }),
  ]);
