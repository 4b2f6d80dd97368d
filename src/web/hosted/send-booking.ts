/** What sends a booking: its body, and what the answer means. Loaded when the form is sent. */
import { ApiError, queryClient } from '../api.ts'
import { currentMessages, defineMessages } from '../kit/messages.ts'
import type { InputOf, ReplyOf } from '../operations.ts'
import type { Service } from '../site/catalog.ts'
import { addOnMinutes, type Extras, noOffer, type Offer, readAddOns } from '../site/extras.ts'
import { toBookedExtras } from '../site/extras-body.ts'
import { type ChosenSlot, findClientZone, toBookedEntity } from './chosen-slot.ts'

const messages = defineMessages(
  {
    enterAddress: 'enter your address',
    agree: 'please agree to this to book',
    refunded: 'Your spot was taken while we waited for your bank. We’re refunding you in full. Please choose another time.',
    unknown: 'Your payment is still being processed. Please wait for our email before you try again.',
    newPrice: 'The price has changed since you opened this page. You haven’t been charged. Please review the new price.',
  },
  {
    de: {
      enterAddress: 'gib deine Adresse ein',
      agree: 'bitte stimme dem zu, um zu buchen',
      refunded: 'Dein Platz wurde vergeben, während wir auf deine Bank gewartet haben. Du bekommst den vollen Betrag zurück. Bitte wähle eine andere Zeit.',
      unknown: 'Deine Zahlung wird noch verarbeitet. Bitte warte auf unsere E-Mail, bevor du es noch einmal versuchst.',
      newPrice: 'Der Preis hat sich inzwischen geändert. Es wurde nichts abgebucht. Bitte prüfe den neuen Preis.',
    },
    fr: {
      enterAddress: 'saisissez votre adresse',
      agree: 'acceptez ceci pour réserver',
      refunded: 'Votre place a été prise pendant que nous attendions votre banque. Nous vous remboursons intégralement. Choisissez un autre créneau.',
      unknown: 'Votre paiement est encore en cours de traitement. Attendez notre e-mail avant de réessayer.',
      newPrice: 'Le prix a changé entre-temps. Rien n’a été débité. Vérifiez le nouveau prix.',
    },
    es: {
      enterAddress: 'escribe tu dirección',
      agree: 'acepta esto para reservar',
      refunded: 'Tu plaza se ocupó mientras esperábamos a tu banco. Te reembolsamos el importe íntegro. Elige otra hora.',
      unknown: 'Tu pago aún se está procesando. Espera a nuestro correo antes de intentarlo de nuevo.',
      newPrice: 'El precio ha cambiado mientras tanto. No se te ha cobrado nada. Revisa el nuevo precio.',
    },
  },
)

export type BookNowBody = InputOf<'bookingPages.bookNow'>['body']

interface ContactValues {
  first: string
  last: string
  email: string
  phone: string
  people: number
  /** The customer's address, where the business comes to them. */
  address: string | undefined
  offer: Offer
  extras: Extras
}

/** What is booked, for whom and with what. */
export function toBookingBody(service: Service, chosen: ChosenSlot, values: ContactValues): BookNowBody {
  const { first, last, email, phone, people, address, offer, extras } = values
  const location = address !== undefined ? { locationType: 'CUSTOM', formattedAddress: address } : chosen.location
  return {
    ...toBookedEntity(service, { ...chosen, end: getEnd(service, chosen, values), location }),
    contactDetails: {
      firstName: first.trim(),
      lastName: last.trim(),
      email: email.trim(),
      ...(phone.trim() ? { phone: phone.trim() } : {}),
      timeZone: findClientZone(service, chosen),
      ...(address !== undefined ? { fullAddress: { formattedAddress: address } } : {}),
    },
    ...toBookedExtras(offer, extras, people),
  }
}

/** An add-on that was left out again after the time was chosen makes the appointment shorter. */
function getEnd({ type }: Service, { end, addOns }: ChosenSlot, { offer, extras }: Pick<ContactValues, 'offer' | 'extras'>): string | undefined {
  const less = type === 'APPOINTMENT' ? addOnMinutes(offer, readAddOns(addOns)) - addOnMinutes(offer, extras.addOns) : 0
  return end && less > 0 ? new Date(Date.parse(end) - less * 60_000).toISOString() : end
}

/** The customer is charged the price that was shown: one that has changed in the meantime is shown first. */
export async function assertPriceUnchanged({ id }: Service, calculateTotal: (service: Service, offer: Offer) => string, shown: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['service'] })
  const service = queryClient
    .getQueriesData<Service | null>({ queryKey: ['service'] })
    .map(([, data]) => data)
    .find((one) => one?.id === id)
  const offer = queryClient.getQueryData<Offer>(['service', 'offer', id]) ?? noOffer
  if (service && calculateTotal(service, offer) !== shown) throw new ApiError(409, currentMessages(messages).newPrice)
}

/** Only test payments need it. */
export const loadCardValues = () => import('./card-values.ts')

/** Throws when the payment did not lead to a booking; `requires_action` is handled before. */
export async function assertPaid(payment: ReplyOf<'bookingPages.bookNow'>['payment']): Promise<void> {
  const outcome = payment?.outcome.toLowerCase()
  if (outcome === 'declined') throw new ApiError(402, (await loadCardValues()).declineInWords(payment?.declineCode))
  if (outcome === 'place_gone') throw new ApiError(409, '', { code: 'SLOT_NOT_AVAILABLE' })
  if (outcome === 'refunded') throw new ApiError(409, currentMessages(messages).refunded, { code: 'PAYMENT_REFUNDED' })
  if (outcome === 'unknown' || outcome === 'processing') throw new ApiError(502, currentMessages(messages).unknown)
}

export const isSlotRefusal = (error: unknown) => error instanceof ApiError && /CAPACITY|SLOT_NOT_AVAILABLE|SESSION_NOT_FOUND/.test(error.code)
export { isCouponRefusal } from './coupon-refusal.ts'
export const isHoldRefusal = (error: unknown) => error instanceof ApiError && /BOOKING_NOT_FOUND|INVALID_BOOKING_STATUS|PAYMENT_REFUNDED/.test(error.code)

export const consentViolation = () => ({ field: 'acceptsFees', description: currentMessages(messages).agree })
export const addressViolation = () => ({ field: 'fullAddress', description: currentMessages(messages).enterAddress })
