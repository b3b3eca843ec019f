import type { Words } from '../words.js';

export const trash: Words['trash'] = {
  lead: 'Eine gelöschte Seite bleibt {days} Tage im Papierkorb. So lange lässt sich die Seite wiederherstellen, und ihre Adresse bleibt reserviert.',
  none: 'Der Papierkorb ist leer',
  noneHint: 'Gelöschte Seiten bleiben hier erhalten, damit nichts versehentlich verloren geht.',
  more: 'Weitere Seiten',
  row: 'Seite {id}, gelöscht von {name}, {time} · Ziel: {place} · reserviert die Adresse {slug}',
  places: {
    chapter: 'Kapitel „{title}“',
    topWithoutIts: 'oberste Ebene, da das Kapitel der Seite fehlt',
    topWithout: 'oberste Ebene, da das Kapitel „{title}“ fehlt',
  },
  lastDay: 'wird in weniger als einem Tag endgültig gelöscht',
  daysLeft: { one: 'noch {n} Tag', other: 'noch {n} Tage' },
  inTrash: 'Im Papierkorb',
  deleted: 'Gelöscht von {name}, {time}.',
  returns: 'Nach dem Wiederherstellen hat die Seite die Adresse {slug} und diesen Platz: {place}.',
  purge: 'Seite endgültig löschen',
  seeRestore: 'Vorschlag zur Wiederherstellung ansehen',
  asItWas: 'Inhalt beim Löschen',
  noContent: 'Die Seite war leer.',
  purgeTitle: '„{title}“ endgültig löschen?',
  purgePage: 'Seite {id} endgültig löschen',
  purgeHint: {
    one: 'Die Seite wird jetzt endgültig gelöscht, {n} Tag früher als vorgesehen, und ihre Adresse {slug} wird frei. Das Löschen lässt sich hier nicht rückgängig machen. Der Inhalt der Seite bleibt im Verlauf.',
    other:
      'Die Seite wird jetzt endgültig gelöscht, {n} Tage früher als vorgesehen, und ihre Adresse {slug} wird frei. Das Löschen lässt sich hier nicht rückgängig machen. Der Inhalt der Seite bleibt im Verlauf.',
  },
};
