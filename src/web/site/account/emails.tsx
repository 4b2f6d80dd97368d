/** Email preferences: which emails the member gets, and in which language. */
import { type ReactNode, useEffect } from 'react'
import { type Language, languages } from '#kit/pure/languages.ts'
import { useApiMutation, useApiQuery } from '../../api.ts'
import { useEdits } from '../../kit/edits.ts'
import { Form, FormField } from '../../kit/form.tsx'
import { EmailChoices, useEmailChoices } from '../../kit/email-choices.tsx'
import { emailKindMessages } from '../../kit/email-kinds.ts'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { useMessages, defineMessages } from '../../kit/messages.ts'
import { chooseLanguage, pageLanguage } from '../../language.ts'
import type { ReplyOf } from '../../operations.ts'
import { MyTexts } from './my-texts.tsx'

const messages = defineMessages(
  {
    title: 'Email preferences',
    goTo: (email: ReactNode) => <>Sent to {email}.</>,
    saved: 'Email preferences saved',
    save: 'Save',
    language: 'Language',
    languageHint: 'The language of emails and these pages.',
    kinds: 'Emails you want to get',
  },
  {
    de: {
      title: 'E-Mail-Einstellungen',
      goTo: (email) => <>Für {email}.</>,
      saved: 'Deine Einstellungen für E-Mails sind gespeichert',
      save: 'Speichern',
      language: 'Sprache',
      languageHint: 'Für E-Mails und diese Website.',
      kinds: 'Diese E-Mails bekommen',
    },
    fr: {
      title: 'Préférences d’e-mails',
      goTo: (email) => <>Envoyés à {email}.</>,
      saved: 'Préférences d’e-mails enregistrées',
      save: 'Enregistrer',
      language: 'Langue',
      languageHint: 'La langue des e-mails et de ces pages.',
      kinds: 'E-mails que vous souhaitez recevoir',
    },
    es: {
      title: 'Preferencias de correo',
      goTo: (email) => <>Se envían a {email}.</>,
      saved: 'Preferencias de correo guardadas',
      save: 'Guardar',
      language: 'Idioma',
      languageHint: 'El idioma de los correos y de estas páginas.',
      kinds: 'Correos que quieres recibir',
    },
  },
)

type EmailSettings = ReplyOf<'emailPreferences.getMyEmailPreferences'>

export function MyEmails() {
  const query = useApiQuery('emailPreferences.getMyEmailPreferences')
  if (query.isPending) return <Skeletons kind="text" count={4} />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="stack">
      <EmailSettingsForm settings={query.data} />
      <MyTexts />
    </div>
  )
}

/** While the page begins again after saving: the language in which it will. The page that ends may still draw its form anew. */
const SAVED = 'atrium.emails-saved'

function EmailSettingsForm({ settings }: { settings: EmailSettings }) {
  const t = useMessages(messages)
  const own = useEdits({ language: settings.language })
  const { language } = own.values
  const choices = useEmailChoices(settings.kinds)
  const update = useApiMutation('emailPreferences.updateMyEmailPreferences')
  const save = async () => {
    await update.mutateAsync({ body: { language, kinds: choices.kinds } })
    await Promise.all([own.followSaved(own.edits), choices.followSaved(choices.edits)])
    // In another language the page begins again: there it says that they are saved.
    if (language !== pageLanguage()) sessionStorage.setItem(SAVED, language)
    chooseLanguage(language)
    if (language === pageLanguage()) toast(t.saved)
  }
  useEffect(() => {
    if (sessionStorage.getItem(SAVED) !== pageLanguage()) return
    sessionStorage.removeItem(SAVED)
    toast(t.saved)
  }, [t])
  return (
    <section className="card stack" aria-labelledby="emails-title">
      <div>
        <h2 className="card-title" id="emails-title">
          {t.title}
        </h2>
        <p className="dim">{t.goTo(<strong>{settings.email}</strong>)}</p>
      </div>
      <Form label={t.title} submit={t.save} onSubmit={save}>
        <FormField
          name="language"
          type="select"
          required
          label={t.language}
          hint={t.languageHint}
          value={language}
          onChange={(to) => own.edit({ language: to as Language })}
          options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        />
        <div role="group" aria-labelledby="kinds-title">
          <p className="field-label" id="kinds-title">
            {t.kinds}
          </p>
          <EmailChoices kinds={choices.kinds} onChange={(kind, wanted) => choices.edit({ [kind]: wanted })} />
        </div>
        <p className="dim small">{useMessages(emailKindMessages).always}</p>
      </Form>
    </section>
  )
}
