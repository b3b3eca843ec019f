import { lift, toggleMark } from 'prosemirror-commands';
import type { Attrs, Mark } from 'prosemirror-model';
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { markType, nodeType, toolbarTags } from './schema.js';

const p = nodeType('p');
const bare = nodeType('bare');
const li = nodeType('li');

export const toggleMarkOf = (tag: string): Command => toggleMark(markType(tag));

/** Wraps a command to normalise its result: the only text in a list item is `bare`, any other text is a paragraph. */
export function normalised(command: Command): Command {
  return (state, dispatch, view) =>
    command(state, dispatch && ((transaction) => dispatch(normalise(transaction).scrollIntoView())), view);
}

function normalise(transaction: Transaction): Transaction {
  const { from, to } = transaction.selection;
  transaction.doc.nodesBetween(from, to, (node, position, parent) => {
    const isOnlyText = parent?.children.filter(({ isTextblock }) => isTextblock).length === 1;
    if (node.type === p && parent?.type === li && isOnlyText && node.attrs.html === null) {
      transaction.setNodeMarkup(position, bare);
    }
    if (node.type === bare && /^(?:doc|blockquote)$/.test(parent?.type.name ?? '')) {
      transaction.setNodeMarkup(position, p);
    }
  });
  return transaction;
}

export const insertBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodeType('br').create()).scrollIntoView());
  return true;
};

/** Splits a list item into two of the same kind. */
export const splitItem: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  const isText = $from.parent.isTextblock && $from.parent.content.size > 0 && $from.sameParent($to);
  if (!isText || $from.depth < 2 || $from.node(-1).type !== li) return false;
  const transaction = state.tr.deleteSelection();
  dispatch?.(
    transaction.split(transaction.selection.from, 2, [{ type: li }, { type: $from.parent.type }]).scrollIntoView(),
  );
  return true;
};

/** Splits a text without an element into two paragraphs. */
export const splitBare: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  if ($from.parent.type !== bare || !$from.sameParent($to)) return false;
  const transaction = state.tr.deleteSelection();
  transaction.setNodeMarkup($from.before(), p, { gap: $from.parent.attrs.gap });
  dispatch?.(transaction.split(transaction.selection.from).scrollIntoView());
  return true;
};

/** Turns the selected texts into elements with this tag. They keep their attributes. */
export const setBlock =
  (tag: string): Command =>
  (state, dispatch) => {
    const { from, to } = state.selection;
    const transaction = state.tr.setBlockType(from, to, nodeType(tag), ({ attrs }) => ({
      html: attrs.html,
      gap: attrs.gap,
    }));
    if (!transaction.docChanged) return false;
    dispatch?.(transaction.scrollIntoView());
    return true;
  };

/** Innermost element around the selection that the toolbar cannot make, or `null`. */
export function externalAt({
  selection,
}: EditorState): { tag: string; mark: Mark } | { tag: string; depth: number } | null {
  const { $from } = selection;
  const mark = $from.marks().findLast(({ type }) => !toolbarTags.has(type.name));
  if (mark !== undefined) return { tag: mark.type.name, mark };
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const tag = $from.node(depth).type.name;
    if (!toolbarTags.has(tag)) return { depth, tag };
  }
  return null;
}

/** Removes the element of `externalAt` and keeps its text. An element such as a table is removed with its content. */
export const removeExternal: Command = (state, dispatch) => {
  const external = externalAt(state);
  if (external === null) return false;
  const { $from } = state.selection;
  if ('mark' in external) {
    const { from, to } = markRange(state, external.mark);
    dispatch?.(state.tr.removeMark(from, to, external.mark));
    return true;
  }
  if ($from.node(external.depth).isTextblock) return setBlock('p')(state, dispatch);
  if (external.depth === $from.depth - 1 && lift(state, dispatch)) return true;
  const depths = Array.from({ length: external.depth }, (_, index) => index + 1);
  const depth = depths.find((candidate) => $from.node(candidate).type.name === 'table') ?? external.depth;
  dispatch?.(state.tr.delete($from.before(depth), $from.after(depth)).scrollIntoView());
  return true;
};

/** Range of the selection. If that is empty, the range around it that has the mark. */
export function markRange({ selection }: EditorState, mark: Mark): { from: number; to: number } {
  const { $from, from, to, empty } = selection;
  if (!empty) return { from, to };
  const nodes = $from.parent.children;
  const hasMark = (index: number): boolean => nodes[index]?.marks.some((other) => other.eq(mark)) ?? false;
  const current = $from.index();
  let first = hasMark(current) ? current : current - 1;
  let last = first;
  while (hasMark(first - 1)) first -= 1;
  while (hasMark(last + 1)) last += 1;
  return { from: $from.posAtIndex(first), to: $from.posAtIndex(last + 1) };
}

export function selectRange(state: EditorState, from: number, to: number): Transaction {
  return state.tr.setSelection(TextSelection.between(state.doc.resolve(from), state.doc.resolve(to)));
}

/**
 * Makes a range a link, in place of others; an empty address removes them. An empty range gets the words.
 */
export function setLink(
  transaction: Transaction,
  { from, to }: { readonly from: number; readonly to: number },
  { href, words }: { readonly href: string; readonly words: string },
  oldAttributes: Attrs | undefined,
): Transaction {
  if (href !== '' && from === to) transaction.insertText(words, from);
  const end = from === to ? from + words.length : to;
  transaction.removeMark(from, end, markType('a'));
  if (href === '') return transaction;
  return transaction.addMark(from, end, markType('a').create({ html: { ...oldAttributes, href } }));
}

/** Link at an empty selection, or the first link in the selection. */
export function linkAt({ selection, doc }: EditorState): Mark | undefined {
  const { $from, from, to, empty } = selection;
  if (empty) return markType('a').isInSet($from.marks());
  let link: Mark | undefined;
  doc.nodesBetween(from, to, ({ marks }) => {
    link ??= markType('a').isInSet(marks);
  });
  return link;
}
