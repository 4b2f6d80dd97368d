/** What is kept about me: to take along, and to leave behind. */
import { useState } from 'react'
import { ApiError, call, queryClient, useAsk } from '../../api.ts'
import { saveTokens } from '../../auth.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Form, FormField, invalid } from '../../kit/form.tsx'
import { ErrorState, Note, Skeletons } from '../../kit/states.tsx'
import { When } from '../../kit/when.tsx'
import { useMyBookings, useMyOrders } from '../catalog.ts'
import { keepFile } from '../../kit/keep-file.ts'

export function MyData() {
  const [busy, setBusy] = useState(false),
    [problem, setProblem] = useState(''),
    [leaving, setLeaving] = useState(false)
  const download = async () => {
    setBusy(true)
    setProblem('')
    try {
      const data = await call('members.downloadMyData')
      keepFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `my-data-${data.writtenDate.slice(0, 10)}.json`)
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'That did not work. Please try again.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="card stack" aria-labelledby="data-title">
      <div>
        <h2 className="card-title" id="data-title">
          My data
        </h2>
        <p className="dim">Everything that is kept about you, in one file.</p>
      </div>
      {problem ? (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      ) : null}
      <div className="row">
        <Button variant="light" busy={busy} onClick={() => void download()}>
          Download my data
        </Button>
        <Button variant="default" onClick={() => setLeaving(true)}>
          Delete my account
        </Button>
      </div>
      {leaving ? <Leave onClose={() => setLeaving(false)} /> : null}
    </section>
  )
}

/** Says what ends with the account before it asks for the password. */
function Leave({ onClose }: { onClose: () => void }) {
  const signIn = useAsk('identity.getMySignIn')
  const orders = useMyOrders()
  const bookings = useMyBookings()
  const [password, setPassword] = useState('')
  const failure = signIn.error ?? orders.error ?? bookings.error
  const plans = (orders.data?.orders ?? []).filter(({ status }) => ['ACTIVE', 'PENDING', 'PAUSED'].includes(status))
  const coming = (bookings.data?.extendedBookings ?? []).filter(
    ({ booking }) => ['CONFIRMED', 'PENDING', 'WAITING_LIST'].includes(booking.status) && Date.parse(booking.startDate) > Date.now(),
  )
  const leave = async () => {
    if (signIn.data?.hasPassword) {
      if (!password) invalid([{ field: 'currentPassword', description: 'enter your password' }])
      try {
        await call('identity.confirmPassword', { body: { currentPassword: password } })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED')
          invalid([{ field: 'currentPassword', description: 'this is not your password' }])
        throw error
      }
    }
    await call('members.deleteMyMember', { query: {} })
    saveTokens(undefined)
    queryClient.clear()
    location.assign('/signed-out')
  }
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      {failure ? (
        <ErrorState error={failure} />
      ) : signIn.isPending || orders.isPending || bookings.isPending ? (
        <Skeletons kind="text" />
      ) : (
        <Form
          label="Delete your account"
          submit="Delete my account"
          actions={
            <Button variant="default" onClick={onClose} data-autofocus>
              Keep my account
            </Button>
          }
          onSubmit={leave}
          explain={(error) => error.violations.find(({ ruleName }) => ruleName)?.description ?? error.message}
        >
          <div className="stack-s">
            <p>You are signed out everywhere and can no longer come in. After 30 days your profile and all that you told us are erased for good.</p>
            {plans.length > 0 ? (
              <>
                <p className="strong">These plans end now; what is left in them is lost:</p>
                <ul>
                  {plans.map((order) => (
                    <li key={order.id}>{order.planName}</li>
                  ))}
                </ul>
              </>
            ) : null}
            {coming.length > 0 ? (
              <>
                <p className="strong">These bookings are cancelled as far as the rules of the business allow:</p>
                <ul>
                  {coming.map(({ booking }) => (
                    <li key={booking.id}>
                      {booking.bookedEntity.title}, <When at={booking.startDate} />
                    </li>
                  ))}
                </ul>
              </>
            ) : null}
            <p className="small dim">Receipts are kept, because the law asks for it, without your profile.</p>
          </div>
          {signIn.data?.hasPassword ? (
            <FormField
              name="currentPassword"
              label="Password"
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={setPassword}
            />
          ) : null}
        </Form>
      )}
    </Dialog>
  )
}
