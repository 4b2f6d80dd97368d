/** Reschedule and cancel: until when, at what cost, or why not and whom to contact. */
import { lazy, Suspense, useState } from 'react'
import { call, queryClient } from '../../api.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { currentMessages, type TextsOf, useMessages } from '../../kit/messages.ts'
import { useSite } from '../../site-context.tsx'
import { CancelEffect } from './cancel-effect.tsx'
import { CancelParts } from './cancel-parts.tsx'
import { messages } from './manage.messages.tsx'
import { isOpen, type ManageProps, joinTitles } from './managed-booking.ts'

// The slot picker is heavy; loaded on demand.
const Reschedule = lazy(async () => ({ default: (await import('./reschedule.tsx')).Reschedule }))

/** Why the client can't cancel or reschedule; one sentence where both have the same reason. */
function listReasons({ allowedActions, cancel, reschedule }: ManageProps['managed'], { whyNot }: Pick<TextsOf<typeof messages>, 'whyNot'>): string[] {
  const whyNotCancel = allowedActions.cancel ? undefined : (cancel.why ?? 'NOT_ONLINE')
  const whyNotReschedule = allowedActions.reschedule ? undefined : (reschedule.why ?? 'NOT_ONLINE')
  if (whyNotCancel && whyNotCancel === whyNotReschedule && whyNotCancel !== 'COURSE') return [whyNot.both[whyNotCancel]]
  return [...(whyNotCancel ? [whyNot.cancel[whyNotCancel]] : []), ...(whyNotReschedule ? [whyNot.reschedule[whyNotReschedule]] : [])]
}

export function Changes({ token, managed }: ManageProps) {
  const t = useMessages(messages)
  const site = useSite()
  const [isRescheduling, setRescheduling] = useState(false)
  const { allowedActions, cancel, reschedule, state, visit } = managed
  const title = joinTitles(managed)
  const isSeries = visit?.type === 'SEPARATE_BOOKINGS'
  const isUnfinished = state === 'UNFINISHED'
  const reasons = isUnfinished ? [] : listReasons(managed, t)
  const cancelBooking = async () => {
    if (visit) await call('anonymousMultiBookings.cancelMultiServiceBookingAnonymously', { params: { token }, body: {} })
    else await call('anonymousBookings.cancelBookingAnonymously', { params: { token }, body: { revision: managed.bookings[0]?.booking.revision ?? '' } })
    toast(currentMessages(messages).cancelled)
    await queryClient.invalidateQueries()
  }
  return (
    <section className="card stack" aria-labelledby="changes">
      <h2 className="card-title" id="changes">
        {t.change}
      </h2>
      {allowedActions.cancel && !isUnfinished && cancel.until ? <p className="small dim">{t.cancelUntil(<When at={cancel.until} />)}</p> : null}
      {allowedActions.reschedule && reschedule.until && reschedule.until !== cancel.until ? (
        <p className="small dim">{t.moveUntil(<When at={reschedule.until} />)}</p>
      ) : null}
      {reasons.length > 0 ? (
        <p className="small">
          {[...new Set(reasons)].join(' ')} {t.contact(site.name)}
        </p>
      ) : null}
      <div className="row">
        {allowedActions.reschedule ? (
          <Button variant="light" onClick={() => setRescheduling(true)}>
            {t.move}
          </Button>
        ) : null}
        {allowedActions.cancel ? (
          <ConfirmButton
            label={isSeries ? t.cancelAll : t.cancel}
            title={t.cancelTitle(title)}
            confirmLabel={isSeries ? t.cancelAll : visit ? t.cancelVisitVerb : t.cancelVerb}
            cancelLabel={visit && !isSeries ? t.keepVisit : t.keep}
            onConfirm={cancelBooking}
          >
            <CancelEffect
              effect={managed.onCancel}
              amounts={managed.amounts}
              start={managed.bookings.find(isOpen)?.booking.startDate}
              people={Math.max(1, ...managed.bookings.filter(isOpen).map(({ participants }) => participants))}
            />
          </ConfirmButton>
        ) : null}
        {reasons.length > 0 ? <ContactLinks /> : null}
      </div>
      {isUnfinished ? null : <CancelParts token={token} managed={managed} />}
      {managed.bookings.some(({ participants, serviceType }) => participants > 1 || serviceType !== 'APPOINTMENT') && allowedActions.cancel ? (
        <p className="small dim">{t.otherNumber}</p>
      ) : null}
      {isRescheduling ? (
        <Suspense fallback={null}>
          <Reschedule token={token} managed={managed} onClose={() => setRescheduling(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}

function ContactLinks() {
  const t = useMessages(messages)
  const { address } = useSite()
  return (
    <>
      {address?.phone ? (
        <ButtonLink variant="default" href={`tel:${address.phone.replace(/[^\d+]/g, '')}`}>
          {t.phone}
        </ButtonLink>
      ) : null}
      {address?.email ? (
        <ButtonLink variant="default" href={`mailto:${address.email}`}>
          {t.write}
        </ButtonLink>
      ) : null}
    </>
  )
}
