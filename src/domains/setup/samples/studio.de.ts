/** The studio in German. */
import type { StudioWords } from './words.ts'

export const studioDe: StudioWords = {
  siteName: 'Yoga & Bewegung am Fluss',
  place: {
    tagline: 'Ruhige Morgen, starke Nachmittage, stille Abende. Kurse und Einzelstunden am Fluss.',
    street: 'Mühlweg 12',
    city: 'Flussau',
    location: 'Studio am Mühlweg',
  },
  people: {
    firstNames: [
      'Eva',
      'Noah',
      'Mila',
      'Jonas',
      'Sofia',
      'Leo',
      'Nina',
      'Theo',
      'Ida',
      'Marek',
      'Lucia',
      'Ole',
      'Frida',
      'Hugo',
      'Amara',
      'Felix',
      'Yuki',
      'Elias',
      'Rosa',
      'Milan',
    ],
    lastNames: ['Berg', 'Conrad', 'Dahl', 'Ernst', 'Fischer', 'Gerber', 'Haas', 'Ihle', 'Jansen', 'Kaya'],
  },
  policy: 'Hausregeln',
  staff: [
    { name: 'Lena Brandt', description: 'Vinyasa und Atem. Unterrichtet langsam und lacht oft.' },
    { name: 'Tomas Reyes', description: 'Kraft und Beweglichkeit für Menschen, die den ganzen Tag sitzen.' },
    { name: 'Aiko Mori', description: 'Yin, Restorative und Yoga in der Schwangerschaft.' },
    { name: 'Samir Haddad', description: 'Physiotherapeut; kümmert sich um Rücken, Hüften und Knie.' },
  ],
  roomType: 'Raum',
  rooms: ['Gartenraum', 'Dachraum'],
  categories: { classes: 'Kurse', appointments: 'Einzeltermine', courses: 'Kursreihen' },
  classes: [
    {
      name: 'Morgenfluss',
      tagLine: 'Eine Stunde leichte Bewegung zum Wachwerden',
      description: 'Sanftes Vinyasa für alle. Matten sind da; bring eine Flasche Wasser mit.',
    },
    { name: 'Kraft & Beweglichkeit', tagLine: 'Kraft, die bleibt', description: 'Körpergewicht, Bänder und Kettlebells in kleiner Gruppe.' },
    { name: 'Yin & Ruhe', tagLine: 'Lange halten, tief ausruhen', description: 'Stille Haltungen am Boden zum Ende des Tages.' },
  ],
  course: {
    name: 'Handstand von Anfang an',
    tagLine: 'Sechs Samstage kopfüber',
    description: 'Vom Gehen an der Wand zu den ersten freien Sekunden. Sechs Wochen, eine kleine Gruppe.',
  },
  appointments: [
    {
      name: 'Private Yogastunde',
      tagLine: 'Eine Lehrerin, dein Tempo',
      description: 'Eine Stunde mit der Lehrerin deiner Wahl, passend zu dem, was dein Körper braucht.',
    },
    { name: 'Bewegungs-Check', tagLine: 'Wissen, wo du stehst', description: 'Haltung, Beweglichkeit und Kraft in 45 Minuten, mit einem Plan für zu Hause.' },
    { name: 'Physiotherapie', tagLine: 'Hände, die es wissen', description: 'Behandlung für Rücken, Hüften und Knie.' },
  ],
  plans: [
    { name: 'Monatsabo', description: 'Jede Woche jeder Kurs.', perks: ['Alle Kurse', 'Ein Gast im Monat', 'Jederzeit kündbar'] },
    { name: '10er-Karte', description: 'Zehn Kursstunden, ein halbes Jahr gültig.', perks: ['Jeder Kurs', '6 Monate gültig'] },
    { name: 'Einzelner Monat', description: 'Ein Monat ohne Vertrag.', perks: ['Alle Kurse für einen Monat'] },
    { name: 'Probestunde', description: 'Komm einmal kostenlos.', perks: ['Eine Kursstunde', 'Danach Tee'] },
  ],
}
