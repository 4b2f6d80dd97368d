/** All contacts, members or not: merging duplicates, exporting and erasing personal data. */
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconAddressBook, IconArrowMerge, IconDots } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { call, useApiQuery, useApiMutation } from '#web/api.ts'
import { downloadJson } from '#web/kit/download-file.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
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
import { formatInstant } from '../parts/format-times.ts'
import type { ChangeSearch } from '../parts/search-state.ts'
import type { membersSearch } from '../search-params.ts'
import type { MemberSearch } from './list-filter.ts'
import { type Contact, contactName } from './contact-name.ts'
import { MergePanel } from './merge-panel.tsx'
import { sharedMessages } from './shared.messages.ts'

const messages = defineDashboardMessages(
  {
    search: 'Search contacts',
    searchBy: 'Name or full email',
    results: 'Results',
    allContacts: 'All contacts',
    about: 'Everyone who booked, bought or signed up, newest first. Select two duplicates to merge them.',
    none: 'No contacts yet',
    noneHint: 'Everyone who books, buys or signs up appears here.',
    list: 'Contacts',
    actions: (name: string) => `Actions for ${name}`,
    eraseAsk: (name: string) => `Erase ${name}?`,
    eraseText:
      'Name, addresses and phone numbers are permanently erased and upcoming bookings are cancelled. Past bookings and payments are kept without personal data.',
    keep: 'Keep',
    erased: 'Contact erased.',
    duplicates: 'Possible duplicates',
    duplicatesAbout: 'These contacts share a name. Compare their details before you merge them. Merging can’t be undone.',
    more: 'Show more',
    toStart: 'Back to start',
    noDetails: 'No contact details',
    ofMember: (details: string) => `${details}, member`,
    count: (count: number) => `${count} contacts`,
    compare: 'Compare',
  },
  {
    de: {
      search: 'Kontakte suchen',
      searchBy: 'Name oder vollständige E-Mail',
      results: 'Ergebnisse',
      allContacts: 'Alle Kontakte',
      about: 'Alle, die gebucht, gekauft oder sich registriert haben, die neuesten zuerst. Wähle zwei doppelte Kontakte aus, um sie zusammenzuführen.',
      none: 'Noch keine Kontakte',
      noneHint: 'Wer bucht, kauft oder sich registriert, erscheint hier.',
      list: 'Kontakte',
      actions: (name) => `Aktionen für ${name}`,
      eraseAsk: (name) => `${name} endgültig löschen?`,
      eraseText:
        'Name, Adressen und Telefonnummern werden endgültig gelöscht und künftige Buchungen abgesagt. Frühere Buchungen und Zahlungen bleiben ohne persönliche Daten erhalten.',
      keep: 'Behalten',
      erased: 'Kontakt endgültig gelöscht.',
      duplicates: 'Mögliche doppelte Kontakte',
      duplicatesAbout: 'Diese Kontakte haben denselben Namen. Vergleiche ihre Angaben, bevor du sie zusammenführst. Das lässt sich nicht rückgängig machen.',
      more: 'Mehr anzeigen',
      toStart: 'Zurück zum Anfang',
      noDetails: 'Keine Kontaktdaten',
      ofMember: (details) => `${details}, Mitglied`,
      count: (count) => `${count} Kontakte`,
      compare: 'Vergleichen',
    },
  },
)

const size = 25
const formatContactPoints = ({ emails, phones, loginEmail }: Contact): string =>
  [...new Set([...(loginEmail ? [loginEmail] : []), ...emails, ...phones])].join(' · ')

interface ContactsProps {
  url: MemberSearch
  setUrl: ChangeSearch<typeof membersSearch>
}
export function Contacts({ url, setUrl }: ContactsProps) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
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
        <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q, after: undefined, page: undefined })} label={t.search} placeholder={t.searchBy} />
      </Filters>
      {url.q || url.after ? null : <PossibleDuplicates onMerge={setPair} />}
      <Section title={url.q ? t.results : t.allContacts} about={t.about}>
        <QueryView query={found}>
          {({ contacts, pagingMetadata }) =>
            contacts.length === 0 ? (
              url.q ? (
                <NoResults what={shared.contacts} onClear={() => setUrl({ q: undefined })} />
              ) : (
                <EmptyState icon={<IconAddressBook size={26} />} title={t.none}>
                  {t.noneHint}
                </EmptyState>
              )
            ) : (
              <>
                <List label={t.list}>
                  {contacts.map((contact) => (
                    <ContactRow
                      key={contact.id}
                      contact={contact}
                      check={
                        may('contacts.mergeContacts') && (
                          <RowCheck
                            label={shared.select(contactName(contact))}
                            on={picked.some(({ id }) => id === contact.id)}
                            onChange={(on) => pick(contact, on)}
                          />
                        )
                      }
                      onOpen={contact.memberId ? () => setUrl({ open: contact.memberId ?? undefined }, { push: true }) : undefined}
                    />
                  ))}
                </List>
                <BulkBar count={picked.length} what={shared.contacts} onClear={() => setPicked([])}>
                  {picked.length === 2 && one && other ? (
                    <Allowed operation="contacts.mergeContacts">
                      <Button leftSection={<IconArrowMerge size={18} aria-hidden />} onClick={() => setPair([one, other])}>
                        {shared.merge}
                      </Button>
                    </Allowed>
                  ) : null}
                </BulkBar>
                <CursorPager
                  page={page}
                  size={size}
                  total={undefined}
                  what={shared.contacts}
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
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
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
          {contact.memberId ? <StateTag tone="good">{shared.member}</StateTag> : null}
          <span>{shared.since(formatInstant(contact.createdDate, site, 'date'))}</span>
        </>
      }
      actions={
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <ActionIcon size={44} variant="subtle" color="gray" aria-label={t.actions(name)}>
              <IconDots size={20} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Allowed operation="contacts.getContactData">
              <Menu.Item onClick={() => void download()}>{shared.download}</Menu.Item>
            </Allowed>
            {contact.memberId ? null : (
              <Allowed operation="contacts.eraseContact">
                <Menu.Item
                  c="var(--bad)"
                  onClick={() =>
                    openConfirm({
                      title: t.eraseAsk(name),
                      description: t.eraseText,
                      content: <DryRunEffects operation="contacts.eraseContact" input={{ params: { id: contact.id } }} />,
                      confirmLabel: shared.eraseForGood,
                      cancelLabel: t.keep,
                      danger: true,
                      successMessage: t.erased,
                      onConfirm: () => erase.mutateAsync({ params: { id: contact.id } }),
                    })
                  }
                >
                  {shared.eraseForGood}
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
  const t = useMessages(messages)
  const [after, setAfter] = useState<string>()
  const found = useApiQuery('contacts.listNamesakes', { query: after ? { after } : {} }, keepPrevious)
  const groups = found.data?.groups ?? []
  if (!after && groups.length === 0) return null
  return (
    <Section
      title={t.duplicates}
      about={t.duplicatesAbout}
      action={
        found.data?.next || after ? (
          <Button variant="subtle" onClick={() => setAfter(found.data?.next)}>
            {found.data?.next ? t.more : t.toStart}
          </Button>
        ) : undefined
      }
    >
      <List label={t.duplicates}>
        {groups.map(({ contacts }) => {
          const [first, second] = contacts
          return first && second ? (
            <Row
              key={first.id}
              lead={<Avatar name={contactName(first)} />}
              title={contactName(first)}
              sub={contacts.map((contact) => {
                const details = formatContactPoints(contact) || t.noDetails
                return <div key={contact.id}>{contact.memberId ? t.ofMember(details) : details}</div>
              })}
              facts={<StateTag tone="wait">{t.count(contacts.length)}</StateTag>}
              actions={
                <Allowed operation="contacts.mergeContacts">
                  <Button variant="light" h={44} onClick={() => onMerge([first, second])}>
                    {t.compare}
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
