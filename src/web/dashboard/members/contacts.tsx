/** All contacts, members or not: merging duplicates, exporting and erasing personal data. */
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconAddressBook, IconArrowMerge, IconDots } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { call, useApiQuery, useApiMutation } from '#web/api.ts'
import { downloadJson } from '#web/kit/download-file.ts'
import { Allowed, useMay } from '../permissions.tsx'
import { keepPrevious, toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { DryRunEffects } from '../parts/dry-run.tsx'
import { QueryView, EmptyState, NoResults } from '../parts/query-view.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { BulkBar, CursorPager, Filters, RowCheck, SearchBox } from '../parts/list-tools.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { formatInstant } from '../parts/format.ts'
import type { ChangeSearch } from '../parts/search-state.ts'
import type { membersSearch } from '../search-params.ts'
import type { MemberSearch } from './list-filter.ts'
import { type Contact, contactName } from './contact-name.ts'
import { MergePanel } from './merge-panel.tsx'

const size = 25
const formatContactPoints = ({ emails, phones, loginEmail }: Contact): string =>
  [...new Set([...(loginEmail ? [loginEmail] : []), ...emails, ...phones])].join(' · ')

interface ContactsProps {
  url: MemberSearch
  setUrl: ChangeSearch<typeof membersSearch>
}
export function Contacts({ url, setUrl }: ContactsProps) {
  const may = useMay()
  const found = useApiQuery(
    'contacts.queryContacts',
    { body: { ...(url.q ? { search: url.q.slice(0, 100) } : {}), cursorPaging: { limit: size, ...(url.after ? { cursor: url.after } : {}) } } },
    keepPrevious,
  )
  const [picked, setPicked] = useState<readonly Contact[]>([])
  const [pair, setPair] = useState<readonly [Contact, Contact]>()
  useEffect(() => setPicked([]), [url.q])
  const pick = (contact: Contact, on: boolean) => setPicked((old) => [...old.filter(({ id }) => id !== contact.id), ...(on ? [contact] : [])])
  const [one, other] = picked
  const page = url.page ?? 1
  return (
    <>
      <Filters>
        <SearchBox
          value={url.q ?? ''}
          onChange={(q) => setUrl({ q, after: undefined, page: undefined })}
          label="Search contacts"
          placeholder="Name or full email"
        />
      </Filters>
      {url.q || url.after ? null : <PossibleDuplicates onMerge={setPair} />}
      <Section title={url.q ? 'Results' : 'All contacts'} about="Everyone who booked, bought or signed up, newest first. Select two duplicates to merge them.">
        <QueryView query={found}>
          {({ contacts, pagingMetadata }) =>
            contacts.length === 0 ? (
              url.q ? (
                <NoResults what="contacts" onClear={() => setUrl({ q: undefined })} />
              ) : (
                <EmptyState icon={<IconAddressBook size={26} />} title="No contacts yet">
                  Everyone who books, buys or signs up appears here.
                </EmptyState>
              )
            ) : (
              <>
                <List label="Contacts">
                  {contacts.map((contact) => (
                    <ContactRow
                      key={contact.id}
                      contact={contact}
                      check={
                        may('contacts.mergeContacts') && (
                          <RowCheck
                            label={`Select ${contactName(contact)}`}
                            on={picked.some(({ id }) => id === contact.id)}
                            onChange={(on) => pick(contact, on)}
                          />
                        )
                      }
                      onOpen={contact.memberId ? () => setUrl({ open: contact.memberId ?? undefined }, { push: true }) : undefined}
                    />
                  ))}
                </List>
                <BulkBar count={picked.length} what="contacts" onClear={() => setPicked([])}>
                  {picked.length === 2 && one && other ? (
                    <Allowed operation="contacts.mergeContacts">
                      <Button leftSection={<IconArrowMerge size={18} aria-hidden />} onClick={() => setPair([one, other])}>
                        Merge
                      </Button>
                    </Allowed>
                  ) : null}
                </BulkBar>
                <CursorPager
                  page={page}
                  size={size}
                  total={undefined}
                  what="contacts"
                  next={pagingMetadata.cursors?.next}
                  onNext={(after) => setUrl({ after, page: page + 1 }, { push: true })}
                  onBack={() => window.history.back()}
                />
              </>
            )
          }
        </QueryView>
      </Section>
      <MergePanel
        pair={pair}
        onClose={() => setPair(undefined)}
        onDone={() => {
          setPair(undefined)
          setPicked([])
        }}
      />
    </>
  )
}

interface ContactRowProps {
  contact: Contact
  check: ReactNode
  onOpen?: (() => void) | undefined
}
function ContactRow({ contact, check, onOpen }: ContactRowProps) {
  const site = useSite()
  const openConfirm = useConfirm()
  const erase = useApiMutation('contacts.eraseContact')
  const name = contactName(contact)
  const download = () =>
    call('contacts.getContactData', { params: { id: contact.id } }).then((data) => downloadJson(data, `contact-${contact.id}.json`), toastError)
  return (
    <Row
      check={check}
      {...(onOpen ? { onOpen } : {})}
      lead={<Avatar name={name} />}
      title={name}
      sub={formatContactPoints(contact)}
      facts={
        <>
          {contact.memberId ? <StateTag tone="good">Member</StateTag> : null}
          <span>since {formatInstant(contact.createdDate, site, 'date')}</span>
        </>
      }
      actions={
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <ActionIcon size={44} variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
              <IconDots size={20} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Allowed operation="contacts.getContactData">
              <Menu.Item onClick={() => void download()}>Download data</Menu.Item>
            </Allowed>
            {contact.memberId ? null : (
              <Allowed operation="contacts.eraseContact">
                <Menu.Item
                  c="var(--bad)"
                  onClick={() =>
                    openConfirm({
                      title: `Erase ${name}?`,
                      description:
                        'Name, addresses and phone numbers are permanently erased and upcoming bookings are cancelled. Past bookings and payments are kept without personal data.',
                      content: <DryRunEffects operation="contacts.eraseContact" input={{ params: { id: contact.id } }} />,
                      confirmLabel: 'Erase permanently',
                      cancelLabel: 'Keep',
                      danger: true,
                      successMessage: 'Contact erased.',
                      onConfirm: () => erase.mutateAsync({ params: { id: contact.id } }),
                    })
                  }
                >
                  Erase permanently
                </Menu.Item>
              </Allowed>
            )}
          </Menu.Dropdown>
        </Menu>
      }
    />
  )
}

/** Contacts of the same name: suggested for merging until they are merged or dismissed. */
function PossibleDuplicates({ onMerge }: { onMerge: (pair: readonly [Contact, Contact]) => void }) {
  const [after, setAfter] = useState<string>()
  const found = useApiQuery('contacts.listNamesakes', { query: after ? { after } : {} }, keepPrevious)
  const groups = found.data?.groups ?? []
  if (!after && groups.length === 0) return null
  return (
    <Section
      title="Possible duplicates"
      about="These contacts share a name. Compare their details before you merge them. Merging can’t be undone."
      action={
        found.data?.next || after ? (
          <Button variant="subtle" onClick={() => setAfter(found.data?.next)}>
            {found.data?.next ? 'Show more' : 'Back to start'}
          </Button>
        ) : undefined
      }
    >
      <List label="Possible duplicates">
        {groups.map(({ contacts }) => {
          const [first, second] = contacts
          return first && second ? (
            <Row
              key={first.id}
              lead={<Avatar name={contactName(first)} />}
              title={contactName(first)}
              sub={contacts.map((contact) => (
                <div key={contact.id}>{`${formatContactPoints(contact) || 'No contact details'}${contact.memberId ? ', member' : ''}`}</div>
              ))}
              facts={<StateTag tone="wait">{`${contacts.length} contacts`}</StateTag>}
              actions={
                <Allowed operation="contacts.mergeContacts">
                  <Button variant="light" h={44} onClick={() => onMerge([first, second])}>
                    Compare
                  </Button>
                </Allowed>
              }
            />
          ) : null
        })}
      </List>
    </Section>
  )
}
