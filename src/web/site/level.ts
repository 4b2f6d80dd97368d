/** How much experience a service asks for. */
import { currentMessages, defineMessages } from '../kit/messages.ts'
import type { Service } from './catalog.ts'

const messages = defineMessages(
  { BEGINNER: 'Beginner', INTERMEDIATE: 'Intermediate', ADVANCED: 'Advanced', ALL: 'All levels' },
  {
    de: { BEGINNER: 'Einsteiger', INTERMEDIATE: 'Mittelstufe', ADVANCED: 'Fortgeschritten', ALL: 'Alle Niveaus' },
    fr: { BEGINNER: 'Débutant', INTERMEDIATE: 'Intermédiaire', ADVANCED: 'Avancé', ALL: 'Tous niveaux' },
    es: { BEGINNER: 'Principiante', INTERMEDIATE: 'Intermedio', ADVANCED: 'Avanzado', ALL: 'Todos los niveles' },
  },
)

export type Level = NonNullable<Service['level']>
export const describeLevel = (level: Level): string => currentMessages(messages)[level]
