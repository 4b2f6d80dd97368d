/** Members who were deleted less than 30 days ago: brought back, or erased for good. */
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { DryRunEffects } from '../parts/dry-run.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Row } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { sharedMessages } from './shared.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    none: 'No deleted members',
    hint: 'Deleted members can be restored for 30 days.',
    list: 'Deleted members',
    deletedOn: (day: string) => `deleted ${day}`,
    restoreAsk: (name: string) => `Restore ${name}?`,
    restoreText: 'Their profile is restored and they can sign in with their previous password. Ended plans are not restored.',
    restored: (name: string) => `${name} has been restored.`,
    restore: 'Restore',
    eraseAsk: (name: string) => `Erase ${name} now?`,
    eraseText: 'Profile, contact, notes and sign-in are permanently erased. Orders and bookings are kept without personal data.',
    erased: 'Member erased.',
    erase: 'Erase',
  },
  {
    de: {
      none: 'Keine gelöschten Mitglieder',
      hint: 'Gelöschte Mitglieder lassen sich 30 Tage lang wiederherstellen.',
      list: 'Gelöschte Mitglieder',
      deletedOn: (day) => `gelöscht am ${day}`,
      restoreAsk: (name) => `${name} wiederherstellen?`,
      restoreText: 'Das Profil ist dann wieder da, und die Anmeldung mit dem bisherigen Passwort funktioniert. Beendete Tarife werden nicht wiederhergestellt.',
      restored: (name) => `${name} wurde wiederhergestellt.`,
      restore: 'Wiederherstellen',
      eraseAsk: (name) => `${name} jetzt endgültig löschen?`,
      eraseText: 'Profil, Kontakt, Notizen und Anmeldung werden endgültig gelöscht. Bestellungen und Buchungen bleiben ohne persönliche Daten erhalten.',
      erased: 'Mitglied endgültig gelöscht.',
      erase: 'Endgültig löschen',
    },
  },
)

export function Deleted() {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const found = useApiQuery('members.listDeletedMembers')
  const restore = useApiMutation('members.restoreMember')
  const erase = useApiMutation('members.eraseMember')
  const openConfirm = useConfirm()
  return (
    <QueryView query={found}>
      {({ members }) =>
        members.length === 0 ? (
          <EmptyState icon={<IconTrash size={26} />} title={t.none}>
            {t.hint}
          </EmptyState>
        ) : (
          <List label={t.list}>
            {members.map(({ id, nickname, loginEmail, deletedDate }) => (
              <Row
                key={id}
                lead={<Avatar name={nickname} />}
                title={nickname}
                sub={loginEmail}
                facts={<span>{t.deletedOn(formatInstant(deletedDate, site, 'date'))}</span>}
                actions={
                  <>
                    <Allowed operation="members.restoreMember">
                      <Button
                        variant="light"
                        onClick={() =>
                          openConfirm({
                            title: t.restoreAsk(nickname),
                            description: t.restoreText,
                            confirmLabel: t.restore,
                            cancelLabel: commonWords.cancel,
                            successMessage: t.restored(nickname),
                            onConfirm: () => restore.mutateAsync({ params: { id } }),
                          })
                        }
                      >
                        {t.restore}
                      </Button>
                    </Allowed>
                    <Allowed operation="members.eraseMember">
                      <Button
                        variant="subtle"
                        c="var(--bad)"
                        onClick={() =>
                          openConfirm({
                            title: t.eraseAsk(nickname),
                            description: t.eraseText,
                            content: <DryRunEffects operation="members.eraseMember" input={{ params: { id } }} />,
                            confirmLabel: shared.eraseForGood,
                            cancelLabel: commonWords.cancel,
                            danger: true,
                            successMessage: t.erased,
                            onConfirm: () => erase.mutateAsync({ params: { id } }),
                          })
                        }
                      >
                        {t.erase}
                      </Button>
                    </Allowed>
                  </>
                }
              />
            ))}
          </List>
        )
      }
    </QueryView>
  )
}
