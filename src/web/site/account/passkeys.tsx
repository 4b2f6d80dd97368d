/** Passkeys of the member: list, add, rename, remove. */
import { type ReactNode, useState } from 'react'
import { call, useApiQuery } from '../../api.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { createPasskey, passkeyErrorMessage } from '../../kit/passkey.ts'
import { ErrorState, Note, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { currentMessages, useMessages, defineMessages } from '../../kit/messages.ts'
import { deviceName } from '../../kit/device-name.ts'
import { useReauthentication } from './reauthentication.tsx'
import { refetchSignIn } from './refetch-sign-in.ts'

const messages = defineMessages(
  {
    title: 'Passkeys',
    means: 'Sign in with your fingerprint, face or device PIN.',
    none: 'No passkeys yet.',
    made: (day: ReactNode) => <>created {day}</>,
    remove: 'Remove',
    ask: (name: string) => `Remove the passkey “${name}”?`,
    removeThis: 'Remove passkey',
    gone: 'You won’t be able to sign in with it. Remember to delete it on your device, too.',
    removed: 'Passkey removed',
    add: 'Add a passkey',
    added: 'Passkey added',
  },
  {
    de: {
      title: 'Passkeys',
      means: 'Melde dich mit Fingerabdruck, Gesicht oder Gerätesperre an.',
      none: 'Noch keine Passkeys.',
      made: (day) => <>erstellt am {day}</>,
      remove: 'Entfernen',
      ask: (name) => `Passkey „${name}“ entfernen?`,
      removeThis: 'Passkey entfernen',
      gone: 'Du kannst dich dann nicht mehr damit anmelden. Lösche ihn auch auf dem Gerät.',
      removed: 'Passkey entfernt',
      add: 'Passkey hinzufügen',
      added: 'Passkey hinzugefügt',
    },
    fr: {
      title: 'Clés d’accès',
      means: 'Connectez-vous avec votre empreinte, votre visage ou le code de votre appareil.',
      none: 'Pas encore de clé d’accès.',
      made: (day) => <>créée le {day}</>,
      remove: 'Supprimer',
      ask: (name) => `Supprimer la clé d’accès « ${name} » ?`,
      removeThis: 'Supprimer la clé d’accès',
      gone: 'Elle ne permettra plus de vous connecter. Pensez à la supprimer aussi sur votre appareil.',
      removed: 'Clé d’accès supprimée',
      add: 'Ajouter une clé d’accès',
      added: 'Clé d’accès ajoutée',
    },
    es: {
      title: 'Claves de acceso',
      means: 'Inicia sesión con tu huella, tu cara o el PIN del dispositivo.',
      none: 'Aún no hay claves de acceso.',
      made: (day) => <>creada el {day}</>,
      remove: 'Eliminar',
      ask: (name) => `¿Eliminar la clave de acceso «${name}»?`,
      removeThis: 'Eliminar la clave de acceso',
      gone: 'Ya no podrás iniciar sesión con ella. Recuerda eliminarla también en tu dispositivo.',
      removed: 'Clave de acceso eliminada',
      add: 'Añadir una clave de acceso',
      added: 'Clave de acceso añadida',
    },
  },
)

export function Passkeys() {
  const t = useMessages(messages)
  const signIn = useApiQuery('identity.getMySignIn')
  const config = useApiQuery('identity.getSignInConfig', { query: {} })
  const [busy, setBusy] = useState(false),
    [problem, setProblem] = useState('')
  const { withReauthentication, passwordDialog } = useReauthentication()
  const keys = signIn.data?.passkeys ?? []
  const canAdd = config.data?.passkeys === true
  // Hidden when the site has passkeys turned off and the member has none.
  if (!canAdd && keys.length === 0) return null
  const add = async () => {
    setBusy(true)
    setProblem('')
    try {
      const done = await withReauthentication(async () => {
        const { options } = await call('identity.startPasskey', { body: {} })
        await call('identity.addPasskey', { body: { response: await createPasskey(options), name: deviceName(navigator.userAgent) } })
      })
      await refetchSignIn()
      if (done) toast(currentMessages(messages).added)
    } catch (error) {
      setProblem(passkeyErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="card stack" aria-labelledby="passkeys-title">
      <div>
        <h3 className="card-title" id="passkeys-title">
          {t.title}
        </h3>
        <p className="dim">{t.means}</p>
      </div>
      {signIn.isPending ? (
        <Skeletons kind="text" count={2} />
      ) : signIn.error ? (
        <ErrorState error={signIn.error} onRetry={() => void signIn.refetch()} />
      ) : keys.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <ul className="list">
          {keys.map((key) => (
            <li key={key.id} className="row row-between line">
              <div className="grow">
                <p className="strong">{key.name}</p>
                <p className="small dim">{t.made(<When at={key.createdDate} style="date" />)}</p>
              </div>
              <ConfirmButton
                label={
                  <>
                    {t.remove}
                    <span className="sr"> {key.name}</span>
                  </>
                }
                title={t.ask(key.name)}
                confirmLabel={t.removeThis}
                onConfirm={async () => {
                  const done = await withReauthentication(() => call('identity.removePasskey', { body: { id: key.id } }))
                  await refetchSignIn()
                  if (done) toast(currentMessages(messages).removed)
                }}
              >
                <p>{t.gone}</p>
              </ConfirmButton>
            </li>
          ))}
        </ul>
      )}
      {problem ? (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      ) : null}
      {canAdd ? (
        <div className="row">
          <Button variant="light" busy={busy} onClick={() => void add()}>
            {t.add}
          </Button>
        </div>
      ) : null}
      {passwordDialog}
    </section>
  )
}
