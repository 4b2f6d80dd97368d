/** The owner's own sign-in to the dashboard: password, second step, browsers. */
import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAsk, useDo } from '#web/api.ts'
import { deviceInWords } from '#web/kit/device-in-words.ts'
import { Note } from '#web/kit/states.tsx'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { said } from '../ask.ts'
import { useBusiness } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Answered, Card, List, Row, Section, State } from '../parts/frame.tsx'
import { when } from '../parts/words.ts'
import css from './settings.module.css'

export function MySecurity() {
  const found = useAsk('identity.getOwnerSecurity')
  return (
    <>
      <Password />
      <Answered ask={found}>
        {(data) => (
          <>
            <SecondStep {...data} />
            <Browsers sessions={data.sessions} />
          </>
        )}
      </Answered>
    </>
  )
}

function Password() {
  const { me } = useBusiness()
  const change = useDo('identity.changeOwnerPassword')
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
      setProblem('The two new passwords differ.')
      return
    }
    try {
      await change.mutateAsync({ body: { currentPassword: draft.now, newPassword: draft.next } })
      setDraft({ now: '', next: '', again: '' })
      toast('Your password is changed. Other browsers were signed out.')
    } catch (error) {
      setProblem((error as { code?: string }).code === 'WRONG_SIGN_IN' ? 'The current password is not right.' : said(error))
    }
  }
  return (
    <Section title="Your password" about={`You sign in with ${me.email}.`}>
      <Card>
        <form onSubmit={(event) => void save(event)}>
          <Stack maw={460}>
            {problem ? (
              <Alert color="red" role="alert" title="Not changed">
                {problem}
              </Alert>
            ) : null}
            {field('now', 'Current password', 'current-password')}
            {field('next', 'New password', 'new-password', 'At least 8 characters. A few words in a row are good.')}
            {field('again', 'The same once more', 'new-password')}
            <Button type="submit" variant="light" size="md" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
              Change password
            </Button>
          </Stack>
        </form>
      </Card>
    </Section>
  )
}

function SecondStep({ secondStep, recoveryCodesLeft }: { secondStep: boolean; recoveryCodesLeft: number }) {
  const start = useDo('identity.startOwnerStep')
  const confirm = useDo('identity.confirmOwnerStep')
  const remove = useDo('identity.removeOwnerStep')
  const ask = useConfirm()
  const [begun, setBegun] = useState<ReplyOf<'identity.startOwnerStep'>>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [code, setCode] = useState('')
  const begin = () =>
    ask({
      title: 'Set up a second step?',
      happens: 'An authenticator app on your phone shows a code that is asked for beside the password.',
      verb: 'Set up',
      run: async () => setBegun(await start.mutateAsync({})),
    })
  const prove = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await confirm.mutateAsync({ body: { code: code.replace(/\s/g, '') } }).catch(() => undefined)
    if (!reply) return
    setCodes(reply.recoveryCodes)
    setBegun(undefined)
    setCode('')
  }
  return (
    <Section title="Second step" about="Who learns your password alone does not come in.">
      <Card>
        {codes ? (
          <Note tone="warn" role="status">
            <p className="strong">Keep your recovery codes</p>
            <Text mb="sm">They are shown only now. Each lets you in once when your phone is lost.</Text>
            <ul className={css.codes} aria-label="Recovery codes">
              {codes.map((one) => (
                <li key={one}>
                  <code>{one}</code>
                </li>
              ))}
            </ul>
            <Button mt="sm" onClick={() => setCodes(undefined)}>
              I have kept them
            </Button>
          </Note>
        ) : begun ? (
          <form onSubmit={(event) => void prove(event)}>
            <Stack maw={460}>
              <Text>Scan this picture with your authenticator app, then enter the code that it shows.</Text>
              <img
                width={196}
                height={196}
                className={css.qr}
                alt="QR code for the authenticator app"
                src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(begun.qrSvg)}`}
              />
              <Text size="sm" c="dimmed">
                Cannot scan it? Type this key: <code>{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
              </Text>
              <TextInput
                size="md"
                label="Code"
                required
                withAsterisk={false}
                inputMode="numeric"
                autoComplete="one-time-code"
                data-autofocus
                value={code}
                error={confirm.error ? 'This code is not right or no longer valid; enter the newest one.' : undefined}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
              <Group gap="sm">
                <Button type="submit" size="md" loading={confirm.isPending}>
                  Switch it on
                </Button>
                <Button variant="default" size="md" onClick={() => setBegun(undefined)}>
                  Not now
                </Button>
              </Group>
            </Stack>
          </form>
        ) : secondStep ? (
          <Group justify="space-between">
            <div>
              <State tone="good">On</State>
              <Text size="sm" c="dimmed" mt={4}>
                {recoveryCodesLeft === 1 ? 'One recovery code is left.' : `${recoveryCodesLeft} recovery codes are left.`}
              </Text>
            </div>
            <Button
              variant="default"
              onClick={() =>
                ask({
                  title: 'Switch off the second step?',
                  happens: 'Your password alone opens the dashboard. The recovery codes no longer count.',
                  verb: 'Switch off',
                  keep: 'Leave it on',
                  danger: true,
                  done: 'The second step is off.',
                  run: () => remove.mutateAsync({}),
                })
              }
            >
              Switch off
            </Button>
          </Group>
        ) : (
          <Group justify="space-between">
            <Text>Off: the password alone opens the dashboard.</Text>
            <Button variant="light" onClick={begin}>
              Set up an app
            </Button>
          </Group>
        )}
      </Card>
    </Section>
  )
}

function Browsers({ sessions }: { sessions: ReplyOf<'identity.getOwnerSecurity'>['sessions'] }) {
  const { site } = useBusiness()
  const signOut = useDo('identity.signOutOtherOwners')
  const ask = useConfirm()
  return (
    <Section
      title="Where you are signed in"
      action={
        sessions.length > 1 ? (
          <Button
            variant="subtle"
            c="var(--bad)"
            onClick={() =>
              ask({
                title: 'Sign out everywhere else?',
                happens: 'Only this browser stays signed in.',
                verb: 'Sign out all others',
                keep: 'Leave them',
                done: 'All others are signed out.',
                run: () => signOut.mutateAsync({}),
              })
            }
          >
            Sign out all others
          </Button>
        ) : undefined
      }
    >
      <List label="Your browsers">
        {sessions.map((session) => (
          <Row
            key={session.id}
            title={deviceInWords(session.userAgent)}
            sub={`last used ${when(session.lastUsedDate, site)}${session.ip ? ` from ${session.ip}` : ''}`}
            facts={session.current ? <State tone="good">This browser</State> : undefined}
          />
        ))}
      </List>
    </Section>
  )
}
