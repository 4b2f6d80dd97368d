/** The form as clients see it: the same fields that the booking page shows, to try out. */
import '../../../theme/forms.css'
import { Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Language } from '#kit/pure/languages.ts'
import '../../parts/kit-forms.css'
import { type ClientFormAnswers, ClientFormFields } from '#web/kit/client-forms/client-form-fields.tsx'
import css from './client-forms.module.css'
import { type FormDraft, withPlaceholders } from './form-draft.ts'

export function FormPreview({ draft, language }: { draft: FormDraft; language: Language }) {
  const [answers, setAnswers] = useState<ClientFormAnswers>({})
  return (
    <section className={css.preview} aria-label="Preview">
      <Title order={3} size="h5">
        Preview
      </Title>
      <Text size="sm" c="dimmed">
        {draft.fields.length === 0 ? 'Your questions appear here as clients see them.' : 'Try it: nothing is sent.'}
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
