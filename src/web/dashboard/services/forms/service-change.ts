/** From the form of a service to the request: all of a new one, or only the fields that changed. Pure. */
import type { InputOf } from '#web/operations.ts'
import type { CompleteService, StaffMember } from '../../entities.ts'
import { isSameAmount, toAmount } from '../../parts/amounts.ts'
import { withColor } from '../../parts/service-colors.ts'
import type { GalleryPicture, ServiceForm } from './service-form.ts'
import { withSeo } from './service-seo.ts'

export type NewServiceInput = InputOf<'services.createCompleteService'>['body']
export type ServiceChange = InputOf<'services.updateCompleteService'>['body']
type ServicePatch = ServiceChange['service']
type MediaPatch = NonNullable<ServicePatch['media']>
type Payment = NonNullable<ServicePatch['payment']>
type OptionsInput = NonNullable<ServiceChange['options']>
type Person = Pick<StaffMember, 'id' | 'resourceId'>

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const toMoneyInput = (text: string): { value: string } => ({ value: toAmount(text) ?? text })
const rates = { FIXED: 'FIXED', LENGTH: 'VARIED', PERSON: 'VARIED', CHOICE: 'VARIED', WORDS: 'CUSTOM', FREE: 'NO_FEE' } as const
const optionTypes = { LENGTH: 'DURATION', PERSON: 'STAFF_MEMBER', CHOICE: 'CUSTOM' } as const
const isVaried = (form: ServiceForm): form is ServiceForm & { priceKind: keyof typeof optionTypes } => form.priceKind in optionTypes

export const toLocations = (form: ServiceForm): NonNullable<ServiceChange['locations']> =>
  form.where === 'CUSTOMER'
    ? [{ type: 'CUSTOMER' }]
    : form.where === 'CUSTOM'
      ? [{ type: 'CUSTOM', custom: { address: { addressLine: form.address.trim(), formattedAddress: form.address.trim() } } }]
      : form.placeIds.map((id) => ({ type: 'BUSINESS', business: { id } }))

/** The price of a staff member, by whichever id it is stored. */
export const findPersonPrice = (form: ServiceForm, resourceId: string, people: readonly Person[]): string =>
  form.personPrices[resourceId] ?? form.personPrices[people.find((one) => one.resourceId === resourceId)?.id ?? ''] ?? ''

/** Choices with their prices as they are stored; null where there is one price for everything. */
function toOptions(form: ServiceForm, people: readonly Person[], saved?: CompleteService['options']): OptionsInput | null {
  if (!isVaried(form) || (form.priceKind === 'CHOICE' && form.choices.length === 0)) return null
  const type = optionTypes[form.priceKind]
  const known = saved?.options.values.find((option) => option.type === type)
  const named = known ? { optionId: known.id } : {}
  const priced = (text: string) => toMoneyInput(text || form.price)
  const variants =
    form.priceKind === 'LENGTH'
      ? form.lengths.map((minutes) => ({ choices: [{ ...named, duration: { minutes } }], price: priced(form.lengthPrices[minutes] ?? '') }))
      : form.priceKind === 'PERSON'
        ? form.staffIds.map((id) => ({ choices: [{ ...named, staffMemberId: id }], price: priced(findPersonPrice(form, id, people)) }))
        : form.choices.map(({ name, price }) => ({ choices: [{ ...named, custom: name.trim() }], price: priced(price) }))
  return {
    ...(saved ? { id: saved.id, revision: saved.revision } : {}),
    options: {
      values: [
        {
          ...(known ? { id: known.id } : {}),
          type,
          ...(type === 'CUSTOM' ? { customData: { name: form.choiceName.trim(), choices: form.choices.map(({ name }) => name.trim()) } } : {}),
          ...(type === 'DURATION' && known?.durationData ? { durationData: known.durationData } : {}),
        },
      ],
    },
    variants: { values: variants },
  }
}
/** The fields that the stored options depend on; while they are unchanged, the options are not sent. */
const optionsSource = (form: ServiceForm): unknown =>
  form.priceKind === 'LENGTH'
    ? [form.priceKind, form.lengths, form.lengthPrices]
    : form.priceKind === 'PERSON'
      ? [form.priceKind, form.staffIds, form.personPrices]
      : form.priceKind === 'CHOICE'
        ? [form.priceKind, form.choiceName, form.choices]
        : []

function toRateDetails(form: ServiceForm): Pick<Payment, 'fixed' | 'varied' | 'custom'> {
  const extra = { ...(form.deposit ? { deposit: toMoneyInput(form.deposit) } : {}), ...(form.mayPayInFull ? { fullUpfrontPaymentAllowed: true } : {}) }
  if (form.priceKind === 'FIXED') return { fixed: { price: toMoneyInput(form.price), ...extra } }
  if (form.priceKind === 'WORDS') return { custom: { description: form.priceWords.trim() } }
  return isVaried(form) ? { varied: { defaultPrice: toMoneyInput(form.price), ...extra } } : {}
}

function paymentChange(before: ServiceForm, after: ServiceForm): Payment | undefined {
  const change: Payment = {}
  if (rates[before.priceKind] !== rates[after.priceKind]) Object.assign(change, { rateType: rates[after.priceKind] }, toRateDetails(after))
  else if (after.priceKind === 'WORDS') {
    if (before.priceWords !== after.priceWords) change.custom = { description: after.priceWords.trim() }
  } else if (after.priceKind !== 'FREE') {
    const branch = {
      ...(isSameAmount(before.price, after.price)
        ? {}
        : after.priceKind === 'FIXED'
          ? { price: toMoneyInput(after.price) }
          : { defaultPrice: toMoneyInput(after.price) }),
      ...(isSameAmount(before.deposit, after.deposit) ? {} : { deposit: after.deposit ? toMoneyInput(after.deposit) : null }),
      ...(before.mayPayInFull === after.mayPayInFull ? {} : { fullUpfrontPaymentAllowed: after.mayPayInFull }),
    }
    if (Object.keys(branch).length > 0) change[after.priceKind === 'FIXED' ? 'fixed' : 'varied'] = branch
  }
  const options = {
    ...(before.payOnline === after.payOnline ? {} : { online: after.payOnline }),
    ...(before.payAtDesk === after.payAtDesk ? {} : { inPerson: after.payAtDesk }),
    ...(before.takesDeposit === after.takesDeposit ? {} : { deposit: after.takesDeposit }),
    ...(before.payByPlan === after.payByPlan ? {} : { pricingPlan: after.payByPlan }),
  }
  if (Object.keys(options).length > 0) change.options = options
  if (before.addOnOption !== after.addOnOption) change.addOnOption = after.addOnOption
  return Object.keys(change).length > 0 ? change : undefined
}

type Constraints = NonNullable<NonNullable<ServicePatch['schedule']>['availabilityConstraints']>
const toDurationConstraints = (form: ServiceForm): Constraints =>
  form.lengthKind === 'LIST'
    ? { sessionDurations: form.lengths }
    : { durationRange: { unitType: 'HOUR', hourOptions: { minDurationInMinutes: form.shortest, maxDurationInMinutes: form.longest } } }
const toServiceResources = (form: ServiceForm) => form.rooms.map(({ typeId, ids }) => ({ resourceType: { id: typeId }, resourceIds: { values: ids } }))
const toNullableText = (text: string): string | null => (text.trim() === '' ? null : text)

/** A new picture replaces the old one with its alternative text and name. */
function mainPictureChange(before: ServiceForm, after: ServiceForm): Pick<MediaPatch, 'mainMedia' | 'coverMedia'> {
  const isSame = before.picture?.url === after.picture?.url
  if (isSame && (before.pictureAlt === after.pictureAlt || !after.picture)) return {}
  const altText = after.pictureAlt.trim() || null
  const item = after.picture ? { image: { ...(isSame || !before.picture ? {} : { filename: null }), ...after.picture, altText } } : null
  return { mainMedia: item, coverMedia: item }
}
function mediaChange(before: ServiceForm, after: ServiceForm): Pick<ServicePatch, 'media'> {
  const media: MediaPatch = {
    ...mainPictureChange(before, after),
    ...(isEqual(before.gallery, after.gallery) ? {} : { items: after.gallery.map(toMediaItem) }),
  }
  return Object.keys(media).length > 0 ? { media } : {}
}
const toMediaItem = (image: GalleryPicture) => ({ image })
const toGroups = (form: ServiceForm): NonNullable<ServiceChange['addOnGroups']> =>
  form.addOnGroups.map(({ id, name, prompt, max, addOnIds }) => ({
    ...(id ? { id } : {}),
    name: name.trim(),
    ...(prompt.trim() ? { prompt: prompt.trim() } : {}),
    ...(max === null ? {} : { maxNumberOfAddOns: max }),
    addOnIds,
  }))

/** Only what differs between the two forms; undefined when they say the same. `saved` gives the revisions. */
export function toServiceChange(
  saved: CompleteService,
  before: ServiceForm,
  after: ServiceForm,
  { people = [] }: { people?: readonly Person[] } = {},
): ServiceChange | undefined {
  const changed = (...fields: (keyof ServiceForm)[]) => fields.some((field) => !isEqual(before[field], after[field]))
  const appointment = saved.service.type === 'APPOINTMENT'
  const payment = paymentChange(before, after)
  const constraints: Constraints = {
    ...(changed('lengthKind', 'lengths', 'shortest', 'longest') ? toDurationConstraints(after) : {}),
    ...(changed('pause') ? { timeBetweenSessions: after.pause } : {}),
  }
  const online = {
    ...(changed('isOpen') ? { enabled: after.isOpen } : {}),
    ...(changed('needsApproval') ? { requireManualApproval: after.needsApproval } : {}),
    ...(changed('allowsManyRequests') ? { allowMultipleRequests: after.allowsManyRequests } : {}),
  }
  const meeting = { ...(changed('meeting') ? { enabled: after.meeting } : {}), ...(changed('meetingLink') ? { guestUrl: after.meetingLink.trim() } : {}) }
  const service: ServicePatch = {
    ...(changed('name') ? { name: after.name.trim() } : {}),
    ...(changed('tagLine') ? { tagLine: toNullableText(after.tagLine) } : {}),
    ...(changed('level') ? { level: after.level } : {}),
    ...(changed('description') ? { description: toNullableText(after.description) } : {}),
    ...mediaChange(before, after),
    ...(changed('seoTitle', 'seoDescription', 'noIndex') ? { seoData: withSeo(saved.service.seoData, after) } : {}),
    ...(changed('color') ? { extendedFields: withColor(saved.service.extendedFields, after.color) } : {}),
    ...(changed('categoryId') ? { category: after.categoryId ? { id: after.categoryId } : null } : {}),
    ...(changed('capacity') && !appointment ? { defaultCapacity: after.capacity } : {}),
    ...(changed('staffIds') && appointment ? { staffMemberIds: after.staffIds } : {}),
    ...(changed('rooms') ? { serviceResources: toServiceResources(after) } : {}),
    ...(appointment && Object.keys(constraints).length > 0 ? { schedule: { availabilityConstraints: constraints } } : {}),
    ...(payment ? { payment } : {}),
    ...(Object.keys(online).length > 0 ? { onlineBooking: online } : {}),
    ...(Object.keys(meeting).length > 0 ? { conferencing: meeting } : {}),
    ...(changed('formId') && after.formId ? { form: { id: after.formId } } : {}),
    ...(changed('policyId') && after.policyId ? { bookingPolicy: { id: after.policyId } } : {}),
  }
  const options =
    isEqual(optionsSource(before), optionsSource(after)) || (!saved.options && !isVaried(after)) ? undefined : toOptions(after, people, saved.options)
  const related = {
    ...(options === undefined || (options === null && !saved.options) ? {} : { options }),
    // Plans have no order.
    ...(isEqual(before.planIds.toSorted(), after.planIds.toSorted()) ? {} : { pricingPlanIds: after.planIds }),
    ...(changed('addOnGroups') ? { addOnGroups: toGroups(after) } : {}),
    ...(changed('slug') && after.slug.trim() ? { slug: after.slug.trim() } : {}),
    ...(changed('where', 'placeIds', 'address') ? { locations: toLocations(after) } : {}),
  }
  if (Object.keys(service).length === 0 && Object.keys(related).length === 0) return undefined
  return { service: { ...service, id: saved.service.id, revision: saved.service.revision }, ...related }
}

function newMedia(form: ServiceForm): Pick<ServicePatch, 'media'> {
  const item = form.picture && { image: { ...form.picture, ...(form.pictureAlt.trim() ? { altText: form.pictureAlt.trim() } : {}) } }
  if (!item && form.gallery.length === 0) return {}
  return { media: { ...(item ? { mainMedia: item, coverMedia: item } : {}), ...(form.gallery.length > 0 ? { items: form.gallery.map(toMediaItem) } : {}) } }
}

/** A new service as a whole. */
export function toNewService(form: ServiceForm, people: readonly Person[]): NewServiceInput {
  const appointment = form.type === 'APPOINTMENT'
  const options = toOptions(form, people)
  const locations = toLocations(form)
  return {
    service: {
      type: form.type,
      name: form.name.trim(),
      ...(form.tagLine.trim() ? { tagLine: form.tagLine } : {}),
      ...(form.level ? { level: form.level } : {}),
      ...(form.description.trim() ? { description: form.description } : {}),
      ...newMedia(form),
      ...(form.seoTitle.trim() || form.seoDescription.trim() || form.noIndex ? { seoData: withSeo(undefined, form) } : {}),
      ...(form.color ? { extendedFields: withColor(undefined, form.color) } : {}),
      ...(form.categoryId ? { category: { id: form.categoryId } } : {}),
      defaultCapacity: appointment ? 1 : form.capacity,
      onlineBooking: { enabled: form.isOpen, requireManualApproval: form.needsApproval, allowMultipleRequests: form.allowsManyRequests },
      payment: {
        rateType: rates[form.priceKind],
        ...toRateDetails(form),
        options: { online: form.payOnline, inPerson: form.payAtDesk, deposit: form.takesDeposit, pricingPlan: form.payByPlan },
        ...(form.addOnOption ? { addOnOption: form.addOnOption } : {}),
      },
      ...(appointment
        ? { schedule: { availabilityConstraints: { ...toDurationConstraints(form), timeBetweenSessions: form.pause } }, staffMemberIds: form.staffIds }
        : {}),
      ...(form.rooms.length > 0 ? { serviceResources: toServiceResources(form) } : {}),
      ...(form.meeting ? { conferencing: { enabled: true, guestUrl: form.meetingLink.trim() } } : {}),
      ...(locations.length > 0 ? { locations } : {}),
      ...(form.formId ? { form: { id: form.formId } } : {}),
      ...(form.policyId ? { bookingPolicy: { id: form.policyId } } : {}),
    },
    ...(options ? { options } : {}),
    ...(form.planIds.length > 0 ? { pricingPlanIds: form.planIds } : {}),
    ...(form.addOnGroups.length > 0 ? { addOnGroups: toGroups(form) } : {}),
    ...(form.slug.trim() ? { slug: form.slug.trim() } : {}),
  }
}
