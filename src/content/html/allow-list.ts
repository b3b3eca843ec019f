/**
 * Allow-list of content: elements, attributes and schemes. The sanitiser, the editor's schema, the check of URLs and the tests derive
 * theirs from it.
 */

const inEach = (tags: string, content: string): Record<string, string> =>
  Object.fromEntries(tags.split(' ').map((tag) => [tag, content]));

/** Elements that part a text, with what they hold where a text is edited, in ProseMirror's content expressions. */
export const blockContent: Readonly<Record<string, string>> = {
  ...inEach('p h1 h2 h3 h4 h5 h6 pre', 'inline*'),
  hr: '',
  ...inEach('blockquote address div li dt dd td th caption figcaption', 'flow+'),
  ...inEach('ul ol', 'li+'),
  dl: '(dt | dd)+',
  table: '(caption | thead | tbody | tfoot)*',
  ...inEach('thead tbody tfoot', 'tr*'),
  tr: '(td | th)*',
  figure: '(flow | figcaption)+',
};

/** Elements within a line. A word goes on across them. */
export const inlineTags: ReadonlySet<string> = new Set(
  'a strong b em i u s del ins mark small sub sup code kbd samp var q cite abbr dfn time bdi bdo span'.split(' '),
);

export const breakTags: ReadonlySet<string> = new Set(['br', 'wbr']);

/** Elements without an end tag. */
export const voidTags: ReadonlySet<string> = new Set([...breakTags, 'hr']);

/** Elements of HTML; everything else is removed, its text kept unless it is code or style. */
export const allowedTags: ReadonlySet<string> = new Set([...Object.keys(blockContent), ...inlineTags, ...breakTags]);

/** Attributes of these elements. */
export const allowedAttributes: ReadonlySet<string> = new Set(
  'href title target rel lang dir colspan rowspan scope headers start reversed value datetime cite'.split(' '),
);

/** Schemes of addresses; relative ones have none. */
export const allowedSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);
