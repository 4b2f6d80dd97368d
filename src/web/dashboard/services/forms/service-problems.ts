/** Validation of a service before it is sent, by field. Pure. */
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
  | 'addOns'
  | 'slug'

const isPriced = (form: ServiceForm): boolean => form.priceKind !== 'FREE' && form.priceKind !== 'WORDS'
const isOptionalAmount = (text: string): boolean => text === '' || toAmount(text) !== undefined

/** The sentence for each field that cannot stay as it is; empty when all is well. */
export function serviceProblems(form: ServiceForm): ServiceProblems {
  return { ...checkBasics(form), ...checkTimes(form), ...checkPrice(form) }
}

function checkBasics(form: ServiceForm): ServiceProblems {
  const list: ServiceProblems = {}
  if (form.name.trim() === '') list.name = 'Enter a name.'
  if (!/^[a-z0-9]*(-[a-z0-9]+)*$/i.test(form.slug.trim())) list.slug = 'Use letters, digits and hyphens.'
  if (form.addOnGroups.some(({ name, addOnIds }) => name.trim() === '' || addOnIds.length === 0))
    list.addOns = 'Give each add-on group a name and at least one add-on.'
  if (form.where === 'CUSTOM' && form.address.trim() === '') list.address = 'Enter an address.'
  if (form.meeting && form.meetingLink.trim() !== '' && !/^https?:\/\/\S+$/.test(form.meetingLink.trim()))
    list.meetingLink = 'Enter a link that starts with https://.'
  if (form.needsApproval && form.payByPlan) list.approval = 'Approval can’t be combined with paying by plan. Turn one of them off.'
  return list
}

function checkTimes(form: ServiceForm): ServiceProblems {
  const list: ServiceProblems = {}
  if (form.type !== 'APPOINTMENT') {
    if (!Number.isInteger(form.capacity) || form.capacity < 1 || form.capacity > 1000) list.capacity = 'Enter 1 to 1000 spots.'
    return list
  }
  if (form.lengthKind === 'LIST') {
    if (form.lengths.length === 0) list.lengths = 'Add at least one duration.'
    else if (form.lengths.some((minutes) => !Number.isInteger(minutes) || minutes < 1 || minutes > 44_639)) list.lengths = 'Durations must be whole minutes.'
    else if (new Set(form.lengths).size < form.lengths.length) list.lengths = 'Durations must be different.'
  } else if (form.shortest < 30 || form.longest > 1440 || form.shortest > form.longest)
    list.range = 'Enter 30 minutes to 24 hours, with the minimum below the maximum.'
  if (form.staffIds.length === 0 && form.rooms.length === 0) list.staff = 'Select at least one staff member.'
  return list
}

function checkPrice(form: ServiceForm): ServiceProblems {
  const list: ServiceProblems = {}
  if (form.priceKind === 'WORDS' && form.priceWords.trim() === '') list.priceWords = 'Enter a price text, such as “Ask us”.'
  if (!isPriced(form)) return list
  if (!(toCents(form.price) > 0)) list.price = 'Enter an amount above zero, such as 12.50.'
  const own =
    form.priceKind === 'LENGTH'
      ? Object.values(form.lengthPrices)
      : form.priceKind === 'PERSON'
        ? Object.values(form.personPrices)
        : form.choices.map((one) => one.price)
  if (form.priceKind !== 'FIXED' && !own.every(isOptionalAmount)) list.ownPrices = 'Enter amounts such as 12.50, or leave empty for the default price.'
  if (form.priceKind === 'LENGTH' && form.lengthKind === 'RANGE') list.ownPrices = 'Prices by duration require fixed durations.'
  if (form.priceKind === 'CHOICE') {
    const names = form.choices.map((one) => one.name.trim())
    if (names.includes('')) list.choices = 'Name each option.'
    else if (new Set(names).size < names.length) list.choices = 'Option names must be different.'
  }
  if (!form.payOnline && !form.payAtDesk && !form.payByPlan) list.ways = 'Select at least one payment method.'
  if (form.takesDeposit) {
    if (!(toCents(form.deposit) > 0) || toCents(form.deposit) >= toCents(form.price)) list.deposit = 'Enter an amount below the price.'
    else if (!form.payOnline || form.payAtDesk) list.deposit = 'Deposits are paid online. Select “Online” and clear “In person”.'
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
  [/addOnGroup/, 'addOns'],
  [/slug/i, 'slug'],
  [/serviceOptionsAndVariants|^options|variants/, 'ownPrices'],
]
const ruleMessages: Record<string, string> = {
  INVALID_CATEGORY: 'This category was deleted. Choose another one.',
  INVALID_STAFF_MEMBER_IDS: 'Select staff who take bookings.',
  INVALID_BUSINESS_LOCATION: 'One of these locations no longer exists. Choose another one.',
  INVALID_BOOKING_POLICY: 'This policy was deleted. Choose another one.',
}
/** Violations from the server by field of the form; those of other fields are left out. */
export function serverProblems(violations: readonly { field: string; description: string; ruleName?: string }[]): ServiceProblems {
  const list: ServiceProblems = {}
  for (const { field, description, ruleName } of violations) {
    const place = fieldPatterns.find(([pattern]) => pattern.test(field))?.[1]
    if (place) list[place] ??= ruleMessages[ruleName ?? ''] ?? `This ${description}.`
  }
  return list
}
