/** A chapter, or the portal, as one document to be printed. */
export const print = {
  print: 'Print',
  printAll: 'Print all pages',
  /** Title of the document in the browser; it names the file of a PDF. */
  title: '{title}, for print',
  way: 'Print this document with your browser (Ctrl-P or Cmd-P), or save it there as a PDF.',
  back: 'Back',
  contents: 'Contents',
  asOf: 'As of {day}',
};
