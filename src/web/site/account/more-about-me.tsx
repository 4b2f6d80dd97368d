/** What else the business asks its members, each answer in the form that fits its kind. */
import { ApiError, call, queryClient, useAsk } from '../../api.ts'
import { useDraft } from '../../kit/draft.ts'
import { Form, FormField, type FormFieldProps, invalid } from '../../kit/form.tsx'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { sayNow, useWords, words } from '../../kit/words.ts'
import type { InputOf, ReplyOf } from '../../operations.ts'

const said = words(
  {
    title: 'More about me',
    save: 'Save',
    saved: 'Your answers are saved',
    notSuch: 'this is not the address of such a page',
    url: 'An address like https://example.com.',
    page: 'The address of your page.',
    social: 'Your name there, or the address of your page.',
    shown: 'Others see it when your profile is open.',
  },
  {
    de: {
      title: 'Mehr über mich',
      save: 'Speichern',
      saved: 'Deine Antworten sind gespeichert',
      notSuch: 'das ist keine Adresse einer solchen Seite',
      url: 'Eine Adresse wie https://example.com.',
      page: 'Die Adresse deiner Seite.',
      social: 'Dein Name dort oder die Adresse deiner Seite.',
      shown: 'Andere sehen es, wenn dein Profil offen ist.',
    },
  },
)

type Field = ReplyOf<'members.listCustomFields'>['fields'][number]
type Values = Record<string, { value?: unknown }>
const inputs: Record<string, Pick<FormFieldProps, 'type' | 'inputMode' | 'maxLength'>> = {
  TEXT: { maxLength: 1000 },
  NUMBER: { inputMode: 'decimal', maxLength: 30 },
  DATE: { type: 'date' },
  URL: { type: 'url', inputMode: 'url', maxLength: 2048 },
  SOCIAL: { maxLength: 2048 },
}
function hintOf({ fieldType, socialType, defaultPrivacy }: Field): string {
  const t = sayNow(said)
  const form = fieldType === 'URL' ? t.url : fieldType === 'SOCIAL' ? (socialType === 'OTHER' ? t.page : t.social) : ''
  return [form, defaultPrivacy === 'PUBLIC' ? t.shown : ''].filter(Boolean).join(' ')
}

export function MoreAboutMe({ memberId, values }: { memberId: string; values: Values }) {
  const asked = useAsk('members.listCustomFields', { query: {} })
  if (asked.isPending) return <Skeletons kind="text" count={2} />
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  // The server tells a member of the fields that are for them.
  const fields = asked.data.fields.filter((field) => field.fieldOrigin === 'CUSTOM')
  return fields.length === 0 ? null : <Answers memberId={memberId} values={values} fields={fields} />
}

function Answers({ memberId, values, fields }: { memberId: string; values: Values; fields: readonly Field[] }) {
  const t = useWords(said)
  const draft = useDraft<Record<string, string>>('account.more', Object.fromEntries(fields.map(({ key }) => [key, String(values[key]?.value ?? '')])))
  const shown = (key: string) => draft.fields[key] ?? ''
  const save = async () => {
    const customFields = Object.fromEntries(fields.map(({ key }) => [key, { value: shown(key).trim() }]))
    try {
      await call('members.updateMember', { params: { id: memberId }, body: { member: { contact: { customFields } } } } as InputOf<'members.updateMember'>)
    } catch (error) {
      const bad = error instanceof ApiError ? error.violations.find(({ ruleName }) => ruleName === 'INVALID_CUSTOM_FIELD_URL')?.data?.fields : undefined
      if (bad) invalid(Object.keys(bad).map((field) => ({ field, description: t.notSuch })))
      throw error
    }
    await queryClient.invalidateQueries()
    draft.forget()
    toast(sayNow(said).saved)
  }
  return (
    <section className="card stack" aria-labelledby="more-title">
      <h2 className="card-title" id="more-title">
        {t.title}
      </h2>
      <Form label={t.title} submit={t.save} onSubmit={save}>
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
              onChange={(value) => draft.change({ [field.key]: value })}
            />
          )
        })}
      </Form>
    </section>
  )
}
