/** Titles and descriptions of pages, as the pages themselves say them. */
import { type Language, translate } from '#kit/pure/languages.ts'

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
  members: { message: 'Members', de: 'Mitglieder' },
  membersLead: { message: 'The members of {site}.', de: 'Die Mitglieder von {site}.' },
  memberLead: { message: '{member} is a member of {site}.', de: '{member} ist Mitglied bei {site}.' },
} as const

/** The texts of a language with the name of the site in them. */
export const pageTexts = (language: Language, site: string) => {
  const say = (key: keyof typeof texts) => translate(texts[key], language, { site })
  return {
    home: say('home'),
    services: say('services'),
    servicesLead: say('servicesLead'),
    schedule: say('schedule'),
    scheduleLead: say('scheduleLead'),
    plans: say('plans'),
    plansLead: say('plansLead'),
    members: say('members'),
    membersLead: say('membersLead'),
    memberLead: (member: string) => translate(texts.memberLead, language, { site, member }),
  }
}
