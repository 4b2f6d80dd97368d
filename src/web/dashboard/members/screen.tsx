import { Button, Chip, Group, Menu, Select, Stack, TextInput } from '@mantine/core'
import { IconDots, IconPlus, IconUpload, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState, type FormEvent } from 'react'
import { call, useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { Allowed, useMay } from '../permissions.tsx'
import { keepPrevious, describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { todayIn } from '#web/kit/days.ts'
import type { Member } from '../entities.ts'
import { ExportButton } from '../parts/export.tsx'
import { QueryView, EmptyState, NoResults, ListSkeleton } from '../parts/query-view.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { BulkBar, Filters, Pager, Row, SearchBox, StateTag } from '../parts/list.tsx'
import { List, Page, Tabs } from '../parts/page.tsx'
import { SavedFilters } from '../parts/saved-filters.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { type ChangeSearch, useSearchState } from '../parts/search-state.ts'
import { memberName, memberState, formatInstant } from '../parts/format.ts'
import { parseSearch } from '../../search-params.ts'
import { membersSearch } from '../search-params.ts'
import { type BulkAction, useMemberActions } from './actions.ts'
import { Jobs } from './jobs.tsx'
import { chips, chosenChips, toMemberFilter, type MemberSearch, sorts } from './list-filter.ts'
import { type MemberFigures, useMemberFigures } from './figures.ts'
import { FigureHead, Figures } from './figure-columns.tsx'
import { MemberPanel } from './member-panel.tsx'
import css from './members.module.css'

const ImportPanel = lazy(async () => ({ default: (await import('./import-panel.tsx')).ImportPanel }))
const Reported = lazy(async () => ({ default: (await import('./reported.tsx')).Reported }))
const Contacts = lazy(async () => ({ default: (await import('./contacts.tsx')).Contacts }))
const Deleted = lazy(async () => ({ default: (await import('./deleted.tsx')).Deleted }))
const size = 25
/** A list that is too long to be counted can be leafed through as far as this. */
const MAX_LISTED = 10_000

/** Everybody who signed up, the same actions in every tab. */
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
      action={
        <Group gap="sm" wrap="nowrap">
          <Allowed operation="members.importMembers">
            {' '}
            <Menu position="bottom-end" shadow="md">
              <Menu.Target>
                <Button variant="default" size="md" px="sm" aria-label="More actions">
                  <IconDots size={20} aria-hidden />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconUpload size={17} aria-hidden />} onClick={() => setUrl({ import: 'file' }, { push: true })}>
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
      {url.import ? (
        <Suspense fallback={null}>
          <ImportPanel open onClose={() => setUrl({ import: undefined })} onStarted={(job) => setUrl({ import: undefined, job })} />
        </Suspense>
      ) : null}
    </Page>
  )
}

interface MemberListProps {
  url: MemberSearch
  setUrl: ChangeSearch<typeof membersSearch>
  change: ReturnType<typeof useMemberActions>
  onAdd: () => void
}
const FULL: 'FULL'[] = ['FULL']
const searchedFields: ('profile.nickname' | 'loginEmail' | 'contact.firstName' | 'contact.lastName')[] = [
  'profile.nickname',
  'loginEmail',
  'contact.firstName',
  'contact.lastName',
]
function useMemberList({ url, setUrl, change }: Omit<MemberListProps, 'onAdd'>) {
  const tab = url.tab ?? 'all'
  const page = url.page ?? 1
  const { timeZone } = useSite()
  const filter = toMemberFilter(url, { today: todayIn(timeZone), timeZone })
  const search = url.q ? { expression: url.q.slice(0, 100), fields: searchedFields } : undefined
  const sort = sorts.find(({ value }) => value === url.sort) ?? sorts[0]
  const toQueryInput = (paging: { limit: number; offset: number }) => ({
    body: { query: { filter, sort: [sort.sort], paging }, fieldsets: FULL, ...(search ? { search } : {}) },
  })
  const found = useApiQuery('members.queryMembers', toQueryInput({ limit: size, offset: (page - 1) * size }), keepPrevious)
  const figuresOf = useMemberFigures(found.data?.members ?? [])
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  const clear = () => {
    setPicked(new Set())
    setAll(false)
  }
  // The selection belongs to the rows on screen.
  useEffect(clear, [tab, page, url.q, url.only])
  const shown = found.data?.members ?? []
  const total = found.data ? (found.data.metadata.total ?? MAX_LISTED) : 0
  const chosen = shown.filter(({ id }) => picked.has(id))
  const isFiltered = Boolean(url.q || url.only)
  const runBulkAction = (name: BulkAction) => {
    const target = all ? { count: total, filter, search } : { count: chosen.length, filter: { id: { $in: chosen.map(({ id }) => id) } } }
    change.runBulk(name, target, (job) => {
      clear()
      setUrl({ job })
    })
  }
  return {
    tab,
    page,
    sort,
    found,
    figuresOf,
    total,
    picked,
    setPicked,
    all,
    setAll,
    chosen,
    clear,
    isFiltered,
    runBulkAction,
    fetchExportPage: async (cursor: string | undefined) => {
      const query = cursor ? { cursorPaging: { limit: 100, cursor } } : { filter, sort: [sort.sort], cursorPaging: { limit: 100 } }
      const { members, metadata } = await call('members.queryMembers', {
        body: { query, ...(search ? { search } : {}), fieldsets: FULL },
      })
      return { rows: members.map(csvRow), next: metadata.cursors?.next }
    },
  }
}
type MemberListState = ReturnType<typeof useMemberList>

function MemberList({ url, setUrl, change, onAdd }: MemberListProps) {
  const list = useMemberList({ url, setUrl, change })
  const { tab, page, found, total, picked, setPicked, all, setAll, isFiltered } = list
  return (
    <>
      <MemberFilters url={url} setUrl={setUrl} list={list} />
      <QueryView query={found}>
        {(data) => {
          if (data.members.length === 0)
            return isFiltered ? <NoResults what="members" onClear={() => setUrl({ q: undefined, only: undefined })} /> : <NoMembers tab={tab} onAdd={onAdd} />
          return (
            <>
              <FigureHead />
              <List label="Members">
                {data.members.map((member) => (
                  <MemberRow
                    key={member.id}
                    member={member}
                    figures={list.figuresOf(member)}
                    picked={all || picked.has(member.id)}
                    onPick={(on) => {
                      setAll(false)
                      setPicked((old) => new Set(on ? [...old, member.id] : [...old].filter((id) => id !== member.id)))
                    }}
                    onOpen={() => setUrl({ open: member.id }, { push: true })}
                    change={change}
                  />
                ))}
              </List>
              <MemberBulkActions list={list} members={data.members} />
              <Pager page={page} pages={Math.ceil(total / size)} total={total} what="members" onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }}
      </QueryView>
    </>
  )
}

function MemberFilters({ url, setUrl, list: { tab, sort, fetchExportPage } }: Pick<MemberListProps, 'url' | 'setUrl'> & { list: MemberListState }) {
  const may = useMay()
  const offered = chips.filter(({ operation }) => operation === undefined || may(operation))
  return (
    <>
      <Filters>
        <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q })} label="Search members" placeholder="Name or email" />
        <Select
          size="md"
          w={170}
          aria-label="Sort"
          allowDeselect={false}
          value={sort.value}
          onChange={(value) => setUrl({ sort: value === 'newest' ? undefined : (value ?? undefined) })}
          data={sorts.map(({ value, label }) => ({ value, label }))}
        />
        <SavedFilters
          screen="members"
          current={{ tab: url.tab, q: url.q, only: url.only, sort: url.sort }}
          onApply={(saved) => setUrl({ tab: undefined, q: undefined, only: undefined, sort: undefined, ...parseSearch(membersSearch)(saved) }, { push: true })}
        />
        <ExportButton
          pages={{
            file: tab === 'all' ? 'members.csv' : `members-${tab}.csv`,
            head: ['First name', 'Last name', 'Email', 'Phone', 'Company', 'Display name', 'Status', 'Joined', 'Last sign-in', 'Id'],
            page: fetchExportPage,
          }}
        />
      </Filters>
      <Chip.Group multiple value={chosenChips(url.only)} onChange={(values) => setUrl({ only: values.join('-') || undefined })}>
        <Group gap={8} className={css.chips} role="group" aria-label="Filters">
          {offered.map(({ value, label }) => (
            <Chip key={value} value={value} size="md" classNames={{ label: css.chip }}>
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </>
  )
}

interface MemberRowProps {
  member: Member
  figures: MemberFigures
  picked: boolean
  onPick: (on: boolean) => void
  onOpen: () => void
  change: MemberListProps['change']
}
function MemberRow({ member, figures, picked, onPick, onOpen, change }: MemberRowProps) {
  const site = useSite()
  const may = useMay()
  const mayPick = may('members.bulkApproveMembers') || may('members.bulkBlockMembers') || may('members.bulkDeleteMembersByFilter')
  const [word, tone] = memberState(member.status)
  const name = memberName(member)
  return (
    <Row
      check={mayPick ? { label: `Select ${name}`, on: picked, onChange: onPick } : undefined}
      lead={<Avatar name={name} />}
      title={name}
      sub={[member.loginEmail !== name ? member.loginEmail : '', `since ${formatInstant(member.createdDate, site, 'date')}`].filter(Boolean).join(' · ')}
      facts={
        <>
          {member.status !== 'APPROVED' && <StateTag tone={tone}>{word}</StateTag>}
          {member.activityStatus === 'MUTED' && <StateTag tone="quiet">Muted</StateTag>}
          {figures.badges.map((title) => (
            <StateTag key={title} tone="quiet">
              {title}
            </StateTag>
          ))}
          <Figures figures={figures} />
        </>
      }
      onOpen={onOpen}
      actions={
        member.status === 'PENDING' ? (
          <Allowed operation="members.approveMember">
            <Button size="sm" h={44} variant="light" loading={change.approving === member.id} onClick={() => void change.approve(member)}>
              Approve
            </Button>
          </Allowed>
        ) : undefined
      }
    />
  )
}

function MemberBulkActions({ list, members }: { list: MemberListState; members: readonly Member[] }) {
  const { tab, total, all, setAll, setPicked, chosen, clear, runBulkAction } = list
  return (
    <BulkBar count={all ? total : chosen.length} what="members" onClear={clear}>
      {chosen.length === members.length && !all && total > members.length ? (
        <Button variant="subtle" onClick={() => setAll(true)}>{`Select all ${total}`}</Button>
      ) : chosen.length < members.length && !all ? (
        <Button variant="subtle" onClick={() => setPicked(new Set(members.map(({ id }) => id)))}>
          Select page
        </Button>
      ) : null}
      {(all ? tab !== 'all' : chosen.some(({ status }) => status !== 'APPROVED')) ? (
        <Allowed operation="members.bulkApproveMembers">
          <Button onClick={() => runBulkAction('approve')}>Approve</Button>
        </Allowed>
      ) : null}
      {tab === 'blocked' ? null : (
        <Allowed operation="members.bulkBlockMembers">
          <Button variant="subtle" c="var(--bad)" onClick={() => runBulkAction('block')}>
            Block
          </Button>
        </Allowed>
      )}
      <Allowed operation="members.bulkDeleteMembersByFilter">
        <Button variant="subtle" c="var(--bad)" onClick={() => runBulkAction('delete')}>
          Delete
        </Button>
      </Allowed>
    </BulkBar>
  )
}

const csvRow = (member: Member) => [
  member.contact?.firstName,
  member.contact?.lastName,
  member.loginEmail,
  member.contact?.phones[0],
  member.contact?.company,
  member.profile.nickname,
  member.status,
  member.createdDate,
  member.lastLoginDate,
  member.id,
]

const NoMembers = ({ tab, onAdd }: { tab: string; onAdd: () => void }) =>
  tab === 'pending' ? (
    <EmptyState icon={<IconUsers size={26} />} title="No pending members">
      New sign-ups that need your approval appear here.
    </EmptyState>
  ) : tab === 'blocked' ? (
    <EmptyState icon={<IconUsers size={26} />} title="No blocked members">
      Blocked members can’t sign in or book.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<IconUsers size={26} />}
      title="No members yet"
      action={
        <Allowed operation="members.createMember">
          <Button onClick={onAdd}>Add member</Button>
        </Allowed>
      }
    >
      People who sign up on your site appear here. You can also add members yourself.
    </EmptyState>
  )

function AddMember({ open, onClose, onAdded }: { open: boolean; onClose: () => void; onAdded: (id: string) => void }) {
  const create = useApiMutation('members.createMember')
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (key: string) => String(form.get(key) ?? '').trim()
    const reply = await create
      .mutateAsync({
        body: {
          member: {
            loginEmail: text('email'),
            contact: { firstName: text('first'), lastName: text('last'), ...(text('phone') ? { phones: [text('phone')] } : {}) },
          },
        },
      })
      .catch(() => undefined)
    if (reply) {
      toast('Member added.')
      onAdded(reply.member.id)
    }
  }
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title="Add member"
      footer={
        <Button type="submit" form="add-member" size="md" loading={create.isPending}>
          Add member
        </Button>
      }
    >
      <form id="add-member" onSubmit={(event) => void save(event)}>
        <Stack>
          <TextInput size="md" name="first" label="First name" required autoComplete="off" />
          <TextInput size="md" name="last" label="Last name" autoComplete="off" />
          <TextInput
            size="md"
            name="email"
            type="email"
            label="Email"
            required
            autoComplete="off"
            description="They’ll sign in with this email after setting a password."
            error={create.error ? describeError(create.error) : undefined}
          />
          <TextInput size="md" name="phone" type="tel" label="Phone" autoComplete="off" />
        </Stack>
      </form>
    </SidePanel>
  )
}
