/** A plan that is bought for a booking: choosing and paying it, and booking with it when the customer is back from the provider's page. */
import { useEffect, useRef } from 'react'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { Note, Skeletons } from '../kit/states.tsx'
import { useChangeSearch } from '../navigation.tsx'
import type { bookingSearch } from '../site-search.ts'
import { BuyPlan } from './buy-plan.tsx'
import type { useBookingForm } from './use-booking-form.ts'

const messages = defineMessages(
  {
    booking: 'Your plan is active. Booking your spot …',
    kept: 'Your plan is active and stays yours.',
    chooseTime: 'This time was just taken. Choose another one, and your plan pays for it.',
    bookNow: 'Your spot is no longer held. Book again, and your plan pays for it.',
    notPaid: 'Your spot is no longer held, and you haven’t been charged. Please choose your plan again.',
  },
  {
    de: {
      booking: 'Dein Tarif ist aktiv. Dein Platz wird gebucht …',
      kept: 'Dein Tarif ist aktiv und bleibt dir.',
      chooseTime: 'Diese Zeit wurde gerade vergeben. Wähle eine andere, dein Tarif bezahlt sie.',
      bookNow: 'Dein Platz ist nicht mehr reserviert. Buche noch einmal, dein Tarif bezahlt.',
      notPaid: 'Dein Platz ist nicht mehr reserviert, und es wurde nichts abgebucht. Bitte wähle deinen Tarif noch einmal.',
    },
    fr: {
      booking: 'Votre formule est active. Réservation de votre place…',
      kept: 'Votre formule est active et reste à vous.',
      chooseTime: 'Ce créneau vient d’être pris. Choisissez-en un autre, votre formule le paiera.',
      bookNow: 'Votre place n’est plus gardée. Réservez à nouveau, votre formule paiera.',
      notPaid: 'Votre place n’est plus gardée et rien n’a été débité. Choisissez à nouveau votre formule.',
    },
    es: {
      booking: 'Tu plan está activo. Reservando tu plaza…',
      kept: 'Tu plan está activo y sigue siendo tuyo.',
      chooseTime: 'Esta hora se acaba de ocupar. Elige otra y tu plan la pagará.',
      bookNow: 'Ya no te guardamos la plaza. Reserva de nuevo y tu plan la pagará.',
      notPaid: 'Ya no te guardamos la plaza y no se te ha cobrado nada. Elige tu plan otra vez.',
    },
  },
)

type BookingForm = ReturnType<typeof useBookingForm>
interface NewPlanProps {
  form: BookingForm
  /** The plan was paid on the provider's page. */
  planOrder: string | undefined
}
export function NewPlan({ form, planOrder }: NewPlanProps) {
  const t = useMessages(messages)
  const changeSearch = useChangeSearch<typeof bookingSearch>()
  const hasBegun = useRef(false)
  const { bookWithPlan } = form
  useEffect(() => {
    if (!planOrder || hasBegun.current) return
    hasBegun.current = true
    void bookWithPlan(planOrder).finally(() => changeSearch({ planOrder: undefined }, { replace: true }))
  }, [planOrder, bookWithPlan, changeSearch])
  if (!planOrder)
    return (
      <BuyPlan
        booking={form.planBooking}
        purpose={{
          onPaid: bookWithPlan,
          resumeAt: location.pathname + location.search,
          bookingId: form.heldBookingId,
          prolongHold: form.prolongHold,
        }}
        onBack={() => form.setStep('form')}
      />
    )
  return (
    <div className="card stack" role="status">
      <p>{t.booking}</p>
      <Skeletons kind="text" count={2} />
    </div>
  )
}

/** The plan is bought, and the booking did not follow: in words alone, above the times that are free. */
export function PlanKeptText({ form }: { form: BookingForm }) {
  const t = useMessages(messages)
  return (
    <>
      {t.kept} {form.isSlotTaken ? t.chooseTime : form.planFailure || t.bookNow}
    </>
  )
}
export function PlanKept({ form }: { form: BookingForm }) {
  return (
    <Note tone="warn" role="alert">
      <PlanKeptText form={form} />
    </Note>
  )
}

/** The hold was lost before the plan was paid. */
export function HoldLost() {
  const t = useMessages(messages)
  return (
    <Note tone="warn" role="alert">
      {t.notPaid}
    </Note>
  )
}
