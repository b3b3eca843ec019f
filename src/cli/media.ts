import { type Command, Option } from 'commander';
import { addMedia, inspectMedia, listAllMedia, releaseMedia, removeMedia, setMedia } from '../operations/media.js';
import { referrerName } from '../operations/references.js';
import { brandArgument, columns, commandGroup, operationCommand, serviceCommand, withReferrers } from './command.js';
import { oneLine } from './printable.js';
import { runOperation } from './run-operation.js';

const medium = ['<medium>', "the medium's id"] as const;
const type = ['--type <type>', 'image, video, document, audio or archive'] as const;
const metadata = [
  ['--title <text>', 'its title'],
  ['--caption <text>', 'its caption'],
  ['--width <pixels>', 'its width'],
  ['--height <pixels>', 'its height'],
  ['--category <id>', 'the id of its category'],
] as const;
const fields = { category: 'media_category_id' };

export function mediaCommand(): Command {
  return commandGroup('media', 'list, show, add, change, release, withdraw and remove the metadata of media', [
    operationCommand('list', 'all media, also those that the API does not show', listAllMedia, {
      text: columns('id', 'title', 'type', 'status', 'released'),
    }),
    operationCommand('show', 'one medium, and the pages whose blocks use it', inspectMedia, {
      args: [medium],
      text: withReferrers,
    }),
    operationCommand('add', "add a medium's metadata; it is shown once it is released", addMedia, {
      options: [new Option(...type).makeOptionMandatory(), ...metadata],
      fields,
      text: ({ id }, brand) => `Added medium ${id}. Release it with: media release ${brand} ${id}`,
    }),
    operationCommand('set', "change a medium's metadata; an empty value, such as --title '', removes one", setMedia, {
      args: [medium],
      options: [type, ...metadata, ['--status <status>', 'processing, ready or failed: the API shows what is ready']],
      fields,
      text: ({ id, title }) => `Medium ${id} is ${title === null ? 'untitled' : `"${oneLine(title)}"`}.`,
    }),
    operationCommand('release', 'show a medium through the API, and let blocks refer to it', releaseMedia, {
      args: [medium],
      body: { released: true },
      text: ({ id }) => `Medium ${id} is released.`,
    }),
    serviceCommand('withdraw', 'show a medium no longer; blocks that refer to it stay as they are', {
      args: [brandArgument, medium],
      async run(service, _options, brand = '', id = '') {
        const params = { id };
        const changed = await runOperation(service, brand, releaseMedia, { params, body: { released: false } });
        const { used_by } = await runOperation(service, brand, inspectMedia, { params });
        return { ...changed, used_by };
      },
      text({ id, used_by }) {
        const users = used_by.map(referrerName).map(oneLine).join(', ');
        return `Medium ${id} is withdrawn.${users === '' ? '' : ` Still shown on ${users}.`}`;
      },
    }),
    operationCommand('remove', 'remove a medium; refused while blocks use it: media show tells which', removeMedia, {
      args: [medium],
      options: [['--force', 'take it out of the blocks that use it']],
      text: ({ removed }) => `Removed medium ${removed}.`,
    }),
  ]);
}
