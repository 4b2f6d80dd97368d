/** One check box for each kind of email that can be turned off. */
import { type Edits, useEdits } from './edits.ts'
import { FormField } from './form.tsx'
import { type EmailKind, emailKindMessages } from './email-kinds.ts'
import { useMessages } from './messages.ts'

export interface EmailChoice {
  kind: EmailKind
  wanted: boolean
}
type Wanted = Partial<Record<EmailKind, boolean>>

/** The choices of a form: as saved, except for the boxes that were ticked here. */
export function useEmailChoices(saved: readonly EmailChoice[]): Edits<Wanted> & { kinds: EmailChoice[] } {
  const form = useEdits<Wanted>(Object.fromEntries(saved.map(({ kind, wanted }) => [kind, wanted])))
  return { ...form, kinds: saved.map(({ kind, wanted }) => ({ kind, wanted: form.edits[kind] ?? wanted })) }
}

export const EmailChoices = ({ kinds, onChange }: { kinds: readonly EmailChoice[]; onChange: (kind: EmailKind, wanted: boolean) => void }) => {
  const t = useMessages(emailKindMessages)
  return kinds.map(({ kind, wanted }) => (
    <FormField
      key={kind}
      name={kind}
      type="checkbox"
      label={t.kinds[kind].name}
      hint={t.kinds[kind].when}
      value={wanted ? 'true' : ''}
      onChange={(value) => onChange(kind, value === 'true')}
    />
  ))
}
