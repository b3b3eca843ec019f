import type { Words } from '../words.js';

export const connect: Words['connect'] = {
  title: 'Verbinden',
  text: 'Über diese Adressen greifen Programme, Designwerkzeuge und Agenten auf die Inhalte von {brand} zu.',
  copyFor: 'Kopieren: {label}',
  people: 'Agenten für das Team der Marke',
  peopleText:
    'Ein Agent handelt in Ihrem Namen und sieht und darf nicht mehr als Sie. Beim Verbinden öffnet der Agent einen Browser, in dem Sie sich anmelden und die Rechte des Agenten festlegen. In Ihrem Konto können Sie die Verbindung jederzeit trennen.',
  claude: 'Klicken Sie unter „Settings“, „Connectors“ auf „Add custom connector“ und fügen Sie diese Adresse ein.',
  chatGpt:
    'Legen Sie unter „Settings“, „Apps“ im Entwicklermodus eine App mit OAuth an und fügen Sie diese Adresse ein.',
  claudeCode: 'Führen Sie den Befehl im Terminal aus. Melden Sie sich danach mit /mcp an.',
  terminal: 'Führen Sie den Befehl im Terminal aus.',
  cursor: 'Fügen Sie diese Angaben in die Datei ~/.cursor/mcp.json ein. Klicken Sie danach auf „Connect“.',
  codex: 'Führen Sie zuerst diesen Befehl im Terminal aus, danach {command}',
  everyone: 'Agenten für alle',
  everyoneText:
    'Über das Model Context Protocol (HTTP) lesen Agenten alles, was für alle sichtbar ist. Ein Zugangsschlüssel ist nicht nötig.',
  address: 'Adresse',
  documents: 'Dokumente',
  documentsText: 'Für Inhalte, die für alle sichtbar sind, ist kein Zugangsschlüssel nötig.',
  contents: 'Inhaltsverzeichnis für Sprachmodelle',
  markdown: 'Eine Seite als Markdown',
  tokens: 'Design-Tokens',
  tokensCss: 'Design-Tokens als CSS',
  tokensAse: 'Farben für Adobe-Programme',
  allPages: 'Alle Seiten',
  api: 'API',
  apiText: 'Für die API benötigen Sie einen Zugangsschlüssel, den die Verwaltung der Marke ausstellt.',
  base: 'Basisadresse',
  calls: 'Alle Aufrufe zum Ausprobieren',
  mcpWithKey: 'Model Context Protocol, mit Zugangsschlüssel',
  chatGptConnector: 'Für ChatGPT-Konnektoren: nur Suchen und Abrufen',
  clone: 'Git-Repository der Marke',
};
