/**
 * The form state of the service editor: read from the entity, compared with how it was, and written back
 * as the fields that changed. Pure, so that a property test can hold it to that. Source: guide services-and-availability §3 to 8.
 */
import type { CompleteService, Service } from '../../entities.ts'
import { readColor, type ServiceColor } from '../../parts/service-colors.ts'
import { readSeo } from '#kit/pure/seo-tags.ts'

/** FIXED: one price. LENGTH, PERSON and CHOICE: several prices, VARIED in the API. WORDS: a text, CUSTOM in the API. FREE. */
export type PriceKind = 'FIXED' | 'LENGTH' | 'PERSON' | 'CHOICE' | 'WORDS' | 'FREE'
export interface ServiceForm {
  type: Service['type']
  name: string
  tagLine: string
  /** null: nothing is said. */
  level: Service['level'] | null
  /** In the calendar; null: picked by it. */
  color: ServiceColor | null
  description: string
  picture: { id?: string | undefined; url: string } | undefined
  /** What the picture shows, for those who do not see it. */
  pictureAlt: string
  /** More pictures, in their order, with whatever else is stored of each. */
  gallery: GalleryPicture[]
  categoryId: string | null
  /** A list of lengths, the first is the default, or any length between two, in minutes. */
  lengthKind: 'LIST' | 'RANGE'
  lengths: number[]
  shortest: number
  longest: number
  /** Minutes kept free after each appointment. */
  pause: number
  capacity: number
  /** Resource ids. */
  staffIds: string[]
  /** Things that must be free as well: one of these of each type. */
  rooms: { typeId: string; ids: string[] }[]
  where: 'BUSINESS' | 'CUSTOM' | 'CUSTOMER'
  placeIds: string[]
  address: string
  meeting: boolean
  meetingLink: string
  priceKind: PriceKind
  /** The one price, or that of whatever has none of its own. */
  price: string
  priceWords: string
  /** By minutes. */
  lengthPrices: Record<string, string>
  /** Keyed by the id that the stored prices use: of the resource or of the staff member. */
  personPrices: Record<string, string>
  choiceName: string
  choices: { name: string; price: string }[]
  takesDeposit: boolean
  deposit: string
  mayPayInFull: boolean
  payOnline: boolean
  payAtDesk: boolean
  payByPlan: boolean
  planIds: string[]
  isOpen: boolean
  needsApproval: boolean
  allowsManyRequests: boolean
  policyId: string | null
  /** Null is the default form. */
  formId: string | null
  addOnGroups: AddOnGroupForm[]
  /** How the add-ons of a booking are paid that a plan pays: ONLINE or IN_PERSON; empty is not said, which is in person. */
  addOnOption: string
  /** The last part of the address of its page; empty for a new service: made from the name. */
  slug: string
  seoTitle: string
  seoDescription: string
  noIndex: boolean
}

/** A picture as services store it. */
export interface GalleryPicture {
  id?: string | undefined
  url: string
  altText?: string | null
}
export interface AddOnGroupForm {
  /** Absent: the group is new. */
  id?: string
  name: string
  prompt: string
  /** How many of them a client may choose; null: all. */
  max: number | null
  addOnIds: string[]
}

export const newServiceForm: ServiceForm = {
  type: 'APPOINTMENT',
  name: '',
  tagLine: '',
  level: null,
  color: null,
  description: '',
  picture: undefined,
  pictureAlt: '',
  gallery: [],
  categoryId: null,
  lengthKind: 'LIST',
  lengths: [60],
  shortest: 60,
  longest: 120,
  pause: 0,
  capacity: 10,
  staffIds: [],
  rooms: [],
  where: 'BUSINESS',
  placeIds: [],
  address: '',
  meeting: false,
  meetingLink: '',
  priceKind: 'FIXED',
  price: '',
  priceWords: '',
  lengthPrices: {},
  personPrices: {},
  choiceName: '',
  choices: [],
  takesDeposit: false,
  deposit: '',
  mayPayInFull: false,
  payOnline: true,
  payAtDesk: true,
  payByPlan: false,
  planIds: [],
  isOpen: true,
  needsApproval: false,
  allowsManyRequests: false,
  policyId: null,
  formId: null,
  addOnGroups: [],
  addOnOption: '',
  slug: '',
  seoTitle: '',
  seoDescription: '',
  noIndex: false,
}

interface Media {
  mainMedia?: { image?: GalleryPicture }
  items?: { image?: GalleryPicture }[]
}
const addressText = (address: unknown): string =>
  typeof address === 'string'
    ? address
    : ((['formattedAddress', 'formatted', 'addressLine', 'city'] as const)
        .map((key) => (address as Record<string, unknown> | undefined)?.[key])
        .find((text): text is string => typeof text === 'string') ?? '')
interface HourRange {
  hourOptions?: { minDurationInMinutes?: number; maxDurationInMinutes?: number }
}

/** The form that shows a stored service. */
export function toServiceForm({ service, options }: CompleteService): ServiceForm {
  const { payment, schedule, locations, onlineBooking, conferencing } = service
  const constraints = schedule.availabilityConstraints
  const hours = (constraints.durationRange as HourRange | undefined)?.hourOptions
  const branch = payment.fixed ?? payment.varied
  const [location] = locations
  return {
    ...newServiceForm,
    type: service.type,
    name: service.name,
    tagLine: service.tagLine ?? '',
    level: service.level ?? null,
    color: readColor(service.extendedFields),
    description: service.description ?? '',
    picture: (service.media as Media | undefined)?.mainMedia?.image,
    pictureAlt: (service.media as Media | undefined)?.mainMedia?.image?.altText ?? '',
    gallery: ((service.media as Media | undefined)?.items ?? []).flatMap(({ image }) => image ?? []),
    categoryId: service.category?.id ?? null,
    lengthKind: hours ? 'RANGE' : 'LIST',
    lengths: constraints.sessionDurations,
    shortest: hours?.minDurationInMinutes ?? newServiceForm.shortest,
    longest: hours?.maxDurationInMinutes ?? newServiceForm.longest,
    pause: constraints.timeBetweenSessions,
    capacity: service.defaultCapacity,
    staffIds: service.staffMemberIds,
    rooms: service.serviceResources.map(({ resourceType, resourceIds }) => ({ typeId: resourceType.id, ids: resourceIds.values })),
    where: location?.type ?? 'BUSINESS',
    placeIds: locations.flatMap(({ business }) => business?.id ?? []),
    address: addressText(location?.custom?.address),
    meeting: conferencing.enabled,
    meetingLink: conferencing.guestUrl ?? '',
    price: payment.fixed?.price.value ?? payment.varied?.defaultPrice.value ?? '',
    priceWords: payment.custom?.description ?? '',
    ...toPriceFields(service, options),
    takesDeposit: payment.options.deposit,
    deposit: branch?.deposit?.value ?? '',
    mayPayInFull: branch?.fullUpfrontPaymentAllowed ?? false,
    payOnline: payment.options.online,
    payAtDesk: payment.options.inPerson,
    payByPlan: payment.options.pricingPlan,
    planIds: payment.pricingPlanIds,
    addOnOption: payment.addOnOption ?? '',
    isOpen: onlineBooking.enabled,
    needsApproval: onlineBooking.requireManualApproval,
    allowsManyRequests: onlineBooking.allowMultipleRequests,
    policyId: service.bookingPolicy.id,
    formId: service.form?.id ?? null,
    addOnGroups: service.addOnGroups.map(({ id, name, prompt, maxNumberOfAddOns, addOnIds }) => ({
      id,
      name,
      prompt: prompt ?? '',
      max: maxNumberOfAddOns ?? null,
      addOnIds,
    })),
    slug: service.mainSlug.name,
    ...readSeo(service.seoData),
  }
}

function toPriceFields(
  { payment }: Service,
  options: CompleteService['options'],
): Pick<ServiceForm, 'priceKind' | 'lengthPrices' | 'personPrices' | 'choiceName' | 'choices'> {
  const none = { lengthPrices: {}, personPrices: {}, choiceName: '', choices: [] }
  if (payment.rateType === 'NO_FEE') return { priceKind: 'FREE', ...none }
  if (payment.rateType === 'CUSTOM') return { priceKind: 'WORDS', ...none }
  if (payment.rateType !== 'VARIED') return { priceKind: 'FIXED', ...none }
  const [option] = options?.options.values ?? []
  const variants = (options?.variants.values ?? []).map(({ choices: [choice], price }) => ({ choice, price: price.value }))
  const by = (key: (choice: (typeof variants)[number]['choice']) => string | number | undefined) =>
    Object.fromEntries(variants.map(({ choice, price }) => [String(key(choice)), price]))
  if (option?.type === 'DURATION') return { priceKind: 'LENGTH', ...none, lengthPrices: by((choice) => choice?.duration?.minutes) }
  if (option?.type === 'STAFF_MEMBER') return { priceKind: 'PERSON', ...none, personPrices: by((choice) => choice?.staffMemberId) }
  const prices = by((choice) => choice?.custom)
  return {
    priceKind: 'CHOICE',
    ...none,
    choiceName: option?.customData?.name ?? '',
    choices: (option?.customData?.choices ?? []).map((name) => ({ name, price: prices[name] ?? '' })),
  }
}

/** The form with another kind of price, and with ways to pay that go together with it. */
export function withPriceKind(form: ServiceForm, priceKind: PriceKind): ServiceForm {
  if (priceKind === 'FREE' || priceKind === 'WORDS') return { ...form, priceKind, payOnline: false, payAtDesk: true, takesDeposit: false }
  const wasUnpriced = form.priceKind === 'FREE' || form.priceKind === 'WORDS'
  return { ...form, priceKind, ...(wasUnpriced ? { payOnline: true, payAtDesk: true } : {}) }
}
/** The form of another type of service: only appointments go to customers, have several lengths or prices by length and person. */
export function withType(form: ServiceForm, type: Service['type']): ServiceForm {
  if (type === 'APPOINTMENT') return { ...form, type }
  const priceKind = form.priceKind === 'LENGTH' || form.priceKind === 'PERSON' ? 'FIXED' : form.priceKind
  return {
    ...form,
    type,
    priceKind,
    where: form.where === 'CUSTOMER' ? 'BUSINESS' : form.where,
    placeIds: type === 'COURSE' ? form.placeIds.slice(0, 1) : form.placeIds,
  }
}
