import { Button, Group, Menu } from '@mantine/core'
import { IconDots, IconPlus, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../permissions.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { ListSkeleton } from '../parts/query-view.tsx'
import { Page, Tabs } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { membersSearch } from '../search-params.ts'
import { useMemberActions } from './actions.tsx'
import { Jobs } from './jobs.tsx'
import { MemberPanel } from './member-panel.tsx'
import { MemberList } from './member-list.tsx'
import { AddMember } from './add-member.tsx'
import { sharedMessages } from './shared.messages.ts'

const messages = defineDashboardMessages(
  {
    title: 'Members',
    more: 'More actions',
    importCsv: 'Import from CSV',
    status: 'Members by status',
    all: 'All',
    pending: 'Pending',
    blocked: 'Blocked',
    reported: 'Reported',
    deleted: 'Deleted',
    contacts: 'Contacts',
  },
  {
    de: {
      title: 'Mitglieder',
      more: 'Weitere Aktionen',
      importCsv: 'Aus CSV importieren',
      status: 'Mitglieder nach Status',
      all: 'Alle',
      pending: 'Ausstehend',
      blocked: 'Gesperrt',
      reported: 'Gemeldet',
      deleted: 'Gelöscht',
      contacts: 'Kontakte',
    },
  },
)

const Reported = lazy(async () => ({ default: (await import('./reported.tsx')).Reported }))
const Contacts = lazy(async () => ({ default: (await import('./contacts.tsx')).Contacts }))
const Deleted = lazy(async () => ({ default: (await import('./deleted.tsx')).Deleted }))

/** Everyone who signed up, the same actions in every tab. */
export function MembersScreen() {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(membersSearch)
  const tab = url.tab ?? 'all'
  const counts = useApiQuery('members.memberCounts')
  const reports = useApiQuery('memberReports.listReportedMembers', { query: { paging: { limit: 100 } } })
  const change = useMemberActions()
  const openMember = (open: string) => setUrl({ open }, { push: true })
  return (
    <Page
      title={t.title}
      wide="list"
      action={
        <Group gap="sm" wrap="nowrap">
          <Allowed operation="imports.uploadImport">
            <Menu position="bottom-end" shadow="md">
              <Menu.Target>
                <Button variant="default" size="md" px="sm" aria-label={t.more}>
                  <IconDots size={20} aria-hidden />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<IconUpload size={17} aria-hidden />}
                  component={DashboardLink}
                  to="/dashboard/settings"
                  search={{ tab: 'data', import: 'MEMBERS' }}
                >
                  {t.importCsv}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Allowed>
          <Allowed operation="members.createMember">
            <Button leftSection={<IconPlus size={18} aria-hidden />} size="md" onClick={() => setUrl({ new: 'member' }, { push: true })}>
              {shared.addMember}
            </Button>
          </Allowed>
        </Group>
      }
    >
      <Tabs
        label={t.status}
        current={tab}
        keep={{ q: url.q }}
        items={[
          { value: 'all', label: t.all, count: counts.data && counts.data.APPROVED + counts.data.PENDING + counts.data.BLOCKED },
          { value: 'pending', label: t.pending, count: counts.data?.PENDING },
          { value: 'blocked', label: t.blocked, count: counts.data?.BLOCKED },
          {
            value: 'reported',
            operation: 'memberReports.listReportedMembers',
            label: t.reported,
            count: reports.data?.reportedMembers.filter(({ reviewed }) => !reviewed).length,
          },
          { value: 'deleted', operation: 'members.listDeletedMembers', label: t.deleted },
          { value: 'contacts', operation: 'contacts.queryContacts', label: t.contacts },
        ]}
      />
      <Jobs id={url.job} onClose={() => setUrl({ job: undefined })} />
      <Suspense fallback={<ListSkeleton />}>
        {tab === 'reported' ? (
          <Reported actions={change} onOpen={openMember} />
        ) : tab === 'contacts' ? (
          <Contacts url={url} setUrl={setUrl} />
        ) : tab === 'deleted' ? (
          <Deleted />
        ) : (
          <MemberList url={url} setUrl={setUrl} change={change} onAdd={() => setUrl({ new: 'member' }, { push: true })} />
        )}
      </Suspense>
      <MemberPanel id={url.open} onClose={() => setUrl({ open: undefined })} actions={change} />
      <AddMember open={url.new === 'member'} onClose={() => setUrl({ new: undefined })} onAdded={(id) => setUrl({ new: undefined, open: id })} />
    </Page>
  )
}
