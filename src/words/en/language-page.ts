/** Corporate language: its page, its sections and their forms. */
export const languagePage = {
  backToDraft: 'Back to draft',
  lead: 'How {brand} speaks. Pages and agents are checked against it.',
  draft: 'Draft',
  published: 'Published',
  sections: 'Sections',
  versionsOf: 'Versions of {section}',
  editAll: 'Edit all',
  nothing: 'Nothing yet.',
  search: 'Search terms',
  /** Follows a term. */
  insteadOf: 'instead of {others}',
  addTerm: { preferred: 'Add preferred term', forbidden: 'Add forbidden term' },
  publishTitle: 'Publish the corporate language',
  draftTitle: 'Make the corporate language a draft',
  draftHint:
    'It is a draft now. A program with a key can read all sections either way. Websites and agents decide by {status} whether they use them.',
  publishedHint:
    'It is published now. A program with a key can read all sections either way. Websites and agents decide by {status} whether they use them.',
  advanced: 'Advanced',
  editTitle: 'Edit “{section}”',
  purposes: {
    meta: 'About the corporate language itself.',
    voice: 'How the brand sounds: its tone, and what to do and not to do.',
    terminology: 'Words to use and words to avoid. “Check language” looks for these.',
    company_name: 'How the name of the company is written, and how it never is.',
    notation: 'How numbers, dates and quotations are written.',
  },
  fallback: 'This is not written in {language} yet: readers get what is here.',
  emptied: 'A section is written whole in each language. One that is emptied is that of the fallback again.',
  empty: 'Nothing is written here yet.',
  tooLarge: 'This section is too large for a form. Change it through the API or by git.',
  giveName: 'Give it a name, or empty the row.',
  fieldExists: 'There is a field “{name}” already.',
  notJson: 'This is not JSON. A text in it needs double quotes.',
};

/** Page of one term. */
export const term = {
  title: 'Term',
  add: 'Add term',
  remove: 'Remove term',
};
