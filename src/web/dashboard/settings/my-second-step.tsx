/** Two-step verification of the owner: app, codes by email, passkeys and recovery codes. */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import { deviceName } from '#web/kit/device-name.ts'
import { canUsePasskeys, createPasskey, passkeyErrorMessage } from '#web/kit/passkey.ts'
import { Note } from '#web/kit/states.tsx'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { describeError } from '../api-helpers.ts'
import { useBusiness } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { Card, List, Section } from '../parts/page.tsx'
import { formatInstant } from '../parts/format.ts'
import css from './settings.module.css'

type Security = ReplyOf<'collaborators.getOwnerSecurity'>
type Kind = Security['factors'][number]['type']
const kinds: Record<Kind, { name: string; what: string; setUp: string; happens: string }> = {
  TOTP: {
    name: 'Authenticator app',
    what: 'Get codes from an app on your phone.',
    setUp: 'Set up app',
    happens: 'You’ll enter a code from the app when you sign in.',
  },
  EMAIL: {
    name: 'Email codes',
    what: 'Get codes by email when you sign in.',
    setUp: 'Set up email',
    happens: 'We’ll email you a code now, and again each time you sign in.',
  },
}
const formatCodesLeft = (left: number): string =>
  left === 0 ? 'No recovery codes left.' : left === 1 ? '1 recovery code left.' : `${left} recovery codes left.`

export function MySecondStep({ security }: { security: Security }) {
  const start = useApiMutation('collaborators.startOwnerFactor')
  const remove = useApiMutation('collaborators.removeOwnerFactor')
  const renew = useApiMutation('collaborators.renewOwnerCodes')
  const openConfirm = useConfirm()
  const [enrollment, setEnrollment] = useState<{ kind: Kind; reply: ReplyOf<'collaborators.startOwnerFactor'> }>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const statusOf = (kind: Kind) => security.factors.find(({ type }) => type === kind)?.status
  const confirmEnrollment = (kind: Kind) =>
    openConfirm({
      title: `Set up ${kinds[kind].name.toLowerCase()}?`,
      description: kinds[kind].happens,
      confirmLabel: 'Set up',
      onConfirm: async () => setEnrollment({ kind, reply: await start.mutateAsync({ params: { type: kind } }) }),
    })
  const switchOff = (kind: Kind) =>
    openConfirm({
      title: `Turn off ${kinds[kind].name.toLowerCase()}?`,
      description: 'Other browsers are signed out. Without another method, your password alone is enough to sign in and your recovery codes stop working.',
      confirmLabel: 'Turn off',
      cancelLabel: 'Cancel',
      danger: true,
      successMessage: 'Turned off.',
      onConfirm: () => remove.mutateAsync({ params: { type: kind } }),
    })
  return (
    <Section title="Two-step verification" about="Protect your account even if someone learns your password.">
      <Stack gap="md">
        {security.factors.some(({ status }) => status === 'REQUIRE_REENROLL') ? (
          <Alert color="orange" title="Set up two-step verification again">
            An owner reset it for you. Until you set it up again, only your password protects your account.
          </Alert>
        ) : null}
        {codes.length > 0 ? <RecoveryCodes codes={codes} onDone={() => setCodes([])} /> : null}
        <List label="Verification methods">
          {(Object.keys(kinds) as Kind[]).map((kind) => (
            <Row
              key={kind}
              title={kinds[kind].name}
              sub={kinds[kind].what}
              facts={
                statusOf(kind) === 'ACTIVE' ? (
                  <StateTag tone="good">On</StateTag>
                ) : statusOf(kind) === 'REQUIRE_REENROLL' ? (
                  <StateTag tone="wait">Set up again</StateTag>
                ) : undefined
              }
              actions={
                statusOf(kind) === 'ACTIVE' ? (
                  <Button variant="default" aria-label={`Turn off ${kinds[kind].name.toLowerCase()}`} onClick={() => switchOff(kind)}>
                    Turn off
                  </Button>
                ) : enrollment?.kind === kind ? undefined : (
                  <Button variant="light" onClick={() => confirmEnrollment(kind)}>
                    {kinds[kind].setUp}
                  </Button>
                )
              }
            />
          ))}
          <Passkeys passkeys={security.passkeys} onCodes={setCodes} />
          {security.secondStep ? (
            <Row
              title="Recovery codes"
              sub={formatCodesLeft(security.recoveryCodesLeft)}
              actions={
                <Button
                  variant="default"
                  onClick={() =>
                    openConfirm({
                      title: 'Generate new recovery codes?',
                      description: 'Your current codes stop working.',
                      confirmLabel: 'Generate codes',
                      cancelLabel: 'Cancel',
                      onConfirm: async () => setCodes((await renew.mutateAsync({})).recoveryCodes),
                    })
                  }
                >
                  New codes
                </Button>
              }
            />
          ) : null}
        </List>
        {enrollment && statusOf(enrollment.kind) !== 'ACTIVE' ? (
          <ConfirmFactor
            {...enrollment}
            onLeave={() => setEnrollment(undefined)}
            onDone={(given) => {
              setEnrollment(undefined)
              setCodes(given)
              toast(`${kinds[enrollment.kind].name} turned on.`)
            }}
          />
        ) : null}
      </Stack>
    </Section>
  )
}

/** The recovery codes, shown once. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { me } = useBusiness()
  return (
    <Note tone="warn" role="status">
      <p className="strong">Save your recovery codes</p>
      <Text mb="sm">You won’t see them again. Each code works once if you lose access to your phone.</Text>
      <ul className={css.codes} aria-label="Recovery codes">
        {codes.map((one) => (
          <li key={one}>
            <code>{one}</code>
          </li>
        ))}
      </ul>
      <Group mt="sm" gap="sm">
        <Button onClick={onDone}>I’ve saved them</Button>
        <Button
          component="a"
          variant="default"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Recovery codes of ${me.email}\n\n${codes.join('\n')}\n`)}`}
        >
          Download
        </Button>
      </Group>
    </Note>
  )
}

interface ConfirmFactorProps {
  kind: Kind
  reply: ReplyOf<'collaborators.startOwnerFactor'>
  onDone: (codes: readonly string[]) => void
  onLeave: () => void
}
/** The first right code makes the step count. */
function ConfirmFactor({ kind, reply, onDone, onLeave }: ConfirmFactorProps) {
  const confirm = useApiMutation('collaborators.confirmOwnerFactor')
  const [code, setCode] = useState('')
  const confirmCode = async (event: FormEvent) => {
    event.preventDefault()
    const given = await confirm.mutateAsync({ params: { type: kind }, body: { code: code.replace(/\s/g, '') } }).catch(() => undefined)
    if (given) onDone(given.recoveryCodes)
  }
  const problem = confirm.error
    ? confirm.error.code === 'VERIFICATION_FAILED'
      ? 'This code is incorrect or has expired. Enter the latest one.'
      : describeError(confirm.error)
    : undefined
  return (
    <Card>
      <form onSubmit={(event) => void confirmCode(event)} aria-label={`Set up ${kinds[kind].name.toLowerCase()}`}>
        <Stack maw={460}>
          {reply.qrSvg && reply.secret ? (
            <>
              <Text>Scan this QR code with your authenticator app, then enter the code it shows.</Text>
              <img
                width={196}
                height={196}
                className={css.qr}
                alt="QR code for the authenticator app"
                src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(reply.qrSvg)}`}
              />
              <Text size="sm" c="dimmed">
                Can’t scan it? Enter this key: <code>{reply.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
              </Text>
            </>
          ) : (
            <Text>
              We sent a code to <strong>{reply.hint}</strong>. It expires in 10 minutes.
            </Text>
          )}
          <TextInput
            size="md"
            label="Code"
            required
            withAsterisk={false}
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            value={code}
            error={problem}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Group gap="sm">
            <Button type="submit" size="md" loading={confirm.isPending}>
              Turn on
            </Button>
            <Button variant="default" size="md" onClick={onLeave}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

function Passkeys({ passkeys, onCodes }: { passkeys: Security['passkeys']; onCodes: (codes: readonly string[]) => void }) {
  const { site } = useBusiness()
  const options = useApiMutation('collaborators.startOwnerPasskey')
  const keep = useApiMutation('collaborators.addOwnerPasskey')
  const forget = useApiMutation('collaborators.removeOwnerPasskey')
  const openConfirm = useConfirm()
  const addPasskey = async () => {
    const asked = await options.mutateAsync({})
    const response = await createPasskey(asked.options).catch((error: unknown) => {
      throw new Error(passkeyErrorMessage(error))
    })
    const { recoveryCodes } = await keep.mutateAsync({ body: { response, name: deviceName(navigator.userAgent) } })
    onCodes(recoveryCodes)
  }
  return (
    <>
      <Row
        title="Passkeys"
        sub="Sign in with your fingerprint, face or screen lock."
        actions={
          canUsePasskeys() ? (
            <Button
              variant="light"
              onClick={() =>
                openConfirm({
                  title: 'Add a passkey?',
                  description:
                    'Your browser will ask for your fingerprint, face or screen lock. After that, your password alone is no longer enough to sign in.',
                  confirmLabel: 'Add passkey',
                  successMessage: 'Passkey added.',
                  onConfirm: addPasskey,
                })
              }
            >
              Add passkey
            </Button>
          ) : undefined
        }
      />
      {passkeys.map((one) => (
        <Row
          key={one.id}
          title={one.name}
          sub={`Passkey, created ${formatInstant(one.createdDate, site)}${one.lastUsedDate ? `, last used ${formatInstant(one.lastUsedDate, site)}` : ''}`}
          facts={<StateTag tone="good">On</StateTag>}
          actions={
            <Button
              variant="default"
              aria-label={`Remove ${one.name}`}
              onClick={() =>
                openConfirm({
                  title: `Remove passkey “${one.name}”?`,
                  description: 'You can’t sign in with it anymore and other browsers are signed out. Delete it on your device as well.',
                  confirmLabel: 'Remove passkey',
                  cancelLabel: 'Cancel',
                  danger: true,
                  successMessage: 'Passkey removed.',
                  onConfirm: () => forget.mutateAsync({ body: { id: one.id } }),
                })
              }
            >
              Remove
            </Button>
          }
        />
      ))}
    </>
  )
}
