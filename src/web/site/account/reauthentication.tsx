/** Asks for the password in place when the server wants it before a security change, then continues. */
import { type ReactNode, useState } from 'react'
import { ApiError, call, useApiQuery } from '../../api.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Form, FormField, throwInvalid } from '../../kit/form.tsx'
import { useMessages, defineMessages } from '../../kit/messages.ts'

const messages = defineMessages(
  {
    title: 'Confirm it’s you',
    goOn: 'Continue',
    leave: 'Cancel',
    enter: 'For your security, enter your password to continue.',
    password: 'Password',
    again: 'For your security, sign out and sign in again to change this.',
    allRight: 'OK',
    missing: 'enter your password',
    wrong: 'this password is incorrect',
  },
  {
    de: {
      title: 'Bestätige, dass du es bist',
      goOn: 'Weiter',
      leave: 'Abbrechen',
      enter: 'Deine Anmeldung liegt eine Weile zurück. Bitte gib zur Sicherheit dein Passwort ein.',
      password: 'Passwort',
      again: 'Deine Anmeldung liegt eine Weile zurück. Melde dich ab und wieder an, um das zu ändern.',
      allRight: 'OK',
      missing: 'gib dein Passwort ein',
      wrong: 'das Passwort ist falsch',
    },
    fr: {
      title: 'Confirmez que c’est vous',
      goOn: 'Continuer',
      leave: 'Annuler',
      enter: 'Pour votre sécurité, saisissez votre mot de passe pour continuer.',
      password: 'Mot de passe',
      again: 'Pour votre sécurité, déconnectez-vous puis reconnectez-vous pour faire ce changement.',
      allRight: 'OK',
      missing: 'saisissez votre mot de passe',
      wrong: 'ce mot de passe est incorrect',
    },
    es: {
      title: 'Confirma que eres tú',
      goOn: 'Continuar',
      leave: 'Cancelar',
      enter: 'Por tu seguridad, escribe tu contraseña para continuar.',
      password: 'Contraseña',
      again: 'Por tu seguridad, cierra sesión y vuelve a iniciarla para hacer este cambio.',
      allRight: 'OK',
      missing: 'escribe tu contraseña',
      wrong: 'esta contraseña es incorrecta',
    },
  },
)

const isReauthenticationRequired = (error: unknown): boolean => error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED'

/**
 * `guarded(work)` runs `work`, once more after the password was given; false when the person left the question. Other
 * refusals are thrown on. `question` has to be shown somewhere.
 */
export function useReauthentication(): { withReauthentication: (work: () => Promise<unknown>) => Promise<boolean>; passwordDialog: ReactNode } {
  const [pending, setPending] = useState<{ answer: (isConfirmed: boolean) => void }>()
  const withReauthentication = async (work: () => Promise<unknown>) => {
    try {
      await work()
      return true
    } catch (error) {
      if (!isReauthenticationRequired(error)) throw error
    }
    const isConfirmed = await new Promise<boolean>((answer) => {
      setPending({ answer })
    })
    setPending(undefined)
    if (!isConfirmed) return false
    await work()
    return true
  }
  return { withReauthentication, passwordDialog: pending ? <PasswordDialog onAnswer={pending.answer} /> : null }
}

function PasswordDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const [password, setPassword] = useState('')
  const t = useMessages(messages)
  const hasPassword = useApiQuery('identity.getMySignIn').data?.hasPassword !== false
  const confirm = async () => {
    if (!password) throwInvalid([{ field: 'currentPassword', description: t.missing }])
    try {
      await call('identity.confirmPassword', { body: { currentPassword: password } })
    } catch (error) {
      if (isReauthenticationRequired(error)) throwInvalid([{ field: 'currentPassword', description: t.wrong }])
      throw error
    }
    onAnswer(true)
  }
  return (
    <Dialog title={t.title} onClose={() => onAnswer(false)}>
      {hasPassword ? (
        <Form
          label={t.title}
          submit={t.goOn}
          actions={
            <Button variant="default" onClick={() => onAnswer(false)}>
              {t.leave}
            </Button>
          }
          onSubmit={confirm}
        >
          <p>{t.enter}</p>
          <FormField
            name="currentPassword"
            label={t.password}
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={setPassword}
          />
        </Form>
      ) : (
        <div className="stack">
          <p>{t.again}</p>
          <div className="row row-end">
            <Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
              {t.allRight}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
