/** A field for a password or another secret, whose button shows what is typed. */
import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from '@mantine/core'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'

const messages = defineDashboardMessages({ toggle: 'Toggle password visibility' }, { de: { toggle: 'Passwort anzeigen oder verbergen' } })

export function PasswordInput(props: PasswordInputProps) {
  const t = useMessages(messages)
  return <MantinePasswordInput visibilityToggleButtonProps={{ 'aria-label': t.toggle }} {...props} />
}
