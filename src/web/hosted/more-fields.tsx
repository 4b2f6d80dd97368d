/** Fields that few booking forms have, loaded with those: the address of the customer, and whether text messages are wanted. */
import { FormField } from '../kit/form.tsx'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { useSite } from '../site-context.tsx'
import type { BookingDraft } from './booking-draft.ts'
import { ReminderConsent } from './text-consent.tsx'
import type { useBookingForm } from './use-booking-form.ts'

const messages = defineMessages(
  {
    address: 'Your address',
    addressHint: 'Where should we come? Street, number, postal code and city.',
  },
  {
    de: {
      address: 'Deine Adresse',
      addressHint: 'Wohin sollen wir kommen? Straße, Hausnummer, Postleitzahl und Ort.',
    },
    fr: {
      address: 'Votre adresse',
      addressHint: 'Où devons-nous venir ? Numéro, rue, code postal et ville.',
    },
    es: {
      address: 'Tu dirección',
      addressHint: '¿Adónde vamos? Calle, número, código postal y ciudad.',
    },
  },
)

interface MoreFieldsProps {
  form: Pick<ReturnType<typeof useBookingForm>, 'isAtCustomer' | 'address'>
  draft: BookingDraft
}
export function MoreFields({ form, draft: { fields, change } }: MoreFieldsProps) {
  const t = useMessages(messages)
  const { textMessages } = useSite()
  return (
    <>
      {form.isAtCustomer ? (
        <FormField
          name="fullAddress"
          label={t.address}
          hint={t.addressHint}
          autoComplete="street-address"
          required
          value={form.address}
          onChange={(address) => change({ address })}
          maxLength={300}
        />
      ) : null}
      {textMessages ? <ReminderConsent value={fields.texts} onChange={(texts) => change({ texts })} /> : null}
    </>
  )
}
