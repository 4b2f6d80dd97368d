/** Fields that few booking forms have, loaded with those: the address of the customer, and whether text messages are wanted. */
import { useApiQuery, useIsMember } from '../api.ts'
import { FormField } from '../kit/form.tsx'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { useSite } from '../site-context.tsx'
import type { BookingDraft, useBookingForm } from './use-booking-form.ts'

const messages = defineMessages(
  {
    address: 'Your address',
    addressHint: 'Where should we come? Street, number, postal code and city.',
    label: 'Text me reminders',
    hint: 'To the number above, with its country code, such as +49 151 23456789. Reply STOP to unsubscribe.',
    goTo: (phone: string) => `You also get reminders as text messages to ${phone}.`,
  },
  {
    de: {
      address: 'Deine Adresse',
      addressHint: 'Wohin sollen wir kommen? Straße, Hausnummer, Postleitzahl und Ort.',
      label: 'Erinnere mich per SMS',
      hint: 'An die Nummer oben, mit Ländervorwahl, zum Beispiel +49 151 23456789. Mit der Antwort STOP bestellst du sie jederzeit ab.',
      goTo: (phone) => `Erinnerungen bekommst du auch per SMS an ${phone}.`,
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
      {textMessages ? <TextConsent value={fields.texts} onChange={(texts) => change({ texts })} /> : null}
    </>
  )
}

/** Members who turned texts on in their account see a note in place of the checkbox. */
function TextConsent({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useMessages(messages)
  const mine = useApiQuery('myTexts.getMyTexts', undefined, { enabled: useIsMember() }).data
  if (mine?.isWanted && mine.phone) return <p className="dim small">{t.goTo(mine.phone)}</p>
  return <FormField name="sendSmsReminder" type="checkbox" label={t.label} hint={t.hint} value={value} onChange={onChange} />
}
