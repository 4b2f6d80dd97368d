import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { describeError } from '../api-helpers.ts'
import { Card } from '../parts/page.tsx'
import css from './settings.module.css'
import { type Kind, kinds } from './owner-factors.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    turnOn: 'Turn on',
    code: 'Code',
    wrong: 'This code is incorrect or has expired. Enter the latest one.',
    scan: 'Scan this QR code with your authenticator app, then enter the code it shows.',
    qr: 'QR code for the authenticator app',
    typeKey: (key: string) => (
      <>
        Can’t scan it? Enter this key: <code>{key}</code>
      </>
    ),
    sent: (hint: string | undefined) => (
      <>
        We sent a code to <strong>{hint}</strong>. It expires in 10 minutes.
      </>
    ),
  },
  {
    de: {
      turnOn: 'Einschalten',
      code: 'Code',
      wrong: 'Dieser Code ist falsch oder abgelaufen. Gib den neuesten ein.',
      scan: 'Scanne diesen QR-Code mit deiner Authenticator-App und gib den angezeigten Code ein.',
      qr: 'QR-Code für die Authenticator-App',
      typeKey: (key) => (
        <>
          Scannen nicht möglich? Gib diesen Schlüssel ein: <code>{key}</code>
        </>
      ),
      sent: (hint) => (
        <>
          Wir haben einen Code an <strong>{hint}</strong> gesendet. Er gilt 10 Minuten.
        </>
      ),
    },
  },
)

interface ConfirmFactorProps {
  kind: Kind
  reply: ReplyOf<'collaborators.startOwnerFactor'>
  onDone: (codes: readonly string[]) => void
  onLeave: () => void
}
/** The first right code makes the step count. */
export function ConfirmFactor({ kind, reply, onDone, onLeave }: ConfirmFactorProps) {
  const t = useMessages(messages)
  const confirm = useApiMutation('collaborators.confirmOwnerFactor')
  const [code, setCode] = useState('')
  const confirmCode = async (event: FormEvent) => {
    event.preventDefault()
    const given = await confirm.mutateAsync({ params: { type: kind }, body: { code: code.replace(/\s/g, '') } }).catch(() => undefined)
    if (given) onDone(given.recoveryCodes)
  }
  const problem = confirm.error ? (confirm.error.code === 'VERIFICATION_FAILED' ? t.wrong : describeError(confirm.error)) : undefined
  return (
    <Card>
      <form onSubmit={(event) => void confirmCode(event)} aria-label={kinds[kind].form}>
        <Stack maw={460}>
          {reply.qrSvg && reply.secret ? (
            <>
              <Text>{t.scan}</Text>
              <img width={196} height={196} className={css.qr} alt={t.qr} src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(reply.qrSvg)}`} />
              <Text size="sm" c="dimmed">
                {t.typeKey(reply.secret.replace(/(.{4})(?=.)/g, '$1 '))}
              </Text>
            </>
          ) : (
            <Text>{t.sent(reply.hint)}</Text>
          )}
          <TextInput
            size="md"
            label={t.code}
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
              {t.turnOn}
            </Button>
            <Button variant="default" size="md" onClick={onLeave}>
              {commonWords.cancel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
