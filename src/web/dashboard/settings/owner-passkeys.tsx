/** Passkeys of an owner: added, named, removed. */
import { Button } from '@mantine/core'
import { useApiMutation } from '#web/api.ts'
import { deviceName } from '#web/kit/device-name.ts'
import { canUsePasskeys, createPasskey, passkeyErrorMessage } from '#web/kit/passkey.ts'
import { useBusiness } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { formatInstant } from '../parts/format.ts'
import type { Security } from './owner-factors.ts'

export function Passkeys({ passkeys, onCodes }: { passkeys: Security['passkeys']; onCodes: (codes: readonly string[]) => void }) {
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
