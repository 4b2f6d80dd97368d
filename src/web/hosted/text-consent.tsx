/** Whether a customer wants text messages about the booking. Loaded only where the site sends them. */
import { useApiQuery, useIsMember } from '../api.ts'
import { FormField } from '../kit/form.tsx'
import { defineMessages, useMessages } from '../kit/messages.ts'

const messages = defineMessages(
  {
    label: 'Text me reminders',
    hint: 'To the number above, with its country code, such as +49 151 23456789. Reply STOP at any time to end them.',
    goTo: (phone: string) => `You also get reminders as text messages to ${phone}.`,
  },
  {
    de: {
      label: 'Erinnere mich per SMS',
      hint: 'An die Nummer oben, mit Ländervorwahl, zum Beispiel +49 151 23456789. Mit der Antwort STOP bestellst du sie jederzeit ab.',
      goTo: (phone) => `Erinnerungen bekommst du auch per SMS an ${phone}.`,
    },
  },
)

/** Members who asked for texts in their account are told, in place of being asked again. */
export function TextConsent({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useMessages(messages)
  const mine = useApiQuery('myTexts.getMyTexts', undefined, { enabled: useIsMember() }).data
  if (mine?.isWanted && mine.phone) return <p className="dim small">{t.goTo(mine.phone)}</p>
  return <FormField name="sendSmsReminder" type="checkbox" label={t.label} hint={t.hint} value={value} onChange={onChange} />
}
