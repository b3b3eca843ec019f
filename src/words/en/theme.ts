/** Theme of a brand's portal. */
export const theme = {
  hint: 'The colours and fonts of the portal itself.',
  defaults: 'Nothing is set yet: these are the defaults.',
  fonts: 'Fonts',
  noFonts: 'No fonts yet.',
  editOrRemove: 'Edit or remove',
  undoTitle: 'Undo this change?',
  undo: 'Undo change',
  nothingToUndo: 'It is undone, or a later change has set the same values. There is nothing to undo.',
  contrast: 'Contrast',
  /** Colour on another one. */
  pair: '{front} on {back}',
  largeText: 'large text only',
  notForText: 'not for text',
  /** Hint at a colour that is moved to be read. */
  moved: {
    light: 'Texts show it as {color} in the light look.',
    dark: 'Texts show it as {color} in the dark look.',
  },
};

/** Form that adds a font to the theme. */
export const newFont = {
  title: 'Add font',
  hint: 'This font replaces the family of each use that you choose.',
  add: 'Add font',
  file: 'Font file',
  fileHint: 'WOFF2, WOFF, TTF or OTF, at most {size}. A font that devices have, such as Georgia, needs none.',
  family: 'Family',
  familyHint: 'Left empty, it is the one in the file.',
  weights: 'Weights',
  weightsHint: 'Such as 400, 700. Left empty, they are those of the file.',
  style: 'Style',
  asFile: 'As in the file',
  styles: { normal: 'Upright', italic: 'Italic' },
  roles: 'Used for',
  roleNames: { headline: 'Headings', body: 'Text', code: 'Code' },
  otherRole: 'Another use',
  otherRoleHint: 'A role of its own, such as numerals.',
  servedOnWeb: 'This font may be served on the web',
  servedOnWebHint: 'A font file needs this. Its licence must allow it.',
  specimen: 'Specimen',
};

/** Colours of a brand. */
export const colors = {
  hint: 'The palette of the brand, with its notations for print and screen.',
  none: 'No colour yet',
  noneHint: 'Colours are listed here, with their notations. Pages show them in palettes, to be copied.',
  whiteOnIt: 'White on it',
  blackOnIt: 'Black on it',
  textOnIt: 'Text of the theme on it',
  onBackground: 'On the background',
  rgbDiffers: 'RGB says {rgb}; the hex is {hex}',
};

/** Form for what the portal shows around the pages. */
export const portalForm = {
  editHome: 'Edit home page',
  homeHint: 'What readers see first: a picture, a sentence and up to two buttons.',
  hint: 'What {portal} shows around the pages. Every field may be left empty.',
  thePortal: 'the portal',
  mediumNumber: 'The number of a medium.',
  logoLight: 'Logo on a light ground',
  logoDark: 'Logo on a dark ground',
  cover: 'Cover of the home page',
  coverHint: 'Released pictures of {media} can be chosen.',
  symbol: 'Symbol',
  symbolHint: 'A square picture. It is the icon in browsers and on home screens.',
  sentence: 'Sentence',
  sentenceHint: 'Below the name on the home page.',
  buttons: 'Buttons',
  buttonsHint: 'The address is a page of this brand, or a web address.',
  label: 'Label',
  address: 'Address',
  contact: 'Contact',
  contactHint: 'Such as Ask the brand desk.',
  contactUrl: 'Address of the contact',
  contactUrlHint: 'Such as mailto:brand@example.com.',
  footerPage: 'Footer: {page}',
  footerHint:
    'At the end of every page. A page of this brand, or a web address. Before readers are let in, on the brand’s own host, only web addresses are shown.',
  footerLinks: 'More links of the footer',
  footerLinksHint: 'At most eight.',
};
