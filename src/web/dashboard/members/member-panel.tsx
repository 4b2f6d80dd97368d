import { Button, Menu, Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { listAllowedActions } from '#domains/members/rules/status.ts'
import { useApiQuery } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../permissions.tsx'
import { NewBookingPanel } from '../parts/new-booking.tsx'
import { ErrorState } from '../parts/query-view.tsx'
import { Tabs } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { memberName } from '../parts/format.ts'
import type { Member } from '../entities.ts'
import { membersSearch } from '../search-params.ts'
import type { MemberActions } from './actions.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { MessagesTab } from './panel/messages.tsx'
import { MoneyTab } from './panel/money.tsx'
import { NotesTab } from './panel/notes.tsx'
import { ProfileTab } from './panel/profile.tsx'
import { SignInTab } from './panel/sign-in.tsx'
import { Overview } from './panel/overview.tsx'
import { sharedMessages } from './shared.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    overview: 'Overview',
    money: 'Money',
    messages: 'Messages',
    profile: 'Profile',
    signIn: 'Sign-in',
    notes: 'Notes',
    unblock: 'Unblock',
    newBooking: 'New booking',
    more: 'More',
    unmute: 'Unmute',
    about: 'About this member',
  },
  {
    de: {
      overview: 'Überblick',
      money: 'Zahlungen',
      messages: 'Nachrichten',
      profile: 'Profil',
      signIn: 'Anmeldung',
      notes: 'Notizen',
      unblock: 'Entsperren',
      newBooking: 'Neue Buchung',
      more: 'Mehr',
      unmute: 'Stummschaltung aufheben',
      about: 'Über dieses Mitglied',
    },
  },
)
const text = currentMessages(messages)

const SellPlan = lazy(async () => ({ default: (await import('../parts/sell-plan.tsx')).SellPlan }))

const panelTabs = [
  { value: 'overview', label: text.overview },
  { value: 'money', label: text.money },
  { value: 'messages', label: text.messages },
  { value: 'profile', label: text.profile },
  { value: 'sign-in', label: text.signIn },
  { value: 'notes', label: text.notes },
]

/** The actions that the member's status allows. The server also refuses some for site owners, whom the record does not identify. */
const findAllowedActions = ({ status, activityStatus, privacyStatus }: Member) =>
  status === 'UNKNOWN' || activityStatus === 'UNKNOWN' || privacyStatus === 'UNKNOWN'
    ? []
    : listAllowedActions(
        { status, activityStatus, privacyStatus, communityRole: 'MEMBER', awaitsEmailVerification: false },
        { isSelf: false, candidates: 'ANYONE' },
      )

/** A member: contact details, plans, bookings and activity. */
export function MemberPanel({ id, onClose, actions }: { id: string | undefined; onClose: () => void; actions: MemberActions }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const found = useApiQuery('members.getMember', { params: { id: id ?? '' }, query: { fieldsets: ['FULL'] } }, { enabled: Boolean(id) })
  const member = found.data?.member
  const allowed = new Set(member ? findAllowedActions(member) : [])
  const [action, setAction] = useState<'book' | 'sell'>()
  const endAction = () => setAction(undefined)
  const [url] = useSearchState(membersSearch)
  const part = panelTabs.find(({ value }) => value === url.part)?.value ?? 'overview'
  return (
    <>
      <SidePanel
        open={Boolean(id)}
        size={560}
        title={member ? memberName(member) : shared.member}
        onClose={onClose}
        footer={
          member && (
            <>
              {allowed.has('approve') && member.status === 'PENDING' && (
                <Allowed operation="members.approveMember">
                  <Button size="md" loading={actions.approving === member.id} onClick={() => void actions.approve(member)}>
                    {shared.approve}
                  </Button>
                </Allowed>
              )}
              {allowed.has('approve') && member.status === 'BLOCKED' && (
                <Allowed operation="members.approveMember">
                  <Button size="md" variant="default" onClick={() => void actions.approve(member)}>
                    {t.unblock}
                  </Button>
                </Allowed>
              )}
              <Allowed operation="bookings.createBooking">
                <Button size="md" variant="default" onClick={() => setAction('book')}>
                  {t.newBooking}
                </Button>
              </Allowed>
              <Allowed operation={['orders.createOfflineOrder', 'plans.listPlans']}>
                <Button size="md" variant="default" onClick={() => setAction('sell')}>
                  {shared.sellPlan}
                </Button>
              </Allowed>
              <Menu position="top-end" shadow="md">
                <Menu.Target>
                  <Button size="md" variant="subtle" color="gray">
                    {t.more}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {allowed.has('mute') || allowed.has('unmute') ? (
                    <Allowed operation="members.muteMember">
                      <Menu.Item onClick={() => void actions.mute(member)}>{member.activityStatus === 'MUTED' ? t.unmute : shared.mute}</Menu.Item>
                    </Allowed>
                  ) : null}
                  {allowed.has('block') && (
                    <Allowed operation="members.blockMember">
                      <Menu.Item onClick={() => actions.block(member)}>{shared.block}</Menu.Item>
                    </Allowed>
                  )}
                  {allowed.has('disconnect') && (
                    <Allowed operation="members.disconnectMember">
                      <Menu.Item onClick={() => actions.disconnect(member)}>{shared.endMembership}</Menu.Item>
                    </Allowed>
                  )}
                  <Allowed operation="members.exportMemberData">
                    <Menu.Item onClick={() => void actions.download(member)}>{shared.download}</Menu.Item>
                  </Allowed>
                  <Allowed operation="members.deleteMember">
                    <Menu.Item c="var(--bad)" onClick={() => actions.remove(member, onClose)}>
                      {commonWords.delete}
                    </Menu.Item>
                  </Allowed>
                </Menu.Dropdown>
              </Menu>
            </>
          )
        }
      >
        {found.error ? (
          <ErrorState error={found.error} retry={() => void found.refetch()} />
        ) : member ? (
          <>
            <Tabs label={t.about} current={part} param="part" keep={url as Record<string, string | undefined>} items={panelTabs} />
            {part === 'profile' ? (
              <ProfileTab member={member} />
            ) : part === 'sign-in' ? (
              <SignInTab member={member} />
            ) : part === 'money' ? (
              <MoneyTab member={member} onSell={() => setAction('sell')} />
            ) : part === 'messages' ? (
              <MessagesTab member={member} />
            ) : part === 'notes' ? (
              <NotesTab member={member} />
            ) : (
              <Overview member={member} />
            )}
          </>
        ) : (
          <Skeleton height={220} radius="md" />
        )}
      </SidePanel>
      <NewBookingPanel start={action === 'book' && member ? { member } : undefined} onClose={endAction} />
      <Suspense fallback={null}>{action === 'sell' && member ? <SellPlan open buyer={member} onClose={endAction} /> : null}</Suspense>
    </>
  )
}
