import { wrapIn } from 'prosemirror-commands';
import { InputRule, inputRules } from 'prosemirror-inputrules';
import { wrapInList } from 'prosemirror-schema-list';
import type { Command } from 'prosemirror-state';
import { normalised, setBlock } from './commands.js';
import { markType, nodeType } from './schema.js';

/** Kinds of text by the Markdown at the beginning of a paragraph, when a space follows. */
const kinds: Readonly<Record<string, Command>> = {
  '#': setBlock('h2'),
  '##': setBlock('h2'),
  '###': setBlock('h3'),
  '####': setBlock('h4'),
  '-': normalised(wrapInList(nodeType('ul'))),
  '*': normalised(wrapInList(nodeType('ul'))),
  '1.': normalised(wrapInList(nodeType('ol'))),
  '>': wrapIn(nodeType('blockquote')),
  '```': setBlock('pre'),
};

/** Turns a paragraph into what the signs at its beginning say. */
const kindRule = new InputRule(/^(#{1,4}|[-*>]|1\.|```) $/, (state, [, signs = ''], start, end) => {
  if (!/^(?:p|bare)$/.test(state.selection.$from.parent.type.name)) return null;
  const transaction = state.tr.delete(start, end);
  const isDone = kinds[signs]?.(state.apply(transaction), ({ steps }) => {
    for (const step of steps) transaction.step(step);
  });
  return isDone ? transaction.scrollIntoView() : null;
});

/**
 * Marks the words between two signs, and removes the signs.
 *
 * @param match the character before the signs, and the words
 */
function markRule(match: RegExp, tag: string): InputRule {
  const type = markType(tag);
  return new InputRule(
    match,
    (state, [whole, before = '', words = ''], start, end) => {
      if (words.trim() !== words) return null;
      const from = start + before.length;
      const signs = (whole.length - before.length - words.length) / 2;
      return state.tr
        .delete(from + signs + words.length, end)
        .delete(from, from + signs)
        .addMark(from, from + words.length, type.create())
        .removeStoredMark(type)
        .scrollIntoView();
    },
    { inCodeMark: false },
  );
}

/** Plugin that takes Markdown as it is typed. Its last change can be taken back by `undoInputRule`. */
export const markdown = inputRules({
  rules: [
    kindRule,
    markRule(/(^|[^*\p{L}\p{N}])\*\*([^*]+)\*\*$/u, 'strong'),
    markRule(/(^|[^*\p{L}\p{N}])\*([^*]+)\*$/u, 'em'),
    markRule(/(^|[^`\p{L}\p{N}])`([^`]+)`$/u, 'code'),
  ],
});
