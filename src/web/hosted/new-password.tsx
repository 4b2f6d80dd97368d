/** A new password, typed twice: the same two fields wherever one is chosen. */
import { type ReactNode, useState } from 'react'
import { FormField, invalid } from '../kit/form.tsx'
import { sayNow, useWords, words } from '../kit/words.ts'

const said = words(
  {
    enter: 'enter a new password',
    differ: 'the two passwords differ',
    label: 'New password',
    atLeast: 'At least 8 characters.',
    good: 'A few words in a row are good.',
    again: 'The same once more',
  },
  {
    de: {
      enter: 'gib ein neues Passwort ein',
      differ: 'die beiden Passwörter sind verschieden',
      label: 'Neues Passwort',
      atLeast: 'Mindestens 8 Zeichen.',
      good: 'Ein paar Wörter hintereinander sind gut.',
      again: 'Noch einmal dasselbe',
    },
  },
)

export interface NewPassword {
  value: string
  fields: ReactNode
  /** Says at the fields what is missing, before the server is asked. */
  check: () => void
  clear: () => void
}
/** `name` is the field's name on the wire; `more` is said after the length that is asked for. */
export function useNewPassword(name: 'password' | 'newPassword', more = ''): NewPassword {
  const t = useWords(said)
  const [value, setValue] = useState(''),
    [again, setAgain] = useState('')
  return {
    value,
    check: () => {
      if (!value) invalid([{ field: name, description: sayNow(said).enter }])
      if (value !== again) invalid([{ field: 'again', description: sayNow(said).differ }])
    },
    clear: () => {
      setValue('')
      setAgain('')
    },
    fields: (
      <>
        <FormField
          name={name}
          label={t.label}
          hint={`${t.atLeast} ${more || t.good}`}
          type="password"
          autoComplete="new-password"
          required
          value={value}
          onChange={setValue}
        />
        <FormField name="again" label={t.again} type="password" autoComplete="new-password" required value={again} onChange={setAgain} />
      </>
    ),
  }
}
