import { Argument, type Command } from 'commander';
import { visible } from '../../lib/display-safety.js';
import {
  addMediaCategory,
  listMediaCategories,
  listTags,
  mergeMediaCategory,
  mergeTag,
  orderMediaCategories,
  removeMediaCategory,
  removeTag,
  renameMediaCategory,
  renameTag,
} from '../../operations/media-names.js';
import { collect, columns, commandGroup, operationCommand } from '../command.js';
import { parseInteger } from '../options.js';

const newName = ['<name>', 'the new name'] as const;
const target = ['<into>', 'the name or id of the one that stays'] as const;
const text = columns('id', 'name', 'media');

/** `media tag` and `media category`. */
export function mediaNameCommands(): Command[] {
  const tag = ['<tag>', 'the name or id of the tag'] as const;
  const category = ['<category>', 'the name or id of the category'] as const;
  return [
    commandGroup('tag', 'list, rename, merge and remove the tags of media', [
      operationCommand('list', 'list the tags, with the number of their media', listTags, { text }),
      operationCommand('rename', 'rename a tag', renameTag, {
        args: [tag, newName],
        text: ({ id, name }) => `Tag ${id} is "${visible(name)}".`,
      }),
      operationCommand('merge', 'merge a tag into another; its media have the other then', mergeTag, {
        args: [tag, target],
        text: ({ name }) => `Its media have the tag "${visible(name)}" now.`,
      }),
      operationCommand('remove', 'remove a tag; its media stay', removeTag, {
        args: [tag],
        text: ({ removed }) => `Removed tag "${visible(removed)}".`,
      }),
    ]),
    commandGroup('category', 'list, add, rename, order, merge and remove the categories of media', [
      operationCommand(
        'list',
        'list the categories in display order, with the number of their media',
        listMediaCategories,
        {
          text,
        },
      ),
      operationCommand('add', 'add a category at the end', addMediaCategory, {
        args: [newName],
        text: ({ id, name }) => `Added category ${id}, "${visible(name)}".`,
      }),
      operationCommand('rename', 'rename a category', renameMediaCategory, {
        args: [category, newName],
        text: ({ id, name }) => `Category ${id} is "${visible(name)}".`,
      }),
      operationCommand('order', 'order the categories', orderMediaCategories, {
        args: [
          new Argument('<ids...>', 'the ids of all categories, in their new order').argParser(collect(parseInteger)),
        ],
        text,
      }),
      operationCommand('merge', 'merge a category into another; its media are in the other then', mergeMediaCategory, {
        args: [category, target],
        text: ({ name }) => `Its media are in "${visible(name)}" now.`,
      }),
      operationCommand('remove', 'remove a category; its media stay', removeMediaCategory, {
        args: [category],
        text: ({ removed }) => `Removed category "${visible(removed)}".`,
      }),
    ]),
  ];
}
