/** What may be changed and until when, with what it does to money; why not, where it may not, and whom to ask. */
import { lazy, Suspense, useState } from 'react'
import { call, queryClient } from '../../api.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { Money } from '../../kit/money.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { sayNow, useWords } from '../../kit/words.ts'
import { useSite } from '../../site-context.tsx'
import { said } from './manage.words.tsx'
import { isOpen, type Linked, type Managed, titleOf } from './managed.ts'

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
            <Effect managed={managed} />
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

/** What cancelling does to place and money, before it is done. */
function Effect({ managed }: { managed: Managed }) {
  const t = useWords(said)
  const site = useSite()
  const { onCancel, amounts, bookings } = managed
  const money = (value: string) => <Money value={value} currency={amounts.currency} />
  const [fee, refund, paid] = [Number(onCancel.fee), Number(onCancel.refund), Number(amounts.paid)]
  const kept = (paid - refund).toFixed(amounts.paid.split('.')[1]?.length ?? 0)
  const first = bookings.find(isOpen)
  return (
    <div className="stack-s">
      {first ? (
        <p className="strong">
          <When at={first.booking.startDate} />
        </p>
      ) : null}
      <p>{t.placeGoes}</p>
      {fee > 0 ? <p>{t.effects.fee(money(onCancel.fee))}</p> : null}
      {refund > 0 ? <p>{t.effects.refund(money(onCancel.refund))}</p> : null}
      {Number(kept) > 0 ? <p>{t.effects.kept(money(kept), site.name)}</p> : null}
      {onCancel.visits > 0 ? <p>{t.effects.visits(onCancel.visits)}</p> : null}
      {fee === 0 && refund === 0 && Number(kept) === 0 && onCancel.visits === 0 ? <p>{t.effects.nothing}</p> : null}
    </div>
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
