/** One box for each kind of letter that can be left out. */
import { FormField } from './form.tsx'
import { type LetterKind, letterWords } from './letter-kinds.ts'

interface Choice {
  kind: LetterKind
  wanted: boolean
}
export const LetterChoices = ({ kinds, onChange }: { kinds: readonly Choice[]; onChange: (kinds: Choice[]) => void }) =>
  kinds.map(({ kind, wanted }) => (
    <FormField
      key={kind}
      name={kind}
      type="checkbox"
      label={letterWords[kind][0]}
      hint={letterWords[kind][1]}
      value={wanted ? 'true' : ''}
      onChange={(value) => onChange(kinds.map((one) => (one.kind === kind ? { kind, wanted: value === 'true' } : one)))}
    />
  ))
