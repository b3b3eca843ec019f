/** What may be done with a file that is downloaded, and whom to name. */
export const fileRights = {
  kinds: {
    own: 'Own work of the brand.',
    royalty_free: 'Royalty-free.',
    rights_managed: 'Rights managed: use it only as agreed.',
    cc_by_4: 'CC BY 4.0: name the author.',
    cc_by_sa_4: 'CC BY-SA 4.0: name the author, and share what you make of it alike.',
    cc0: 'CC0: free for every use.',
    other: 'Under another licence.',
  },
  credit: 'Name: {credit}',
  copy: 'Copy credit',
  creditsTitle: 'Rights and credits',
};
