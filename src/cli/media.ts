import { Command } from 'commander';
import { addMedia, inspectMedia, listAllMedia, releaseMedia, removeMedia, setMedia } from '../operations/media.js';
import { referrerName } from '../operations/references.js';
import { print, table, useService } from './common.js';
import { type ContentOptions, contentCommand, parseInteger, sentFields } from './content-command.js';
import { describeUse } from './describe-use.js';
import { oneLine } from './printable.js';
import { operate, runOperation } from './run-operation.js';

export function mediaCommand(): Command {
  const media = new Command('media').description(
    'list, show, add, change, release, withdraw and remove the metadata of media',
  );
  const commands = [
    listCommand(),
    showCommand(),
    addCommand(),
    setCommand(),
    releaseCommand(true),
    releaseCommand(false),
    removeCommand(),
  ];
  for (const command of commands) media.addCommand(command);
  return media;
}

function listCommand(): Command {
  const command = contentCommand('list', 'all media, also those that the API does not show');
  return command.action(async (brand: string, options: ContentOptions) => {
    const media = await operate(options, brand, listAllMedia);
    const rows = media.map(({ id, title, type, status, released }) => {
      return [String(id), title ?? '-', type, status, released ? 'yes' : 'no'];
    });
    print(media, options, () => table(['ID', 'TITLE', 'TYPE', 'STATUS', 'RELEASED'], rows));
  });
}

function showCommand(): Command {
  const command = contentCommand('show', 'one medium, and the pages whose blocks use it').argument(
    '<medium>',
    "the medium's id",
  );
  return command.action(async (brand: string, id: string, options: ContentOptions) => {
    const medium = await operate(options, brand, inspectMedia, { params: { id } });
    const { used_by, ...fields } = medium;
    print(medium, options, () => describeUse(fields, used_by));
  });
}

const names = ['type', 'title', 'caption', 'width', 'height', 'status'];
const fields = { ...Object.fromEntries(names.map((name) => [name, name])), category: 'media_category_id' };

const types = 'image, video, document, audio or archive';

/** @param number reads an option that is a whole number */
function withMetadata(command: Command, number: (text: string) => number | null): Command {
  return command
    .option('--title <text>', 'its title')
    .option('--caption <text>', 'its caption')
    .option('--width <pixels>', 'its width', number)
    .option('--height <pixels>', 'its height', number)
    .option('--category <id>', 'the id of its category', number);
}

function addCommand(): Command {
  const command = contentCommand('add', "add a medium's metadata; it is shown once it is released");
  withMetadata(command.requiredOption('--type <type>', types), parseInteger);
  return command.action(async (brand: string, options: ContentOptions) => {
    const medium = await operate(options, brand, addMedia, { body: sentFields(options, fields) });
    print(medium, options, () => `Added medium ${medium.id}. Release it with: media release ${brand} ${medium.id}`);
  });
}

function setCommand(): Command {
  const command = contentCommand('set', "change a medium's metadata; an empty value, such as --title '', removes one");
  withMetadata(command.argument('<medium>', "the medium's id").option('--type <type>', types), integerOrNone).option(
    '--status <status>',
    'processing, ready or failed: the API shows what is ready',
  );
  return command.action(async (brand: string, id: string, options: ContentOptions) => {
    const input = { params: { id }, body: sentFields(options, fields) };
    const medium = await operate(options, brand, setMedia, input);
    print(
      medium,
      options,
      () => `Medium ${id} is ${medium.title === null ? 'untitled' : `"${oneLine(medium.title)}"`}.`,
    );
  });
}

function integerOrNone(text: string): number | null {
  return text === '' ? null : parseInteger(text);
}

function releaseCommand(released: boolean): Command {
  const command = released
    ? contentCommand('release', 'show a medium through the API, and let blocks refer to it')
    : contentCommand('withdraw', 'show a medium no longer; blocks that refer to it stay as they are');
  return command
    .argument('<medium>', "the medium's id")
    .action(async (brand: string, id: string, options: ContentOptions) => {
      const { medium, used_by } = await useService(options, async (service) => {
        const medium = await runOperation(service, brand, releaseMedia, { params: { id }, body: { released } });
        const used = released ? [] : (await runOperation(service, brand, inspectMedia, { params: { id } })).used_by;
        return { medium, used_by: used };
      });
      const still = used_by.length === 0 ? '' : ` Still shown on ${used_by.map(referrerName).map(oneLine).join(', ')}.`;
      const said = `Medium ${id} is ${released ? 'released' : 'withdrawn'}.${still}`;
      print(released ? medium : { ...medium, used_by }, options, () => said);
    });
}

function removeCommand(): Command {
  const command = contentCommand('remove', 'remove a medium; refused while blocks use it: media show tells which')
    .argument('<medium>', "the medium's id")
    .option('--force', 'take it out of the blocks that use it');
  return command.action(async (brand: string, id: string, options: ContentOptions & { force?: true }) => {
    const body = { force: options.force === true };
    const removed = await operate(options, brand, removeMedia, { params: { id }, body });
    print(removed, options, () => `Removed medium ${id}.`);
  });
}
