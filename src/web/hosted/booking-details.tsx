/** The booking form, beside the summary. */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useIsMember } from '../api.ts'
import { Form } from '../kit/form.tsx'
import { useMessages } from '../kit/messages.ts'
import { ErrorState, Note, Skeletons } from '../kit/states.tsx'
import { describeSpending, useCurrentMember } from '../site/member-data.ts'
import { explainBookingRefusal } from '../site/booking-refusal.ts'
import { isEmptyOffer, readAddOns, writeAddOns } from '../site/extras.ts'
import { useSite } from '../site-context.tsx'
import { Amount } from './booking-amount.tsx'
import { messages } from './booking-form.messages.tsx'
import { BookingSummary } from './booking-summary.tsx'
import { type ChosenSlot, fromSlotEntry } from './chosen-slot.ts'
import { ContactFields, ParticipantsField } from './contact-fields.tsx'
import { findFlowPage } from './flow.ts'
import { PaymentOptions } from './payment-options.tsx'
import { listFields } from './use-client-forms.ts'
import { type BookingInput, useBookingForm } from './use-booking-form.ts'

// Only for bookings with a card, a deposit or a remainder.
const CardSection = lazy(async () => ({ default: (await import('./card-section.tsx')).CardSection }))
// Only for test payments.
const Challenge = lazy(async () => ({ default: (await import('./card-form.tsx')).Challenge }))
// Rarely needed, so loaded on demand.
const NearestOwnTimes = lazy(async () => ({ default: (await import('./nearest-own-times.tsx')).NearestOwnTimes }))
// Only for visits to the customer, and where the site sends texts.
const MoreFields = lazy(async () => ({ default: (await import('./more-fields.tsx')).MoreFields }))
// Only for services that ask something.
const ClientForms = lazy(async () => ({ default: (await import('./client-forms.tsx')).ClientForms }))
// Only for services with something to choose.
const ExtrasFields = lazy(async () => ({ default: (await import('../site/extras-fields.tsx')).ExtrasFields }))
// Only for members who are not signed in.
const SignInToGoOn = lazy(async () => ({ default: (await import('./sign-in-to-go-on.tsx')).SignInToGoOn }))

// Only for who buys a plan with the booking.
const NewPlan = lazy(async () => ({ default: (await import('./new-plan.tsx')).NewPlan }))
const PlanKept = lazy(async () => ({ default: (await import('./new-plan.tsx')).PlanKept }))
const HoldLost = lazy(async () => ({ default: (await import('./new-plan.tsx')).HoldLost }))
const PlanKeptText = lazy(async () => ({ default: (await import('./new-plan.tsx')).PlanKeptText }))

type BookingForm = ReturnType<typeof useBookingForm>
interface BookingDetailsProps extends BookingInput {
  onMove: (to: ChosenSlot) => void
}

/** What is known of who signed in may come when they have gone on already: the form is back before. */
const leaveSignIn = (step: BookingForm['step']): BookingForm['step'] => (step === 'sign-in' ? 'form' : step)

/** Asks a member whose session has expired to sign in again, in place. */
export function BookingDetails({ onMove, ...input }: BookingDetailsProps) {
  const t = useMessages(messages)
  const { service, chosen, rs } = input
  const isMember = useIsMember()
  const form = useBookingForm(input)
  const [wasMember, setWasMember] = useState(isMember)
  if (isMember && !wasMember) setWasMember(true)
  const isExpired = wasMember && !isMember
  /** Where the storefront has a sign-in of its own, it leads back here. */
  const signIn = ({ setStep }: BookingForm) => {
    const loginUrl = findFlowPage(input.flow, rs, 'login', { returnUrl: location.href })
    if (loginUrl) location.assign(loginUrl)
    else setStep('sign-in')
  }
  return (
    <div className="two">
      <div className="stack">
        {(form.step === 'sign-in' || isExpired) && !isMember ? (
          <Suspense fallback={<Skeletons kind="text" />}>
            <SignInToGoOn rs={rs} isExpired={isExpired} onSignedIn={() => form.setStep(leaveSignIn)} />
          </Suspense>
        ) : form.step === 'plan' || input.planOrder ? (
          <Suspense fallback={<Skeletons kind="text" />}>
            <NewPlan form={form} planOrder={input.planOrder} />
          </Suspense>
        ) : (
          <div className="card stack">
            {service.onlineBooking?.requireManualApproval ? <Note>{t.byHand}</Note> : null}
            <Suspense>{form.hasNewPlan && !form.isSlotTaken ? <PlanKept form={form} /> : form.isHoldLost ? <HoldLost /> : null}</Suspense>
            <SignInHint onSignIn={() => signIn(form)} />
            {form.isSlotTaken ? (
              <Suspense fallback={<Skeletons kind="text" />}>
                <NearestOwnTimes
                  service={service}
                  offer={input.offer}
                  extras={form.extras}
                  takenStart={chosen.start}
                  reason={form.hasNewPlan ? <PlanKeptText form={form} /> : input.isGone ? t.gone : undefined}
                  otherServices={findFlowPage(input.flow, rs, 'serviceList')}
                  onSelect={(entry) => onMove({ ...fromSlotEntry(entry), choice: form.extras.choice, addOns: writeAddOns(form.extras.addOns) })}
                />
              </Suspense>
            ) : null}
            <DetailsForm input={input} form={form} />
            <Suspense fallback={<Skeletons kind="text" />}>
              {form.hasChallenge ? <Challenge busy={form.challenge.busy} onAnswer={(choice) => void form.challenge.answer(choice)} /> : null}
            </Suspense>
          </div>
        )}
      </div>
      <BookingSummary service={service} offer={input.offer} chosen={chosen} form={form} isOurs={!rs} />
    </div>
  )
}

function SignInHint({ onSignIn }: { onSignIn: () => void }) {
  const t = useMessages(messages)
  const isMember = useIsMember()
  const me = useCurrentMember().data?.member
  if (isMember) return <p className="dim small">{t.signedIn(me?.loginEmail)}</p>
  return (
    <p className="small">
      {t.haveAccount}{' '}
      <button type="button" className="plain link" onClick={onSignIn}>
        {t.signIn}
      </button>
    </p>
  )
}

interface DetailsFormProps {
  input: BookingInput
  form: BookingForm
}
function DetailsForm({ input: { service, offer, chosen, draft }, form }: DetailsFormProps) {
  const t = useMessages(messages)
  const { fields, change } = draft
  return (
    <Form
      label={t.title}
      onSubmit={() => form.submit()}
      error={form.challenge.error}
      submit={form.hasChallenge || form.isSlotTaken ? undefined : <SubmitLabel service={service} form={form} />}
      explain={explainBookingRefusal}
    >
      <Suspense fallback={<Skeletons kind="text" />}>
        {isEmptyOffer(offer) ? null : (
          <ExtrasFields service={service} offer={offer} extras={form.extras} onChange={form.changeExtras} chosenBefore={readAddOns(chosen.addOns)} />
        )}
      </Suspense>
      <ContactFields fields={fields} change={change} />
      <Suspense>{useSite().textMessages || form.isAtCustomer ? <MoreFields form={form} draft={draft} /> : null}</Suspense>
      <ServiceForms form={form} draft={draft} />
      <ParticipantsField value={form.people} max={form.max} left={form.spotsLeft} onChange={(people) => change({ people })} />
      <PaymentOptions legend={t.how} options={form.options} selected={form.selected} onSelect={(pay) => change({ pay })} />
      <Suspense fallback={<Skeletons kind="text" />}>
        {form.needsCard || (form.due.later > 0 && form.option !== 'OFFLINE') ? <CardSection service={service} form={form} /> : null}
      </Suspense>
    </Form>
  )
}

/** The questions of the service, where it has some. */
function ServiceForms({ form: { clientForms }, draft }: { form: BookingForm; draft: BookingInput['draft'] }) {
  const { data, error, isPending } = clientForms.found
  if (error) return <ErrorState error={error} />
  if (isPending) return <Skeletons kind="text" />
  return (
    <Suspense fallback={<Skeletons kind="text" />}>{listFields(data).length > 0 ? <ClientForms clientForms={clientForms} draft={draft} /> : null}</Suspense>
  )
}

function SubmitLabel({ service, form: { plan, selected, option, due } }: { service: BookingInput['service']; form: BookingForm }): ReactNode {
  const t = useMessages(messages)
  if (selected === 'NEW_PLAN') return t.toPlans
  if (service.onlineBooking?.requireManualApproval) return t.request
  if (option === 'MEMBERSHIP' && plan) return t.bookWith(describeSpending(plan))
  return option === 'ONLINE' && due.now > 0 ? t.payAndBook(<Amount service={service} value={due.now} />) : t.book
}
