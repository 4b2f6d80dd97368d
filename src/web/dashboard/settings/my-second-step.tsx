/** Two-step verification of the owner: app, codes by email, passkeys and recovery codes. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import { Note } from '#web/kit/states.tsx'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useBusiness } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import css from './settings.module.css'
import { type Kind, kinds, type Security } from './owner-factors.ts'
import { Passkeys } from './owner-passkeys.tsx'
import { ConfirmFactor } from './confirm-factor.tsx'
import { common } from './common.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    turnOff: 'Turn off',
    codesLeft: (left: number) => (left === 0 ? 'No recovery codes left.' : left === 1 ? '1 recovery code left.' : `${left} recovery codes left.`),
    setUp: 'Set up',
    offMeans: 'Other browsers are signed out. Without another method, your password alone is enough to sign in and your recovery codes stop working.',
    isOff: 'Turned off.',
    about: 'Protect your account even if someone learns your password.',
    setUpTitle: 'Set up two-step verification again',
    wasReset: 'An owner reset it for you. Until you set it up again, only your password protects your account.',
    methods: 'Verification methods',
    setUpAgain: 'Set up again',
    recoveryCodes: 'Recovery codes',
    newCodesAsk: 'Generate new recovery codes?',
    newCodesMean: 'Your current codes stop working.',
    generate: 'Generate codes',
    newCodes: 'New codes',
    keep: 'Save your recovery codes',
    keepHint: 'You won’t see them again. Each code works once if you lose access to your phone.',
    kept: 'I’ve saved them',
    fileHead: (email: string) => `Recovery codes of ${email}`,
  },
  {
    de: {
      turnOff: 'Ausschalten',
      codesLeft: (left) => (left === 0 ? 'Du hast keine Ersatzcodes mehr.' : left === 1 ? 'Ein Ersatzcode ist übrig.' : `${left} Ersatzcodes sind übrig.`),
      setUp: 'Einrichten',
      offMeans: 'Andere Browser werden abgemeldet. Ohne einen weiteren Weg reicht dein Passwort zum Anmelden, und deine Ersatzcodes gelten nicht mehr.',
      isOff: 'Ausgeschaltet.',
      about: 'Schützt dein Konto, auch wenn jemand dein Passwort kennt.',
      setUpTitle: 'Zweiten Schritt neu einrichten',
      wasReset: 'Er wurde für dich zurückgesetzt. Bis du ihn neu einrichtest, schützt nur dein Passwort dein Konto.',
      methods: 'Wege für den zweiten Schritt',
      setUpAgain: 'Neu einrichten',
      recoveryCodes: 'Ersatzcodes',
      newCodesAsk: 'Neue Ersatzcodes erstellen?',
      newCodesMean: 'Deine bisherigen Codes gelten dann nicht mehr.',
      generate: 'Codes erstellen',
      newCodes: 'Neue Codes',
      keep: 'Bewahre deine Ersatzcodes auf',
      keepHint: 'Sie werden nur jetzt angezeigt. Mit jedem kannst du dich einmal ohne dein Handy anmelden.',
      kept: 'Ich habe sie aufbewahrt',
      fileHead: (email) => `Ersatzcodes für ${email}`,
    },
  },
)

export function MySecondStep({ security }: { security: Security }) {
  const t = useMessages(messages)
  const start = useApiMutation('collaborators.startOwnerFactor')
  const remove = useApiMutation('collaborators.removeOwnerFactor')
  const renew = useApiMutation('collaborators.renewOwnerCodes')
  const openConfirm = useConfirm()
  const [enrollment, setEnrollment] = useState<{ kind: Kind; reply: ReplyOf<'collaborators.startOwnerFactor'> }>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const findStatus = (kind: Kind) => security.factors.find(({ type }) => type === kind)?.status
  const confirmEnrollment = (kind: Kind) =>
    openConfirm({
      title: kinds[kind].setUpAsk,
      description: kinds[kind].happens,
      confirmLabel: t.setUp,
      onConfirm: async () => setEnrollment({ kind, reply: await start.mutateAsync({ params: { type: kind } }) }),
    })
  const switchOff = (kind: Kind) =>
    openConfirm({
      title: kinds[kind].offAsk,
      description: t.offMeans,
      confirmLabel: t.turnOff,
      cancelLabel: commonWords.cancel,
      danger: true,
      successMessage: t.isOff,
      onConfirm: () => remove.mutateAsync({ params: { type: kind } }),
    })
  return (
    <Section title={common.secondStep} about={t.about}>
      <Stack gap="md">
        {security.factors.some(({ status }) => status === 'REQUIRE_REENROLL') ? (
          <Alert color="yellow" title={t.setUpTitle}>
            {t.wasReset}
          </Alert>
        ) : null}
        {codes.length > 0 ? <RecoveryCodes codes={codes} onDone={() => setCodes([])} /> : null}
        <List label={t.methods}>
          {(Object.keys(kinds) as Kind[]).map((kind) => (
            <Row
              key={kind}
              title={kinds[kind].name}
              sub={kinds[kind].what}
              facts={
                findStatus(kind) === 'ACTIVE' ? (
                  <StateTag tone="good">{common.on}</StateTag>
                ) : findStatus(kind) === 'REQUIRE_REENROLL' ? (
                  <StateTag tone="wait">{t.setUpAgain}</StateTag>
                ) : undefined
              }
              actions={
                findStatus(kind) === 'ACTIVE' ? (
                  <Button variant="default" aria-label={kinds[kind].off} onClick={() => switchOff(kind)}>
                    {t.turnOff}
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
              title={t.recoveryCodes}
              sub={t.codesLeft(security.recoveryCodesLeft)}
              actions={
                <Button
                  variant="default"
                  onClick={() =>
                    openConfirm({
                      title: t.newCodesAsk,
                      description: t.newCodesMean,
                      confirmLabel: t.generate,
                      cancelLabel: commonWords.cancel,
                      onConfirm: async () => setCodes((await renew.mutateAsync({})).recoveryCodes),
                    })
                  }
                >
                  {t.newCodes}
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
              toast(kinds[enrollment.kind].isOn)
            }}
          />
        ) : null}
      </Stack>
    </Section>
  )
}

/** The recovery codes, shown once. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useMessages(messages)
  const { me } = useBusiness()
  return (
    <Note tone="warn" role="status">
      <p className="strong">{t.keep}</p>
      <Text mb="sm">{t.keepHint}</Text>
      <ul className={css.codes} aria-label={t.recoveryCodes}>
        {codes.map((one) => (
          <li key={one}>
            <code>{one}</code>
          </li>
        ))}
      </ul>
      <Group mt="sm" gap="sm">
        <Button onClick={onDone}>{t.kept}</Button>
        <Button
          component="a"
          variant="default"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${t.fileHead(me.email)}\n\n${codes.join('\n')}\n`)}`}
        >
          {common.download}
        </Button>
      </Group>
    </Note>
  )
}
