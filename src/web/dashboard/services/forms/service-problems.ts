/** Validation of a service before it is sent, by field. Pure. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { toCents, toAmount } from '../../parts/amounts.ts'
import type { ServiceForm } from './service-form.ts'
import { sharedMessages } from './shared.messages.ts'

const messages = defineDashboardMessages(
  {
    slug: 'Use letters, digits and hyphens.',
    addOns: 'Give each add-on group a name and at least one add-on.',
    address: 'Enter an address.',
    link: 'Enter a link that starts with https://.',
    approval: 'Approval can’t be combined with paying by plan. Turn one of them off.',
    capacity: 'Enter 1 to 1000 spots.',
    oneLength: 'Add at least one duration.',
    wholeLengths: 'Durations must be whole minutes.',
    sameLengths: 'Durations must be different.',
    range: 'Enter 30 minutes to 24 hours, with the minimum below the maximum.',
    staff: 'Select at least one staff member.',
    priceWords: 'Enter a price text, such as “Ask us”.',
    price: 'Enter an amount above zero, such as 12.50.',
    ownPrices: 'Enter amounts such as 12.50, or leave empty for the default price.',
    fixedLengths: 'Prices by duration require fixed durations.',
    nameOptions: 'Name each option.',
    sameOptions: 'Option names must be different.',
    ways: 'Select at least one payment method.',
    depositBelow: 'Enter an amount below the price.',
    depositOnline: 'Deposits are paid online. Select “Online” and clear “In person”.',
    category: 'This category was deleted. Choose another one.',
    bookableStaff: 'Select staff who take bookings.',
    location: 'One of these locations no longer exists. Choose another one.',
    policy: 'This policy was deleted. Choose another one.',
    invalid: (description: string) => `This ${description}.`,
  },
  {
    de: {
      slug: 'Verwende Buchstaben, Ziffern und Bindestriche.',
      addOns: 'Gib jeder Gruppe von Extras einen Namen und mindestens ein Extra.',
      address: 'Gib eine Adresse ein.',
      link: 'Gib einen Link ein, der mit https:// beginnt.',
      approval: 'Eine Freigabe geht nicht zusammen mit der Zahlung per Tarif. Schalte eines davon aus.',
      capacity: 'Gib 1 bis 1000 Plätze ein.',
      oneLength: 'Füge mindestens eine Dauer hinzu.',
      wholeLengths: 'Jede Dauer muss in ganzen Minuten angegeben sein.',
      sameLengths: 'Jede Dauer darf nur einmal vorkommen.',
      range: 'Gib 30 Minuten bis 24 Stunden ein, die kürzeste Dauer unter der längsten.',
      staff: 'Wähle mindestens ein Teammitglied.',
      priceWords: 'Gib einen Text zum Preis ein, etwa „Auf Anfrage“.',
      price: 'Gib einen Betrag über null ein, etwa 12,50.',
      ownPrices: 'Gib Beträge wie 12,50 ein oder lass das Feld leer für den Standardpreis.',
      fixedLengths: 'Preise nach Dauer brauchen feste Dauern.',
      nameOptions: 'Gib jeder Option einen Namen.',
      sameOptions: 'Jeder Name einer Option darf nur einmal vorkommen.',
      ways: 'Wähle mindestens eine Zahlungsart.',
      depositBelow: 'Gib einen Betrag unter dem Preis ein.',
      depositOnline: 'Anzahlungen werden online bezahlt. Wähle „Online“ und entferne „Vor Ort“.',
      category: 'Diese Kategorie wurde gelöscht. Wähle eine andere.',
      bookableStaff: 'Wähle Teammitglieder, die Buchungen annehmen.',
      location: 'Einen dieser Standorte gibt es nicht mehr. Wähle einen anderen.',
      policy: 'Diese Buchungsregeln wurden gelöscht. Wähle andere.',
      invalid: (description) => `Das ${description}.`,
    },
  },
)
const text = currentMessages(messages)
const sharedText = currentMessages(sharedMessages)

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
  if (form.name.trim() === '') list.name = sharedText.enterName
  if (!/^[a-z0-9]*(-[a-z0-9]+)*$/i.test(form.slug.trim())) list.slug = text.slug
  if (form.addOnGroups.some(({ name, addOnIds }) => name.trim() === '' || addOnIds.length === 0)) list.addOns = text.addOns
  if (form.where === 'CUSTOM' && form.address.trim() === '') list.address = text.address
  if (form.meeting && form.meetingLink.trim() !== '' && !/^https?:\/\/\S+$/.test(form.meetingLink.trim())) list.meetingLink = text.link
  if (form.needsApproval && form.payByPlan) list.approval = text.approval
  return list
}

function checkTimes(form: ServiceForm): ServiceProblems {
  const list: ServiceProblems = {}
  if (form.type !== 'APPOINTMENT') {
    if (!Number.isInteger(form.capacity) || form.capacity < 1 || form.capacity > 1000) list.capacity = text.capacity
    return list
  }
  if (form.lengthKind === 'LIST') {
    if (form.lengths.length === 0) list.lengths = text.oneLength
    else if (form.lengths.some((minutes) => !Number.isInteger(minutes) || minutes < 1 || minutes > 44_639)) list.lengths = text.wholeLengths
    else if (new Set(form.lengths).size < form.lengths.length) list.lengths = text.sameLengths
  } else if (form.shortest < 30 || form.longest > 1440 || form.shortest > form.longest) list.range = text.range
  if (form.staffIds.length === 0 && form.rooms.length === 0) list.staff = text.staff
  return list
}

function checkPrice(form: ServiceForm): ServiceProblems {
  const list: ServiceProblems = {}
  if (form.priceKind === 'WORDS' && form.priceWords.trim() === '') list.priceWords = text.priceWords
  if (!isPriced(form)) return list
  if (!(toCents(form.price) > 0)) list.price = text.price
  const own =
    form.priceKind === 'LENGTH'
      ? Object.values(form.lengthPrices)
      : form.priceKind === 'PERSON'
        ? Object.values(form.personPrices)
        : form.choices.map((one) => one.price)
  if (form.priceKind !== 'FIXED' && !own.every(isOptionalAmount)) list.ownPrices = text.ownPrices
  if (form.priceKind === 'LENGTH' && form.lengthKind === 'RANGE') list.ownPrices = text.fixedLengths
  if (form.priceKind === 'CHOICE') {
    const names = form.choices.map((one) => one.name.trim())
    if (names.includes('')) list.choices = text.nameOptions
    else if (new Set(names).size < names.length) list.choices = text.sameOptions
  }
  if (!form.payOnline && !form.payAtDesk && !form.payByPlan) list.ways = text.ways
  if (form.takesDeposit) {
    if (!(toCents(form.deposit) > 0) || toCents(form.deposit) >= toCents(form.price)) list.deposit = text.depositBelow
    else if (!form.payOnline || form.payAtDesk) list.deposit = text.depositOnline
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
  INVALID_CATEGORY: text.category,
  INVALID_STAFF_MEMBER_IDS: text.bookableStaff,
  INVALID_BUSINESS_LOCATION: text.location,
  INVALID_BOOKING_POLICY: text.policy,
}
/** Violations from the server by field of the form; those of other fields are left out. */
export function serverProblems(violations: readonly { field: string; description: string; ruleName?: string }[]): ServiceProblems {
  const list: ServiceProblems = {}
  for (const { field, description, ruleName } of violations) {
    const place = fieldPatterns.find(([pattern]) => pattern.test(field))?.[1]
    if (place) list[place] ??= ruleMessages[ruleName ?? ''] ?? text.invalid(description)
  }
  return list
}
