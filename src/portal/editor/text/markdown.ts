import { wrapIn } from 'prosemirror-commands';
import { wrapInList } from 'prosemirror-schema-list';
import type { Command } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { normalised, setBlock } from './commands.js';
import { nodeType } from './schema.js';

/** Kinds of text by the Markdown at the beginning of a paragraph, when a space follows. */
const rules: Readonly<Record<string, Command>> = {
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

/**
 * Turns the paragraph before a typed space into what its signs say.
 *
 * @returns whether it has
 */
export function markdownRule(view: EditorView, at: number): boolean {
  const { $from } = view.state.selection;
  const { parent } = $from;
  const signs = parent.textBetween(0, $from.parentOffset, null, '\ufffc');
  const isFirst = /^(?:p|bare)$/.test(parent.type.name) && at === $from.pos;
  const rule = isFirst && Object.hasOwn(rules, signs) ? rules[signs] : undefined;
  if (rule === undefined) return false;
  view.dispatch(view.state.tr.delete($from.start(), $from.pos));
  rule(view.state, view.dispatch, view);
  return true;
}
