import type { Words } from '../words.js';

export const fileRights: Words['fileRights'] = {
  kinds: {
    own: 'Eigenes Werk der Marke.',
    royalty_free: 'Lizenzfrei.',
    rights_managed: 'Lizenzpflichtig: nur wie vereinbart verwenden.',
    cc_by_4: 'CC BY 4.0: Urheber nennen.',
    cc_by_sa_4: 'CC BY-SA 4.0: Urheber nennen und unter gleichen Bedingungen weitergeben.',
    cc0: 'CC0: für jeden Zweck frei.',
    other: 'Unter einer anderen Lizenz.',
  },
  credit: 'Nennung: {credit}',
  copy: 'Nennung kopieren',
  creditsTitle: 'Rechte und Nennungen',
};
