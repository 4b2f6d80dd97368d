/** The card fields of the sandbox provider. Values stay in this page until "Pay" sends them. */
import { useEffect, useRef } from 'react'
import { Button } from '../kit/button.tsx'
import { FormField, throwInvalid } from '../kit/form.tsx'
import { Note } from '../kit/states.tsx'
import { useSite } from '../site-context.tsx'
import { currentMessages, useMessages } from '../kit/messages.ts'
import type { CardDraft } from './card-draft.ts'
import { messages } from './card-form.messages.tsx'

/** The wire form of a card, or the fields that are not right yet. */
export function toCard(draft: CardDraft): { number: string; expMonth: number; expYear: number; cvc: string; name?: string } {
  const number = draft.number.replace(/\D/g, '')
  const [month, year] = draft.expiry.split(/[^\d]+/).map(Number)
  const wrong = []
  if (number.length < 12) wrong.push({ field: 'number', description: currentMessages(messages).enterNumber })
  if (!month || month > 12 || !year) wrong.push({ field: 'expiry', description: currentMessages(messages).enterExpiry })
  if (!/^\d{3,4}$/.test(draft.cvc)) wrong.push({ field: 'cvc', description: currentMessages(messages).enterCode })
  if (wrong.length > 0) throwInvalid(wrong)
  return {
    number,
    expMonth: month ?? 0,
    expYear: (year ?? 0) < 100 ? 2000 + (year ?? 0) : (year ?? 0),
    cvc: draft.cvc,
    ...(draft.name ? { name: draft.name } : {}),
  }
}
export function CardFields({ card, onChange }: { card: CardDraft; onChange: (card: CardDraft) => void }) {
  const site = useSite()
  const t = useMessages(messages)
  const set = (key: keyof CardDraft) => (value: string) => onChange({ ...card, [key]: value })
  return (
    <>
      {site.testPayments ? (
        <Note tone="warn">
          <p className="small">{t.test}</p>
        </Note>
      ) : null}
      <FormField
        name="number"
        label={t.number}
        inputMode="numeric"
        autoComplete="cc-number"
        required
        value={card.number}
        onChange={(value) =>
          set('number')(
            value
              .replace(/\D/g, '')
              .slice(0, 19)
              .replace(/(.{4})(?=.)/g, '$1 '),
          )
        }
      />
      <div className="fields-2">
        <FormField
          name="expiry"
          label={t.expiry}
          placeholder={t.expiryForm}
          inputMode="numeric"
          autoComplete="cc-exp"
          required
          value={card.expiry}
          onChange={(value) => set('expiry')(/^\d{2}$/.test(value) && card.expiry.length < 2 ? `${value}/` : value)}
          maxLength={7}
        />
        <FormField name="cvc" label={t.code} inputMode="numeric" autoComplete="cc-csc" required value={card.cvc} onChange={set('cvc')} maxLength={4} />
      </div>
      <FormField name="name" label={t.name} autoComplete="cc-name" value={card.name} onChange={set('name')} />
    </>
  )
}
/** The message for a declined card. */
export function declineInWords(code: string | undefined): string {
  const t = currentMessages(messages)
  return t.declined[code ?? ''] ?? t.declinedAnyhow
}
/** The sandbox's stand-in for a 3-D Secure challenge. */
export function Challenge({ busy, onAnswer }: { busy: boolean; onAnswer: (answer: 'approve' | 'reject') => void }) {
  const t = useMessages(messages)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="card-quiet stack" role="group" aria-label={t.bankAsks} tabIndex={-1} ref={box}>
      <h3>{t.isItYours}</h3>
      <p className="dim small">{t.inYourApp}</p>
      <div className="row">
        <Button busy={busy} onClick={() => onAnswer('approve')}>
          {t.approve}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => onAnswer('reject')}>
          {t.reject}
        </Button>
      </div>
    </div>
  )
}
