/** The other houses that vouch for me: joined to my account, and parted from again. */
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, queryClient, useAsk } from '../../api.ts'
import { cameBack } from '../../hosted/came-back.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { ErrorState, Note, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { useGuard } from './guard.tsx'

const readAgain = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'identity.getMySignIn' })

export function Connections() {
  const asked = useAsk('identity.getMySignIn')
  const offered = useAsk('identity.getSignInConfig', { query: {} })
  const { guarded, question } = useGuard()
  const [busy, setBusy] = useState(''),
    [problem, setProblem] = useState(''),
    [returned, setReturned] = useState(false)
  const once = useRef(false)
  useEffect(() => {
    if (once.current) return
    once.current = true
    const back = cameBack()
    if (back?.problem) setProblem(back.problem)
    if (back?.state === 'CONNECTED') setReturned(true)
  }, [])
  const connected = asked.data?.connections ?? []
  const open = (offered.data?.providers ?? []).filter(({ id }) => !connected.some(({ providerId }) => providerId === id))
  const newest = connected.reduce<(typeof connected)[number] | undefined>((last, one) => (!last || one.createdDate > last.createdDate ? one : last), undefined)
  useEffect(() => {
    if (!returned || !newest) return
    setReturned(false)
    toast(`${newest.providerName} is connected`)
  }, [returned, newest])
  // A site that takes nobody's word does not speak of it, except to those who are still connected.
  if (open.length === 0 && connected.length === 0) return null
  const connect = async (id: string) => {
    setBusy(id)
    setProblem('')
    try {
      await guarded(async () => {
        const { url } = await call('identity.startConnection', { params: { id }, body: {} })
        location.assign(url)
      })
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'That did not work. Please try again.')
    } finally {
      setBusy('')
    }
  }
  return (
    <section className="card stack" aria-labelledby="connections-title">
      <div>
        <h3 className="card-title" id="connections-title">
          Connected sign-ins
        </h3>
        <p className="dim">Sign in with an account that you have elsewhere, instead of the password.</p>
      </div>
      {problem ? (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      ) : null}
      {asked.isPending || offered.isPending ? (
        <Skeletons kind="text" count={2} />
      ) : asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <ul className="list">
          {connected.map(({ providerId, providerName, email, lastUsedDate }) => (
            <li key={providerId} className="row row-between line">
              <div className="grow">
                <p className="strong">{providerName}</p>
                <p className="small dim">
                  {email ? `${email}, ` : ''}last used <When at={lastUsedDate} style="date" />
                </p>
              </div>
              <ConfirmButton
                label={
                  <>
                    Disconnect<span className="sr"> {providerName}</span>
                  </>
                }
                title={`Disconnect ${providerName}?`}
                verb="Disconnect"
                keep="Leave it"
                onConfirm={async () => {
                  const done = await guarded(() => call('identity.removeConnection', { params: { id: providerId }, body: {} }))
                  await readAgain()
                  if (done) toast(`${providerName} is disconnected`)
                }}
              >
                <p>You can no longer sign in with it. Your account there stays as it is.</p>
              </ConfirmButton>
            </li>
          ))}
          {open.map(({ id, name }) => (
            <li key={id} className="row row-between line">
              <div className="grow">
                <p className="strong">{name}</p>
                <p className="small dim">Not connected.</p>
              </div>
              <Button variant="light" busy={busy === id} onClick={() => void connect(id)}>
                Connect<span className="sr"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {question}
    </section>
  )
}
