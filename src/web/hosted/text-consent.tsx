/** Whether text messages are wanted, on the forms of bookings and of the waitlist; loaded where the site sends them. */
import { useApiQuery, useIsMember } from '../api.ts'
import { FormField } from '../kit/form.tsx'
import { defineMessages, useMessages } from '../kit/messages.ts'

const messages = defineMessages(
  {
    reminders: 'Text me reminders',
    hint: 'To the number above, with its country code, such as +49 151 23456789. Reply STOP to unsubscribe.',
    goTo: (phone: string) => `You also get reminders as text messages to ${phone}.`,
    offers: 'Text me, too',
    offersHint: 'When a spot opens up, and before the class. Reply STOP to unsubscribe.',
    offersGoTo: (phone: string) => `We’ll also text you at ${phone} when a spot opens up.`,
    phone: 'Phone',
    phoneHint: 'With its country code, such as +49 151 23456789.',
  },
  {
    de: {
      reminders: 'Erinnere mich per SMS',
      hint: 'An die Nummer oben, mit Ländervorwahl, zum Beispiel +49 151 23456789. Mit der Antwort STOP bestellst du sie jederzeit ab.',
      goTo: (phone) => `Erinnerungen bekommst du auch per SMS an ${phone}.`,
      offers: 'Schreib mir auch per SMS',
      offersHint: 'Sobald ein Platz frei wird, und vor dem Kurs. Mit der Antwort STOP bestellst du SMS jederzeit ab.',
      offersGoTo: (phone) => `Sobald ein Platz frei wird, schreiben wir auch eine SMS an ${phone}.`,
      phone: 'Telefon',
      phoneHint: 'Mit Ländervorwahl, zum Beispiel +49 151 23456789.',
    },
    fr: {
      reminders: 'Recevoir des rappels par SMS',
      hint: 'Au numéro ci-dessus, avec l’indicatif du pays, par exemple +49 151 23456789. Répondez STOP pour ne plus en recevoir.',
      goTo: (phone) => `Vous recevez aussi les rappels par SMS au ${phone}.`,
      offers: 'Me prévenir aussi par SMS',
      offersHint: 'Quand une place se libère, et avant le cours. Répondez STOP pour ne plus en recevoir.',
      offersGoTo: (phone) => `Nous vous préviendrons aussi par SMS au ${phone} si une place se libère.`,
      phone: 'Téléphone',
      phoneHint: 'Avec l’indicatif du pays, par exemple +49 151 23456789.',
    },
    es: {
      reminders: 'Recibir recordatorios por SMS',
      hint: 'Al número de arriba, con el prefijo del país, por ejemplo +49 151 23456789. Responde STOP para no recibir más.',
      goTo: (phone) => `También recibes recordatorios por SMS en el ${phone}.`,
      offers: 'Avisarme también por SMS',
      offersHint: 'Cuando quede una plaza libre y antes de la clase. Responde STOP para no recibir más.',
      offersGoTo: (phone) => `También te avisaremos por SMS en el ${phone} cuando quede una plaza libre.`,
      phone: 'Teléfono',
      phoneHint: 'Con el prefijo del país, por ejemplo +49 151 23456789.',
    },
  },
)

/** The number to which the account of the member gets texts; undefined for those who have not turned them on. */
function useTextNumber(): string | undefined {
  const mine = useApiQuery('myTexts.getMyTexts', undefined, { enabled: useIsMember() }).data
  return mine?.isWanted ? mine.phone : undefined
}

interface ConsentProps {
  value: string
  onChange: (value: string) => void
}
/** Members who turned texts on in their account see a note in place of the checkbox. */
export function ReminderConsent({ value, onChange }: ConsentProps) {
  const t = useMessages(messages)
  const phone = useTextNumber()
  if (phone) return <p className="dim small">{t.goTo(phone)}</p>
  return <FormField name="sendSmsReminder" type="checkbox" label={t.reminders} hint={t.hint} value={value} onChange={onChange} />
}

interface WaitlistTextsProps {
  fields: { texts: string; phone: string }
  change: (to: Partial<WaitlistTextsProps['fields']>) => void
}
/** The form of the waitlist asks for a number only of those who want texts. */
export function WaitlistTexts({ fields: { texts, phone }, change }: WaitlistTextsProps) {
  const t = useMessages(messages)
  const known = useTextNumber()
  if (known) return <p className="dim small">{t.offersGoTo(known)}</p>
  return (
    <>
      <FormField name="sendSmsReminder" type="checkbox" label={t.offers} hint={t.offersHint} value={texts} onChange={(to) => change({ texts: to })} />
      {texts ? (
        <FormField
          name="phone"
          label={t.phone}
          hint={t.phoneHint}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          required
          value={phone}
          onChange={(to) => change({ phone: to })}
          maxLength={50}
        />
      ) : null}
    </>
  )
}
