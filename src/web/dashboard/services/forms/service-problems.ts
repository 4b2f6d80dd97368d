/** What can be said about a service before the server is asked, each at its field. Pure. Source: guide services-and-availability 4 and 5.1. */
import { toCents, toAmount } from '../../parts/amounts.ts'
import type { ServiceForm } from './service-form.ts'

export type ServiceProblems = Partial<Record<ProblemField, string>>
export type ProblemField =
  | 'name'
  | 'lengths'
  | 'range'
  | 'staff'
  | 'capacity'
  | 'address'
  | 'places'
  | 'meetingLink'
  | 'price'
  | 'priceWords'
  | 'choices'
  | 'ownPrices'
  | 'ways'
  | 'deposit'
  | 'approval'
  | 'category'
  | 'policy'
  | 'plans'

const isPriced = (form: ServiceForm): boolean => form.priceKind !== 'FREE' && form.priceKind !== 'WORDS'
const isOptionalAmount = (text: string): boolean => text === '' || toAmount(text) !== undefined

/** The sentence for each field that cannot stay as it is; empty when all is well. */
export function serviceProblems(form: ServiceForm): ServiceProblems {
  return { ...checkBasics(form), ...checkTimes(form), ...checkPrice(form) }
}

function checkBasics(form: ServiceForm): ServiceProblems {
  const list: ServiceProblems = {}
  if (form.name.trim() === '') list.name = 'Give it a name.'
  if (form.where === 'CUSTOM' && form.address.trim() === '') list.address = 'Say where it takes place.'
  if (form.meeting && form.meetingLink.trim() !== '' && !/^https?:\/\/\S+$/.test(form.meetingLink.trim())) list.meetingLink = 'A link begins with https://.'
  if (form.needsApproval && form.payByPlan) list.approval = 'Bookings paid with a plan are confirmed at once: switch off one of the two.'
  return list
}

function checkTimes(form: ServiceForm): ServiceProblems {
  const list: ServiceProblems = {}
  if (form.type !== 'APPOINTMENT') {
    if (!Number.isInteger(form.capacity) || form.capacity < 1 || form.capacity > 1000) list.capacity = 'From 1 to 1000 places.'
    return list
  }
  if (form.lengthKind === 'LIST') {
    if (form.lengths.length === 0) list.lengths = 'Add at least one length.'
    else if (form.lengths.some((minutes) => !Number.isInteger(minutes) || minutes < 1 || minutes > 44_639))
      list.lengths = 'Each length is a whole number of minutes.'
    else if (new Set(form.lengths).size < form.lengths.length) list.lengths = 'Each length stands here once.'
  } else if (form.shortest < 30 || form.longest > 1440 || form.shortest > form.longest) list.range = 'From 30 minutes to 24 hours, the shortest first.'
  if (form.staffIds.length === 0 && form.rooms.length === 0) list.staff = 'Choose who offers it, or add somebody.'
  return list
}

function checkPrice(form: ServiceForm): ServiceProblems {
  const list: ServiceProblems = {}
  if (form.priceKind === 'WORDS' && form.priceWords.trim() === '') list.priceWords = 'Say what it costs, such as “Ask us”.'
  if (!isPriced(form)) return list
  if (!(toCents(form.price) > 0)) list.price = 'An amount above zero, such as 12.50.'
  const own =
    form.priceKind === 'LENGTH'
      ? Object.values(form.lengthPrices)
      : form.priceKind === 'PERSON'
        ? Object.values(form.personPrices)
        : form.choices.map((one) => one.price)
  if (form.priceKind !== 'FIXED' && !own.every(isOptionalAmount)) list.ownPrices = 'Amounts look like 12.50. Empty means the usual price.'
  if (form.priceKind === 'LENGTH' && form.lengthKind === 'RANGE') list.ownPrices = 'Prices by length need a list of lengths.'
  if (form.priceKind === 'CHOICE') {
    const names = form.choices.map((one) => one.name.trim())
    if (names.includes('')) list.choices = 'Each choice has a name.'
    else if (new Set(names).size < names.length) list.choices = 'Each choice stands here once.'
  }
  if (!form.payOnline && !form.payAtDesk && !form.payByPlan) list.ways = 'Choose at least one way to pay.'
  if (form.takesDeposit) {
    if (!(toCents(form.deposit) > 0) || toCents(form.deposit) >= toCents(form.price)) list.deposit = 'An amount below the price.'
    else if (!form.payOnline || form.payAtDesk) list.deposit = 'A deposit is paid online: tick “Online” and take “At the desk” away.'
  }
  return list
}

const fieldPatterns: [RegExp, ProblemField][] = [
  [/service\.name$/, 'name'],
  [/sessionDurations/, 'lengths'],
  [/durationRange/, 'range'],
  [/staffMemberIds|serviceResources|primaryResourceType/, 'staff'],
  [/defaultCapacity/, 'capacity'],
  [/locations/, 'places'],
  [/guestUrl/, 'meetingLink'],
  [/custom\.description/, 'priceWords'],
  [/payment\.options/, 'ways'],
  [/payment/, 'price'],
  [/requireManualApproval/, 'approval'],
  [/category/, 'category'],
  [/bookingPolicy/, 'policy'],
  [/pricingPlanIds/, 'plans'],
  [/serviceOptionsAndVariants|^options|variants/, 'ownPrices'],
]
const ruleMessages: Record<string, string> = {
  INVALID_CATEGORY: 'This category was deleted: choose another one or none.',
  INVALID_STAFF_MEMBER_IDS: 'Choose who offers it, among those who serve customers.',
  INVALID_BUSINESS_LOCATION: 'One of these places is not there any more: choose another one.',
  INVALID_BOOKING_POLICY: 'These rules were deleted: choose others.',
}
/** What the server found wrong, at the fields of the form; what belongs to none of them is left out. */
export function serverProblems(violations: readonly { field: string; description: string; ruleName?: string }[]): ServiceProblems {
  const list: ServiceProblems = {}
  for (const { field, description, ruleName } of violations) {
    const place = fieldPatterns.find(([pattern]) => pattern.test(field))?.[1]
    if (place) list[place] ??= ruleMessages[ruleName ?? ''] ?? `This ${description}.`
  }
  return list
}
