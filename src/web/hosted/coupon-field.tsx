/** The coupon of a purchase: a field that opens on demand, or the coupon that is applied. */
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Form, FormField, throwInvalid } from '../kit/form.tsx'
import { currentMessages, defineMessages, useMessages } from '../kit/messages.ts'
import { isCouponRefusal } from './coupon-refusal.ts'

const messages = defineMessages(
  {
    add: 'Add coupon',
    form: 'Coupon',
    code: 'Code',
    apply: 'Apply',
    enterCode: 'enter a coupon code',
    applied: (code: string) => `${code} applied`,
    remove: 'Remove coupon',
  },
  {
    de: {
      add: 'Gutschein hinzufügen',
      form: 'Gutschein',
      code: 'Code',
      apply: 'Einlösen',
      enterCode: 'gib einen Gutscheincode ein',
      applied: (code) => `${code} eingelöst`,
      remove: 'Gutschein entfernen',
    },
    fr: {
      add: 'Ajouter un code promo',
      form: 'Code promo',
      code: 'Code',
      apply: 'Appliquer',
      enterCode: 'saisissez un code promo',
      applied: (code) => `${code} appliqué`,
      remove: 'Retirer le code promo',
    },
    es: {
      add: 'Añadir un cupón',
      form: 'Cupón',
      code: 'Código',
      apply: 'Aplicar',
      enterCode: 'escribe el código de un cupón',
      applied: (code) => `${code} aplicado`,
      remove: 'Quitar el cupón',
    },
  },
)

interface CouponFieldProps {
  /** The code of the coupon that counts now. */
  applied: string | undefined
  /** Throws the refusal of the server. */
  onApply: (code: string) => Promise<unknown>
  onRemove: () => unknown
}
export function CouponField({ applied, onApply, onRemove }: CouponFieldProps) {
  const t = useMessages(messages)
  const [code, setCode] = useState('')
  const [isRemoving, setRemoving] = useState(false)
  const remove = async () => {
    setRemoving(true)
    try {
      await onRemove()
    } finally {
      setRemoving(false)
    }
  }
  if (applied)
    return (
      <p className="row row-between small">
        <span role="status">{t.applied(applied)}</span>
        <Button variant="default" busy={isRemoving} onClick={() => void remove()}>
          {t.remove}
        </Button>
      </p>
    )
  const apply = async () => {
    const entered = code.trim()
    if (entered === '') throwInvalid([{ field: 'couponCode', description: currentMessages(messages).enterCode }])
    try {
      await onApply(entered)
    } catch (error) {
      if (isCouponRefusal(error)) throwInvalid([{ field: 'couponCode', description: error.message }])
      throw error
    }
    setCode('')
  }
  return (
    <details className="small">
      <summary className="summary">{t.add}</summary>
      <Form label={t.form} submit={t.apply} onSubmit={apply}>
        <FormField
          name="couponCode"
          label={t.code}
          required
          maxLength={20}
          autoComplete="off"
          value={code}
          onChange={(value) => setCode(value.toUpperCase())}
        />
      </Form>
    </details>
  )
}
