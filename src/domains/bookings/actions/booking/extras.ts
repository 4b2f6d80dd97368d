/** Options and add-ons of a booking: validation, copies and prices. Source: guide bookings §4.3; services-and-availability §8. */
import { addOnsByIds, loadServiceChoices, calculateBookingPrice } from '#domains/services/public.ts'
import { resourcesByIds } from '#domains/staff/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { currencyDigits } from '#kit/pure/money.ts'
import type { BookingInput } from '../../contract.ts'
import { unwrapOrRefuse, refuse } from '../../errors.ts'
import { checkAddOns, checkChoices, getChosenPerson, type AddOnChoice, type Choice } from '../../rules/choices.ts'
import type { PriceExtras } from '../../rules/due.ts'
import type * as store from '../../store/bookings.ts'
import { toMinorUnits } from '../money/money.ts'
import { type BookableService } from './bookable-service.ts'
import { refuseMissing } from './resolve-slot.ts'

export type Choices = BookingInput['participantsChoices']
const toParties = (choices: Choices, people: number): { people: number; choices: Choice[] }[] =>
  choices
    ? choices.serviceChoices.map((party) => ({ people: party.numberOfParticipants ?? 1, choices: (party.choices ?? []) as Choice[] }))
    : [{ people, choices: [] }]

/** What choices have to agree with: the length of the slot without add-ons, and its resources. */
export interface ChosenSlot {
  /** Minutes; absent for courses. */
  minutes: number | undefined
  resources: readonly string[]
  /** The slot names its person or session; otherwise any of `resources` may give it. */
  resourceNamed: boolean
}
/** The length in minutes without add-ons, which prices and choices count. Undefined for courses. */
export const getSessionMinutes = (
  of: Pick<store.BookingRow, 'serviceType' | 'startAt' | 'endAt'> & { addOns: readonly store.AddOnCopy[] },
): number | undefined => {
  if (of.serviceType === 'COURSE') return undefined
  const minutes = (of.endAt.epochMilliseconds - of.startAt.epochMilliseconds) / 60_000
  return of.serviceType === 'APPOINTMENT' ? minutes - sumAddOnMinutes(of.addOns) : minutes
}
/** Minutes that add-ons take together. */
export const sumAddOnMinutes = (addOns: readonly store.AddOnCopy[]): number => addOns.reduce((sum, addOn) => sum + (addOn.durationInMinutes ?? 0), 0)

/** Refuses choices that the service or the slot does not offer. Answers the person whom the choices name, if any. */
export async function assertChoicesOffered(ctx: ReadContext, bookable: BookableService, choices: Choices, slot: ChosenSlot): Promise<string | undefined> {
  if (!choices) return undefined
  const varied = bookable.terms.rate === 'VARIED'
  const { option } = varied ? await loadServiceChoices(ctx, bookable.service.id) : { option: undefined }
  const offered = { varied, option, minutes: bookable.service.sessionDurations, slotMinutes: slot.minutes }
  const parties = toParties(choices, 1)
  for (const party of parties) unwrapOrRefuse(checkChoices(party.choices, offered))
  return option?.type === 'STAFF_MEMBER'
    ? resolveNamedPerson(
        ctx,
        parties.flatMap((party) => party.choices.flatMap((choice) => getChosenPerson(choice) ?? [])),
        bookable,
        slot,
      )
    : undefined
}

/** Choices of staff name one person, by resource or staff member id, who has to be among those of the slot. */
async function resolveNamedPerson(ctx: ReadContext, names: readonly string[], bookable: BookableService, slot: ChosenSlot): Promise<string | undefined> {
  const staff = names.length > 0 ? await resourcesByIds(ctx, bookable.service.staffIds) : []
  const chosen = names.map((name) => staff.find((one) => one.id === name || one.staff?.id === name)?.id ?? refuse('INVALID_CHOICES', { custom: name }))
  const [person] = chosen
  if (!person) return undefined
  if (chosen.some((id) => id !== person) || !slot.resources.includes(person)) refuse('INVALID_SERVICE_CHOICES', { staffMemberId: person })
  return person
}

/** The price by choices, person and length. Undefined for services of one price. */
export async function calculateChoicesPrice(
  ctx: ReadContext,
  bookable: BookableService,
  of: { choices: Choices; people: number; resourceId: string | null; minutes: number | undefined },
): Promise<PriceExtras['priced']> {
  if (bookable.terms.rate !== 'VARIED') return undefined
  const { total } = await calculateBookingPrice(ctx, {
    serviceId: bookable.service.id,
    resourceId: of.resourceId,
    minutes: of.minutes,
    parties: toParties(of.choices, of.people).map((party) => ({
      people: party.people,
      choices: party.choices.map(({ optionId, custom, duration }) => ({
        ...(optionId && { optionId }),
        ...(custom && { custom }),
        // The length of the slot counts; a chosen length equals it.
        ...(duration?.minutes && of.minutes === undefined && { duration: { minutes: duration.minutes } }),
      })),
    })),
  })
  // Services store prices in hundredths for every currency.
  return total === undefined ? undefined : { total: Math.round((total * 10 ** currencyDigits(bookable.site.currency)) / 100), people: of.people }
}

/** Add-ons of a booking: copies to store, minutes they add, and their cost in minor units. */
export interface BookedAddOns {
  copies: store.AddOnCopy[]
  minutes: number
  /** Part of the total in minor units, by number of people. */
  cost(people: number): Required<Pick<PriceExtras, 'addOns' | 'addOnsEach'>>
}
export const noAddOns: BookedAddOns = { copies: [], minutes: 0, cost: () => ({ addOns: 0, addOnsEach: 0 }) }

/** Add-ons as callers name them, by `addOnId` or `id`. */
export const readAddOns = (asked: BookingInput['bookedAddOns']): AddOnChoice[] =>
  (asked ?? []).map((addOn, n) => ({ ...addOn, id: addOn.addOnId ?? addOn.id ?? refuseMissing(`booking.bookedAddOns[${n}].addOnId`) }))

/** Refuses unknown add-ons and, unless `skipValidation`, those that the service does not offer. */
export async function resolveAddOns(
  ctx: ReadContext,
  bookable: BookableService,
  requested: readonly AddOnChoice[],
  skipValidation: boolean,
): Promise<BookedAddOns> {
  if (requested.length === 0) return noAddOns
  const known = await addOnsByIds(
    ctx,
    requested.map((choice) => choice.id),
  )
  const { addOnGroups } = await loadServiceChoices(ctx, bookable.service.id)
  if (!skipValidation) unwrapOrRefuse(checkAddOns(requested, { groups: addOnGroups, addOns: known }))
  const booked = requested.map((choice) => ({
    addOn: known.find((one) => one.id === choice.id) ?? refuse('ADD_ON_NOT_FOUND', { addOnId: choice.id }),
    groupId: choice.groupId ?? addOnGroups.find((group) => group.addOnIds.includes(choice.id))?.id ?? '',
    quantity: choice.quantity ?? 1,
  }))
  const toMinorPrice = (price: string) => toMinorUnits(Number(price).toFixed(currencyDigits(bookable.site.currency)), bookable.site.currency)
  const counted = booked.reduce((sum, { addOn, quantity }) => sum + (addOn.minutes === null ? toMinorPrice(addOn.price) * quantity : 0), 0)
  const each = booked.reduce((sum, { addOn }) => sum + (addOn.minutes === null ? 0 : toMinorPrice(addOn.price)), 0)
  return {
    copies: booked.map(({ addOn, groupId, quantity }) => ({
      id: addOn.id,
      groupId,
      name: addOn.name,
      ...(addOn.minutes === null ? { quantity } : { durationInMinutes: addOn.minutes }),
    })),
    minutes: booked.reduce((sum, { addOn }) => sum + (addOn.minutes ?? 0), 0),
    // decision: an add-on with a duration is priced per person, a counted one per piece.
    cost: (people) => ({ addOns: counted + each * people, addOnsEach: each }),
  }
}
