/** The address that I sign in with, and changing it: the new one has to be proven first. */
import { useState } from 'react'
import { ApiError, call, queryClient, useAsk } from '../../api.ts'
import { ResendCode } from '../../hosted/resend-code.tsx'
import { Button } from '../../kit/button.tsx'
import { Form, FormField, invalid } from '../../kit/form.tsx'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { useGuard } from './guard.tsx'

export function SignInAddress() {
  const asked = useAsk('identity.getMySignIn')
  const [email, setEmail] = useState(''),
    [code, setCode] = useState(''),
    [stateToken, setStateToken] = useState('')
  const { guarded, question } = useGuard()
  const send = async () => {
    const newEmail = email.trim()
    if (!/^\S+@\S+\.\S+$/.test(newEmail)) invalid([{ field: 'newEmail', description: 'enter an e-mail, like anna@example.com' }])
    try {
      await guarded(async () => setStateToken((await call('identity.startEmailChange', { body: { newEmail } })).stateToken))
    } catch (error) {
      if (error instanceof ApiError && error.code === '-19995') invalid([{ field: 'newEmail', description: 'another account has this e-mail' }])
      throw error
    }
  }
  const prove = async () => {
    const digits = code.replace(/\D/g, '')
    if (digits.length !== 6) invalid([{ field: 'code', description: 'enter the six digits from the e-mail' }])
    try {
      const { email: changed } = await call('identity.confirmEmailChange', { body: { stateToken, code: digits } })
      setStateToken('')
      setEmail('')
      setCode('')
      await queryClient.invalidateQueries()
      toast(`From now on you sign in with ${changed}`)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'VERIFICATION_FAILED')
        invalid([{ field: 'code', description: 'this code is not right or no longer valid' }])
      throw error
    }
  }
  return (
    <section className="card stack" aria-labelledby="address-title">
      <div>
        <h3 className="card-title" id="address-title">
          Your e-mail
        </h3>
        {asked.data ? (
          <p className="dim">
            You sign in with <strong>{asked.data.email}</strong>.
          </p>
        ) : null}
      </div>
      {asked.isPending ? (
        <Skeletons kind="text" count={2} />
      ) : asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : stateToken ? (
        <>
          <p>
            We have sent a code to <strong>{email.trim()}</strong>. With it the new address counts, and all other devices are signed out.
          </p>
          <Form
            key="code"
            label="Prove your new e-mail"
            submit="Change my e-mail"
            actions={
              <Button variant="default" onClick={() => setStateToken('')}>
                Leave it
              </Button>
            }
            onSubmit={prove}
          >
            <FormField
              name="code"
              label="Code"
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
        <Form key="address" label="Change your e-mail" submit="Send a code" onSubmit={send}>
          <FormField
            name="newEmail"
            label="New e-mail"
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            value={email}
            onChange={setEmail}
            maxLength={254}
          />
        </Form>
      )}
      {question}
    </section>
  )
}
