import { Alert, Button, Checkbox, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { setMode } from '#web/auth.ts'
import { useDo } from '#web/api.ts'
import { said } from '../ask.ts'
import { csrfFrom, forgetOwner } from '../session.ts'
import css from '../shell.module.css'
import '../styles.ts'

setMode('dashboard')

/** The door of the dashboard, for owners and staff only. */
export function SignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [trusted, setTrusted] = useState(false)
  const [step, setStep] = useState<string>()
  const signIn = useDo('identity.signInOwner')
  const verify = useDo('identity.verifyOwnerStep')
  const navigate = useNavigate()
  const { to } = useSearch({ strict: false }) as { to?: string }
  const problem = useRef<HTMLDivElement>(null)
  useEffect(() => {
    document.title = 'Sign in · Dashboard'
  }, [])
  useEffect(() => {
    if (signIn.error || verify.error) problem.current?.focus()
  }, [signIn.error, verify.error])
  const enter = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await (step
      ? verify.mutateAsync({ body: { stateToken: step, code: code.trim(), rememberThisDevice: trusted } })
      : signIn.mutateAsync({ body: { email, password } })
    ).catch(() => undefined)
    if (!reply) return
    if (reply.secondStep) {
      setStep(reply.secondStep.stateToken)
      return
    }
    csrfFrom(reply)
    forgetOwner()
    await navigate({ href: to?.startsWith('/dashboard') ? to : '/dashboard' } as never)
  }
  return (
    <main className={css.signIn}>
      <form className={css.signInCard} onSubmit={(event) => void enter(event)}>
        <Stack gap="md">
          <div>
            <Title order={1} size="h2">
              Your dashboard
            </Title>
            <Text c="dimmed" mt={4}>
              Sign in to see today's sessions and who waits for you.
            </Text>
          </div>
          {(step ? verify.error : signIn.error) && (
            <Alert ref={problem} tabIndex={-1} role="alert" color="red" title="You are not signed in">
              {step
                ? said(verify.error)
                : signIn.error?.status === 401 || signIn.error?.status === 403 || signIn.error?.status === 404
                  ? 'E-mail and password do not belong together. Check both and try again.'
                  : said(signIn.error)}
            </Alert>
          )}
          {step ? (
            <>
              <TextInput
                size="md"
                label="Code"
                description="From your authenticator app, or one of your recovery codes."
                name="code"
                autoComplete="one-time-code"
                inputMode="text"
                required
                withAsterisk={false}
                data-autofocus
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
              <Checkbox size="md" label="Do not ask again on this device" checked={trusted} onChange={(event) => setTrusted(event.currentTarget.checked)} />
            </>
          ) : (
            <>
              <TextInput
                size="md"
                label="E-mail"
                type="email"
                name="email"
                autoComplete="username"
                required
                withAsterisk={false}
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
              />
              <PasswordInput
                size="md"
                label="Password"
                name="password"
                autoComplete="current-password"
                required
                withAsterisk={false}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
            </>
          )}
          <Button type="submit" size="md" loading={signIn.isPending || verify.isPending}>
            Sign in
          </Button>
          {step ? null : (
            <Text size="sm">
              <a href="/dashboard/reset-password" style={{ color: 'var(--accent-text)' }}>
                Forgot your password?
              </a>
            </Text>
          )}
          <Text size="sm" c="dimmed">
            Are you a member?{' '}
            <a href="/account" style={{ color: 'var(--accent-text)' }}>
              Sign in on the site
            </a>
          </Text>
        </Stack>
      </form>
    </main>
  )
}
