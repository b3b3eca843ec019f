/** Fields of what is sent for review. */
export const sending = {
  title: 'Title',
  whatFor: 'What for',
  reviewers: 'Reviewers',
  reviewersHint: 'At most 10. Without a choice, everyone who may approve is asked.',
};
