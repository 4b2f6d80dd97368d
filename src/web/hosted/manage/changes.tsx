/** What may be changed and until when, with what it does to money; why not, where it may not, and whom to ask. */
import { lazy, Suspense, useState } from 'react'
import { call, queryClient } from '../../api.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { sayNow, useWords } from '../../kit/words.ts'
import { useSite } from '../../site-context.tsx'
import { CancelEffect } from './cancel-effect.tsx'
import { said } from './manage.words.tsx'
import { isOpen, type Linked, titleOf } from './managed.ts'

// The calendar of times is heavy, and most people only look.
const Move = lazy(async () => ({ default: (await import('./move.tsx')).Move }))

export function Changes({ token, managed }: Linked) {
  const t = useWords(said)
  const site = useSite()
  const [moving, setMoving] = useState(false)
  const { allowedActions, cancel, reschedule, state, visit } = managed
  const title = titleOf(managed)
  const isUnfinished = state === 'UNFINISHED'
  const refused: string[] = []
  if (!allowedActions.cancel && !isUnfinished) refused.push(t.whyNot.cancel[cancel.why ?? 'NOT_ONLINE'])
  if (!allowedActions.reschedule && !isUnfinished) refused.push(t.whyNot.reschedule[reschedule.why ?? 'NOT_ONLINE'])
  const end = async () => {
    if (visit) await call('multiBookings.cancelMultiServiceBookingAnonymously', { params: { token }, body: {} })
    else await call('bookings.cancelBookingAnonymously', { params: { token }, body: { revision: managed.bookings[0]?.booking.revision ?? '' } })
    toast(sayNow(said).cancelled)
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
      {refused.length > 0 ? (
        <p className="small">
          {[...new Set(refused)].join(' ')} {t.contact(site.name)}
        </p>
      ) : null}
      <div className="row">
        {allowedActions.reschedule ? (
          <Button variant="light" onClick={() => setMoving(true)}>
            {t.move}
          </Button>
        ) : null}
        {allowedActions.cancel ? (
          <ConfirmButton label={t.cancel} title={t.cancelTitle(title)} verb={visit ? t.cancelVisitVerb : t.cancelVerb} onConfirm={end}>
            <CancelEffect effect={managed.onCancel} amounts={managed.amounts} start={managed.bookings.find(isOpen)?.booking.startDate} />
          </ConfirmButton>
        ) : null}
        {refused.length > 0 ? <Contact /> : null}
      </div>
      {managed.bookings.some(({ participants, serviceType }) => participants > 1 || serviceType !== 'APPOINTMENT') && allowedActions.cancel ? (
        <p className="small dim">{t.otherNumber}</p>
      ) : null}
      {moving ? (
        <Suspense fallback={null}>
          <Move token={token} managed={managed} onClose={() => setMoving(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}

function Contact() {
  const t = useWords(said)
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
