/** Staff members who were removed: restored with their hours, or deleted for good. */
import { Button } from '@mantine/core'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Row } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { Allowed } from '../permissions.tsx'
import { sharedMessages } from './staff.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    title: 'Removed staff',
    about: 'Restore someone with the hours and past bookings they had.',
    restoreName: (name: string) => `Restore ${name}`,
    restoreAsk: (name: string) => `Restore ${name}?`,
    restoreText: (name: string) => `${name} is listed again, with the same hours. Then open ${name} and choose the services again.`,
    restored: (name: string) => `${name} restored.`,
    deleteName: (name: string) => `Delete ${name} permanently`,
    deleteAsk: (name: string) => `Delete ${name} permanently?`,
    deleteText: 'Profile and hours are deleted. Past bookings keep the name.',
    deleteForGood: 'Delete permanently',
    deleted: (name: string) => `${name} deleted.`,
  },
  {
    de: {
      title: 'Entfernte Teammitglieder',
      about: 'Stelle jemanden mit den bisherigen Zeiten und Buchungen wieder her.',
      restoreName: (name) => `${name} wiederherstellen`,
      restoreAsk: (name) => `${name} wiederherstellen?`,
      restoreText: (name) => `${name} steht dann wieder in der Liste, mit denselben Zeiten. Öffne danach ${name} und wähle die Angebote neu.`,
      restored: (name) => `${name} wiederhergestellt.`,
      deleteName: (name) => `${name} endgültig löschen`,
      deleteAsk: (name) => `${name} endgültig löschen?`,
      deleteText: 'Profil und Zeiten werden gelöscht. Frühere Buchungen behalten den Namen.',
      deleteForGood: 'Endgültig löschen',
      deleted: (name) => `${name} gelöscht.`,
    },
  },
)

export function RemovedStaff() {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const found = useApiQuery('staff.listDeletedStaffMembers', { query: {} })
  const restore = useApiMutation('staff.restoreStaffMember')
  const erase = useApiMutation('staff.removeStaffMemberFromTrashBin')
  const openConfirm = useConfirm()
  const removed = found.data?.staffMembers ?? []
  if (removed.length === 0) return null
  return (
    <Section title={t.title} about={t.about}>
      <List label={t.title}>
        {removed.map(({ id, name, email }) => (
          <Row
            key={id}
            lead={<Avatar name={name} />}
            title={name}
            sub={email}
            actions={
              <Allowed operation="staff.restoreStaffMember">
                <Button
                  variant="light"
                  aria-label={t.restoreName(name)}
                  onClick={() =>
                    openConfirm({
                      title: t.restoreAsk(name),
                      description: t.restoreText(name),
                      confirmLabel: shared.restore,
                      cancelLabel: commonWords.cancel,
                      successMessage: t.restored(name),
                      onConfirm: () => restore.mutateAsync({ params: { id } }),
                    })
                  }
                >
                  {shared.restore}
                </Button>
                <Button
                  variant="subtle"
                  c="var(--bad)"
                  aria-label={t.deleteName(name)}
                  onClick={() =>
                    openConfirm({
                      title: t.deleteAsk(name),
                      description: t.deleteText,
                      confirmLabel: t.deleteForGood,
                      cancelLabel: commonWords.cancel,
                      danger: true,
                      successMessage: t.deleted(name),
                      onConfirm: () => erase.mutateAsync({ params: { staffMemberId: id } }),
                    })
                  }
                >
                  {commonWords.delete}
                </Button>
              </Allowed>
            }
          />
        ))}
      </List>
    </Section>
  )
}
