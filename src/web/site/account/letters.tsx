/** Which letters I want from the business, and in which language. */
import { useState } from 'react'
import { type Language, languages } from '#kit/pure/languages.ts'
import { call, queryClient, useAsk } from '../../api.ts'
import { Form, FormField } from '../../kit/form.tsx'
import { LetterChoices } from '../../kit/letter-choices.tsx'
import { alwaysSent } from '../../kit/letter-kinds.ts'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import type { ReplyOf } from '../../operations.ts'

type Letters = ReplyOf<'letters.getMyLetters'>

export function MyLetters() {
  const asked = useAsk('letters.getMyLetters')
  if (asked.isPending) return <Skeletons kind="text" count={4} />
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  return <Choices key={JSON.stringify(asked.data)} letters={asked.data} />
}

function Choices({ letters }: { letters: Letters }) {
  const [language, setLanguage] = useState<string>(letters.language)
  const [kinds, setKinds] = useState(letters.kinds)
  const save = async () => {
    await call('letters.changeMyLetters', { body: { language: language as Language, kinds } })
    await queryClient.invalidateQueries()
    toast('Your e-mail settings are saved')
  }
  return (
    <section className="card stack" aria-labelledby="letters-title">
      <div>
        <h2 className="card-title" id="letters-title">
          My e-mails
        </h2>
        <p className="dim">
          They go to <strong>{letters.email}</strong>.
        </p>
      </div>
      <Form label="My e-mails" submit="Save" onSubmit={save}>
        <FormField
          name="language"
          type="select"
          required
          label="Language"
          hint="E-mails are written in this language, as far as it is spoken here."
          value={language}
          onChange={setLanguage}
          options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        />
        <div role="group" aria-labelledby="kinds-title">
          <p className="field-label" id="kinds-title">
            What I want to read
          </p>
          <LetterChoices kinds={kinds} onChange={setKinds} />
        </div>
        <p className="dim small">{alwaysSent}</p>
      </Form>
    </section>
  )
}
