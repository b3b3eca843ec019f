/** Words of the search of a portal. */
export const find = {
  title: 'Search',
  titleOf: '{words} – Search',
  again: 'Search again',
  isBusy: 'Search is getting ready …',
  nothing: 'Nothing for ‘{words}’.',
  didYouMean: 'Did you mean {suggestion}?',
  resultsFor: 'Results for ‘{words}’',
  copyColor: 'Copy {name} {hex}',
  download: 'Download {name}',
};
