/** Text messages: whether the member wants them, and to which number. Nothing where the site sends none. */
import { call, queryClient, useApiQuery } from '../../api.ts'
import { useDraft } from '../../kit/draft.ts'
import { Form, FormField } from '../../kit/form.tsx'
import { currentMessages, defineMessages, useMessages } from '../../kit/messages.ts'
import { Note } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import type { ReplyOf } from '../../operations.ts'

const messages = defineMessages(
  {
    title: 'Text messages',
    about: 'Reminders of your bookings, also as text messages.',
    wanted: 'Text me reminders',
    phone: 'Phone number',
    phoneHint: 'With its country code, such as +49 151 23456789.',
    stopped: (phone: string, sender: string) => `You unsubscribed ${phone} from text messages. To get them again, text START to ${sender}.`,
    ends: (sender: string) => `They come from ${sender}. Reply STOP to unsubscribe.`,
    save: 'Save',
    saved: 'Text messages saved',
  },
  {
    de: {
      title: 'SMS',
      about: 'Erinnerungen an deine Buchungen, auch per SMS.',
      wanted: 'Erinnere mich per SMS',
      phone: 'Telefonnummer',
      phoneHint: 'Mit Ländervorwahl, zum Beispiel +49 151 23456789.',
      stopped: (phone, sender) => `Für ${phone} hast du SMS abbestellt. Sende START an ${sender}, um wieder welche zu bekommen.`,
      ends: (sender) => `Sie kommen von ${sender}. Mit der Antwort STOP bestellst du sie jederzeit ab.`,
      save: 'Speichern',
      saved: 'Deine Einstellungen für SMS sind gespeichert',
    },
    fr: {
      title: 'SMS',
      about: 'Rappels de vos réservations, aussi par SMS.',
      wanted: 'Recevoir les rappels par SMS',
      phone: 'Numéro de téléphone',
      phoneHint: 'Avec l’indicatif du pays, par exemple +33 6 39 98 12 34.',
      stopped: (phone, sender) => `Vous avez désabonné le ${phone} des SMS. Pour les recevoir à nouveau, envoyez START au ${sender}.`,
      ends: (sender) => `Ils proviennent de ${sender}. Répondez STOP pour vous désabonner.`,
      save: 'Enregistrer',
      saved: 'Préférences SMS enregistrées',
    },
    es: {
      title: 'SMS',
      about: 'Recordatorios de tus reservas, también por SMS.',
      wanted: 'Recibir recordatorios por SMS',
      phone: 'Número de teléfono',
      phoneHint: 'Con el prefijo del país, por ejemplo +34 612 34 56 78.',
      stopped: (phone, sender) => `Has dado de baja los SMS para ${phone}. Para volver a recibirlos, envía START a ${sender}.`,
      ends: (sender) => `Se envían desde ${sender}. Responde STOP para darte de baja.`,
      save: 'Guardar',
      saved: 'Preferencias de SMS guardadas',
    },
  },
)

export function MyTexts() {
  const settings = useApiQuery('myTexts.getMyTexts').data
  return settings?.isOffered ? <TextsForm settings={settings} /> : null
}

function TextsForm({ settings }: { settings: ReplyOf<'myTexts.getMyTexts'> }) {
  const t = useMessages(messages)
  const { phone: saved = '', sender = '', isStopped } = settings
  const { fields, change, clear } = useDraft('account.texts', { wanted: settings.isWanted ? 'true' : '', phone: saved })
  const { wanted, phone } = fields
  const save = async () => {
    await call('myTexts.updateMyTexts', { body: { isWanted: wanted === 'true', ...(wanted && { phone }) } })
    clear()
    await queryClient.invalidateQueries()
    toast(currentMessages(messages).saved)
  }
  return (
    <section className="card stack" aria-labelledby="texts-title">
      <div>
        <h2 className="card-title" id="texts-title">
          {t.title}
        </h2>
        <p className="dim">{t.about}</p>
      </div>
      {isStopped ? <Note>{t.stopped(saved, sender)}</Note> : null}
      <Form label={t.title} submit={t.save} onSubmit={save}>
        <FormField name="isWanted" type="checkbox" label={t.wanted} value={wanted} onChange={(to) => change({ wanted: to })} />
        {wanted ? (
          <FormField
            name="phone"
            type="tel"
            autoComplete="tel"
            inputMode="tel"
            required
            label={t.phone}
            hint={t.phoneHint}
            value={phone}
            onChange={(to) => change({ phone: to })}
            maxLength={50}
          />
        ) : null}
        <p className="dim small">{t.ends(sender)}</p>
      </Form>
    </section>
  )
}
