/** Two-step verification of the owner: app, codes by email, passkeys and recovery codes. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import { Note } from '#web/kit/states.tsx'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { useBusiness } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import css from './settings.module.css'
import { type Kind, kinds, type Security } from './owner-factors.ts'
import { Passkeys } from './owner-passkeys.tsx'
import { ConfirmFactor } from './confirm-factor.tsx'

const formatCodesLeft = (left: number): string =>
  left === 0 ? 'No recovery codes left.' : left === 1 ? '1 recovery code left.' : `${left} recovery codes left.`

export function MySecondStep({ security }: { security: Security }) {
  const start = useApiMutation('collaborators.startOwnerFactor')
  const remove = useApiMutation('collaborators.removeOwnerFactor')
  const renew = useApiMutation('collaborators.renewOwnerCodes')
  const openConfirm = useConfirm()
  const [enrollment, setEnrollment] = useState<{ kind: Kind; reply: ReplyOf<'collaborators.startOwnerFactor'> }>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const findStatus = (kind: Kind) => security.factors.find(({ type }) => type === kind)?.status
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
          <Alert color="yellow" title="Set up two-step verification again">
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
                findStatus(kind) === 'ACTIVE' ? (
                  <StateTag tone="good">On</StateTag>
                ) : findStatus(kind) === 'REQUIRE_REENROLL' ? (
                  <StateTag tone="wait">Set up again</StateTag>
                ) : undefined
              }
              actions={
                findStatus(kind) === 'ACTIVE' ? (
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
        {enrollment && findStatus(enrollment.kind) !== 'ACTIVE' ? (
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
