import type { Words } from '../words.js';

export const privacy: Words['privacy'] = {
  title: 'Was über Sie gespeichert ist',
  hint: 'Diese Seite kommt vom Programm. Sie nennt alles, was das Portal über eine Person speichert. Ein Test des Programms schlägt fehl, wenn etwas gespeichert wird, das hier nicht steht.',
  operator:
    'Verantwortlich ist, wer dieses Portal betreibt: Fragen Sie dort nach Servern, Sicherungen und dem Mail-Dienst. Was eine Marke selbst hinzufügt, steht in ihrem Impressum.',
  questions: {
    why: 'Wozu',
    where: 'Wo',
    sees: 'Wer es sieht',
    kept: 'Wie lange',
    erased: 'Wie es gelöscht wird',
  },
  rows: {
    account: {
      title: 'Ihr Name und die Nummer Ihres Kontos',
      why: 'Der Verlauf zeigt, wer was geändert hat.',
      where: 'Im Register des Portals, einem Git-Repository, und im Verlauf jeder Marke, die Sie geändert haben.',
      sees: 'Wer an Ihren Marken arbeitet, der Portalbetrieb und alle, die einen Klon einer Marke haben.',
      kept: 'So lange wie das Portal: Ein Verlauf, der vergisst, ist keiner.',
      erased:
        'Der Portalbetrieb ändert Ihren Namen oder sperrt das Konto; das gilt ab dann. Oder das Konto wird, wenn Sie darum bitten, entfernt, und die Seiten zeigen „Frühere Person 7“ statt Ihres Namens: Dafür bleiben nur diese Nummer und die Ihres Kontos. Der Git-Verlauf und die API behalten den Namen, ebenso Texte und Seiten im Papierkorb. Soll ein Name auch dort verschwinden, fragen Sie den Portalbetrieb: Er schreibt die Repositorys mit Git um.',
    },
    roles: {
      title: 'Ihre Rollen und die Sprachen, in die Sie übersetzen',
      why: 'Sie sagen, was Sie dürfen.',
      where: 'Im Register.',
      sees: 'Sie, die Admins der Marke, der Portalbetrieb.',
      kept: 'Bis ein Admin sie wegnimmt; der Verlauf des Registers behält frühere.',
      erased: 'Ein Admin entfernt Sie aus der Marke.',
    },
    invitation: {
      title: 'Wer Sie wann eingeladen hat',
      why: 'Admins sehen, welche Einladungen offen sind.',
      where: 'Im Register.',
      sees: 'Die Admins der Marke, der Portalbetrieb.',
      kept: 'Bis Sie sich anmelden oder die Einladung zurückgenommen wird.',
      erased: 'Von selbst, wenn Sie sich anmelden.',
    },
    provider: {
      title: 'Welcher Identitätsanbieter Sie kennt, und Gruppen, aus denen Rollen folgen',
      why: 'Sie melden sich dort an, und Ihre Gruppen bestimmen Ihre Rollen.',
      where:
        'Im Register: die Adresse des Anbieters und ein Hash Ihres Namens dort. Mailadresse und Passwort kommen nie hierher.',
      sees: 'Sie, die Admins der Marke, der Portalbetrieb.',
      kept: 'So lange wie das Konto.',
      erased: 'Der Portalbetrieb trennt das Konto vom Anbieter.',
    },
    mail: {
      title: 'Ihre Mailadresse und die Mails, die Sie gewählt haben',
      why: 'Mails sagen Ihnen, was auf Sie wartet, wenn Sie das wollen.',
      where:
        'In Dateien außerhalb aller Verläufe: die Adresse, und von gesendeten Mails nur Hashes dessen, was sie meldeten. Im Register steht nur, dass eine Adresse bestätigt ist.',
      sees: 'Sie.',
      kept: 'Bis Sie sie löschen oder entfernt werden. Eine unbestätigte Adresse: 24 Stunden. Die einer Einladung: bis deren Mail zugestellt ist, oder 72 Stunden.',
      erased: 'Von Ihnen, unter Benachrichtigungen: sofort, und aus der nächsten Sicherung.',
    },
    reading: {
      title: 'Ihre Sprache und Zeitzone',
      why: 'Seiten zeigen Ihnen Texte und Zeiten so, wie Sie sie lesen.',
      where: 'Im Register, wenn Sie sie gewählt haben; sonst sagt sie Ihr Browser bei jeder Anfrage.',
      sees: 'Sie.',
      kept: 'Bis Sie „wie der Browser“ wählen.',
      erased: 'Von Ihnen, in Ihrem Konto.',
    },
    sessions: {
      title: 'Ihre Sitzungen und Anmelde-Links',
      why: 'Sie bleiben damit angemeldet.',
      where:
        'Im Register, als Hash: Das Geheimnis selbst ist in einem Cookie Ihres Browsers, das erst beim Anmelden gesetzt wird.',
      sees: 'Sie; ein Admin sieht, wann sie begonnen haben, und kann sie beenden.',
      kept: 'Bis Sie sich abmelden oder bis sie von selbst enden.',
      erased: 'Von Ihnen, in Ihrem Konto: eine oder alle.',
    },
    passkeys: {
      title: 'Ihre Passkeys',
      why: 'Sie melden sich ohne Passwort an.',
      where:
        'Im Register: der öffentliche Schlüssel, sein Name und wann er zuletzt benutzt wurde. Der private Schlüssel verlässt Ihr Gerät nie.',
      sees: 'Sie; der Portalbetrieb sieht, dass es welche gibt.',
      kept: 'Bis Sie sie entfernen.',
      erased: 'Von Ihnen, in Ihrem Konto.',
    },
    agents: {
      title: 'Agenten, die für Sie handeln',
      why: 'Sie haben sie zugelassen und können das beenden.',
      where: 'Im Register: der Host des Agenten, der Name, den er sich gibt, was er darf und bis wann.',
      sees: 'Sie, die Admins der Marke; der Verlauf nennt den Agenten neben Ihnen.',
      kept: 'Bis Sie es beenden oder bis es von selbst endet.',
      erased: 'Von Ihnen, in Ihrem Konto.',
    },
    links: {
      title: 'Wer einen Link gemacht hat, der einen Vorschlag zeigt',
      why: 'Der Link endet mit dem Konto, das ihn gemacht hat.',
      where: 'Im Register.',
      sees: 'Die Admins der Marke.',
      kept: 'Bis der Link endet.',
      erased: 'Wer die Marke bearbeitet, beendet den Link.',
    },
    changes: {
      title: 'Ihre Änderungen, Vorschläge, Prüfungen und Kommentare dazu',
      why: 'Die Marke weiß, was wer entschieden hat, und kann frühere Stände zurückholen.',
      where: 'In den Git-Repositorys der Marke.',
      sees: 'Wer an der Marke arbeitet, und alle, die einen Klon haben.',
      kept: 'So lange wie die Marke.',
      erased: 'Nicht einzeln: Der Verlauf ist der Nachweis. Der Portalbetrieb kann eine archivierte Marke löschen.',
    },
    notes: {
      title: 'Ihre Notizen und Kommentare zu Seiten und die Adresse, die ein Gast für die Antwort angibt',
      why: 'Die Personen der Marke beantworten, was unklar ist.',
      where: 'In Dateien außerhalb aller Verläufe, die Adresse in einer eigenen.',
      sees: 'Notizen: wer an der Marke arbeitet. Die Adresse: keine Person, nur der Server nutzt sie.',
      kept: 'Eine Notiz: bis 365 Tage nach dem Erledigen oder 730 Tage nach dem letzten Wort, oder bis ihre Seite endgültig gelöscht ist. Eine Adresse: so lange wie ihre Notiz, höchstens 30 Tage nach der Antwort; in einer Mail mit der Antwort bis zu deren Zustellung, oder 72 Stunden.',
      erased:
        'Von Ihnen, mit der Adresse, die Sie dafür bekommen haben, oder von denen, die an der Marke arbeiten: sofort, und aus der nächsten Sicherung.',
    },
    counts: {
      title: 'Wie oft Seiten gelesen werden, und Wörter, die eine Suche nicht gefunden hat',
      why: 'Die Personen der Marke sehen, was genutzt wird und was fehlt.',
      where:
        'Dateien außerhalb aller Verläufe, eine Zahl pro Tag und Seite: ohne Adresse, Cookie, Konto oder Uhrzeit. Wörter nur so, wie sie eingegeben wurden, mit 2 bis 40 Buchstaben; nichts mit „@“ oder vier Ziffern.',
      sees: 'Personen, die an der Marke arbeiten: Zahlen unter 5 nur als „< 5“, Wörter nur, wenn sie an zwei Tagen gesucht wurden.',
      kept: '400 Tage.',
      erased:
        'Ein Admin schaltet die Zahlen der Marke aus: Ab dann wird nichts gezählt, und binnen eines Tages ist alles Gezählte gelöscht.',
    },
    seen: {
      title: 'Was Sie von dem gesehen haben, was auf Sie wartet',
      why: 'Neues wird markiert, und keine Mail nennt, was Sie schon gesehen haben.',
      where: 'In einer Datei außerhalb jedes Verlaufs, als Hashes ohne Zeiten.',
      sees: 'Sie.',
      kept: 'Bis Neueres an die Stelle tritt, höchstens 200 in jeder Marke.',
      erased: 'Von selbst oder wenn Ihr Konto oder die Marke entfernt wird. Es ist in keiner Sicherung.',
    },
    here: {
      title: 'Welche Seite Sie gerade bearbeiten',
      why: 'Zwei Personen bearbeiten nicht dieselbe Seite, ohne voneinander zu wissen.',
      where:
        'Im Arbeitsspeicher des Servers, mit dem Sie verbunden sind. Wer mit einem anderen Server dieses Portals verbunden ist, sieht es nicht.',
      sees: 'Personen der Marke, auf der Seite selbst. Nirgends steht, wann oder wie viel Sie arbeiten.',
      kept: '60 Sekunden, nachdem Sie aufhören.',
      erased: 'Von selbst.',
    },
    network: {
      title: 'Ihre Netzwerkadresse',
      why: 'Sie begrenzt, wie oft ein Netz anfragt und sich anzumelden versucht.',
      where: 'Im Speicher des Servers; sie steht in keiner Datei, keinem Protokoll und keiner Metrik.',
      sees: 'Keine Person.',
      kept: 'Minuten.',
      erased: 'Von selbst.',
    },
    device: {
      title: 'Was Ihr eigenes Gerät speichert',
      why: 'Texte, die Sie noch nicht gespeichert haben, das Aussehen, die Sprache, die eingeklappten Kapitel.',
      where: 'Im Speicher Ihres Browsers. Es wird nicht gesendet.',
      sees: 'Sie.',
      kept: 'Bis Sie speichern oder die Daten der Website löschen.',
      erased: 'Von Ihnen, im Browser.',
    },
    guests: {
      title: 'Gäste, die ein Portal nur lesen',
      why: 'Ein Portal liest man ohne Konto.',
      where: 'Nirgends: Es gibt kein Cookie, keine Kennung und keine Anfrage an andere Hosts.',
      sees: 'Keine Person.',
      kept: 'Gar nicht.',
      erased: 'Es gibt nichts zu löschen.',
    },
    backups: {
      title: 'Sicherungen',
      why: 'Der Portalbetrieb kann zurückholen, was verloren ging.',
      where: 'Wo der Portalbetrieb sie aufbewahrt: die Repositorys dieser Seite.',
      sees: 'Der Portalbetrieb.',
      kept: 'Wie der Portalbetrieb es festlegt.',
      erased: 'Wie der Portalbetrieb es festlegt.',
    },
  },
  other: 'English',
};
