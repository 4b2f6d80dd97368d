/** The fields of the sign-in, named as password managers expect them. */
import { PasswordInput, TextInput } from '@mantine/core'

interface FieldProps {
  value: string
  onChange: (value: string) => void
}

export const EmailField = ({ value, onChange }: FieldProps) => (
  <TextInput
    size="md"
    label="Email"
    type="email"
    name="email"
    autoComplete="username"
    required
    withAsterisk={false}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

/** `of`: a new password, or the current one. */
export const PasswordField = ({ of, label = 'Password', hint, value, onChange }: FieldProps & { of: 'new' | 'current'; label?: string; hint?: string }) => (
  <PasswordInput
    size="md"
    label={label}
    description={hint}
    name="password"
    autoComplete={`${of}-password`}
    required
    withAsterisk={false}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
