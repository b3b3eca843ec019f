import type { Words } from '../words.js';

export const editorKeys: Words['editorKeys'] = {
  title: 'Tastenkürzel',
  onMac: 'Auf dem Mac verwenden Sie die Befehlstaste statt Strg.',
  names: {
    escape: 'Esc',
    save: 'Strg S',
    duplicate: 'Strg D',
    up: 'Alt ↑',
    down: 'Alt ↓',
    left: 'Alt ←',
    right: 'Alt →',
    remove: 'Rücktaste',
  },
};

export const keyList: Words['keyList'] = {
  save: { keys: 'Strg S', does: 'Als Entwurf speichern' },
  publish: { keys: 'Strg Umschalt S', does: 'Mit Begründung veröffentlichen oder anders speichern' },
  undo: { keys: 'Strg Z, Strg Umschalt Z', does: 'Rückgängig machen, wiederholen' },
  escape: { keys: 'Esc', does: 'Vom Text zu seinem Block wechseln, dann die Auswahl aufheben' },
  write: { keys: 'Eingabe', does: 'Im ausgewählten Block schreiben' },
  move: { keys: 'Alt ↑, Alt ↓', does: 'Block verschieben' },
  movePage: { keys: 'Alt ↑, Alt ↓, Alt Eingabe', does: 'In der Navigation: Seite verschieben' },
  duplicate: { keys: 'Strg D', does: 'Block duplizieren' },
  remove: { keys: 'Rücktaste', does: 'Ausgewählten Block entfernen' },
  addBelow: { keys: 'Strg Eingabe', does: 'Block darunter hinzufügen' },
  paste: { keys: 'Strg V', does: 'Auf leerer Seite oder bei ausgewähltem Block: Text hinzufügen' },
  add: { keys: '/', does: 'In leerem Text: Block hinzufügen' },
  cells: { keys: 'Tab, Eingabe', does: 'In einer Tabelle: zur nächsten Zelle, zur Zelle darunter' },
  moveLine: { keys: 'Alt und Pfeiltasten', does: 'In einer Tabelle: Zeile oder Spalte verschieben' },
  cellMenu: { keys: 'Alt Eingabe', does: 'In einer Tabelle: Zeilen und Spalten hinzufügen, verschieben, entfernen' },
  marks: { keys: 'Strg B, I, E, K', does: 'Fett, kursiv, Code, Link' },
};
