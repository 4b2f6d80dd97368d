/** Options and add-ons of a booking: checked, copied, and what they cost. Source: guide: bookings 4.3; services-and-availability 8. */
import { addOnsByIds, choicesOf, priceOfBooking } from '#domains/services/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { currencyDigits } from '#kit/pure/money.ts'
import type { BookingIn } from '../contract.ts'
import { orRefuse } from '../errors.ts'
import { checkAddOns, checkChoices, type AddOnWish, type Choice } from '../rules/choices.ts'
import type { Extras } from '../rules/due.ts'
import type * as store from '../store/bookings.ts'
import { minor } from './money.ts'
import type { Offer } from './place.ts'

type Choices = BookingIn['participantsChoices']
const partiesOf = (choices: Choices, people: number): { people: number; choices: Choice[] }[] =>
  choices
    ? choices.serviceChoices.map((party) => ({ people: party.numberOfParticipants ?? 1, choices: (party.choices ?? []) as Choice[] }))
    : [{ people, choices: [] }]

/** Refuses what the service does not offer. */
export async function mustBeOffered(ctx: Ctx, offer: Offer, choices: Choices): Promise<void> {
  if (!choices) return
  const varied = offer.terms.rate === 'VARIED'
  const { option } = varied ? await choicesOf(ctx, offer.service.id) : { option: undefined }
  for (const party of partiesOf(choices, 1)) orRefuse(checkChoices(party.choices, { varied, option, minutes: offer.service.sessionDurations }))
}

/** The price by the choices and, where it depends on them, by who gives it and how long it takes. Nothing for services of one price. */
export async function pricedOf(
  ctx: Ctx,
  offer: Offer,
  of: { choices: Choices; people: number; resourceId: string | null; minutes: number },
): Promise<Extras['priced']> {
  if (offer.terms.rate !== 'VARIED') return undefined
  const { total } = await priceOfBooking(ctx, {
    serviceId: offer.service.id,
    resourceId: of.resourceId,
    minutes: of.minutes,
    parties: partiesOf(of.choices, of.people).map((party) => ({
      people: party.people,
      choices: party.choices.map(({ optionId, custom, duration }) => ({
        ...(optionId && { optionId }),
        ...(custom && { custom }),
        ...(duration?.minutes && { duration: { minutes: duration.minutes } }),
      })),
    })),
  })
  // Prices of services are kept in hundredths, whatever the currency.
  return total === undefined ? undefined : { total: Math.round((total * 10 ** currencyDigits(offer.site.currency)) / 100), people: of.people }
}

/** What was booked along: copies for the booking, minutes it adds, and what it costs in minor units. */
export interface BookedAddOns {
  copies: store.AddOnCopy[]
  minutes: number
  cost(people: number): number
}
export async function addOnsOf(ctx: Ctx, offer: Offer, wishes: readonly AddOnWish[], skipValidation: boolean): Promise<BookedAddOns> {
  if (wishes.length === 0) return { copies: [], minutes: 0, cost: () => 0 }
  const known = await addOnsByIds(
    ctx,
    wishes.map((wish) => wish.id),
  )
  const { addOnGroups } = await choicesOf(ctx, offer.service.id)
  if (!skipValidation) orRefuse(checkAddOns(wishes, { groups: addOnGroups, addOns: known }))
  const booked = wishes.flatMap((wish) => {
    const addOn = known.find((one) => one.id === wish.id)
    const groupId = wish.groupId ?? addOnGroups.find((group) => group.addOnIds.includes(wish.id))?.id ?? ''
    return addOn ? [{ addOn, groupId, quantity: wish.quantity ?? 1 }] : []
  })
  const priceOf = (price: string) => minor(Number(price).toFixed(currencyDigits(offer.site.currency)), offer.site.currency)
  return {
    copies: booked.map(({ addOn, groupId, quantity }) => ({
      id: addOn.id,
      groupId,
      name: addOn.name,
      ...(addOn.minutes === null ? { quantity } : { durationInMinutes: addOn.minutes }),
    })),
    minutes: booked.reduce((sum, { addOn }) => sum + (addOn.minutes ?? 0), 0),
    // decision: an add-on that takes time costs its price once per person, a counted one per piece.
    cost: (people) => booked.reduce((sum, { addOn, quantity }) => sum + priceOf(addOn.price) * (addOn.minutes === null ? quantity : people), 0),
  }
}
