/** A new password, typed twice: the same two fields wherever one is chosen. */
import { type ReactNode, useState } from 'react'
import { FormField, invalid } from '../kit/form.tsx'

export interface NewPassword {
  value: string
  fields: ReactNode
  /** Says at the fields what is missing, before the server is asked. */
  check: () => void
  clear: () => void
}
/** `name` is the field's name on the wire; `more` is said after the length that is asked for. */
export function useNewPassword(name: 'password' | 'newPassword', more = ''): NewPassword {
  const [value, setValue] = useState(''),
    [again, setAgain] = useState('')
  return {
    value,
    check: () => {
      if (!value) invalid([{ field: name, description: 'enter a new password' }])
      if (value !== again) invalid([{ field: 'again', description: 'the two passwords differ' }])
    },
    clear: () => {
      setValue('')
      setAgain('')
    },
    fields: (
      <>
        <FormField
          name={name}
          label="New password"
          hint={`At least 8 characters. ${more || 'A few words in a row are good.'}`}
          type="password"
          autoComplete="new-password"
          required
          value={value}
          onChange={setValue}
        />
        <FormField name="again" label="The same once more" type="password" autoComplete="new-password" required value={again} onChange={setAgain} />
      </>
    ),
  }
}
