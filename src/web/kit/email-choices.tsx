/** One check box for each kind of email that can be turned off. */
import { FormField } from './form.tsx'
import { type EmailKind, emailKindMessages } from './email-kinds.ts'
import { useMessages } from './messages.ts'

interface Choice {
  kind: EmailKind
  wanted: boolean
}
export const EmailChoices = ({ kinds, onChange }: { kinds: readonly Choice[]; onChange: (kinds: Choice[]) => void }) => {
  const t = useMessages(emailKindMessages)
  return kinds.map(({ kind, wanted }) => (
    <FormField
      key={kind}
      name={kind}
      type="checkbox"
      label={t.kinds[kind].name}
      hint={t.kinds[kind].when}
      value={wanted ? 'true' : ''}
      onChange={(value) => onChange(kinds.map((one) => (one.kind === kind ? { kind, wanted: value === 'true' } : one)))}
    />
  ))
}
