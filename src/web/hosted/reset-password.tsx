/** Page of a password reset or invitation link: sets the new password. */
import { useState } from 'react'
import { call } from '../api.ts'
import { ButtonLink } from '../kit/button.tsx'
import { Form } from '../kit/form.tsx'
import { currentMessages, useMessages, defineMessages } from '../kit/messages.ts'
import { useSearchParams } from '../search-params.ts'
import { resetPasswordSearch } from '../site-search.ts'
import { HostedLayout } from './layout.tsx'
import { useNewPassword } from './new-password.tsx'

const messages = defineMessages(
  {
    title: 'Set a new password',
    isSet: 'Password updated',
    othersOut: 'You’re signed out on all other devices. Use your new password from now on.',
    goOn: 'Continue',
    signIn: 'Sign in',
    save: 'Save password',
    old: 'This link has expired or was already used. Request a new one on the sign-in page.',
    broken: 'This link is incomplete. Open it again from your email, or request a new one.',
    toSignIn: 'Go to sign in',
    askAgain: 'Request a new link',
  },
  {
    de: {
      title: 'Neues Passwort setzen',
      isSet: 'Passwort gespeichert',
      othersOut: 'Alle anderen Geräte wurden abgemeldet. Ab jetzt meldest du dich mit dem neuen Passwort an.',
      goOn: 'Weiter',
      signIn: 'Anmelden',
      save: 'Neues Passwort speichern',
      old: 'Dieser Link wurde schon verwendet oder ist abgelaufen. Auf der Anmeldeseite kannst du einen neuen anfordern.',
      broken: 'Dieser Link ist unvollständig. Bitte öffne ihn noch einmal aus der E-Mail oder fordere einen neuen an.',
      toSignIn: 'Zur Anmeldung',
      askAgain: 'Neuen Link anfordern',
    },
    fr: {
      title: 'Définir un nouveau mot de passe',
      isSet: 'Mot de passe mis à jour',
      othersOut: 'Tous vos autres appareils ont été déconnectés. Utilisez désormais votre nouveau mot de passe.',
      goOn: 'Continuer',
      signIn: 'Se connecter',
      save: 'Enregistrer le mot de passe',
      old: 'Ce lien a expiré ou a déjà servi. Demandez-en un nouveau sur la page de connexion.',
      broken: 'Ce lien est incomplet. Ouvrez-le à nouveau depuis l’e-mail ou demandez-en un nouveau.',
      toSignIn: 'Aller à la connexion',
      askAgain: 'Demander un nouveau lien',
    },
    es: {
      title: 'Crear una contraseña nueva',
      isSet: 'Contraseña actualizada',
      othersOut: 'Hemos cerrado la sesión en tus demás dispositivos. Usa la contraseña nueva a partir de ahora.',
      goOn: 'Continuar',
      signIn: 'Iniciar sesión',
      save: 'Guardar la contraseña',
      old: 'Este enlace ha caducado o ya se ha usado. Pide uno nuevo en la página de inicio de sesión.',
      broken: 'Este enlace está incompleto. Ábrelo de nuevo desde el correo o pide uno nuevo.',
      toSignIn: 'Ir al inicio de sesión',
      askAgain: 'Pedir un enlace nuevo',
    },
  },
)

export function ResetPassword() {
  const t = useMessages(messages)
  const search = useSearchParams(resetPasswordSearch)
  const newPassword = useNewPassword('password')
  const [done, setDone] = useState<{ redirect: string | undefined }>()
  const recoveryToken = search.recoveryToken ?? search.token ?? ''
  const save = async () => {
    newPassword.assertMatching()
    const reply = await call('identity.recover', { body: { recoveryToken, password: newPassword.value } })
    setDone({ redirect: reply.additionalData.redirectUrl?.strValue })
  }
  return (
    <HostedLayout title={t.title}>
      <div className="card stack">
        <h1 className="title">{done ? t.isSet : t.title}</h1>
        {done ? (
          <>
            <p role="status">{t.othersOut}</p>
            {done.redirect ? <ButtonLink href={done.redirect}>{t.goOn}</ButtonLink> : <ButtonLink href="/hosted/login">{t.signIn}</ButtonLink>}
          </>
        ) : recoveryToken ? (
          <>
            <Form
              submit={t.save}
              onSubmit={save}
              explain={(error) => (error.violations.length === 0 && error.status >= 400 && error.status < 500 ? currentMessages(messages).old : error.message)}
            >
              {newPassword.fields}
            </Form>
            <div className="or">
              <a className="link" href="/hosted/login?mode=recover">
                {t.askAgain}
              </a>
            </div>
          </>
        ) : (
          <>
            <p>{t.broken}</p>
            <ButtonLink href="/hosted/login" variant="light">
              {t.toSignIn}
            </ButtonLink>
          </>
        )}
      </div>
    </HostedLayout>
  )
}
