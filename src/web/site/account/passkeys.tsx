/** My passkeys: signing in with the finger, the face or the lock of a device instead of the password. */
import { type ReactNode, useState } from 'react'
import { call, queryClient, useAsk } from '../../api.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { makePasskey, passkeyProblem } from '../../kit/passkey.ts'
import { ErrorState, Note, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { sayNow, useWords, words } from '../../kit/words.ts'
import { deviceInWords } from '../../kit/device-in-words.ts'
import { useGuard } from './guard.tsx'

const said = words(
  {
    title: 'Passkeys',
    means: 'Sign in with your finger, your face or the lock of your device.',
    none: 'You have none yet.',
    made: (day: ReactNode) => <>made {day}</>,
    remove: 'Remove',
    ask: (name: string) => `Remove the passkey “${name}”?`,
    removeThis: 'Remove this passkey',
    gone: 'You can no longer sign in with it. Delete it on the device as well.',
    removed: 'The passkey is removed',
    add: 'Add a passkey',
    added: 'Your passkey is kept',
  },
  {
    de: {
      title: 'Passkeys',
      means: 'Melde dich mit dem Finger, dem Gesicht oder der Sperre deines Geräts an.',
      none: 'Du hast noch keinen.',
      made: (day) => <>angelegt am {day}</>,
      remove: 'Entfernen',
      ask: (name) => `Den Passkey „${name}“ entfernen?`,
      removeThis: 'Diesen Passkey entfernen',
      gone: 'Du kannst dich dann nicht mehr damit anmelden. Lösche ihn auch auf dem Gerät.',
      removed: 'Der Passkey ist entfernt',
      add: 'Passkey hinzufügen',
      added: 'Dein Passkey ist gespeichert',
    },
  },
)

const readAgain = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'identity.getMySignIn' })
export function Passkeys() {
  const t = useWords(said)
  const asked = useAsk('identity.getMySignIn')
  const offered = useAsk('identity.getSignInConfig', { query: {} })
  const [busy, setBusy] = useState(false),
    [problem, setProblem] = useState('')
  const { guarded, question } = useGuard()
  const keys = asked.data?.passkeys ?? []
  const canMake = offered.data?.passkeys === true
  // A site without passkeys does not speak of them, except to those who still have some.
  if (!canMake && keys.length === 0) return null
  const add = async () => {
    setBusy(true)
    setProblem('')
    try {
      const done = await guarded(async () => {
        const { options } = await call('identity.startPasskey', { body: {} })
        await call('identity.addPasskey', { body: { response: await makePasskey(options), name: deviceInWords(navigator.userAgent) } })
      })
      await readAgain()
      if (done) toast(sayNow(said).added)
    } catch (error) {
      setProblem(passkeyProblem(error))
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
      {asked.isPending ? (
        <Skeletons kind="text" count={2} />
      ) : asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
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
                verb={t.removeThis}
                onConfirm={async () => {
                  const done = await guarded(() => call('identity.removePasskey', { body: { id: key.id } }))
                  await readAgain()
                  if (done) toast(sayNow(said).removed)
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
      {canMake ? (
        <div className="row">
          <Button variant="light" busy={busy} onClick={() => void add()}>
            {t.add}
          </Button>
        </div>
      ) : null}
      {question}
    </section>
  )
}
