/** What a refused booking means to the customer. Apart from the hook that books, which the forms do without. */
import type { ApiError } from '../api.ts'
import { currentMessages, defineMessages } from '../kit/messages.ts'

const messages = defineMessages(
  {
    taken: 'This time was just taken. Please choose another one.',
    closed: 'This time can’t be booked online anymore.',
  },
  {
    de: {
      taken: 'Diese Zeit ist nicht mehr frei. Bitte wähle eine andere.',
      closed: 'Diese Zeit ist nicht mehr online buchbar.',
    },
    fr: {
      taken: 'Ce créneau vient d’être pris. Choisissez-en un autre.',
      closed: 'Ce créneau ne peut plus être réservé en ligne.',
    },
    es: {
      taken: 'Esta hora se acaba de ocupar. Elige otra.',
      closed: 'Esta hora ya no se puede reservar en línea.',
    },
  },
)

/** The message for a refused booking. */
export function explainBookingRefusal(error: ApiError): string {
  if (/CAPACITY|SLOT_NOT_AVAILABLE|SESSION_NOT_FOUND/.test(error.code)) return currentMessages(messages).taken
  if (error.code === 'BOOKING_POLICY_VIOLATION') return currentMessages(messages).closed
  return error.message
}
