export type Mark = 'same' | 'added' | 'removed';

/** Text without markup, entities read. */
export interface MarkedText {
  readonly text: string;
  readonly mark: Mark;
}

/** An element that is not the same has the mark of everything in it. */
export interface MarkedElement {
  readonly tag: string;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  readonly mark: Mark;
  readonly children: readonly MarkedNode[];
}

/** Two versions of HTML as one tree: without the insertions it is the older one, without the deletions the newer one. */
export type MarkedNode = MarkedText | MarkedElement;

/** Whether two versions differ in nothing that readers see: only in blanks. */
export const isUnmarked = (nodes: readonly MarkedNode[]): boolean =>
  nodes.every((node) => node.mark === 'same' && ('text' in node || isUnmarked(node.children)));
