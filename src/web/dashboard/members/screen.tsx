import { Button, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useEffect, useState, type FormEvent } from 'react'
import { call, useAsk, useDo } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { keep, said } from '../ask.ts'
import { useSite } from '../business.tsx'
import type { Member } from '../entities.ts'
import { ExportButton } from '../parts/export.tsx'
import { Answered, BulkBar, Empty, FilteredEmpty, Filters, Initials, List, Page, Pager, Row, SearchBox, SidePanel, State, Tabs } from '../parts/frame.tsx'
import { useUrl } from '../parts/url.ts'
import { memberName, memberState, when } from '../parts/words.ts'
import { useMemberActions } from './actions.ts'
import { MemberPanel } from './member-panel.tsx'

const size = 25
const statusOf: Record<string, string | undefined> = { pending: 'PENDING', blocked: 'BLOCKED' }

/** Everybody who signed up, the same actions in every tab. */
export function MembersScreen() {
  const [url, setUrl] = useUrl<{ tab?: string; q?: string; page?: number; open?: string }>()
  const [adding, setAdding] = useState(false)
  const site = useSite()
  const tab = url.tab ?? 'all'
  const page = url.page ?? 1
  const status = statusOf[tab]
  const found = useAsk(
    'members.queryMembers',
    {
      body: {
        query: { filter: status ? { status } : {}, paging: { limit: size, offset: (page - 1) * size } },
        fieldsets: ['FULL'],
        ...(url.q ? { search: { expression: url.q } } : {}),
      },
    },
    keep,
  )
  const counts = useAsk('members.memberCounts')
  const change = useMemberActions()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const clear = () => setPicked(new Set())
  // What is picked belongs to what is on screen.
  useEffect(() => setPicked(new Set()), [tab, page, url.q])
  const chosen = found.data?.members.filter(({ id }) => picked.has(id)) ?? []
  return (
    <Page
      title="Members"
      action={
        <Button leftSection={<IconPlus size={18} aria-hidden />} size="md" onClick={() => setAdding(true)}>
          Add member
        </Button>
      }
    >
      <Tabs
        label="Members by state"
        current={tab}
        keep={{ q: url.q }}
        items={[
          { value: 'all', label: 'All', count: counts.data && counts.data.APPROVED + counts.data.PENDING + counts.data.BLOCKED + counts.data.OFFLINE },
          { value: 'pending', label: 'Pending', count: counts.data?.PENDING },
          { value: 'blocked', label: 'Blocked', count: counts.data?.BLOCKED },
        ]}
      />
      <Filters>
        <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q })} label="Search members" placeholder="Name or e-mail" />
        <ExportButton
          pages={{
            file: tab === 'all' ? 'members.csv' : `members-${tab}.csv`,
            head: ['First name', 'Last name', 'E-mail', 'Phone', 'Company', 'Shown as', 'State', 'Joined', 'Last sign-in', 'Id'],
            page: async (next) => {
              const offset = Number(next ?? 0)
              const { members, metadata } = await call('members.queryMembers', {
                body: {
                  query: { filter: status ? { status } : {}, paging: { limit: 100, offset } },
                  fieldsets: ['FULL'],
                  ...(url.q ? { search: { expression: url.q } } : {}),
                },
              })
              return { rows: members.map(csvRow), next: offset + members.length < metadata.total ? String(offset + members.length) : undefined }
            },
          }}
        />
      </Filters>
      <Answered ask={found}>
        {(data) => {
          const total = data.metadata.total
          if (data.members.length === 0)
            return url.q ? <FilteredEmpty what="members" onClear={() => setUrl({ q: undefined })} /> : <NoMembers tab={tab} onAdd={() => setAdding(true)} />
          return (
            <>
              <List label="Members">
                {data.members.map((member) => {
                  const [word, tone] = memberState(member.status)
                  const name = memberName(member)
                  return (
                    <Row
                      key={member.id}
                      check={{
                        label: `Pick ${name}`,
                        on: picked.has(member.id),
                        onChange: (on) => setPicked((old) => new Set(on ? [...old, member.id] : [...old].filter((id) => id !== member.id))),
                      }}
                      lead={<Initials name={name} />}
                      title={name}
                      sub={member.loginEmail !== name ? member.loginEmail : undefined}
                      facts={
                        <>
                          {member.status !== 'APPROVED' && <State tone={tone}>{word}</State>}
                          <span>since {when(member.createdDate, site, 'date')}</span>
                        </>
                      }
                      onOpen={() => setUrl({ open: member.id }, { push: true })}
                      actions={
                        member.status === 'PENDING' ? (
                          <Button size="sm" h={44} variant="light" loading={change.approving === member.id} onClick={() => void change.approve(member)}>
                            Approve
                          </Button>
                        ) : undefined
                      }
                    />
                  )
                })}
              </List>
              <BulkBar count={chosen.length} what="members" onClear={clear}>
                {chosen.some(({ status: state }) => state !== 'APPROVED') && (
                  <Button
                    onClick={() =>
                      change.approveAll(
                        chosen.filter(({ status: state }) => state !== 'APPROVED'),
                        clear,
                      )
                    }
                  >
                    Let in
                  </Button>
                )}
                {chosen.some(({ status: state }) => state !== 'BLOCKED') && (
                  <Button
                    variant="subtle"
                    c="var(--bad)"
                    onClick={() =>
                      change.blockAll(
                        chosen.filter(({ status: state }) => state !== 'BLOCKED'),
                        clear,
                      )
                    }
                  >
                    Block
                  </Button>
                )}
              </BulkBar>
              <Pager page={page} pages={Math.ceil(total / size)} total={total} what="members" onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }}
      </Answered>
      <MemberPanel id={url.open} onClose={() => setUrl({ open: undefined })} actions={change} />
      <AddMember
        open={adding}
        onClose={() => setAdding(false)}
        onAdded={(id) => {
          setAdding(false)
          setUrl({ open: id })
        }}
      />
    </Page>
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
    <Empty icon={<IconUsers size={26} />} title="Nobody waits for approval">
      People who sign up while approval is on appear here first.
    </Empty>
  ) : tab === 'blocked' ? (
    <Empty icon={<IconUsers size={26} />} title="Nobody is blocked">
      A blocked member cannot sign in or book.
    </Empty>
  ) : (
    <Empty icon={<IconUsers size={26} />} title="No members yet" action={<Button onClick={onAdd}>Add member</Button>}>
      People who sign up on your site appear here. You can also add the ones you know.
    </Empty>
  )

function AddMember({ open, onClose, onAdded }: { open: boolean; onClose: () => void; onAdded: (id: string) => void }) {
  const create = useDo('members.createMember')
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
      toast('Added.')
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
            label="E-mail"
            required
            autoComplete="off"
            description="They sign in with this address, after setting a password of their own."
            error={create.error ? said(create.error) : undefined}
          />
          <TextInput size="md" name="phone" type="tel" label="Phone" autoComplete="off" />
        </Stack>
      </form>
    </SidePanel>
  )
}
