import type { DefaultTreeAdapterTypes } from 'parse5';

export type Element = DefaultTreeAdapterTypes.Element;

/** What is compared as one: a word of a text, or an element with all it holds. Equal keys mean equal content. */
export interface Atom {
  readonly key: number;
  readonly word: string | null;
  readonly element: Element | null;
}

/** Tag and attributes, as text. */
export function shellText({ tagName, attrs }: Element): string {
  return `${tagName} ${JSON.stringify(attrs.map(({ name, value }) => [name, value]))}`;
}
