/** A billing forecast as the screen reads it. */
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'

const messages = defineDashboardMessages(
  {
    cards: { WORK: 'Cards work', FAIL: 'Cards fail' } as Record<Cards, string>,
  },
  {
    de: {
      cards: { WORK: 'Karten gültig', FAIL: 'Abgelehnt' },
    },
  },
)

export type Simulation = ReplyOf<'simulations.listSimulations'>['simulations'][number]
export type Day = ReplyOf<'simulations.getSimulation'>['days'][number]
export type Cards = Simulation['cards']
export const cardLabels = currentMessages(messages).cards
