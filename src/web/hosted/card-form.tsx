/** The card fields of the sandbox provider. Values stay in this page until "Pay" sends them. */
import { useEffect, useRef } from 'react'
import { Button } from '../kit/button.tsx'
import { FormField, invalid } from '../kit/form.tsx'
import { Note } from '../kit/states.tsx'
import { useSite } from '../site-context.tsx'
import type { CardDraft } from './card-draft.ts'

/** The wire form of a card, or the fields that are not right yet. */
export function toCard(draft: CardDraft): { number: string; expMonth: number; expYear: number; cvc: string; name?: string } {
  const number = draft.number.replace(/\D/g, '')
  const [month, year] = draft.expiry.split(/[^\d]+/).map(Number)
  const wrong = []
  if (number.length < 12) wrong.push({ field: 'number', description: 'enter the number on the card' })
  if (!month || month > 12 || !year) wrong.push({ field: 'expiry', description: 'enter month and year, like 04/30' })
  if (!/^\d{3,4}$/.test(draft.cvc)) wrong.push({ field: 'cvc', description: 'enter the 3 or 4 digits' })
  if (wrong.length > 0) invalid(wrong)
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
  const set = (key: keyof CardDraft) => (value: string) => onChange({ ...card, [key]: value })
  return (
    <>
      {site.testPayments ? (
        <Note tone="warn">
          <p className="small">
            <strong>Test payments.</strong> No money moves. Use card 4242 4242 4242 4242, any future date, any code.
          </p>
        </Note>
      ) : null}
      <FormField
        name="number"
        label="Card number"
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
          label="Valid until"
          placeholder="MM/YY"
          inputMode="numeric"
          autoComplete="cc-exp"
          required
          value={card.expiry}
          onChange={(value) => set('expiry')(/^\d{2}$/.test(value) && card.expiry.length < 2 ? `${value}/` : value)}
          maxLength={7}
        />
        <FormField name="cvc" label="Security code" inputMode="numeric" autoComplete="cc-csc" required value={card.cvc} onChange={set('cvc')} maxLength={4} />
      </div>
      <FormField name="name" label="Name on the card" autoComplete="cc-name" value={card.name} onChange={set('name')} />
    </>
  )
}
/** Why a card was declined, in words that help. */
export function declineInWords(code: string | undefined): string {
  const words: Record<string, string> = {
    insufficient_funds: 'There is not enough money on this card. Please try another one.',
    expired_card: 'This card has expired. Please try another one.',
    incorrect_cvc: 'The security code does not fit this card.',
    authentication_failed: 'Your bank did not confirm the payment. Please try again or use another card.',
  }
  return words[code ?? ''] ?? 'The bank declined this card. You have not been charged; please try another one.'
}
/** Stands in for the bank's own question (3-D Secure) in the sandbox. */
export function Challenge({ busy, onAnswer }: { busy: boolean; onAnswer: (answer: 'approve' | 'reject') => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="card-quiet stack" role="group" aria-label="Your bank asks" tabIndex={-1} ref={box}>
      <h3>Your bank asks: is this payment yours?</h3>
      <p className="dim small">With a real card your bank’s app would ask you now.</p>
      <div className="row">
        <Button busy={busy} onClick={() => onAnswer('approve')}>
          Approve the payment
        </Button>
        <Button variant="default" disabled={busy} onClick={() => onAnswer('reject')}>
          Reject
        </Button>
      </div>
    </div>
  )
}
