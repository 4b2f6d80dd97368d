/** Connected identity providers: connect and disconnect. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call, errorMessage, useApiQuery } from '../../api.ts'
import { takeProviderCallback } from '../../hosted/provider-callback.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { ErrorState, Note, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { currentMessages, useMessages, defineMessages } from '../../kit/messages.ts'
import { useReauthentication } from './reauthentication.tsx'
import { refetchSignIn } from './refetch-sign-in.ts'

const messages = defineMessages(
  {
    title: 'Connected sign-ins',
    means: 'Sign in with another account instead of your password.',
    connected: (name: string) => `${name} connected`,
    disconnected: (name: string) => `${name} disconnected`,
    lastUsed: (email: string, day: ReactNode) => (
      <>
        {email ? `${email}, ` : ''}last used {day}
      </>
    ),
    disconnect: 'Disconnect',
    ask: (name: string) => `Disconnect ${name}?`,
    leave: 'Cancel',
    gone: 'You won’t be able to sign in with it. Your account there isn’t affected.',
    not: 'Not connected.',
    connect: 'Connect',
  },
  {
    de: {
      title: 'Verbundene Konten',
      means: 'Melde dich mit einem Konto bei einem anderen Dienst an, ganz ohne Passwort.',
      connected: (name) => `${name} verbunden`,
      disconnected: (name) => `${name} getrennt`,
      lastUsed: (email, day) => (
        <>
          {email ? `${email}, ` : ''}zuletzt verwendet am {day}
        </>
      ),
      disconnect: 'Trennen',
      ask: (name) => `${name} trennen?`,
      leave: 'Abbrechen',
      gone: 'Du kannst dich dann nicht mehr damit anmelden. Dein Konto dort bleibt bestehen.',
      not: 'Nicht verbunden.',
      connect: 'Verbinden',
    },
    fr: {
      title: 'Comptes associés',
      means: 'Connectez-vous avec un autre compte au lieu de votre mot de passe.',
      connected: (name) => `Compte associé : ${name}`,
      disconnected: (name) => `Compte dissocié : ${name}`,
      lastUsed: (email, day) => (
        <>
          {email ? `${email}, ` : ''}dernière utilisation le {day}
        </>
      ),
      disconnect: 'Dissocier',
      ask: (name) => `Dissocier ${name} ?`,
      leave: 'Annuler',
      gone: 'Il ne permettra plus de vous connecter. Votre compte chez ce service reste inchangé.',
      not: 'Non associé.',
      connect: 'Associer',
    },
    es: {
      title: 'Cuentas vinculadas',
      means: 'Inicia sesión con otra cuenta en lugar de tu contraseña.',
      connected: (name) => `Cuenta vinculada: ${name}`,
      disconnected: (name) => `Cuenta desvinculada: ${name}`,
      lastUsed: (email, day) => (
        <>
          {email ? `${email}, ` : ''}último uso el {day}
        </>
      ),
      disconnect: 'Desvincular',
      ask: (name) => `¿Desvincular ${name}?`,
      leave: 'Cancelar',
      gone: 'Ya no podrás iniciar sesión con ella. Tu cuenta en ese servicio no cambia.',
      not: 'Sin vincular.',
      connect: 'Vincular',
    },
  },
)

export function Connections() {
  const t = useMessages(messages)
  const signIn = useApiQuery('identity.getMySignIn')
  const config = useApiQuery('identity.getSignInConfig', { query: {} })
  const { withReauthentication, passwordDialog } = useReauthentication()
  const [busy, setBusy] = useState(''),
    [problem, setProblem] = useState(''),
    [returned, setReturned] = useState(false)
  const hasRun = useRef(false)
  useEffect(() => {
    if (hasRun.current) return
    hasRun.current = true
    const back = takeProviderCallback()
    if (back?.problem) setProblem(back.problem)
    if (back?.state === 'CONNECTED') setReturned(true)
  }, [])
  const connected = signIn.data?.connections ?? []
  const available = (config.data?.providers ?? []).filter(({ id }) => !connected.some(({ providerId }) => providerId === id))
  const newest = connected.reduce<(typeof connected)[number] | undefined>((last, one) => (!last || one.createdDate > last.createdDate ? one : last), undefined)
  useEffect(() => {
    if (!returned || !newest) return
    setReturned(false)
    toast(currentMessages(messages).connected(newest.providerName))
  }, [returned, newest])
  // Hidden when the site has no identity providers and none is connected.
  if (available.length === 0 && connected.length === 0) return null
  const connect = async (id: string) => {
    setBusy(id)
    setProblem('')
    try {
      await withReauthentication(async () => {
        const { url } = await call('identity.startConnection', { params: { id }, body: {} })
        location.assign(url)
      })
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setBusy('')
    }
  }
  return (
    <section className="card stack" aria-labelledby="connections-title">
      <div>
        <h3 className="card-title" id="connections-title">
          {t.title}
        </h3>
        <p className="dim">{t.means}</p>
      </div>
      {problem ? (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      ) : null}
      {signIn.isPending || config.isPending ? (
        <Skeletons kind="text" count={2} />
      ) : signIn.error ? (
        <ErrorState error={signIn.error} onRetry={() => void signIn.refetch()} />
      ) : (
        <ul className="list">
          {connected.map(({ providerId, providerName, email, lastUsedDate }) => (
            <li key={providerId} className="row row-between line">
              <div className="grow">
                <p className="strong">{providerName}</p>
                <p className="small dim">{t.lastUsed(email ?? '', <When at={lastUsedDate} style="date" />)}</p>
              </div>
              <ConfirmButton
                label={
                  <>
                    {t.disconnect}
                    <span className="sr"> {providerName}</span>
                  </>
                }
                title={t.ask(providerName)}
                confirmLabel={t.disconnect}
                cancelLabel={t.leave}
                onConfirm={async () => {
                  const done = await withReauthentication(() => call('identity.removeConnection', { params: { id: providerId }, body: {} }))
                  await refetchSignIn()
                  if (done) toast(currentMessages(messages).disconnected(providerName))
                }}
              >
                <p>{t.gone}</p>
              </ConfirmButton>
            </li>
          ))}
          {available.map(({ id, name }) => (
            <li key={id} className="row row-between line">
              <div className="grow">
                <p className="strong">{name}</p>
                <p className="small dim">{t.not}</p>
              </div>
              <Button variant="light" busy={busy === id} onClick={() => void connect(id)}>
                {t.connect}
                <span className="sr"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {passwordDialog}
    </section>
  )
}
