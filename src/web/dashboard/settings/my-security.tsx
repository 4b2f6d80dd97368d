/** The owner's own account: password, two-step verification, sessions. */
import { Alert, Button, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { deviceName } from '#web/kit/device-name.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { describeError } from '../api-helpers.ts'
import { useBusiness } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { Card, List, Section } from '../parts/page.tsx'
import { formatInstant } from '../parts/format.ts'
import { MySecondStep } from './my-second-step.tsx'

export function MySecurity() {
  const found = useApiQuery('collaborators.getOwnerSecurity')
  return (
    <>
      <Password />
      <QueryView query={found}>
        {(data) => (
          <>
            <MySecondStep security={data} />
            <Browsers sessions={data.sessions} />
          </>
        )}
      </QueryView>
    </>
  )
}

function Password() {
  const { me } = useBusiness()
  const change = useApiMutation('collaborators.changeOwnerPassword')
  const [draft, setDraft] = useState({ now: '', next: '', again: '' })
  const [problem, setProblem] = useState('')
  const field = (key: keyof typeof draft, label: string, autoComplete: string, description?: string) => (
    <PasswordInput
      size="md"
      label={label}
      description={description}
      required
      withAsterisk={false}
      autoComplete={autoComplete}
      value={draft[key]}
      onChange={(event) => setDraft({ ...draft, [key]: event.currentTarget.value })}
    />
  )
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setProblem('')
    if (draft.next !== draft.again) {
      setProblem('The passwords don’t match.')
      return
    }
    try {
      await change.mutateAsync({ body: { currentPassword: draft.now, newPassword: draft.next } })
      setDraft({ now: '', next: '', again: '' })
      toast('Password changed. Other browsers were signed out.')
    } catch (error) {
      setProblem((error as { code?: string }).code === 'WRONG_SIGN_IN' ? 'Your current password is incorrect.' : describeError(error))
    }
  }
  return (
    <Section title="Password" about={`You sign in with ${me.email}.`}>
      <Card>
        <form onSubmit={(event) => void save(event)}>
          <Stack maw={460}>
            {problem ? (
              <Alert color="red" role="alert">
                {problem}
              </Alert>
            ) : null}
            {field('now', 'Current password', 'current-password')}
            {field('next', 'New password', 'new-password', 'At least 8 characters. A few random words work well.')}
            {field('again', 'Confirm new password', 'new-password')}
            <Button type="submit" variant="light" size="md" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
              Change password
            </Button>
          </Stack>
        </form>
      </Card>
    </Section>
  )
}

function Browsers({ sessions }: { sessions: ReplyOf<'collaborators.getOwnerSecurity'>['sessions'] }) {
  const { site } = useBusiness()
  const signOut = useApiMutation('collaborators.signOutOtherOwners')
  const openConfirm = useConfirm()
  return (
    <Section
      title="Active sessions"
      action={
        sessions.length > 1 ? (
          <Button
            variant="subtle"
            c="var(--bad)"
            onClick={() =>
              openConfirm({
                title: 'Sign out of other sessions?',
                description: 'Only this browser stays signed in.',
                confirmLabel: 'Sign out others',
                cancelLabel: 'Cancel',
                successMessage: 'Other sessions signed out.',
                onConfirm: () => signOut.mutateAsync({}),
              })
            }
          >
            Sign out others
          </Button>
        ) : undefined
      }
    >
      <List label="Active sessions">
        {sessions.map((session) => (
          <Row
            key={session.id}
            title={deviceName(session.userAgent)}
            sub={`last used ${formatInstant(session.lastUsedDate, site)}${session.ip ? ` from ${session.ip}` : ''}`}
            facts={session.current ? <StateTag tone="good">This browser</StateTag> : undefined}
          />
        ))}
      </List>
    </Section>
  )
}
