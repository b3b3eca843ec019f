/** Words of the page of a visitor's own selection of media. */
export const selection = {
  title: 'Your selection',
  intro: 'It is kept in this browser. Who gets its link sees the files that are open to them.',
  empty: 'Add pictures and logos while you read. They wait here.',
  needsScript: 'This page needs a script: your browser keeps the selection.',
  remove: 'Take {name} out of your selection',
  copyLink: 'Copy link',
  missing: { one: '{n} file is not available', other: '{n} files are not available' },
};
