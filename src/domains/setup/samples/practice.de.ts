/** The practice in German. */
import type { PracticeWords } from './words.ts'

export const practiceDe: PracticeWords = {
  siteName: 'Praxis am Park',
  place: {
    tagline: 'Physiotherapie, Massage und Hautpflege unter einem Dach, wenige Schritte vom Park.',
    street: 'Parkweg 8',
    city: 'Lindenau',
    location: 'Praxis am Park',
  },
  people: {
    firstNames: ['Greta', 'Oliver', 'Amelie', 'Heinrich', 'Ruth', 'Daniel', 'Klara', 'Simon', 'Helene', 'Markus', 'Anja', 'Viktor'],
    lastNames: ['Becker', 'Krause', 'Dietrich', 'Engel', 'Förster', 'Graf', 'Hofmann', 'Jung', 'Keller', 'Lorenz', 'Möller'],
  },
  staff: {
    hannah: { name: 'Hannah Vogel', description: 'Leitet die Praxis. Seit zwanzig Jahren Physiotherapie: Rücken, Nacken und die Zeit nach Operationen.' },
    jonas: { name: 'Jonas Lindqvist', description: 'Physiotherapeut. Knie und Hüften, und der Weg zurück zum Laufen.' },
    ben: { name: 'Ben Adler', description: 'Physiotherapeut und Trainer. Leitet die Rückenkurse im Gymnastikraum.' },
    priya: { name: 'Priya Nair', description: 'Massagetherapeutin. Kräftig, wo es hilft, und sanft, wo es darauf ankommt.' },
    marta: { name: 'Marta Kowalska', description: 'Kosmetikerin und Masseurin. Ruhige Hände und klarer Rat für jede Haut.' },
  },
  roomType: 'Raum',
  rooms: { first: 'Behandlung 1', second: 'Behandlung 2', massage: 'Massageraum', care: 'Pflegeraum', gym: 'Gymnastikraum' },
  categories: { physio: 'Physiotherapie', massage: 'Massage', skin: 'Hautpflege', groups: 'Gruppen & Kurse' },
  policies: {
    usual: { name: 'Übliche Regeln' },
    strict: {
      name: 'Lange Termine',
      text: 'Bitte sage zwei Tage vorher ab. Danach berechnen wir die Hälfte des Preises, weil die Stunde für dich frei gehalten war.',
    },
  },
  services: {
    physio: {
      name: 'Physiotherapie',
      tagLine: 'Eine halbe Stunde, eine Person, ein Plan',
      description: 'Behandlung und Übungen für Rücken, Nacken, Hüften und Knie. Bei der Leiterin der Praxis oder bei unseren Therapeuten.',
    },
    assessment: {
      name: 'Erstbefund',
      tagLine: 'Eine Stunde, um herauszufinden, was fehlt',
      description:
        'Wir hören zu, prüfen, wie du dich bewegst, und schreiben einen Plan für die nächsten Wochen. Jede Anfrage bestätigen wir selbst, meist am selben Tag.',
    },
    massage: {
      name: 'Klassische Massage',
      tagLine: 'Eine halbe Stunde, eine Stunde oder anderthalb',
      description:
        'Kräftig oder sanft, der ganze Körper oder nur die Schultern: Du sagst, was du brauchst. Auf Wunsch mit Öl, heißen Steinen oder Wärmepackung.',
    },
    back: { name: 'Rückenmassage', tagLine: 'Zwanzig Minuten für müde Rücken', description: 'Nacken, Schultern und Rücken, auch in der Mittagspause.' },
    feet: { name: 'Fußreflexzonenmassage', tagLine: 'Eine halbe Stunde für die Füße', description: 'Druckpunkte, warme Tücher und keine Schuhe.' },
    head: {
      name: 'Kopf- und Nackenmassage',
      tagLine: 'Zwanzig Minuten Ruhe',
      description: 'Schläfen, Kopfhaut und Nacken; gut nach langen Tagen am Bildschirm.',
    },
    recovery: {
      name: 'Auszeit',
      tagLine: 'Zwei Stunden Massage, Wärme und Ruhe',
      description:
        'Eine lange Massage, eine Wärmepackung und danach Zeit zum Ruhen. Eine Anzahlung hält dir die zwei Stunden frei; den Rest zahlst du bei uns.',
    },
    facial: {
      name: 'Gesichtsbehandlung',
      tagLine: 'Eine Stunde für deine Haut',
      description: 'Reinigung, Pflege und eine leichte Massage von Gesicht und Nacken, passend zu deiner Haut.',
    },
    backClass: {
      name: 'Rückenkurs',
      tagLine: 'Sechs Menschen, ein starker Rücken',
      description: 'Eine Stunde Übungen in kleiner Gruppe, geleitet von einem Physiotherapeuten.',
    },
    course: {
      name: 'Starker Rücken in acht Wochen',
      tagLine: 'Acht Mittwoche, eine Gruppe',
      description: 'Von der ersten Übung bis zum eigenen Programm. Viele Krankenkassen zahlen einen Teil.',
    },
  },
  facial: { option: 'Behandlung', choices: ['Klassisch', 'Empfindliche Haut', 'Intensive Feuchtigkeit'] },
  addOns: { oil: 'Lavendelöl', stones: 'Heiße Steine', compress: 'Wärmepackung' },
  addOnGroup: { name: 'Dazu', prompt: 'Alles liegt bereit, wenn du kommst' },
  plans: {
    card: {
      name: '10er-Karte',
      description: 'Zehn Massagen nach Wahl, ein Jahr gültig.',
      perks: ['Zehn Massagen', '12 Monate gültig', 'Auch für die Familie'],
    },
    membership: { name: 'Rückenkurs-Abo', description: 'Jede Woche jeden Rückenkurs.', perks: ['Alle Rückenkurse', 'Jederzeit kündbar'] },
  },
  coupons: { welcome: { name: 'Willkommen', code: 'WILLKOMMEN15' }, autumn: { name: 'Herbstangebot', code: 'HERBST20' } },
  badges: { regular: 'Stammkundschaft', referred: 'Vom Arzt überwiesen' },
  fields: {
    insurance: { name: 'Krankenkasse', examples: ['Nordkasse', 'Betriebskasse Mitte', 'Privat versichert'] },
    doctor: { name: 'Arzt', examples: ['Dr. Osei, Mühlweg', 'Dr. Lang, Bahnhofplatz'] },
  },
  forms: {
    questions: {
      name: 'Fragen vor der Behandlung',
      note: 'Was sollten wir wissen?',
      area: 'Worum geht es?',
      areas: ['Rücken und Nacken', 'Arme und Beine', 'Etwas anderes'],
    },
    intake: {
      name: 'Erster Besuch: deine Gesundheit',
      pain: 'Hast du gerade Schmerzen?',
      where: 'Wo, und seit wann?',
      medicine: 'Nimmst du Medikamente?',
      consent: 'Ich bin einverstanden, dass die Praxis diese Antworten für meine Behandlung aufbewahrt.',
      signature: 'Unterschrift',
      yes: 'Ja',
      no: 'Nein',
    },
  },
  notes: [
    'Unterer Rücken seit März; sitzt den ganzen Tag.',
    'Lieber im Erdgeschoss.',
    'Neues Knie seit dem Frühjahr: nicht knien.',
    'Allergisch gegen Mandelöl.',
  ],
  home: {
    title: 'Ohne Schmerzen bewegen. In Ruhe ausruhen.',
    text: 'Fünf Menschen, die sich Zeit für dich nehmen: Physiotherapie, Massage und Hautpflege, mit Terminen von acht Uhr morgens bis acht Uhr abends.',
    team: 'Wer sich um dich kümmert',
    about: {
      title: 'Ein Dach, ein Plan',
      paragraphs: [
        'Was als steifer Nacken beginnt, endet oft als schlechte Nacht. Hier arbeiten Therapie, Massage und Training gemeinsam daran.',
        'Die erste Stunde gehört dem Zuhören. Danach weißt du, was fehlt, was hilft und wie lange es dauert.',
      ],
    },
    questions: {
      title: 'Gut zu wissen',
      list: [
        ['Brauche ich ein Rezept?', 'Für Massage und Hautpflege nie, für Physiotherapie nur, wenn die Krankenkasse zahlen soll.'],
        ['Was bringe ich mit?', 'Bequeme Kleidung und, wenn vorhanden, Bilder und Briefe deiner Ärztin oder deines Arztes.'],
        ['Kann ich mehrere Behandlungen auf einmal buchen?', 'Ja. Wähle eine, füge die anderen hinzu, und du bekommst einen Besuch ohne Wartezeit.'],
      ],
    },
    contact: { title: 'Frag uns', text: 'Wir antworten am selben Werktag.' },
  },
}
