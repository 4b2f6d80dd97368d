/** Passkeys of an owner: added, named, removed. */
import { Button } from '@mantine/core'
import { useApiMutation } from '#web/api.ts'
import { deviceName } from '#web/kit/device-name.ts'
import { canUsePasskeys, createPasskey, passkeyErrorMessage } from '#web/kit/passkey.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useBusiness } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { formatInstant } from '../parts/format-times.ts'
import type { Security } from './owner-factors.ts'
import { common } from './common.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    means: 'Sign in with your fingerprint, face or screen lock.',
    addAsk: 'Add a passkey?',
    addMeans: 'Your browser will ask for your fingerprint, face or screen lock. After that, your password alone is no longer enough to sign in.',
    addPasskey: 'Add passkey',
    added: 'Passkey added.',
    created: (day: string) => `Passkey, created ${day}`,
    createdAndUsed: (day: string, used: string) => `Passkey, created ${day}, last used ${used}`,
    removeNamed: (name: string) => `Remove ${name}`,
    removeAsk: (name: string) => `Remove passkey “${name}”?`,
    removeMeans: 'You can’t sign in with it anymore and other browsers are signed out. Delete it on your device as well.',
    removePasskey: 'Remove passkey',
    removed: 'Passkey removed.',
  },
  {
    de: {
      means: 'Melde dich mit Fingerabdruck, Gesicht oder Gerätesperre an.',
      addAsk: 'Passkey hinzufügen?',
      addMeans: 'Dein Browser fragt nach Fingerabdruck, Gesicht oder Gerätesperre. Danach reicht dein Passwort allein nicht mehr zum Anmelden.',
      addPasskey: 'Passkey hinzufügen',
      added: 'Passkey hinzugefügt.',
      created: (day) => `Passkey, erstellt am ${day}`,
      createdAndUsed: (day, used) => `Passkey, erstellt am ${day}, zuletzt verwendet am ${used}`,
      removeNamed: (name) => `${name} entfernen`,
      removeAsk: (name) => `Passkey „${name}“ entfernen?`,
      removeMeans: 'Du kannst dich dann nicht mehr damit anmelden, und andere Browser werden abgemeldet. Lösche ihn auch auf dem Gerät.',
      removePasskey: 'Passkey entfernen',
      removed: 'Passkey entfernt.',
    },
  },
)

export function Passkeys({ passkeys, onCodes }: { passkeys: Security['passkeys']; onCodes: (codes: readonly string[]) => void }) {
  const t = useMessages(messages)
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
        title={common.passkeys}
        sub={t.means}
        actions={
          canUsePasskeys() ? (
            <Button
              variant="light"
              onClick={() =>
                openConfirm({
                  title: t.addAsk,
                  description: t.addMeans,
                  confirmLabel: t.addPasskey,
                  successMessage: t.added,
                  onConfirm: addPasskey,
                })
              }
            >
              {t.addPasskey}
            </Button>
          ) : undefined
        }
      />
      {passkeys.map((one) => (
        <Row
          key={one.id}
          title={one.name}
          sub={
            one.lastUsedDate
              ? t.createdAndUsed(formatInstant(one.createdDate, site), formatInstant(one.lastUsedDate, site))
              : t.created(formatInstant(one.createdDate, site))
          }
          facts={<StateTag tone="good">{common.on}</StateTag>}
          actions={
            <Button
              variant="default"
              aria-label={t.removeNamed(one.name)}
              onClick={() =>
                openConfirm({
                  title: t.removeAsk(one.name),
                  description: t.removeMeans,
                  confirmLabel: t.removePasskey,
                  cancelLabel: commonWords.cancel,
                  danger: true,
                  successMessage: t.removed,
                  onConfirm: () => forget.mutateAsync({ body: { id: one.id } }),
                })
              }
            >
              {commonWords.remove}
            </Button>
          }
        />
      ))}
    </>
  )
}
