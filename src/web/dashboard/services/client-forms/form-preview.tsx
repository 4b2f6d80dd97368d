/** The form as clients see it: the same fields that the booking page shows, to try out. */
import '../../../theme/forms.css'
import { Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Language } from '#kit/pure/languages.ts'
import '../../parts/kit-forms.css'
import { type ClientFormAnswers, ClientFormFields } from '#web/kit/client-forms/client-form-fields.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import css from './client-forms.module.css'
import { type FormDraft, withPlaceholders } from './form-draft.ts'
import { words } from '../words.messages.ts'

const messages = defineDashboardMessages(
  {
    empty: 'Your questions appear here as clients see them.',
    tryIt: 'Try it: nothing is sent.',
  },
  {
    de: {
      empty: 'Hier erscheinen deine Fragen, wie Kunden sie sehen.',
      tryIt: 'Probier es aus: Es wird nichts gesendet.',
    },
  },
)

export function FormPreview({ draft, language }: { draft: FormDraft; language: Language }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const [answers, setAnswers] = useState<ClientFormAnswers>({})
  return (
    <section className={css.preview} aria-label={w.preview}>
      <Title order={3} size="h5">
        {w.preview}
      </Title>
      <Text size="sm" c="dimmed">
        {draft.fields.length === 0 ? t.empty : t.tryIt}
      </Text>
      <div className={css.fields} lang={language}>
        <ClientFormFields
          formId=""
          isPreview
          language={language}
          fields={withPlaceholders(draft.fields, language)}
          answers={answers}
          onAnswer={(target, value) => setAnswers((old) => ({ ...old, [target]: value }))}
        />
      </div>
    </section>
  )
}
