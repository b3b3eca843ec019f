/** List of all brands, for operators. */
export const operator = {
  none: 'This portal has no brand yet',
  createFirst: 'Create the first brand',
  csv: 'List as CSV',
  csvColumns: {
    slug: 'slug',
    name: 'name',
    state: 'who sees it',
    people: 'people',
    pages: 'pages',
    changed: 'last change',
    bytes: 'bytes',
    problem: 'problem',
    checked: 'checked',
  },
  columns: {
    name: 'Brand',
    state: 'Who sees it',
    people: 'People',
    pages: 'Pages',
    changed: 'Last change',
    size: 'Size',
    problems: 'Problems',
  },
  more: 'More',
  moreAbout: 'More about {name}',
  state: 'State',
  states: { public: 'Public', people: 'People of the brand', off: 'Editors', archived: 'Archived' },
  allStates: 'All',
  apiOff: 'API off',
  openPortal: 'Open portal',
  openWorkspace: 'Open workspace',
  archive: 'Archive',
  archiveHint: 'Nothing of it is read or written. Bring it back at any time.',
  search: 'Search brands',
  searchAll: 'Search {n} brands',
  noneLikeThis: 'No brand is like this.',
  neverChecked: 'No brand has been checked: “brand-portal check” finds problems, and counts the pages.',
  checkedOn: 'Problems and pages are those of the last check: {day}.',
  checkedFromTo: 'Problems and pages are those of the last check: {from} to {to}.',
  notChecked: '{n} of {all} brands have not been checked.',
  isBack: '{name} is as it was.',
  isArchived: '{name} is archived.',
};

/** Archived brand: bring it back, or erase it. */
export const archive = {
  archived: 'Archived on {time}.',
  archivedBy: 'Archived on {time} by {name}.',
  hint: 'Nothing of it is read or written. Its data, its address and its keys stay.',
  takeOutTitle: 'Take it out',
  takeOutHint:
    'Its portal is off then, and its keys, share links and agents rest until each is started. What was scheduled meanwhile is a draft.',
  takeOut: 'Take out of the archive',
  undo: 'Undo, as it was',
  eraseTitle: 'Erase',
  eraseAgain: 'Its erasure was interrupted: erase it again to finish.',
  eraseHint:
    'Deletes its pages, proposals, files and history for good. The registry keeps its name in addresses, and the names of its keys. Backups keep it until they forget it.',
  erase: 'Erase brand',
  erased: '{name} is erased',
  gone: 'Gone: its content and history, {files}, {keys}, {webhooks}, share links and agents.',
  keys: { one: '{n} working key', other: '{n} working keys' },
  webhooks: { one: '{n} webhook', other: '{n} webhooks' },
  stays: 'Stays: the history of the registry, with its name in addresses, the names of its keys, and hashes.',
  backups: 'Backups have it still, also any that are not listed here. Run for each, where it can be reached:',
};

/** Form that makes a brand. */
export const newBrand = {
  title: 'New brand',
  hint: 'Only its people see it until it is made public.',
  slug: 'Name in addresses',
  slugHint:
    '{host}/brands/… with a–z, 0–9 and hyphens. Left empty, it is made of the name. Later, only the command line can change it.',
  modules: 'Modules',
  firstAdmin: 'First admin',
  firstAdminHint: 'A name: you get a link to send to this person. Left empty: you.',
  make: 'Make brand',
  toBrand: 'To the brand',
  beginWith: 'Begin with',
  beginnings: {
    empty: { title: 'An empty portal', hint: 'First steps lead through it' },
    like: {
      title: 'A brand like another',
      hint: 'Theme, language, modules and chapters of another brand, without its texts',
    },
    starter: { title: 'A portal to fill in', hint: '20 pages in seven chapters, in English or German' },
  },
  like: 'Like which brand',
  language: 'Language of the texts',
  languageHint: 'A tag such as en, de or pt-BR.',
  importHint: 'A folder of a brand is imported at the command line: {command}',
};

/** Health of the portal. */
export const health = {
  healthy: 'Healthy: everything can be read and written.',
  someFail: 'The portal is running, but this needs attention:',
  down: 'The portal cannot serve requests now.',
  incomplete: 'the brand {brand} cannot be read as a whole',
  others: { one: '… and {n} other brand', other: '… and {n} other brands' },
  version: 'Version {version}',
  hint: 'The server’s log shows the causes. To check every file, run “brand-portal check”.',
};

/** Brands of a person. */
export const yourBrands = {
  none: 'You are signed in, but have no role in a brand yet. Ask {contact} for one, and give your id: {id}',
  operator: 'your operator',
  since: 'since {day}',
};

/** Search in a brand, or in all of a person's. */
export const searches = {
  titleFor: 'Search: {query}',
  searchBrand: 'Search {brand}',
  searchYours: 'Search your brands',
  words: 'Words in pages, language and facts',
  in: 'In',
  everything: 'everything',
  moreWords: 'More words find fewer.',
  noResults: 'Nothing contains these words. Check the spelling, or use fewer words.',
  states: { shown: 'shown', hidden: 'hidden', unverified: 'not verified', trashed: 'in the trash' },
  person: 'Person',
  allIn: 'All that is found in {brand}',
  notSearched: 'Not searched',
  notSearchedHint:
    'Only brands that you edit and that are in use are searched, and at most {max}. Open one of these to search it.',
  otherBrands: { one: '… and {n} other brand.', other: '… and {n} other brands.' },
};

/** Sizes of a brand, faults in its content, and its changes per day. */
export const stats = {
  pages: 'Pages',
  chapters: 'Chapters',
  inTrash: 'Pages in the trash',
  changesUnknown: 'Changes: not known without git',
  inFiles: { one: 'in {n} file, of {limit}', other: 'in {n} files, of {limit}' },
  inRepository: { one: 'in the repository, {n} pack', other: 'in the repository, {n} packs' },
  healthy: 'Healthy. All files are valid and consistent.',
  faults: { one: '{n} fault in the content', other: '{n} faults in the content' },
  moreFaults: 'And {n} more. “brand-portal check” lists them all.',
  sizesHint: 'Sizes are up to a minute old.',
  changesADay: 'Changes a day',
  changesFromTo: { one: '{n} change from {from} to {to}', other: '{n} changes from {from} to {to}' },
  changesAtMost: {
    one: '{n} change from {from} to {to}, at most {most} a day',
    other: '{n} changes from {from} to {to}, at most {most} a day',
  },
  asTable: 'The same as a table',
  daysWithChanges: 'Days with changes',
  day: 'Day',
};
