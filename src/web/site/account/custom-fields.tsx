/** Custom fields of the member, each with an input of its type. */
import { ApiError, call, queryClient, useApiQuery } from '../../api.ts'
import { useDraft } from '../../kit/draft.ts'
import { Form, FormField, type FormFieldProps, throwInvalid } from '../../kit/form.tsx'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { currentMessages, useMessages, defineMessages } from '../../kit/messages.ts'
import type { ReplyOf } from '../../operations.ts'

const messages = defineMessages(
  {
    title: 'More about me',
    save: 'Save',
    saved: 'Answers saved',
    notSuch: 'enter a valid link',
    url: 'A link like https://example.com.',
    page: 'The link to your page.',
    social: 'Your username or the link to your page.',
    shown: 'Visible to others when your profile is public.',
  },
  {
    de: {
      title: 'Mehr über mich',
      save: 'Speichern',
      saved: 'Angaben gespeichert',
      notSuch: 'diese Adresse passt nicht zu diesem Dienst',
      url: 'Eine Adresse wie https://example.com.',
      page: 'Die Adresse deiner Seite.',
      social: 'Dein Name dort oder die Adresse deiner Seite.',
      shown: 'Sichtbar, wenn dein Profil öffentlich ist.',
    },
    fr: {
      title: 'Plus sur moi',
      save: 'Enregistrer',
      saved: 'Réponses enregistrées',
      notSuch: 'saisissez un lien valide',
      url: 'Un lien comme https://example.com.',
      page: 'Le lien vers votre page.',
      social: 'Votre nom d’utilisateur ou le lien vers votre page.',
      shown: 'Visible par les autres si votre profil est public.',
    },
    es: {
      title: 'Más sobre mí',
      save: 'Guardar',
      saved: 'Respuestas guardadas',
      notSuch: 'escribe un enlace válido',
      url: 'Un enlace como https://example.com.',
      page: 'El enlace a tu página.',
      social: 'Tu nombre de usuario o el enlace a tu página.',
      shown: 'Visible para los demás si tu perfil es público.',
    },
  },
)

type Field = ReplyOf<'customFields.listCustomFields'>['fields'][number]
type Values = Record<string, { value?: unknown }>
const inputs: Record<string, Pick<FormFieldProps, 'type' | 'inputMode' | 'maxLength'>> = {
  TEXT: { maxLength: 1000 },
  NUMBER: { inputMode: 'decimal', maxLength: 30 },
  DATE: { type: 'date' },
  URL: { type: 'url', inputMode: 'url', maxLength: 2048 },
  SOCIAL: { maxLength: 2048 },
}
function describeHint({ fieldType, socialType, defaultPrivacy }: Field): string {
  const t = currentMessages(messages)
  const form = fieldType === 'URL' ? t.url : fieldType === 'SOCIAL' ? (socialType === 'OTHER' ? t.page : t.social) : ''
  return [form, defaultPrivacy === 'PUBLIC' ? t.shown : ''].filter(Boolean).join(' ')
}

export function CustomFields({ memberId, values }: { memberId: string; values: Values }) {
  const query = useApiQuery('customFields.listCustomFields', { query: {} })
  if (query.isPending) return <Skeletons kind="text" count={2} />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  // The server returns only fields that members may see.
  const fields = query.data.fields.filter((field) => field.fieldOrigin === 'CUSTOM')
  return fields.length === 0 ? null : <CustomFieldsForm memberId={memberId} values={values} fields={fields} />
}

function CustomFieldsForm({ memberId, values, fields }: { memberId: string; values: Values; fields: readonly Field[] }) {
  const t = useMessages(messages)
  const draft = useDraft<Record<string, string>>('account.more', Object.fromEntries(fields.map(({ key }) => [key, String(values[key]?.value ?? '')])))
  const getValue = (key: string) => draft.fields[key] ?? ''
  const save = async () => {
    const customFields = Object.fromEntries(fields.map(({ key }) => [key, { value: getValue(key).trim() }]))
    try {
      await call('members.updateMember', { params: { id: memberId }, body: { member: { contact: { customFields } } } })
    } catch (error) {
      const bad = error instanceof ApiError ? error.violations.find(({ ruleName }) => ruleName === 'INVALID_CUSTOM_FIELD_URL')?.data?.fields : undefined
      if (bad) throwInvalid(Object.keys(bad).map((field) => ({ field, description: t.notSuch })))
      throw error
    }
    await queryClient.invalidateQueries()
    draft.clear()
    toast(currentMessages(messages).saved)
  }
  return (
    <section className="card stack" aria-labelledby="more-title">
      <h2 className="card-title" id="more-title">
        {t.title}
      </h2>
      <Form label={t.title} submit={t.save} onSubmit={save}>
        {fields.map((field) => {
          const hint = describeHint(field)
          return (
            <FormField
              key={field.key}
              name={field.key}
              label={field.name}
              {...inputs[field.fieldType]}
              {...(hint ? { hint } : {})}
              value={getValue(field.key)}
              onChange={(value) => draft.change({ [field.key]: value })}
            />
          )
        })}
      </Form>
    </section>
  )
}
