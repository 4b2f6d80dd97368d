/** New password, entered twice. */
import { type ReactNode, useState } from 'react'
import { FormField, throwInvalid } from '../kit/form.tsx'
import { currentMessages, useMessages, defineMessages } from '../kit/messages.ts'

const messages = defineMessages(
  {
    enter: 'enter a new password',
    differ: 'passwords don’t match',
    label: 'New password',
    atLeast: 'At least 8 characters.',
    good: 'A few random words work well.',
    again: 'Confirm new password',
  },
  {
    de: {
      enter: 'gib ein neues Passwort ein',
      differ: 'die Passwörter stimmen nicht überein',
      label: 'Neues Passwort',
      atLeast: 'Mindestens 8 Zeichen.',
      good: 'Gut sind mehrere zufällige Wörter.',
      again: 'Passwort wiederholen',
    },
    fr: {
      enter: 'saisissez un nouveau mot de passe',
      differ: 'les mots de passe ne correspondent pas',
      label: 'Nouveau mot de passe',
      atLeast: 'Au moins 8 caractères.',
      good: 'Quelques mots au hasard conviennent bien.',
      again: 'Confirmer le nouveau mot de passe',
    },
    es: {
      enter: 'escribe una contraseña nueva',
      differ: 'las contraseñas no coinciden',
      label: 'Contraseña nueva',
      atLeast: 'Al menos 8 caracteres.',
      good: 'Van bien varias palabras al azar.',
      again: 'Repetir la contraseña nueva',
    },
  },
)

export interface NewPasswordField {
  value: string
  fields: ReactNode
  /** Shows missing input at the fields before sending. */
  assertMatching: () => void
  clear: () => void
}
/** `name` is the wire name of the field; `more` follows the hint about the length. */
export function useNewPassword(name: 'password' | 'newPassword', hint = ''): NewPasswordField {
  const t = useMessages(messages)
  const [value, setValue] = useState(''),
    [again, setAgain] = useState('')
  return {
    value,
    assertMatching: () => {
      if (!value) throwInvalid([{ field: name, description: currentMessages(messages).enter }])
      if (value !== again) throwInvalid([{ field: 'again', description: currentMessages(messages).differ }])
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
          hint={`${t.atLeast} ${hint || t.good}`}
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
