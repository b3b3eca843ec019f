/**
 * Elements, attributes and schemes that content may hold. No other file lists them: the sanitiser, the check of URLs and the tests read it here.
 */

/** Elements of HTML; everything else is removed, its text kept unless it is code or style. */
export const allowedTags: ReadonlySet<string> = new Set(
  (
    'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s del ins mark small sub sup code pre kbd samp var blockquote q cite abbr ' +
    'dfn time address ul ol li dl dt dd a table caption thead tbody tfoot tr th td figure figcaption span div bdi bdo wbr'
  ).split(' '),
);

/** Attributes of these elements. */
export const allowedAttributes: ReadonlySet<string> = new Set(
  'href title target rel lang dir colspan rowspan scope headers start reversed value datetime cite'.split(' '),
);

/** Schemes of addresses; relative ones have none. */
export const allowedSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);
