/** My passkeys: signing in with the finger, the face or the lock of a device instead of the password. */
import { useState } from 'react'
import { call, queryClient, useAsk } from '../../api.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { makePasskey, passkeyProblem } from '../../kit/passkey.ts'
import { ErrorState, Note, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { deviceInWords } from '../../kit/device-in-words.ts'
import { useGuard } from './guard.tsx'

const readAgain = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'identity.getMySignIn' })
export function Passkeys() {
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
      if (done) toast('Your passkey is kept')
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
          Passkeys
        </h3>
        <p className="dim">Sign in with your finger, your face or the lock of your device.</p>
      </div>
      {asked.isPending ? (
        <Skeletons kind="text" count={2} />
      ) : asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : keys.length === 0 ? (
        <p>You have none yet.</p>
      ) : (
        <ul className="list">
          {keys.map((key) => (
            <li key={key.id} className="row row-between line">
              <div className="grow">
                <p className="strong">{key.name}</p>
                <p className="small dim">
                  made <When at={key.createdDate} style="date" />
                </p>
              </div>
              <ConfirmButton
                label={
                  <>
                    Remove<span className="sr"> {key.name}</span>
                  </>
                }
                title={`Remove the passkey “${key.name}”?`}
                verb="Remove this passkey"
                onConfirm={async () => {
                  const done = await guarded(() => call('identity.removePasskey', { body: { id: key.id } }))
                  await readAgain()
                  if (done) toast('The passkey is removed')
                }}
              >
                <p>You can no longer sign in with it. Delete it on the device as well.</p>
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
            Add a passkey
          </Button>
        </div>
      ) : null}
      {question}
    </section>
  )
}
