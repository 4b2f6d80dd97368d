/** The state of the booking form: what is entered, how it is paid, and what follows when it is sent. */
import { useState } from 'react'
import { call, queryClient, useApiQuery, useIsMember } from '../api.ts'
import { throwInvalid } from '../kit/form.tsx'
import { useMessages } from '../kit/messages.ts'
import type { ReplyOf } from '../operations.ts'
import { type Balance, findCoveringPlan, useMyBalances } from '../site/member-data.ts'
import type { Service } from '../site/catalog.ts'
import { addOnMinutes, calculateExtras, type Extras, fitExtras, type Offer, readAddOns, writeAddOns } from '../site/extras.ts'
import { useSite } from '../site-context.tsx'
import { calculateDue, type FormCoupon, requiresCardOnFile } from './booking-price.ts'
import type { BookingDraft } from './booking-draft.ts'
import { messages } from './booking-form.messages.tsx'
import { useFeeConsent } from './fee-consent.ts'
import { useSavedCards } from './use-saved-cards.ts'
import { noCard } from './card-draft.ts'
import { type ChosenSlot, toSlotKey } from './chosen-slot.ts'
import { allowedParticipants, findContactViolations, maxParticipants, tooManyViolation } from './contact-fields.tsx'
import { type Flow, findFlowPage, finishFlow, toCheckoutData } from './flow.ts'
import type { BookNowBody } from './send-booking.ts'
import { type ClientFormsState, useClientForms } from './use-client-forms.ts'
import { useOpenSpots } from './use-open-spots.ts'
import { usePrefill } from './use-prefill.ts'
import { type ChallengeAnswer, useChallenge } from './use-challenge.ts'

export type PaymentOption = 'ONLINE' | 'OFFLINE' | 'MEMBERSHIP'
/** A plan is bought first, and pays. */
export type PaymentChoice = PaymentOption | 'NEW_PLAN'

export interface BookingInput {
  /** A plan that was bought for this booking on the provider's page. */
  planOrder?: string | undefined
  service: Service
  offer: Offer
  chosen: ChosenSlot
  rs: string | undefined
  draft: BookingDraft
  flow: Flow | undefined
  /** The slot of a storefront was taken before the page opened. */
  isGone: boolean
}

/** What a plan that is bought now would pay. */
interface PlanBooking {
  serviceId: string
  /** Of the session; empty where it is not known. */
  start: string
  people: number
}
/** What the service, the site and the plans of the member allow. */
function usePaymentOptions(
  service: Service,
  hasPrice: boolean,
  toBuy: PlanBooking,
  sellsPlansElsewhere: boolean,
): { plan: Balance | undefined; options: { value: PaymentChoice; label: string }[] } {
  const t = useMessages(messages)
  const site = useSite()
  const isMember = useIsMember()
  const balances = useMyBalances()
  const plan = findCoveringPlan(service, balances.data?.balances)
  const allowed = service.payment?.options
  const options: { value: PaymentChoice; label: string }[] = []
  const mayBuy = !plan && (!isMember || balances.isSuccess) && allowed?.pricingPlan === true && (service.payment?.pricingPlanIds ?? []).length > 0
  const { serviceId, start, people } = toBuy
  const sold = useApiQuery(
    'checkout.listPlansForBooking',
    { params: { serviceId }, query: { start, people } },
    { enabled: mayBuy && start !== '' && !sellsPlansElsewhere },
  )
  if (plan) {
    const label = plan.unlimited ? t.withPlan(plan.planName) : t.withSome(plan.planName, plan.balance ?? '0', plan.total ?? '0')
    options.push({ value: 'MEMBERSHIP', label })
  }
  if (hasPrice && allowed?.online && site.paymentPage !== 'none') options.push({ value: 'ONLINE', label: t.byCard })
  if (hasPrice && allowed?.inPerson) options.push({ value: 'OFFLINE', label: t.atDesk })
  if (mayBuy && (sellsPlansElsewhere || (sold.data?.plans ?? []).length > 0)) options.push({ value: 'NEW_PLAN', label: t.newPlan })
  return { plan, options }
}

/** Not needed before the form is sent. */
const loadSending = () => import('./send-booking.ts')

/** An earlier attempt holds its booking for a while: the next attempt goes on with that one, as long as it is for the same time, choices and person. */
function readHold(chosen: ChosenSlot, choices: string, { fields, change }: BookingInput['draft']) {
  const toHoldKey = (email: string) => [toSlotKey(chosen), choices, email.trim().toLowerCase()].join(' ')
  return {
    heldBookingId: fields.heldFor === toHoldKey(fields.email) ? fields.held : '',
    // The address that stands there then: it may have been filled since the form was sent.
    setHeldBookingId: (held: string) => change((now) => ({ held, heldFor: held ? toHoldKey(now.email) : '' })),
  }
}

const readExtras = ({ fields }: BookingDraft, { choice = '', addOns }: ChosenSlot, chosenKey: string): Extras =>
  fields.extrasFor === chosenKey ? (JSON.parse(fields.extras) as Extras) : { choice, minutes: undefined, addOns: readAddOns(addOns) }

/** What is chosen beside the time; the length of an appointment is that of its slot. */
function useExtras({ service, offer, chosen, draft }: Pick<BookingInput, 'service' | 'offer' | 'chosen' | 'draft'>) {
  const chosenKey = [toSlotKey(chosen), chosen.choice, chosen.addOns].join(' ')
  const added = service.type === 'APPOINTMENT' ? addOnMinutes(offer, readAddOns(chosen.addOns)) : 0
  const slotMinutes = chosen.start && chosen.end ? Math.round((Date.parse(chosen.end) - Date.parse(chosen.start)) / 60_000) - added : undefined
  const extras = { ...fitExtras(offer, readExtras(draft, chosen, chosenKey)), minutes: slotMinutes }
  return { extras, changeExtras: (to: Extras) => draft.change({ extras: JSON.stringify(to), extrasFor: chosenKey }) }
}

/** How many people there is room for, where that is fewer than the service allows. What an earlier attempt holds is theirs already. */
function useSpotsLeft({ service, chosen, draft: { fields } }: Pick<BookingInput, 'service' | 'chosen' | 'draft'>, max: number) {
  const { openSpots, recount } = useOpenSpots(service, chosen, max > 1)
  const slotKey = `${toSlotKey(chosen)} `
  const held = fields.held && fields.heldFor.startsWith(slotKey) ? Number.parseInt(fields.heldFor.slice(slotKey.length)) || 0 : 0
  const room = openSpots === undefined ? max : Math.max(openSpots, held)
  // Without any the time is taken: the server says so, and the nearest times follow.
  return { spotsLeft: room > 0 && room < max ? room : undefined, recount }
}

/** What is asked for, and what it costs now: from the service, the time and what was typed. */
function useBookingTerms(input: Pick<BookingInput, 'service' | 'offer' | 'chosen' | 'draft'> & { sellsPlansElsewhere: boolean }) {
  const { service, offer, chosen, draft } = input
  const { tax, paymentPage } = useSite()
  const { fields } = draft
  const max = maxParticipants(service)
  const { spotsLeft, recount } = useSpotsLeft(input, max)
  const people = allowedParticipants(fields.people, spotsLeft ?? max)
  const assertRoom = async () => {
    const open = (await recount()) ?? 0
    if (open > 0 && open < Number(people)) throwInvalid([tooManyViolation(people)])
  }
  const { extras, changeExtras } = useExtras(input)
  const coupon = fields.coupon ? (JSON.parse(fields.coupon) as FormCoupon) : undefined
  const countExtras = (of: Service, offered: Offer) => calculateExtras(of, offered, extras, { people: Number(people), resourceId: chosen.resourceId })
  const price = (of: Service, offered: Offer, option: PaymentOption | undefined, less: FormCoupon | undefined = coupon) =>
    calculateDue(of, { people: Number(people), option, tax, priced: countExtras(of, offered), coupon: less, takesCards: paymentPage !== 'none' })
  const hasPrice = Number(price(service, offer, 'OFFLINE', undefined).total) > 0
  const planBooking = {
    serviceId: service.id,
    start: (service.type === 'COURSE' ? service.schedule?.firstSessionStart : chosen.start) ?? '',
    people: Number(people),
  }
  const { plan, options } = usePaymentOptions(service, hasPrice, planBooking, input.sellsPlansElsewhere)
  const selected = (options.find(({ value }) => value === fields.pay) ?? options[0])?.value
  const option = selected === 'NEW_PLAN' ? 'MEMBERSHIP' : selected
  const isAtCustomer = chosen.location ? chosen.location.locationType === 'CUSTOM' : service.locations?.[0]?.type === 'CUSTOMER'
  const address = fields.address || (typeof chosen.location?.formattedAddress === 'string' ? chosen.location.formattedAddress : '')
  const due = price(service, offer, option)
  const calculateTotal = (of: Service, offered: Offer) => price(of, offered, option).total
  const isCardNeeded = (now: number) => now > 0 || requiresCardOnFile(service)
  const needsCard = isCardNeeded(due.now)
  const needsCardWithPlan = isCardNeeded(price(service, offer, 'MEMBERSHIP').now)
  /** What a coupon counts from: the service for the party, without add-ons, in minor units. */
  const couponBase = countExtras(service, offer).each * Number(people)
  const takesCoupon = hasPrice && option !== 'MEMBERSHIP' && service.payment?.rateType !== 'CUSTOM' && couponBase > 0
  return {
    plan,
    planBooking,
    options,
    selected,
    option,
    max,
    spotsLeft,
    assertRoom,
    people,
    isAtCustomer,
    address,
    extras,
    changeExtras,
    due,
    calculateTotal,
    needsCard,
    needsCardWithPlan,
    coupon,
    couponBase,
    takesCoupon,
  }
}

/** The answers to the forms; throws with what is missing or wrong, in them, in the contact and of the card. */
async function readAnswers(
  clientForms: ClientFormsState,
  fields: BookingDraft['fields'],
  missing: { address: boolean; consent: boolean },
  wrongCard: { field: string; description: string }[],
): Promise<Record<string, unknown>> {
  const { answers, violations: wrong } = await clientForms.check()
  const violations = [...findContactViolations(fields), ...wrong]
  if (missing.address) violations.push((await loadSending()).addressViolation())
  violations.push(...wrongCard)
  if (missing.consent) violations.push((await loadSending()).consentViolation())
  if (violations.length > 0) throwInvalid(violations)
  return answers
}

/** The coupon, the saved card and the consent to fees: what stands beside the way to pay. */
function usePaymentExtras({ service, draft: { fields, change } }: Pick<BookingInput, 'service' | 'draft'>, terms: ReturnType<typeof useBookingTerms>) {
  const site = useSite()
  const [card, setCard] = useState(noCard)
  const saved = useSavedCards(terms.needsCard)
  const text = useFeeConsent(service, terms.option, terms.due.total)
  const consent = { text, isGiven: text !== undefined && fields.agreed === text, agree: (agreed: string) => change({ agreed }) }
  // Only test payments take a card on our page; every other provider takes it on a page of its own.
  const toCardBody = async (isNeeded: boolean) => {
    if (saved.savedCardId) return { savedCardId: saved.savedCardId }
    return isNeeded && site.paymentPage === 'own' ? { card: (await (await loadSending()).loadCardValues()).toCard(card) } : {}
  }
  const isCardTyped = terms.needsCard && !saved.savedCardId && site.paymentPage === 'own'
  const checkCard = async () => (isCardTyped ? (await (await loadSending()).loadCardValues()).findCardViolations(card) : [])
  const consentBody = consent.isGiven ? { acceptsFees: true } : {}
  const toPaymentBody = async () => ({
    ...(terms.option ? { paymentOption: terms.option } : {}),
    ...(terms.takesCoupon && terms.coupon ? { couponCode: terms.coupon.code } : {}),
    ...(terms.option === 'MEMBERSHIP' && terms.plan ? { planOrderId: terms.plan.orderId } : {}),
    ...(await toCardBody(terms.needsCard)),
    ...consentBody,
  })
  /** A plan pays that was bought for this booking, whatever the form would choose: the plans of the member may not be loaded yet. */
  const toPlanPaymentBody = async () => ({ ...(await toCardBody(terms.needsCardWithPlan)), ...consentBody })
  const setCoupon = (coupon: FormCoupon | undefined) => change({ coupon: coupon ? JSON.stringify(coupon) : '' })
  return { saved, consent, setCoupon, toPaymentBody, toPlanPaymentBody, checkCard, card, setCard }
}

/** What follows an attempt to book: the provider's page, a challenge, a refusal, a time that is taken, or the end of the flow. */
function useAttempts({
  rs,
  isGone,
  choiceKey,
  change,
  setHeldBookingId,
  clearCard,
}: {
  rs: string | undefined
  isGone: boolean
  /** Of time, number and choices: a refusal ends when they change. */
  choiceKey: string
  change: BookingDraft['change']
  setHeldBookingId: (id: string) => void
  clearCard: () => void
}) {
  const [takenKey, setTakenKey] = useState<string>()
  if (takenKey !== undefined && takenKey !== choiceKey) setTakenKey(undefined)
  const [hasChallenge, setHasChallenge] = useState(false)
  const handleReply = async ({ booking, payment }: ReplyOf<'bookingPages.bookNow'>): Promise<void> => {
    const outcome = payment?.outcome.toLowerCase()
    const isChallenged = outcome === 'requires_action'
    if (payment?.url || isChallenged || outcome === 'declined') setHeldBookingId(booking.id)
    if (payment?.url) return location.assign(payment.url)
    setHasChallenge(isChallenged)
    if (isChallenged) return
    await (await loadSending()).assertPaid(payment)
    clearCard()
    await finishFlow(rs, { bookingId: booking.id })
  }
  /** `assertRoom` throws where the time is not taken, but has no room for so many. */
  const send = async (attempt: () => Promise<void>, assertRoom?: () => Promise<void>): Promise<void> => {
    try {
      await attempt()
    } catch (error) {
      setHasChallenge(false)
      const { isCouponRefusal, isHoldRefusal, isSlotRefusal } = await loadSending()
      // It was valid when it was applied: the price without it is shown, and the reason.
      if (isCouponRefusal(error)) change({ coupon: '' })
      const isTaken = isSlotRefusal(error)
      // The hold of an earlier attempt ran out or its money went back: the next attempt is a new booking.
      if (isTaken || isHoldRefusal(error)) setHeldBookingId('')
      if (!isTaken) throw error
      await assertRoom?.()
      // The nearest free times then stand in place of an error.
      setTakenKey(choiceKey)
      void queryClient.invalidateQueries({ queryKey: ['availability'] })
    }
  }
  return { isSlotTaken: isGone || takenKey === choiceKey, hasChallenge, handleReply, send }
}

interface PlanPurchaseInput extends Pick<ReturnType<typeof useAttempts>, 'send' | 'handleReply'> {
  /** Of the booking that is held, without answers to forms, which it has. */
  toHeldBody: () => Promise<BookNowBody>
  heldBookingId: string
  setHeldBookingId: (id: string) => void
}
/** The plan that is bought for the booking. */
function usePlanPurchase({ send, handleReply, toHeldBody, heldBookingId, setHeldBookingId }: PlanPurchaseInput) {
  const [step, setStep] = useState<'form' | 'sign-in' | 'plan'>('form')
  const [hasNewPlan, setHasNewPlan] = useState(false)
  const [planFailure, setPlanFailure] = useState('')
  const [isHoldLost, setHoldLost] = useState(false)
  const isMember = useIsMember()
  /** Holds the time, for the plan that pays is bought first; who is not signed in does so before. */
  const holdForPlan = async (body: BookNowBody): Promise<void> => {
    if (!isMember) return setStep('sign-in')
    const { booking, payment: lost } = await call('bookingPages.bookNow', { body: { ...body, holdsOnly: true } })
    await (await loadSending()).assertPaid(lost)
    setHeldBookingId(booking.id)
    setHoldLost(false)
    setStep('plan')
  }
  /** Holds the time anew before the plan is paid; false, and back to the form, when it is gone. */
  const prolongHold = async (): Promise<boolean> => {
    let isHeld = false
    const prolong = async () => {
      const { payment: lost } = await call('bookingPages.bookNow', { body: { bookingId: heldBookingId, holdsOnly: true } })
      await (await loadSending()).assertPaid(lost)
      isHeld = true
    }
    try {
      if (heldBookingId) await send(prolong)
      else setHoldLost(true)
    } catch (error) {
      if (!(await loadSending()).isHoldRefusal(error)) throw error
      setHoldLost(true)
    }
    if (!isHeld) setStep('form')
    return isHeld
  }
  /** Books the time that is held with the plan that was bought for it. The plan stays where the time is lost. */
  const bookWithPlan = async (planOrderId: string): Promise<void> => {
    try {
      const body = { ...(await toHeldBody()), paymentOption: 'MEMBERSHIP' as const, planOrderId }
      await send(async () => handleReply(await call('bookingPages.bookNow', { body })))
    } catch (error) {
      // What was held is gone: the next attempt books anew, and the note says so.
      setPlanFailure((await loadSending()).isHoldRefusal(error) ? '' : (error as Error).message)
    }
    setHasNewPlan(true)
    setStep('form')
    await queryClient.invalidateQueries({ queryKey: ['order'] })
  }
  return { step, setStep, hasNewPlan, planFailure, isHoldLost, holdForPlan, prolongHold, bookWithPlan }
}

export function useBookingForm({ service, offer, chosen, rs, draft, flow, isGone }: BookingInput) {
  const { fields, change } = draft
  const fillContact = usePrefill(change)
  const clientForms = useClientForms(service.id, draft)
  // A storefront with a page of plans sells them there, and comes back with the plan.
  const plansUrl = findFlowPage(flow, rs, 'planList', { planIds: (service.payment?.pricingPlanIds ?? []).join(), checkoutData: toCheckoutData() })
  const terms = useBookingTerms({ service, offer, chosen, draft, sellsPlansElsewhere: plansUrl !== undefined })
  const { option, people, isAtCustomer, address, extras } = terms
  const { toPaymentBody, toPlanPaymentBody, checkCard, ...payment } = usePaymentExtras({ service, draft }, terms)
  const { consent, setCard } = payment
  const choices = [people, extras.choice, writeAddOns(extras.addOns)].join(' ')
  const { heldBookingId, setHeldBookingId } = readHold(chosen, choices, draft)
  const choiceKey = `${toSlotKey(chosen)} ${choices}`
  const { handleReply, send, ...attempts } = useAttempts({ rs, isGone, choiceKey, change, setHeldBookingId, clearCard: () => setCard(noCard) })

  const toBody = async (
    paymentBody: Partial<BookNowBody>,
    challenge: ChallengeAnswer | undefined,
    formSubmission: Record<string, unknown>,
    entered = fields,
  ): Promise<BookNowBody> => {
    const { toBookingBody } = await loadSending()
    return {
      ...(heldBookingId ? { bookingId: heldBookingId } : {}),
      ...toBookingBody(service, chosen, { ...entered, people: Number(people), address: isAtCustomer ? address.trim() : undefined, offer, extras }),
      ...paymentBody,
      ...(challenge ? { challenge } : {}),
      ...(Object.keys(formSubmission).length > 0 ? { formSubmission } : {}),
      ...(fields.texts ? { sendSmsReminder: true } : {}),
      ...(rs ? { rs } : {}),
    }
  }
  const { holdForPlan, ...purchase } = usePlanPurchase({
    send,
    handleReply,
    toHeldBody: async () => toBody(await toPlanPaymentBody(), undefined, {}),
    heldBookingId,
    setHeldBookingId,
  })
  const submit = async (challenge?: ChallengeAnswer): Promise<void> => {
    if (plansUrl && terms.selected === 'NEW_PLAN') return location.assign(plansUrl)
    const missing = { address: isAtCustomer && !address.trim(), consent: consent.text !== undefined && !consent.isGiven }
    const entered = await fillContact(fields)
    const answers = await readAnswers(clientForms, entered, missing, await checkCard())
    const body = await toBody(await toPaymentBody(), challenge, answers, entered)
    await send(async () => {
      if (terms.selected === 'NEW_PLAN') return holdForPlan(body)
      if (option === 'ONLINE') await (await loadSending()).assertPriceUnchanged(service, terms.calculateTotal, terms.due.total)
      await handleReply(await call('bookingPages.bookNow', { body }))
    }, terms.assertRoom)
  }
  return { ...terms, ...payment, ...attempts, ...purchase, heldBookingId, clientForms, submit, challenge: useChallenge(submit) }
}
