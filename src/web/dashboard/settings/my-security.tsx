/** The owner's own account: password, two-step verification, sessions. */
import { Alert, Button, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { deviceName } from '#web/kit/device-name.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { PasswordInput } from '../parts/password-input.tsx'
import { describeError } from '../api-helpers.ts'
import { useBusiness } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { Card, List, Section } from '../parts/page.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { MySecondStep } from './my-second-step.tsx'
import { common } from './common.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    differ: 'The passwords don’t match.',
    changed: 'Password changed. Other browsers were signed out.',
    wrong: 'Your current password is incorrect.',
    signInWith: (email: string) => `You sign in with ${email}.`,
    current: 'Current password',
    next: 'New password',
    hint: 'At least 8 characters. A few random words work well.',
    again: 'Confirm new password',
    change: 'Change password',
    sessions: 'Active sessions',
    othersAsk: 'Sign out of other sessions?',
    othersMean: 'Only this browser stays signed in.',
    others: 'Sign out others',
    othersOut: 'Other sessions signed out.',
    used: (when: string, address: string | null | undefined) => `last used ${when}${address ? ` from ${address}` : ''}`,
    here: 'This browser',
  },
  {
    de: {
      differ: 'Die Passwörter stimmen nicht überein.',
      changed: 'Passwort geändert. Andere Browser wurden abgemeldet.',
      wrong: 'Dein aktuelles Passwort ist falsch.',
      signInWith: (email) => `Du meldest dich mit ${email} an.`,
      current: 'Aktuelles Passwort',
      next: 'Neues Passwort',
      hint: 'Mindestens 8 Zeichen. Gut sind mehrere zufällige Wörter.',
      again: 'Neues Passwort wiederholen',
      change: 'Passwort ändern',
      sessions: 'Aktive Anmeldungen',
      othersAsk: 'Überall sonst abmelden?',
      othersMean: 'Nur dieser Browser bleibt angemeldet.',
      others: 'Überall sonst abmelden',
      othersOut: 'Überall sonst abgemeldet.',
      used: (when, address) => `zuletzt aktiv: ${when}${address ? `, von ${address}` : ''}`,
      here: 'Dieser Browser',
    },
  },
)

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
  const t = useMessages(messages)
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
      setProblem(t.differ)
      return
    }
    try {
      await change.mutateAsync({ body: { currentPassword: draft.now, newPassword: draft.next } })
      setDraft({ now: '', next: '', again: '' })
      toast(t.changed)
    } catch (error) {
      setProblem((error as { code?: string }).code === 'WRONG_SIGN_IN' ? t.wrong : describeError(error))
    }
  }
  return (
    <Section title={common.password} about={t.signInWith(me.email)}>
      <Card>
        <form onSubmit={(event) => void save(event)}>
          <Stack maw={460}>
            {problem ? (
              <Alert color="red" role="alert">
                {problem}
              </Alert>
            ) : null}
            {field('now', t.current, 'current-password')}
            {field('next', t.next, 'new-password', t.hint)}
            {field('again', t.again, 'new-password')}
            <Button type="submit" variant="light" size="md" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
              {t.change}
            </Button>
          </Stack>
        </form>
      </Card>
    </Section>
  )
}

function Browsers({ sessions }: { sessions: ReplyOf<'collaborators.getOwnerSecurity'>['sessions'] }) {
  const t = useMessages(messages)
  const { site } = useBusiness()
  const signOut = useApiMutation('collaborators.signOutOtherOwners')
  const openConfirm = useConfirm()
  return (
    <Section
      title={t.sessions}
      action={
        sessions.length > 1 ? (
          <Button
            variant="subtle"
            c="var(--bad)"
            onClick={() =>
              openConfirm({
                title: t.othersAsk,
                description: t.othersMean,
                confirmLabel: t.others,
                cancelLabel: commonWords.cancel,
                successMessage: t.othersOut,
                onConfirm: () => signOut.mutateAsync({}),
              })
            }
          >
            {t.others}
          </Button>
        ) : undefined
      }
    >
      <List label={t.sessions}>
        {sessions.map((session) => (
          <Row
            key={session.id}
            title={deviceName(session.userAgent)}
            sub={t.used(formatInstant(session.lastUsedDate, site), session.ip)}
            facts={session.current ? <StateTag tone="good">{t.here}</StateTag> : undefined}
          />
        ))}
      </List>
    </Section>
  )
}
