/** The sign-in email and its change, which is confirmed by a code to the new address. */
import { type ReactNode, useState } from 'react'
import { ApiError, call, queryClient, useApiQuery } from '../../api.ts'
import { ResendCode } from '../../hosted/resend-code.tsx'
import { Button } from '../../kit/button.tsx'
import { useDraft } from '../../kit/draft.ts'
import { Form, FormField, throwInvalid } from '../../kit/form.tsx'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { currentMessages, useMessages, defineMessages } from '../../kit/messages.ts'
import { useReauthentication } from './reauthentication.tsx'

const messages = defineMessages(
  {
    title: 'Email',
    mine: (email: ReactNode) => <>You sign in with {email}.</>,
    notOne: 'enter a valid email address',
    taken: 'another account uses this email',
    sixDigits: 'enter the 6-digit code from the email',
    wrong: 'this code is wrong or has expired',
    changed: (email: string) => `You now sign in with ${email}`,
    sent: (email: ReactNode) => <>We sent a code to {email}. Enter it to confirm your new email. You’ll be signed out on all other devices.</>,
    prove: 'Confirm your new email',
    change: 'Change email',
    leave: 'Cancel',
    code: 'Code',
    form: 'Change email',
    sendCode: 'Send code',
    newEmail: 'New email',
  },
  {
    de: {
      title: 'E-Mail-Adresse',
      mine: (email) => <>Du meldest dich mit {email} an.</>,
      notOne: 'gib eine E-Mail-Adresse ein, zum Beispiel anna@example.com',
      taken: 'diese E-Mail-Adresse gehört zu einem anderen Konto',
      sixDigits: 'gib die sechs Ziffern aus der E-Mail ein',
      wrong: 'dieser Code ist falsch oder abgelaufen',
      changed: (email) => `Ab jetzt meldest du dich mit ${email} an`,
      sent: (email) => <>Wir haben einen Code an {email} gesendet. Mit der Bestätigung werden alle anderen Geräte abgemeldet.</>,
      prove: 'Neue E-Mail-Adresse bestätigen',
      change: 'E-Mail-Adresse ändern',
      leave: 'Abbrechen',
      code: 'Code',
      form: 'E-Mail-Adresse ändern',
      sendCode: 'Code senden',
      newEmail: 'Neue E-Mail-Adresse',
    },
    fr: {
      title: 'E-mail',
      mine: (email) => <>Vous vous connectez avec {email}.</>,
      notOne: 'saisissez une adresse e-mail valide',
      taken: 'cette adresse e-mail appartient à un autre compte',
      sixDigits: 'saisissez le code à 6 chiffres reçu par e-mail',
      wrong: 'ce code est incorrect ou a expiré',
      changed: (email) => `Vous vous connectez désormais avec ${email}`,
      sent: (email) => (
        <>Nous avons envoyé un code à {email}. Saisissez-le pour confirmer votre nouvelle adresse. Tous vos autres appareils seront déconnectés.</>
      ),
      prove: 'Confirmer votre nouvelle adresse e-mail',
      change: 'Changer d’e-mail',
      leave: 'Annuler',
      code: 'Code',
      form: 'Changer d’e-mail',
      sendCode: 'Envoyer le code',
      newEmail: 'Nouvel e-mail',
    },
    es: {
      title: 'Correo',
      mine: (email) => <>Inicias sesión con {email}.</>,
      notOne: 'escribe un correo válido',
      taken: 'este correo pertenece a otra cuenta',
      sixDigits: 'escribe el código de 6 cifras que has recibido por correo',
      wrong: 'este código es incorrecto o ha caducado',
      changed: (email) => `Ahora inicias sesión con ${email}`,
      sent: (email) => <>Hemos enviado un código a {email}. Escríbelo para confirmar tu nuevo correo. Se cerrará tu sesión en todos los demás dispositivos.</>,
      prove: 'Confirmar tu nuevo correo',
      change: 'Cambiar el correo',
      leave: 'Cancelar',
      code: 'Código',
      form: 'Cambiar el correo',
      sendCode: 'Enviar código',
      newEmail: 'Nuevo correo',
    },
  },
)

export function SignInAddress() {
  const t = useMessages(messages)
  const signIn = useApiQuery('identity.getMySignIn')
  // Kept over a reload while the member looks for the email; the token is useless without its code.
  const draft = useDraft('account.email', { email: '', stateToken: '' })
  const { email, stateToken } = draft.fields
  const [code, setCode] = useState('')
  const { withReauthentication, passwordDialog } = useReauthentication()
  const send = async () => {
    const newEmail = email.trim()
    if (!/^\S+@\S+\.\S+$/.test(newEmail)) throwInvalid([{ field: 'newEmail', description: t.notOne }])
    try {
      await withReauthentication(async () => draft.change({ stateToken: (await call('identity.startEmailChange', { body: { newEmail } })).stateToken }))
    } catch (error) {
      if (error instanceof ApiError && error.code === '-19995') throwInvalid([{ field: 'newEmail', description: t.taken }])
      throw error
    }
  }
  const confirm = async () => {
    const digits = code.replace(/\D/g, '')
    if (digits.length !== 6) throwInvalid([{ field: 'code', description: t.sixDigits }])
    try {
      const { email: changed } = await call('identity.confirmEmailChange', { body: { stateToken, code: digits } })
      draft.change({ email: '', stateToken: '' })
      setCode('')
      await queryClient.invalidateQueries()
      toast(currentMessages(messages).changed(changed))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'VERIFICATION_FAILED') throwInvalid([{ field: 'code', description: t.wrong }])
      throw error
    }
  }
  return (
    <section className="card stack" aria-labelledby="address-title">
      <div>
        <h3 className="card-title" id="address-title">
          {t.title}
        </h3>
        {signIn.data ? <p className="dim">{t.mine(<strong>{signIn.data.email}</strong>)}</p> : null}
      </div>
      {signIn.isPending ? (
        <Skeletons kind="text" count={2} />
      ) : signIn.error ? (
        <ErrorState error={signIn.error} onRetry={() => void signIn.refetch()} />
      ) : stateToken ? (
        <>
          <p>{t.sent(<strong>{email.trim()}</strong>)}</p>
          <Form
            key="code"
            label={t.prove}
            submit={t.change}
            actions={
              <Button variant="default" onClick={() => draft.change({ stateToken: '' })}>
                {t.leave}
              </Button>
            }
            onSubmit={confirm}
          >
            <FormField
              name="code"
              label={t.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              required
              value={code}
              onChange={setCode}
              maxLength={11}
            />
          </Form>
          <div>
            <ResendCode send={send} />
          </div>
        </>
      ) : (
        <Form key="address" label={t.form} submit={t.sendCode} onSubmit={send}>
          <FormField
            name="newEmail"
            label={t.newEmail}
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            value={email}
            onChange={(to) => draft.change({ email: to })}
            maxLength={254}
          />
        </Form>
      )}
      {passwordDialog}
    </section>
  )
}
