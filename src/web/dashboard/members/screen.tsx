import { Button, Group, Menu } from '@mantine/core'
import { IconDots, IconPlus, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useApiQuery } from '#web/api.ts'
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

const Reported = lazy(async () => ({ default: (await import('./reported.tsx')).Reported }))
const Contacts = lazy(async () => ({ default: (await import('./contacts.tsx')).Contacts }))
const Deleted = lazy(async () => ({ default: (await import('./deleted.tsx')).Deleted }))

/** Everyone who signed up, the same actions in every tab. */
export function MembersScreen() {
  const [url, setUrl] = useSearchState(membersSearch)
  const tab = url.tab ?? 'all'
  const counts = useApiQuery('members.memberCounts')
  const reports = useApiQuery('memberReports.listReportedMembers', { query: { paging: { limit: 100 } } })
  const change = useMemberActions()
  const openMember = (open: string) => setUrl({ open }, { push: true })
  return (
    <Page
      title="Members"
      wide="list"
      action={
        <Group gap="sm" wrap="nowrap">
          <Allowed operation="imports.uploadImport">
            <Menu position="bottom-end" shadow="md">
              <Menu.Target>
                <Button variant="default" size="md" px="sm" aria-label="More actions">
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
                  Import from CSV
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Allowed>
          <Allowed operation="members.createMember">
            <Button leftSection={<IconPlus size={18} aria-hidden />} size="md" onClick={() => setUrl({ new: 'member' }, { push: true })}>
              Add member
            </Button>
          </Allowed>
        </Group>
      }
    >
      <Tabs
        label="Members by status"
        current={tab}
        keep={{ q: url.q }}
        items={[
          { value: 'all', label: 'All', count: counts.data && counts.data.APPROVED + counts.data.PENDING + counts.data.BLOCKED },
          { value: 'pending', label: 'Pending', count: counts.data?.PENDING },
          { value: 'blocked', label: 'Blocked', count: counts.data?.BLOCKED },
          {
            value: 'reported',
            operation: 'memberReports.listReportedMembers',
            label: 'Reported',
            count: reports.data?.reportedMembers.filter(({ reviewed }) => !reviewed).length,
          },
          { value: 'deleted', operation: 'members.listDeletedMembers', label: 'Deleted' },
          { value: 'contacts', operation: 'contacts.queryContacts', label: 'Contacts' },
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
