/**
 * Allow-list of content: elements, attributes and schemes. The sanitiser, the editor's schema, the check of URLs and the tests derive
 * theirs from it.
 */

const sameContent = (tags: string, content: string): Record<string, string> =>
  Object.fromEntries(tags.split(' ').map((tag) => [tag, content]));

/**
 * Block elements, with what they hold in ProseMirror's content expressions, whose groups `flow` and `inline` the editor's schema
 * defines.
 */
export const blockContent: Readonly<Record<string, string>> = {
  ...sameContent('p h1 h2 h3 h4 h5 h6 pre', 'inline*'),
  hr: '',
  ...sameContent('blockquote address div li dt dd td th caption figcaption', 'flow+'),
  ...sameContent('ul ol', 'li+'),
  dl: '(dt | dd)+',
  table: '(caption | thead | tbody | tfoot)*',
  ...sameContent('thead tbody tfoot', 'tr*'),
  tr: '(td | th)*',
  figure: '(flow | figcaption)+',
};

/** Inline elements. A word continues across them. */
export const inlineTags: ReadonlySet<string> = new Set(
  'a strong b em i u s del ins mark small sub sup code kbd samp var q cite abbr dfn time bdi bdo span'.split(' '),
);

/** Elements that break a line or may. */
export const breakTags: ReadonlySet<string> = new Set(['br', 'wbr']);

/** Elements without an end tag. */
export const voidTags: ReadonlySet<string> = new Set([...breakTags, 'hr']);

/** All allowed elements. Others are removed; their content stays, except that of `droppedTags`. */
export const allowedTags: ReadonlySet<string> = new Set([...Object.keys(blockContent), ...inlineTags, ...breakTags]);

/** Elements that are removed with their content, which is code, a fallback, or meaningless outside of them. */
export const droppedTags: ReadonlySet<string> = new Set(
  (
    'annotation-xml audio colgroup desc foreignobject head iframe math mi mn mo ms mtext noembed noframes noscript plaintext ' +
    'script selectedcontent style svg template title video xmp'
  ).split(' '),
);

/** Attributes allowed on every one of these elements, except `target`, which stays on links only. */
export const allowedAttributes: ReadonlySet<string> = new Set(
  'href title target rel lang dir colspan rowspan scope headers start reversed value datetime cite'.split(' '),
);

/** Schemes of addresses; relative ones have none. */
export const allowedSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);
