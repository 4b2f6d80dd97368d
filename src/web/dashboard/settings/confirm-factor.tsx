import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { describeError } from '../api-helpers.ts'
import { Card } from '../parts/page.tsx'
import css from './settings.module.css'
import { type Kind, kinds } from './owner-factors.ts'

interface ConfirmFactorProps {
  kind: Kind
  reply: ReplyOf<'collaborators.startOwnerFactor'>
  onDone: (codes: readonly string[]) => void
  onLeave: () => void
}
/** The first right code makes the step count. */
export function ConfirmFactor({ kind, reply, onDone, onLeave }: ConfirmFactorProps) {
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
