/** The fields of the sign-in, named as password managers expect them. */
import { TextInput } from '@mantine/core'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { PasswordInput } from '../parts/password-input.tsx'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    password: 'Password',
  },
  {
    de: {
      password: 'Passwort',
    },
  },
)

interface FieldProps {
  value: string
  onChange: (value: string) => void
}

export const EmailField = ({ value, onChange }: FieldProps) => {
  return (
    <TextInput
      size="md"
      label={commonWords.email}
      type="email"
      name="email"
      autoComplete="username"
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** `of`: a new password, or the current one. */
export const PasswordField = ({ of, label, hint, value, onChange }: FieldProps & { of: 'new' | 'current'; label?: string; hint?: string }) => {
  const t = useMessages(messages)
  return (
    <PasswordInput
      size="md"
      label={label ?? t.password}
      description={hint}
      name="password"
      autoComplete={`${of}-password`}
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
