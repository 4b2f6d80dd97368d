/** The frame of the pages before the dashboard: one card, what went wrong above the fields, one button. */
import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { describeError } from '../api-helpers.ts'
import { OtherLanguages } from '../parts/other-languages.tsx'
import css from '../shell.module.css'
import own from './sign-in.module.css'

export interface SignInFormProps {
  title: string
  lead?: ReactNode
  children?: ReactNode
  /** The label of the button; without it there is no button. */
  submitLabel?: string
  /** Its errors are shown above the fields. */
  onSubmit?: () => Promise<void>
  /** Another way in, below the first button. */
  other?: { submitLabel: string; run: () => Promise<void> }
  /** What went wrong before anything was sent. */
  problem?: unknown
  /** Links below the buttons. */
  foot?: ReactNode
}
export function SignInForm({ title, lead, children, submitLabel: verb, onSubmit, other, problem: given, foot }: SignInFormProps) {
  const [failed, setProblem] = useState<unknown>()
  const [busy, setBusy] = useState<'first' | 'other'>()
  const problem = failed ?? given
  const alert = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    document.title = `${title} · Dashboard`
    if (shown.current !== title) heading.current?.focus()
    shown.current = title
  }, [title])
  useEffect(() => {
    if (problem) alert.current?.focus()
  }, [problem])
  const run = async (which: 'first' | 'other', work: (() => Promise<void>) | undefined) => {
    setProblem(undefined)
    setBusy(which)
    try {
      await work?.()
    } catch (failure) {
      setProblem(failure)
    } finally {
      setBusy(undefined)
    }
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    return run('first', onSubmit)
  }
  return (
    <main className={css.signIn}>
      <form className={css.signInCard} onSubmit={(event) => void send(event)}>
        <Stack gap="md">
          <div>
            <Title order={1} size="h2" tabIndex={-1} ref={heading}>
              {title}
            </Title>
            {lead ? (
              <Text c="dimmed" mt={4}>
                {lead}
              </Text>
            ) : null}
          </div>
          {problem ? (
            <Alert ref={alert} tabIndex={-1} role="alert" color="red">
              {describeError(problem)}
            </Alert>
          ) : null}
          {children}
          {verb ? (
            <Button type="submit" size="md" loading={busy === 'first'}>
              {verb}
            </Button>
          ) : null}
          {other ? (
            <Button variant="default" size="md" loading={busy === 'other'} onClick={() => void run('other', other.run)}>
              {other.submitLabel}
            </Button>
          ) : null}
          {foot}
          <OtherLanguages className={own.language} />
        </Stack>
      </form>
    </main>
  )
}
