/** Theme of a brand's portal. */
export const theme = {
  hint: 'The colours and fonts of the portal itself.',
  defaults: 'Nothing is set yet: these are the defaults.',
  fonts: 'Fonts',
  noFonts: 'No fonts yet.',
  fontsHint:
    'Shown in a font of this device, because the portal has no font files. Sizes and weights are the real ones.',
  editOrRemove: 'Edit or remove',
  undoTitle: 'Undo this change?',
  undo: 'Undo change',
  nothingToUndo: 'It is undone, or a later change has set the same values. There is nothing to undo.',
  contrast: 'Contrast',
  /** Colour on another one. */
  pair: '{front} on {back}',
  largeText: 'large text only',
  notForText: 'not for text',
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
  fonts: 'Font files',
  fontsHint: 'A WOFF2 file for each face of a font of the theme.',
  family: 'Family',
  weight: 'Weight',
  style: 'Style',
  styleHint: 'normal or italic',
  file: 'File',
  servedOnWeb: 'May this font be served on the web?',
  servedOnWebHint: 'A new font file needs this. Its licence must allow it.',
};
