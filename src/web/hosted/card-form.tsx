/** The card fields of the sandbox provider. Values stay in this page until "Pay" sends them. */
import { useEffect, useRef } from 'react'
import { Button } from '../kit/button.tsx'
import { FormField } from '../kit/form.tsx'
import { Note } from '../kit/states.tsx'
import { useSite } from '../site-context.tsx'
import { useMessages } from '../kit/messages.ts'
import type { CardDraft } from './card-draft.ts'
import { messages } from './card-form.messages.tsx'

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
/** The sandbox's stand-in for a 3-D Secure challenge. */
export function Challenge({ busy, onAnswer }: { busy: boolean; onAnswer: (answer: 'approve' | 'reject') => void }) {
  const t = useMessages(messages)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="card-quiet stack" role="group" aria-label={t.confirmationNeeded} tabIndex={-1} ref={box}>
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
