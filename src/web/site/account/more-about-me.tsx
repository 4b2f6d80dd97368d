/** What else the business asks its members, each answer in the form that fits its kind. */
import { useState } from 'react'
import { ApiError, call, queryClient, useAsk } from '../../api.ts'
import { Form, FormField, type FormFieldProps, invalid } from '../../kit/form.tsx'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import type { InputOf, ReplyOf } from '../../operations.ts'

type Field = ReplyOf<'members.listCustomFields'>['fields'][number]
type Values = Record<string, { value?: unknown }>
const inputs: Record<string, Pick<FormFieldProps, 'type' | 'inputMode' | 'maxLength'>> = {
  TEXT: { maxLength: 1000 },
  NUMBER: { inputMode: 'decimal', maxLength: 30 },
  DATE: { type: 'date' },
  URL: { type: 'url', inputMode: 'url', maxLength: 2048 },
  SOCIAL: { maxLength: 2048 },
}
const hintOf = ({ fieldType, socialType, defaultPrivacy }: Field): string | undefined =>
  [
    fieldType === 'URL' ? 'An address like https://example.com.' : '',
    fieldType === 'SOCIAL' ? (socialType === 'OTHER' ? 'The address of your page.' : 'Your name there, or the address of your page.') : '',
    defaultPrivacy === 'PUBLIC' ? 'Others see it when your profile is open.' : '',
  ]
    .filter(Boolean)
    .join(' ') || undefined

export function MoreAboutMe({ memberId, values }: { memberId: string; values: Values }) {
  const asked = useAsk('members.listCustomFields', { query: {} })
  if (asked.isPending) return <Skeletons kind="text" count={2} />
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  // The server tells a member of the fields that are for them.
  const fields = asked.data.fields.filter((field) => field.fieldOrigin === 'CUSTOM')
  return fields.length === 0 ? null : <Answers memberId={memberId} values={values} fields={fields} />
}

function Answers({ memberId, values, fields }: { memberId: string; values: Values; fields: readonly Field[] }) {
  const [draft, setDraft] = useState<Record<string, string>>({})
  const shown = (key: string) => draft[key] ?? String(values[key]?.value ?? '')
  const save = async () => {
    const customFields = Object.fromEntries(fields.map(({ key }) => [key, { value: shown(key).trim() }]))
    try {
      await call('members.updateMember', { params: { id: memberId }, body: { member: { contact: { customFields } } } } as InputOf<'members.updateMember'>)
    } catch (error) {
      const bad = error instanceof ApiError ? error.violations.find(({ ruleName }) => ruleName === 'INVALID_CUSTOM_FIELD_URL')?.data?.fields : undefined
      if (bad) invalid(Object.keys(bad).map((field) => ({ field, description: 'this is not the address of such a page' })))
      throw error
    }
    await queryClient.invalidateQueries()
    setDraft({})
    toast('Your answers are saved')
  }
  return (
    <section className="card stack" aria-labelledby="more-title">
      <h2 className="card-title" id="more-title">
        More about me
      </h2>
      <Form label="More about me" submit="Save" onSubmit={save}>
        {fields.map((field) => {
          const hint = hintOf(field)
          return (
            <FormField
              key={field.key}
              name={field.key}
              label={field.name}
              {...inputs[field.fieldType]}
              {...(hint ? { hint } : {})}
              value={shown(field.key)}
              onChange={(value) => setDraft((old) => ({ ...old, [field.key]: value }))}
            />
          )
        })}
      </Form>
    </section>
  )
}
