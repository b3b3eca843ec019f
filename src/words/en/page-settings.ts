/** Forms that rename, move, show, hide and delete a page. */
export const pageSettings = {
  pageTitle: 'Page settings: {title}',
  rename: 'Rename page',
  addressStays: 'The address, {address}, stays the same.',
  place: 'Place',
  moveHint: 'The page is added at the end of the chapter.',
  up: 'One place up',
  down: 'One place down',
  readers: 'Who the page is for',
  readersHint: 'Websites show a page to these people only. A program with a key can read every page.',
  language: 'Language',
  trashHint: 'The page can be restored from the trash for {days} days.',
  hasPages: 'This chapter has pages. Move or delete them first.',
  back: 'Back to the page',
  isInTrash: '“{title}” is in the trash',
  deleted: 'It was deleted by {name}, {time}.',
  seeInTrash: 'See it in the trash',
  versions: 'Its versions',
};

/** Form that makes a page or a chapter. */
export const newPage = {
  add: 'Add page',
  name: 'What it is called',
  type: 'What it is',
  types: { guideline: 'A page', container: 'A chapter, which holds pages' },
  reviewedHint: 'You write a page first, and then send it for review. A chapter is sent for review at once.',
  hiddenHint: 'Only editors see it until you show it.',
  chapterNumber: 'Number of the chapter; empty for the top level',
  topLevel: 'The top level',
};
