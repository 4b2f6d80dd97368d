/** One box for each kind of letter that can be left out. */
import { FormField } from './form.tsx'
import { type LetterKind, letterWords } from './letter-kinds.ts'
import { useWords } from './words.ts'

interface Choice {
  kind: LetterKind
  wanted: boolean
}
export const LetterChoices = ({ kinds, onChange }: { kinds: readonly Choice[]; onChange: (kinds: Choice[]) => void }) => {
  const t = useWords(letterWords)
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
