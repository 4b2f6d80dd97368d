/** Which letters I want from the business, and in which language. */
import { type ReactNode, useState } from 'react'
import { type Language, languages } from '#kit/pure/languages.ts'
import { call, queryClient, useAsk } from '../../api.ts'
import { Form, FormField } from '../../kit/form.tsx'
import { LetterChoices } from '../../kit/letter-choices.tsx'
import { letterWords } from '../../kit/letter-kinds.ts'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { sayNow, useWords, words } from '../../kit/words.ts'
import { chooseLanguage } from '../../language.ts'
import type { ReplyOf } from '../../operations.ts'

const said = words(
  {
    title: 'My e-mails',
    goTo: (email: ReactNode) => <>They go to {email}.</>,
    saved: 'Your e-mail settings are saved',
    save: 'Save',
    language: 'Language',
    languageHint: 'E-mails and these pages are written in this language.',
    kinds: 'What I want to read',
  },
  {
    de: {
      title: 'Meine E-Mails',
      goTo: (email) => <>Sie gehen an {email}.</>,
      saved: 'Deine Einstellungen für E-Mails sind gespeichert',
      save: 'Speichern',
      language: 'Sprache',
      languageHint: 'E-Mails und diese Seiten sind in dieser Sprache.',
      kinds: 'Was ich lesen möchte',
    },
  },
)

type Letters = ReplyOf<'letters.getMyLetters'>

export function MyLetters() {
  const asked = useAsk('letters.getMyLetters')
  if (asked.isPending) return <Skeletons kind="text" count={4} />
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  return <Choices key={JSON.stringify(asked.data)} letters={asked.data} />
}

function Choices({ letters }: { letters: Letters }) {
  const t = useWords(said)
  const [language, setLanguage] = useState<Language>(letters.language)
  const [kinds, setKinds] = useState(letters.kinds)
  const save = async () => {
    await call('letters.changeMyLetters', { body: { language, kinds } })
    await queryClient.invalidateQueries()
    chooseLanguage(language)
    toast(sayNow(said).saved)
  }
  return (
    <section className="card stack" aria-labelledby="letters-title">
      <div>
        <h2 className="card-title" id="letters-title">
          {t.title}
        </h2>
        <p className="dim">{t.goTo(<strong>{letters.email}</strong>)}</p>
      </div>
      <Form label={t.title} submit={t.save} onSubmit={save}>
        <FormField
          name="language"
          type="select"
          required
          label={t.language}
          hint={t.languageHint}
          value={language}
          onChange={(to) => setLanguage(to as Language)}
          options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        />
        <div role="group" aria-labelledby="kinds-title">
          <p className="field-label" id="kinds-title">
            {t.kinds}
          </p>
          <LetterChoices kinds={kinds} onChange={setKinds} />
        </div>
        <p className="dim small">{useWords(letterWords).always}</p>
      </Form>
    </section>
  )
}
