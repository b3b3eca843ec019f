/** Words of the choices between two versions of the same place. */
export const conflicts = {
  keepsBoth: '{place}: what both added stays. Remove or move some of it afterwards.',
  suggested: 'suggested',
  together: 'Together',
  bothTogether: 'Both together: {place}',
  removed: 'Removed',
  nothing: 'Nothing',
  nothingToRead: 'Nothing to read',
  yes: 'Yes',
  no: 'No',
  whole: 'The whole',
  aBlock: 'A block',
  chooseEach: 'Choose one for each place.',
  writeBoth: 'Write both into the text, or choose one of them.',
  sentForReview: 'Sent for review.',
  sentAgain: { one: 'Sent again. {names} sees it.', other: 'Sent again. {names} see it.' },
};
