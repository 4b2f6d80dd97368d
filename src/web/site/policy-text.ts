/** The booking policy of a service as its customers read it before they book. Pure, in the language of the page. */
import { currentMessages, defineMessages } from '../kit/messages.ts'
import { isTooLate, type Service } from './catalog.ts'
import { describeFees, formatLead, listOwnWords } from './fee-text.ts'

const messages = defineMessages(
  {
    move: (lead: string) => `Reschedule up to ${lead} before.`,
    moveAnyTime: 'Reschedule any time before it starts.',
    noMove: 'Can’t be rescheduled online.',
    tooLateToMove: 'It’s too late to reschedule online.',
  },
  {
    de: {
      move: (lead) => `Bis ${lead} vorher verschiebbar.`,
      moveAnyTime: 'Bis zum Beginn verschiebbar.',
      noMove: 'Online nicht verschiebbar.',
      tooLateToMove: 'Für eine Online-Verschiebung ist es zu spät.',
    },
    fr: {
      move: (lead) => `Déplacement possible jusqu’à ${lead} avant.`,
      moveAnyTime: 'Déplacement possible jusqu’au début.',
      noMove: 'Pas de déplacement en ligne.',
      tooLateToMove: 'Il est trop tard pour déplacer en ligne.',
    },
    es: {
      move: (lead) => `Se puede reprogramar hasta ${lead} antes.`,
      moveAnyTime: 'Se puede reprogramar hasta el inicio.',
      noMove: 'No se puede reprogramar en línea.',
      tooLateToMove: 'Es tarde para reprogramar en línea.',
    },
  },
)

function describeMove({ type, bookingPolicy }: Service, start: string | undefined): string[] {
  const t = currentMessages(messages)
  const rule = bookingPolicy?.reschedulePolicy
  if (type === 'COURSE' || !rule) return []
  if (rule.enabled === false) return [t.noMove]
  const minutes = rule.limitLatestReschedule ? (rule.latestRescheduleInMinutes ?? 0) : 0
  if (minutes === 0) return [t.moveAnyTime]
  return [isTooLate(start, minutes) ? t.tooLateToMove : t.move(formatLead(minutes))]
}

/** What follows the sentence about cancelling: rescheduling, fees, and the words of the business. `money` formats an amount, `start` is the chosen time. */
export function describePolicy(service: Service, money: (value: string) => string, start?: string): string[] {
  return [...describeMove(service, start), ...describeFees(service, money), ...listOwnWords(service)]
}
