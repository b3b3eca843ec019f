/** Fields of what is sent for review, and the title that it has of itself. */
export const sending = {
  title: 'Title',
  whatFor: 'What for',
  reviewers: 'Reviewers',
  reviewersHint: 'At most 10. Without a choice, everyone who may approve is asked.',
  ofPage: '{languages}: {page}',
  ofTexts: 'Texts in {languages}',
};
