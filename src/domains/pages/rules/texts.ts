/** Titles and descriptions of pages, as the pages themselves say them. */
import { type Language, translate } from '#kit/pure/languages.ts'
import type { PlanData } from './page-data.ts'

const texts = {
  home: {
    message: 'Book classes and appointments at {site}, join a plan and manage your account.',
    de: 'Kurse und Termine bei {site} buchen, Mitglied werden und alles online verwalten.',
    fr: 'Réservez cours et rendez-vous chez {site}, choisissez une formule et gérez votre compte.',
    es: 'Reserva clases y citas en {site}, elige un plan y gestiona tu cuenta.',
  },
  services: { message: 'Services', de: 'Angebote', fr: 'Prestations', es: 'Servicios' },
  servicesLead: {
    message: 'Everything you can book at {site}: find a time and book online.',
    de: 'Alle Angebote von {site}: Zeit auswählen und online buchen.',
    fr: 'Tout ce que vous pouvez réserver chez {site} : choisissez un horaire et réservez en ligne.',
    es: 'Todo lo que puedes reservar en {site}: elige una hora y reserva en línea.',
  },
  schedule: { message: 'Class schedule', de: 'Kursplan', fr: 'Planning des cours', es: 'Horario de clases' },
  scheduleLead: {
    message: 'The next classes at {site}, with open spots. Book online.',
    de: 'Die nächsten Kurse bei {site} mit freien Plätzen. Online buchen.',
    fr: 'Les prochains cours de {site} avec des places libres. Réservez en ligne.',
    es: 'Las próximas clases de {site} con plazas libres. Reserva en línea.',
  },
  plans: { message: 'Plans', de: 'Tarife', fr: 'Formules', es: 'Planes' },
  plansLead: {
    message: 'Memberships and passes of {site}, with prices. Join online.',
    de: 'Mitgliedschaften und Karten von {site} mit Preisen. Online abschließen.',
    fr: 'Abonnements et cartes de {site}, avec les prix. Souscrivez en ligne.',
    es: 'Membresías y bonos de {site}, con precios. Contrátalos en línea.',
  },
  team: { message: 'Our team', de: 'Unser Team', fr: 'Notre équipe', es: 'Nuestro equipo' },
  teamLead: {
    message: 'Who you meet at {site}.',
    de: 'Die Menschen bei {site}.',
    fr: 'Les personnes qui vous accueillent chez {site}.',
    es: 'Las personas que te atienden en {site}.',
  },
  teamMemberLead: {
    message: 'Book with {member} at {site}.',
    de: 'Bei {member} buchen: {site}.',
    fr: 'Réservez avec {member} chez {site}.',
    es: 'Reserva con {member} en {site}.',
  },
  members: { message: 'Members', de: 'Mitglieder', fr: 'Membres', es: 'Miembros' },
  membersLead: { message: 'The members of {site}.', de: 'Die Mitglieder von {site}.', fr: 'Les membres de {site}.', es: 'Los miembros de {site}.' },
  memberLead: {
    message: '{member} is a member of {site}.',
    de: '{member} ist Mitglied bei {site}.',
    fr: '{member} est membre de {site}.',
    es: '{member} es miembro de {site}.',
  },
  free: { message: 'Free', de: 'Kostenlos', fr: 'Gratuit', es: 'Gratis' },
  full: { message: 'Fully booked', de: 'Ausgebucht', fr: 'Complet', es: 'Completo' },
  oneSpot: { message: '1 spot left', de: 'Noch 1 Platz', fr: '1 place restante', es: 'Queda 1 plaza' },
  spots: { message: '{count} spots left', de: 'Noch {count} Plätze', fr: '{count} places restantes', es: 'Quedan {count} plazas' },
  nextDates: { message: 'Next dates', de: 'Nächste Termine', fr: 'Prochaines dates', es: 'Próximas fechas' },
  openingHours: { message: 'Opening hours', de: 'Öffnungszeiten', fr: 'Horaires', es: 'Horario de apertura' },
  findUs: { message: 'Find us', de: 'So findest du uns', fr: 'Nous trouver', es: 'Dónde estamos' },
  pages: { message: 'Pages', de: 'Seiten', fr: 'Pages', es: 'Páginas' },
  apiReference: { message: 'API reference', de: 'API-Referenz', fr: 'Référence de l’API', es: 'Referencia de la API' },
  apiReferenceLead: {
    message: 'Services, free times, bookings and plans for programs.',
    de: 'Angebote, freie Zeiten, Buchungen und Tarife für Programme.',
    fr: 'Prestations, horaires libres, réservations et formules pour les programmes.',
    es: 'Servicios, horas libres, reservas y planes para programas.',
  },
  DAY: { message: 'a day', de: 'pro Tag', fr: 'par jour', es: 'al día' },
  WEEK: { message: 'a week', de: 'pro Woche', fr: 'par semaine', es: 'a la semana' },
  MONTH: { message: 'a month', de: 'pro Monat', fr: 'par mois', es: 'al mes' },
  YEAR: { message: 'a year', de: 'pro Jahr', fr: 'par an', es: 'al año' },
  DAYS: { message: 'every {count} days', de: 'alle {count} Tage', fr: 'tous les {count} jours', es: 'cada {count} días' },
  WEEKS: { message: 'every {count} weeks', de: 'alle {count} Wochen', fr: 'toutes les {count} semaines', es: 'cada {count} semanas' },
  MONTHS: { message: 'every {count} months', de: 'alle {count} Monate', fr: 'tous les {count} mois', es: 'cada {count} meses' },
  YEARS: { message: 'every {count} years', de: 'alle {count} Jahre', fr: 'tous les {count} ans', es: 'cada {count} años' },
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
