/** Page of the link in EMAIL_CHANGED: restores the previous sign-in email. */
import { type ReactNode, useState } from 'react'
import { call } from '../api.ts'
import { ButtonLink } from '../kit/button.tsx'
import { Form } from '../kit/form.tsx'
import { currentMessages, useMessages, defineMessages } from '../kit/messages.ts'
import { useSearchParams } from '../search-params.ts'
import { emailUndoSearch } from '../site-search.ts'
import { HostedLayout } from './layout.tsx'

const messages = defineMessages(
  {
    page: 'Restore your email address',
    back: 'Your email is restored',
    title: 'Restore your email',
    done: (email: ReactNode) => <>You sign in with {email} again. We signed out all devices and reset your password. Set a new one now.</>,
    newPassword: 'Set a new password',
    submit: 'Restore my old email',
    taken: 'Your old email is now used by another account. Please contact us.',
    old: 'This link has expired or was already used. If you can’t sign in, please contact us.',
    why: 'The email you sign in with was changed. If this wasn’t you, restore it here.',
    broken: 'This link is incomplete. Please open it again from your email.',
    toSignIn: 'Go to sign in',
  },
  {
    de: {
      page: 'E-Mail-Adresse wiederherstellen',
      back: 'Deine alte E-Mail-Adresse gilt wieder',
      title: 'E-Mail-Adresse wiederherstellen',
      done: (email) => <>Du meldest dich wieder mit {email} an. Alle Geräte wurden abgemeldet. Bitte setze jetzt ein neues Passwort.</>,
      newPassword: 'Neues Passwort setzen',
      submit: 'Alte E-Mail-Adresse wiederherstellen',
      taken: 'Deine alte Adresse gehört inzwischen zu einem anderen Konto. Bitte melde dich bei uns.',
      old: 'Dieser Link wurde schon verwendet oder ist abgelaufen. Wenn du dich nicht anmelden kannst, melde dich bei uns.',
      why: 'Die Adresse, mit der du dich anmeldest, wurde geändert. Falls du das nicht warst, stelle hier die alte wieder her.',
      broken: 'Dieser Link ist unvollständig. Bitte öffne ihn noch einmal aus der E-Mail.',
      toSignIn: 'Zur Anmeldung',
    },
    fr: {
      page: 'Rétablir votre adresse e-mail',
      back: 'Votre ancienne adresse e-mail est rétablie',
      title: 'Rétablir votre adresse e-mail',
      done: (email) => <>Vous vous connectez de nouveau avec {email}. Tous les appareils ont été déconnectés. Définissez maintenant un nouveau mot de passe.</>,
      newPassword: 'Définir un nouveau mot de passe',
      submit: 'Rétablir mon ancienne adresse e-mail',
      taken: 'Votre ancienne adresse appartient désormais à un autre compte. Contactez-nous.',
      old: 'Ce lien a expiré ou a déjà servi. Si vous ne parvenez pas à vous connecter, contactez-nous.',
      why: 'L’adresse e-mail avec laquelle vous vous connectez a été modifiée. Si ce n’était pas vous, rétablissez-la ici.',
      broken: 'Ce lien est incomplet. Ouvrez-le à nouveau depuis l’e-mail.',
      toSignIn: 'Aller à la connexion',
    },
    es: {
      page: 'Recuperar tu correo',
      back: 'Tu correo anterior vuelve a ser válido',
      title: 'Recuperar tu correo',
      done: (email) => <>Vuelves a iniciar sesión con {email}. Hemos cerrado la sesión en todos los dispositivos. Crea ahora una contraseña nueva.</>,
      newPassword: 'Crear una contraseña nueva',
      submit: 'Recuperar mi correo anterior',
      taken: 'Tu correo anterior pertenece ahora a otra cuenta. Contáctanos.',
      old: 'Este enlace ha caducado o ya se ha usado. Si no puedes iniciar sesión, contáctanos.',
      why: 'Se ha cambiado el correo con el que inicias sesión. Si no has sido tú, recupéralo aquí.',
      broken: 'Este enlace está incompleto. Ábrelo de nuevo desde el correo.',
      toSignIn: 'Ir al inicio de sesión',
    },
  },
)

export function EmailUndo() {
  const t = useMessages(messages)
  const { token } = useSearchParams(emailUndoSearch)
  const [email, setEmail] = useState<string>()
  return (
    <HostedLayout title={t.page}>
      <div className="card stack">
        <h1 className="title">{email ? t.back : t.title}</h1>
        {email ? (
          <>
            <p role="status">{t.done(<strong>{email}</strong>)}</p>
            <ButtonLink href="/hosted/login?mode=recover">{t.newPassword}</ButtonLink>
          </>
        ) : token ? (
          <Form
            label={t.page}
            submit={t.submit}
            onSubmit={async () => {
              const reply = await call('identity.undoEmailChange', { body: { token } })
              setEmail(reply.email)
            }}
            explain={(error) =>
              error.code === '-19995'
                ? currentMessages(messages).taken
                : error.code === 'INVALID_RECOVERY_TOKEN'
                  ? currentMessages(messages).old
                  : error.message
            }
          >
            <p>{t.why}</p>
          </Form>
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
