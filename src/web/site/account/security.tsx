/** Security tab: password, two-step verification, passkeys, sessions. */
import { type ReactNode, useState } from 'react'
import { ApiError, call, queryClient, useApiQuery, useApiMutation } from '../../api.ts'
import { getClientId } from '../../auth.ts'
import { useNewPassword } from '../../hosted/new-password.tsx'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { Form, FormField, throwInvalid } from '../../kit/form.tsx'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { currentMessages, useMessages, defineMessages } from '../../kit/messages.ts'
import { useSite } from '../../site-context.tsx'
import { Connections } from './connections.tsx'
import { deviceName } from '../../kit/device-name.ts'
import { Passkeys } from './passkeys.tsx'
import { SecondStep } from './second-step.tsx'
import { signOut } from '../sign-out.ts'
import { SignInAddress } from './sign-in-address.tsx'

const messages = defineMessages(
  {
    title: 'Sign-in and security',
    setPassword: 'Set a password',
    noneYet: 'Set a password to sign in with your email.',
    onItsWay: (email: ReactNode) => <>We sent a link to set a password to {email}.</>,
    sendLink: 'Send link',
    othersOut: 'You’ll be signed out on other devices.',
    wrong: 'this password is incorrect',
    missing: 'enter your current password',
    changed: 'Password changed',
    changeTitle: 'Change password',
    change: 'Change password',
    current: 'Current password',
    devices: 'Where you are signed in',
    lastUsed: (when: ReactNode) => <>last used {when}</>,
    thisDevice: 'This device',
    signOut: 'Sign out',
    signOutAsk: (device: string) => `Sign out ${device}?`,
    signOutVerb: 'Sign out device',
    leave: 'Cancel',
    isOut: (device: string) => `${device} signed out`,
    outMeans: 'It will need to sign in again. If you don’t recognize this device, change your password, too.',
    othersAsk: 'Sign out all other devices?',
    othersVerb: 'Sign out other devices',
    leaveOthers: 'Cancel',
    othersAreOut: (count: number) => (count === 1 ? '1 other device signed out' : `${count} other devices signed out`),
    othersMeans: 'Only this device stays signed in.',
    here: 'On this device.',
  },
  {
    de: {
      title: 'Anmeldung und Sicherheit',
      setPassword: 'Passwort festlegen',
      noneYet: 'Mit einem Passwort kannst du dich auch mit deiner E-Mail-Adresse anmelden.',
      onItsWay: (email) => <>Wir haben dir einen Link zum Festlegen eines Passworts an {email} gesendet.</>,
      sendLink: 'Link senden',
      othersOut: 'Andere Geräte werden abgemeldet.',
      wrong: 'das Passwort ist falsch',
      missing: 'gib dein aktuelles Passwort ein',
      changed: 'Passwort geändert',
      changeTitle: 'Passwort ändern',
      change: 'Passwort ändern',
      current: 'Aktuelles Passwort',
      devices: 'Angemeldete Geräte',
      lastUsed: (when) => <>zuletzt aktiv: {when}</>,
      thisDevice: 'Dieses Gerät',
      signOut: 'Abmelden',
      signOutAsk: (device) => `${device} abmelden?`,
      signOutVerb: 'Gerät abmelden',
      leave: 'Abbrechen',
      isOut: (device) => `${device} abgemeldet`,
      outMeans: 'Dort ist eine neue Anmeldung nötig. Wenn du dieses Gerät nicht kennst, ändere auch dein Passwort.',
      othersAsk: 'Alle anderen Geräte abmelden?',
      othersVerb: 'Alle anderen abmelden',
      leaveOthers: 'Abbrechen',
      othersAreOut: (count) => (count === 1 ? '1 anderes Gerät abgemeldet' : `${count} andere Geräte abgemeldet`),
      othersMeans: 'Nur dieses Gerät bleibt angemeldet.',
      here: 'Auf diesem Gerät.',
    },
    fr: {
      title: 'Connexion et sécurité',
      setPassword: 'Définir un mot de passe',
      noneYet: 'Définissez un mot de passe pour vous connecter avec votre e-mail.',
      onItsWay: (email) => <>Nous avons envoyé un lien pour définir un mot de passe à {email}.</>,
      sendLink: 'Envoyer le lien',
      othersOut: 'Vos autres appareils seront déconnectés.',
      wrong: 'ce mot de passe est incorrect',
      missing: 'saisissez votre mot de passe actuel',
      changed: 'Mot de passe modifié',
      changeTitle: 'Changer de mot de passe',
      change: 'Changer de mot de passe',
      current: 'Mot de passe actuel',
      devices: 'Appareils connectés',
      lastUsed: (when) => <>dernière activité : {when}</>,
      thisDevice: 'Cet appareil',
      signOut: 'Se déconnecter',
      signOutAsk: (device) => `Déconnecter ${device} ?`,
      signOutVerb: 'Déconnecter l’appareil',
      leave: 'Annuler',
      isOut: (device) => `Appareil déconnecté : ${device}`,
      outMeans: 'Il faudra s’y reconnecter. Si vous ne reconnaissez pas cet appareil, changez aussi votre mot de passe.',
      othersAsk: 'Déconnecter tous les autres appareils ?',
      othersVerb: 'Déconnecter les autres appareils',
      leaveOthers: 'Annuler',
      othersAreOut: (count) => (count < 2 ? `${count} autre appareil déconnecté` : `${count} autres appareils déconnectés`),
      othersMeans: 'Seul cet appareil reste connecté.',
      here: 'Sur cet appareil.',
    },
    es: {
      title: 'Acceso y seguridad',
      setPassword: 'Crear una contraseña',
      noneYet: 'Crea una contraseña para iniciar sesión con tu correo.',
      onItsWay: (email) => <>Hemos enviado un enlace para crear una contraseña a {email}.</>,
      sendLink: 'Enviar enlace',
      othersOut: 'Se cerrará tu sesión en los demás dispositivos.',
      wrong: 'esta contraseña es incorrecta',
      missing: 'escribe tu contraseña actual',
      changed: 'Contraseña cambiada',
      changeTitle: 'Cambiar la contraseña',
      change: 'Cambiar la contraseña',
      current: 'Contraseña actual',
      devices: 'Dispositivos con sesión iniciada',
      lastUsed: (when) => <>última actividad: {when}</>,
      thisDevice: 'Este dispositivo',
      signOut: 'Cerrar sesión',
      signOutAsk: (device) => `¿Cerrar la sesión de ${device}?`,
      signOutVerb: 'Cerrar la sesión',
      leave: 'Cancelar',
      isOut: (device) => `Sesión cerrada: ${device}`,
      outMeans: 'Allí habrá que volver a iniciar sesión. Si no reconoces este dispositivo, cambia también tu contraseña.',
      othersAsk: '¿Cerrar la sesión en todos los demás dispositivos?',
      othersVerb: 'Cerrar las demás sesiones',
      leaveOthers: 'Cancelar',
      othersAreOut: (count) => (count === 1 ? 'Sesión cerrada en 1 dispositivo más' : `Sesión cerrada en ${count} dispositivos más`),
      othersMeans: 'Solo este dispositivo mantiene la sesión.',
      here: 'En este dispositivo.',
    },
  },
)

export function Security() {
  const t = useMessages(messages)
  return (
    <div className="stack">
      <h2 className="sr">{t.title}</h2>
      <SignInAddress />
      <Password />
      <SecondStep />
      <Passkeys />
      <Connections />
      <Devices />
      <SignOut />
    </div>
  )
}

function Password() {
  const signIn = useApiQuery('identity.getMySignIn')
  if (signIn.isPending) return <Skeletons kind="text" count={3} />
  if (signIn.error) return <ErrorState error={signIn.error} onRetry={() => void signIn.refetch()} />
  return signIn.data.hasPassword ? <ChangePassword /> : <FirstPassword email={signIn.data.email} />
}

/** Members who signed up through an identity provider have no password; an email link lets them set one. */
function FirstPassword({ email }: { email: string }) {
  const t = useMessages(messages)
  const site = useSite()
  const [sent, setSent] = useState(false)
  const send = async () => {
    await call('identity.sendRecoveryEmail', { body: { email, language: site.language, redirect: { clientId: getClientId() } } })
    setSent(true)
  }
  return (
    <section className="card stack" aria-labelledby="password-title">
      <div>
        <h3 className="card-title" id="password-title">
          {t.setPassword}
        </h3>
        <p className="dim">{t.noneYet}</p>
      </div>
      {sent ? (
        <p role="status">{t.onItsWay(<strong>{email}</strong>)}</p>
      ) : (
        <Form label={t.setPassword} submit={t.sendLink} onSubmit={send}>
          {null}
        </Form>
      )}
    </section>
  )
}

function ChangePassword() {
  const t = useMessages(messages)
  const [current, setCurrent] = useState('')
  const chosen = useNewPassword('newPassword', t.othersOut)
  const change = async () => {
    chosen.assertMatching()
    try {
      await call('identity.changePassword', { body: { newPassword: chosen.value, ...(current ? { currentPassword: current } : {}) } })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED')
        throwInvalid([{ field: 'currentPassword', description: current ? t.wrong : t.missing }])
      throw error
    }
    setCurrent('')
    chosen.clear()
    void queryClient.invalidateQueries()
    toast(currentMessages(messages).changed)
  }
  return (
    <section className="card stack" aria-labelledby="password-title">
      <h3 className="card-title" id="password-title">
        {t.changeTitle}
      </h3>
      <Form label={t.changeTitle} submit={t.change} onSubmit={change}>
        <FormField name="currentPassword" label={t.current} type="password" autoComplete="current-password" required value={current} onChange={setCurrent} />
        {chosen.fields}
      </Form>
    </section>
  )
}

function Devices() {
  const t = useMessages(messages)
  const devices = useApiQuery('identity.listDevices')
  const signOutDevice = useApiMutation('identity.signOutDevice')
  const signOutOthers = useApiMutation('identity.signOutOtherDevices')
  return (
    <section className="card stack" aria-labelledby="devices-title">
      <h3 className="card-title" id="devices-title">
        {t.devices}
      </h3>
      {devices.isPending ? (
        <Skeletons kind="text" count={2} />
      ) : devices.error ? (
        <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />
      ) : (
        <ul className="list">
          {devices.data.devices.map((device) => {
            const name = deviceName(device.userAgent)
            return (
              <li key={device.id} className="row row-between line">
                <div>
                  <p className="strong">{name}</p>
                  <p className="small dim">{t.lastUsed(<When at={device.lastUsedDate} style="short" showZone={false} />)}</p>
                </div>
                {device.current ? (
                  <StatusBadge tone="good">{t.thisDevice}</StatusBadge>
                ) : (
                  <ConfirmButton
                    label={
                      <>
                        {t.signOut}
                        <span className="sr"> {name}</span>
                      </>
                    }
                    title={t.signOutAsk(name)}
                    confirmLabel={t.signOutVerb}
                    cancelLabel={t.leave}
                    onConfirm={async () => {
                      await signOutDevice.mutateAsync({ params: { id: device.id } })
                      toast(currentMessages(messages).isOut(name))
                    }}
                  >
                    <p>{t.outMeans}</p>
                  </ConfirmButton>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {devices.data && devices.data.devices.length > 1 ? (
        <div className="row">
          <ConfirmButton
            title={t.othersAsk}
            confirmLabel={t.othersVerb}
            cancelLabel={t.leaveOthers}
            onConfirm={async () => {
              const { signedOut } = await signOutOthers.mutateAsync({})
              toast(currentMessages(messages).othersAreOut(signedOut))
            }}
          >
            <p>{t.othersMeans}</p>
          </ConfirmButton>
        </div>
      ) : null}
    </section>
  )
}

function SignOut() {
  const t = useMessages(messages)
  const [busy, setBusy] = useState(false)
  const leave = () => {
    setBusy(true)
    void signOut()
  }
  return (
    <section className="card row row-between" aria-labelledby="sign-out-title">
      <div>
        <h3 className="card-title" id="sign-out-title">
          {t.signOut}
        </h3>
        <p className="dim">{t.here}</p>
      </div>
      <Button variant="default" busy={busy} onClick={leave}>
        {t.signOut}
      </Button>
    </section>
  )
}
