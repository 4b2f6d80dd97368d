/** Titles and descriptions of pages, as the pages themselves say them. */
import { type Language, translate } from '#kit/pure/languages.ts'
import type { PlanData } from './page-data.ts'

const texts = {
  home: {
    message: 'Book classes and appointments at {site}, join a plan and manage your account.',
    de: 'Kurse und Termine bei {site} buchen, Mitglied werden und alles online verwalten.',
  },
  services: { message: 'Services', de: 'Angebote' },
  servicesLead: {
    message: 'Everything you can book at {site}: find a time and book online.',
    de: 'Alle Angebote von {site}: Zeit auswählen und online buchen.',
  },
  schedule: { message: 'Class schedule', de: 'Kursplan' },
  scheduleLead: {
    message: 'The next classes at {site}, with open spots. Book online.',
    de: 'Die nächsten Kurse bei {site} mit freien Plätzen. Online buchen.',
  },
  plans: { message: 'Plans', de: 'Tarife' },
  plansLead: {
    message: 'Memberships and passes of {site}, with prices. Join online.',
    de: 'Mitgliedschaften und Karten von {site} mit Preisen. Online abschließen.',
  },
  team: { message: 'Our team', de: 'Unser Team' },
  teamLead: { message: 'Who you meet at {site}.', de: 'Die Menschen bei {site}.' },
  teamMemberLead: { message: 'Book with {member} at {site}.', de: 'Bei {member} buchen: {site}.' },
  members: { message: 'Members', de: 'Mitglieder' },
  membersLead: { message: 'The members of {site}.', de: 'Die Mitglieder von {site}.' },
  memberLead: { message: '{member} is a member of {site}.', de: '{member} ist Mitglied bei {site}.' },
  free: { message: 'Free', de: 'Kostenlos' },
  full: { message: 'Fully booked', de: 'Ausgebucht' },
  oneSpot: { message: '1 spot left', de: 'Noch 1 Platz' },
  spots: { message: '{count} spots left', de: 'Noch {count} Plätze' },
  nextDates: { message: 'Next dates', de: 'Nächste Termine' },
  openingHours: { message: 'Opening hours', de: 'Öffnungszeiten' },
  findUs: { message: 'Find us', de: 'So findest du uns' },
  pages: { message: 'Pages', de: 'Seiten' },
  apiReference: { message: 'API reference', de: 'API-Referenz' },
  apiReferenceLead: {
    message: 'Services, free times, bookings and plans for programs.',
    de: 'Angebote, freie Zeiten, Buchungen und Tarife für Programme.',
  },
  DAY: { message: 'a day', de: 'pro Tag' },
  WEEK: { message: 'a week', de: 'pro Woche' },
  MONTH: { message: 'a month', de: 'pro Monat' },
  YEAR: { message: 'a year', de: 'pro Jahr' },
  DAYS: { message: 'every {count} days', de: 'alle {count} Tage' },
  WEEKS: { message: 'every {count} weeks', de: 'alle {count} Wochen' },
  MONTHS: { message: 'every {count} months', de: 'alle {count} Monate' },
  YEARS: { message: 'every {count} years', de: 'alle {count} Jahre' },
} as const

/** The texts of a language with the name of the site in them. */
export const pageTexts = (language: Language, site: string) => {
  const translateText = (key: keyof typeof texts, values: Record<string, unknown> = {}) => translate(texts[key], language, { site, ...values })
  return {
    home: translateText('home'),
    services: translateText('services'),
    servicesLead: translateText('servicesLead'),
    schedule: translateText('schedule'),
    scheduleLead: translateText('scheduleLead'),
    plans: translateText('plans'),
    plansLead: translateText('plansLead'),
    team: translateText('team'),
    teamLead: translateText('teamLead'),
    teamMemberLead: (member: string) => translateText('teamMemberLead', { member }),
    members: translateText('members'),
    membersLead: translateText('membersLead'),
    memberLead: (member: string) => translateText('memberLead', { member }),
    free: translateText('free'),
    nextDates: translateText('nextDates'),
    openingHours: translateText('openingHours'),
    findUs: translateText('findUs'),
    pages: translateText('pages'),
    apiReference: translateText('apiReference'),
    apiReferenceLead: translateText('apiReferenceLead'),
    spots: (count: number) => (count <= 0 ? translateText('full') : count === 1 ? translateText('oneSpot') : translateText('spots', { count })),
    cycle: ({ unit, count }: NonNullable<PlanData['cycle']>) => (count === 1 ? translateText(unit) : translateText(`${unit}S`, { count })),
  }
}
export type PageTexts = ReturnType<typeof pageTexts>
