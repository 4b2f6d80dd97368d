/** What can be chosen beside the time of a service: option, length and add-ons; what they cost, how long they take, and how a link carries them. */
import { currencyDigits, toMinor } from '#kit/pure/money.ts'
import type { Service } from './catalog.ts'
import { listLengths } from './service-lengths.ts'

export interface OfferedAddOn {
  id: string
  name: string
  price: string
  /** The time it adds to an appointment. */
  minutes?: number | undefined
  maxQuantity: number
}
export interface OfferedGroup {
  id: string
  name: string
  prompt?: string | undefined
  /** At most this many different add-ons of the group. */
  max?: number | undefined
  addOns: readonly OfferedAddOn[]
}
export interface Offer {
  /** Of a service with several prices. A person is chosen with the time. */
  option?: { id: string; type: string; name: string; values: readonly string[] } | undefined
  prices: readonly { value: string; price: string }[]
  groups: readonly OfferedGroup[]
  /** Lengths to choose from; empty where there is one. */
  lengths: readonly number[]
}
export const noOffer: Offer = { prices: [], groups: [], lengths: [] }
/** Numbers of add-ons by id. */
export type ChosenAddOns = Readonly<Record<string, number>>
export interface Extras {
  /** The value of a named option; empty where there is none. */
  choice: string
  /** The chosen length without add-ons; undefined: the first one. */
  minutes: number | undefined
  addOns: ChosenAddOns
}

interface StoredOptions {
  options: { values: { id: string; type: string; customData?: { name?: string; choices: string[] } }[] }
  variants: { values: { choices: { custom?: string; staffMemberId?: string; duration?: { minutes?: number } }[]; price: { value: string } }[] }
}
interface StoredGroup {
  groupId: string
  groupName: string
  maxNumberOfAddOns?: number
  prompt?: string
  addOns: { addOnId: string; name: string; price: { value: string }; durationInMinutes?: number; maxQuantity?: number }[]
}

export function toOffer(service: Service, stored: StoredOptions | undefined, groups: readonly StoredGroup[]): Offer {
  const option = stored?.options.values[0]
  const values = option?.type === 'CUSTOM' ? (option.customData?.choices ?? []) : []
  return {
    ...(option ? { option: { id: option.id, type: option.type, name: option.customData?.name ?? '', values } } : {}),
    prices: (stored?.variants.values ?? []).map(({ choices: [one], price }) => ({
      value: one?.custom ?? one?.staffMemberId ?? String(one?.duration?.minutes ?? ''),
      price: price.value,
    })),
    groups: groups
      .map((group) => ({
        id: group.groupId,
        name: group.groupName,
        prompt: group.prompt,
        max: group.maxNumberOfAddOns,
        addOns: group.addOns.map((one) => ({
          id: one.addOnId,
          name: one.name,
          price: one.price.value,
          minutes: one.durationInMinutes,
          maxQuantity: one.maxQuantity ?? 1,
        })),
      }))
      .filter(({ addOns }) => addOns.length > 0),
    lengths: listLengths(service),
  }
}
export const isEmptyOffer = ({ option, groups, lengths }: Offer): boolean => !option?.values.length && groups.length === 0 && lengths.length === 0

const listAddOns = ({ groups }: Offer): OfferedAddOn[] => groups.flatMap(({ addOns }) => addOns)
export const listChosenAddOns = (offer: Offer, chosen: ChosenAddOns) =>
  listAddOns(offer).flatMap((addOn) => {
    const count = Math.min(chosen[addOn.id] ?? 0, addOn.maxQuantity)
    return count > 0 ? [{ addOn, count }] : []
  })

/** Only what is offered: a link may be older than the service. Without a choice the first value of an option counts. */
export function fitExtras(offer: Offer, { choice, minutes, addOns }: Extras): Extras {
  const values = offer.option?.values ?? []
  const fitting: Record<string, number> = {}
  for (const group of offer.groups) {
    const some = listChosenAddOns({ ...offer, groups: [group] }, addOns)
    for (const { addOn, count } of some.slice(0, group.max ?? some.length)) fitting[addOn.id] = count
  }
  return {
    choice: values.includes(choice) ? choice : (values[0] ?? ''),
    minutes: minutes !== undefined && offer.lengths.includes(minutes) ? minutes : undefined,
    addOns: fitting,
  }
}
/** Whether another add-on of the group can be chosen. */
export const isGroupFull = (group: OfferedGroup, chosen: ChosenAddOns): boolean =>
  group.max !== undefined && group.addOns.filter(({ id }) => (chosen[id] ?? 0) > 0).length >= group.max

/** The time that add-ons take together; they lengthen appointments only. */
export const addOnMinutes = (offer: Offer, chosen: ChosenAddOns): number =>
  listChosenAddOns(offer, chosen).reduce((sum, { addOn }) => sum + (addOn.minutes ?? 0), 0)

const findCurrency = ({ payment }: Service): string => (payment?.fixed?.price ?? payment?.varied?.defaultPrice)?.currency ?? ''
const inMinor = (value: string | undefined, currency: string): number => Number(toMinor(Number(value ?? 0).toFixed(currencyDigits(currency)), currency))

/** The price of one person, as a decimal string. `minutes` is the length without add-ons. Source: guide services-and-availability §8.3. */
export function priceEach(service: Service, offer: Offer, extras: Extras, resourceId: string | undefined): string {
  const { payment } = service
  const usual = payment?.fixed?.price?.value ?? payment?.varied?.defaultPrice?.value ?? '0'
  const length = extras.minutes ?? service.schedule?.availabilityConstraints?.sessionDurations?.[0]
  const wanted = { CUSTOM: extras.choice, STAFF_MEMBER: resourceId, DURATION: String(length ?? '') }[offer.option?.type ?? '']
  return (wanted && offer.prices.find(({ value }) => value === wanted)?.price) || usual
}

export interface PricedExtras {
  /** In minor units: one person, and all add-ons. */
  each: number
  addOns: number
}
/** Add-ons that take time are paid by each person, others by the piece. Source: guide services-and-availability §8.3. */
export function calculateExtras(
  service: Service,
  offer: Offer,
  extras: Extras,
  { people, resourceId }: { people: number; resourceId?: string | undefined },
): PricedExtras {
  const currency = findCurrency(service)
  return {
    each: inMinor(priceEach(service, offer, extras, resourceId), currency),
    addOns: listChosenAddOns(offer, extras.addOns).reduce(
      (sum, { addOn, count }) => sum + inMinor(addOn.price, currency) * (addOn.minutes ? people : count),
      0,
    ),
  }
}

/** In words, for summaries: "Lavender oil", "2 × Towel". */
export const nameExtras = (offer: Offer, { choice, addOns }: Extras): string[] => [
  ...(choice ? [choice] : []),
  ...listChosenAddOns(offer, addOns).map(({ addOn, count }) => (count > 1 ? `${count} × ${addOn.name}` : addOn.name)),
]

/** Add-ons in a link: "id", or "id*2", joined by dots. */
export const writeAddOns = (chosen: ChosenAddOns): string =>
  Object.entries(chosen)
    .filter(([, count]) => count > 0)
    .map(([id, count]) => (count > 1 ? `${id}*${count}` : id))
    .join('.')
export const readAddOns = (text: string | undefined): ChosenAddOns =>
  Object.fromEntries(
    (text ?? '')
      .split('.')
      .filter(Boolean)
      .map((one) => {
        const [id = '', count = '1'] = one.split('*')
        return [id, Math.max(1, Math.trunc(Number(count)) || 1)] as const
      }),
  )
