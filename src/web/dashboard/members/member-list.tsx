/** The list of members with its filters and the actions on several at once. */
import { Button, Chip, Group, Select } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed, useMay } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import type { Member } from '../entities.ts'
import { ColumnsButton } from '../parts/columns-button.tsx'
import { ListExportButton } from '../parts/export.tsx'
import { QueryView, EmptyState, NoResults } from '../parts/query-view.tsx'
import { useRowInView } from '#web/kit/row-in-view.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { BulkBar, Filters, Pager, RowCheck, SearchBox } from '../parts/list-tools.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { SavedFilters } from '../parts/saved-filters.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { memberName, memberState } from '../parts/format.ts'
import { parseSearch } from '../../search-params.ts'
import { membersSearch } from '../search-params.ts'
import { chips, chosenChips, sorts } from './list-filter.ts'
import type { MemberFigures } from './figures.ts'
import { FigureHead, Figures, useMemberColumns } from './figure-columns.tsx'
import css from './members.module.css'
import { type MemberListProps, type MemberListState, size, useMemberList } from './use-member-list.ts'
import { sharedMessages } from './shared.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    title: 'Members',
    search: 'Search members',
    searchBy: 'Name or email',
    sort: 'Sort',
    filters: 'Filters',
    selectAll: (total: number) => `Select all ${total}`,
    selectPage: 'Select page',
    nonePending: 'No pending members',
    pendingHint: 'New sign-ups that need your approval appear here.',
    noneBlocked: 'No blocked members',
    blockedHint: 'Blocked members can’t sign in or book.',
    none: 'No members yet',
    noneHint: 'People who sign up on your site appear here. You can also add members yourself.',
  },
  {
    de: {
      title: 'Mitglieder',
      search: 'Mitglieder suchen',
      searchBy: 'Name oder E-Mail',
      sort: 'Sortieren',
      filters: 'Filter',
      selectAll: (total) => `Alle ${total} auswählen`,
      selectPage: 'Seite auswählen',
      nonePending: 'Keine ausstehenden Mitglieder',
      pendingHint: 'Neue Registrierungen, die du freigeben musst, erscheinen hier.',
      noneBlocked: 'Keine gesperrten Mitglieder',
      blockedHint: 'Gesperrte Mitglieder können sich nicht anmelden und nicht buchen.',
      none: 'Noch keine Mitglieder',
      noneHint: 'Wer sich auf deiner Website registriert, erscheint hier. Du kannst Mitglieder auch selbst hinzufügen.',
    },
  },
)

export function MemberList({ url, setUrl, change, onAdd }: MemberListProps) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const list = useMemberList({ url, setUrl, change })
  const { tab, page, found, total, picked, setPicked, all, setAll, isFiltered } = list
  return (
    <>
      <MemberFilters url={url} setUrl={setUrl} list={list} />
      <QueryView query={found}>
        {(data) => {
          if (data.members.length === 0)
            return isFiltered ? (
              <NoResults what={shared.members} onClear={() => setUrl({ q: undefined, only: undefined })} />
            ) : (
              <NoMembers tab={tab} onAdd={onAdd} />
            )
          return (
            <>
              <FigureHead />
              <List label={t.title}>
                {data.members.map((member) => (
                  <MemberRow
                    key={member.id}
                    member={member}
                    figures={list.getFigures(member)}
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
              <Pager page={page} pages={Math.ceil(total / size)} total={total} what={shared.members} onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }}
      </QueryView>
    </>
  )
}

function MemberFilters({ url, setUrl, list: { tab, sort, exportInput } }: Pick<MemberListProps, 'url' | 'setUrl'> & { list: MemberListState }) {
  const t = useMessages(messages)
  const may = useMay()
  const columns = useMemberColumns()
  const chosen = chosenChips(url.only)
  const offered = chips.filter(({ operation }) => may(...[operation ?? []].flat()))
  const row = useRowInView<HTMLDivElement>(offered.findIndex(({ value }) => chosen.includes(value)))
  return (
    <>
      <Filters>
        <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q })} label={t.search} placeholder={t.searchBy} />
        <Select
          size="md"
          w={170}
          aria-label={t.sort}
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
        <ColumnsButton screen="members" all={columns} />
        <ListExportButton file={tab === 'all' ? 'members.csv' : `members-${tab}.csv`} operation="members.exportMemberList" input={exportInput} />
      </Filters>
      <Chip.Group multiple value={chosen} onChange={(values) => setUrl({ only: values.join('-') || undefined })}>
        <Group ref={row} gap={8} className={css.chips} role="group" aria-label={t.filters}>
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
  const shared = useMessages(sharedMessages)
  const site = useSite()
  const may = useMay()
  const mayPick = may('members.bulkApproveMembers') || may('members.bulkBlockMembers') || may('members.bulkDeleteMembersByFilter')
  const [word, tone] = memberState(member.status)
  const name = memberName(member)
  return (
    <Row
      check={mayPick && <RowCheck label={shared.select(name)} on={picked} onChange={onPick} />}
      lead={<Avatar name={name} />}
      title={name}
      sub={[member.loginEmail !== name ? member.loginEmail : '', shared.since(formatInstant(member.createdDate, site, 'date'))].filter(Boolean).join(' · ')}
      facts={
        <>
          {member.status !== 'APPROVED' && <StateTag tone={tone}>{word}</StateTag>}
          {member.activityStatus === 'MUTED' && <StateTag tone="quiet">{shared.muted}</StateTag>}
          {figures.badges.map((title) => (
            <StateTag key={title} tone="quiet">
              {title}
            </StateTag>
          ))}
          <Figures figures={figures} member={member} />
        </>
      }
      onOpen={onOpen}
      actions={
        member.status === 'PENDING' ? (
          <Allowed operation="members.approveMember">
            <Button size="sm" h={44} variant="light" onClick={() => change.approve(member)}>
              {shared.approve}
            </Button>
          </Allowed>
        ) : undefined
      }
    />
  )
}

function MemberBulkActions({ list, members }: { list: MemberListState; members: readonly Member[] }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const { tab, total, all, setAll, setPicked, chosen, clear, runBulkAction } = list
  return (
    <BulkBar count={all ? total : chosen.length} what={shared.members} onClear={clear}>
      {chosen.length === members.length && !all && total > members.length ? (
        <Button variant="subtle" onClick={() => setAll(true)}>
          {t.selectAll(total)}
        </Button>
      ) : chosen.length < members.length && !all ? (
        <Button variant="subtle" onClick={() => setPicked(new Set(members.map(({ id }) => id)))}>
          {t.selectPage}
        </Button>
      ) : null}
      {(all ? tab !== 'all' : chosen.some(({ status }) => status !== 'APPROVED')) ? (
        <Allowed operation="members.bulkApproveMembers">
          <Button onClick={() => runBulkAction('approve')}>{shared.approve}</Button>
        </Allowed>
      ) : null}
      {tab === 'blocked' ? null : (
        <Allowed operation="members.bulkBlockMembers">
          <Button variant="subtle" c="var(--bad)" onClick={() => runBulkAction('block')}>
            {shared.block}
          </Button>
        </Allowed>
      )}
      <Allowed operation="members.bulkDeleteMembersByFilter">
        <Button variant="subtle" c="var(--bad)" onClick={() => runBulkAction('delete')}>
          {commonWords.delete}
        </Button>
      </Allowed>
    </BulkBar>
  )
}

function NoMembers({ tab, onAdd }: { tab: string; onAdd: () => void }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  return tab === 'pending' ? (
    <EmptyState icon={<IconUsers size={26} />} title={t.nonePending}>
      {t.pendingHint}
    </EmptyState>
  ) : tab === 'blocked' ? (
    <EmptyState icon={<IconUsers size={26} />} title={t.noneBlocked}>
      {t.blockedHint}
    </EmptyState>
  ) : (
    <EmptyState
      icon={<IconUsers size={26} />}
      title={t.none}
      action={
        <Allowed operation="members.createMember">
          <Button onClick={onAdd}>{shared.addMember}</Button>
        </Allowed>
      }
    >
      {t.noneHint}
    </EmptyState>
  )
}
