/** Compares two contacts and previews the merged one, by the same rule that the server uses. */
import { Alert, Button, Stack, Table, Text } from '@mantine/core'
import { emptyContact, mergeContacts } from '#domains/members/rules/contact.ts'
import { useApiMutation } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useSite } from '../business.tsx'
import { DryRunEffects } from '../parts/dry-run.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { type Contact, contactName } from './contact-name.ts'
import css from './members.module.css'
import { sharedMessages } from './shared.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    address: 'Address',
    done: (name: string) => `${name} merged.`,
    title: 'Merge contacts',
    bothTitle: 'Both are members',
    both: 'Each signs in with their own email. Delete one of the members first, then merge.',
    keeps: (name: string) =>
      `${name} is kept, and missing details are filled in from the other contact. Bookings and plans of both are combined. This can’t be undone.`,
    keepsMember: (name: string) =>
      `${name}, the member, is kept, and missing details are filled in from the other contact. Bookings and plans of both are combined. This can’t be undone.`,
    comparison: 'Comparison',
    result: 'Result',
    keep: 'Keep',
    mergeIn: 'Merge in',
    added: 'Added',
  },
  {
    de: {
      address: 'Adresse',
      done: (name) => `${name} zusammengeführt.`,
      title: 'Kontakte zusammenführen',
      bothTitle: 'Beide sind Mitglieder',
      both: 'Beide melden sich mit ihrer eigenen E-Mail an. Lösche zuerst eines der Mitglieder und führe die Kontakte dann zusammen.',
      keeps: (name) =>
        `${name} bleibt bestehen; was fehlt, wird vom anderen Kontakt übernommen. Die Buchungen und Tarife beider werden zusammengelegt. Das lässt sich nicht rückgängig machen.`,
      keepsMember: (name) =>
        `Das Mitglied ${name} bleibt bestehen; was fehlt, wird vom anderen Kontakt übernommen. Die Buchungen und Tarife beider werden zusammengelegt. Das lässt sich nicht rückgängig machen.`,
      comparison: 'Vergleich',
      result: 'Ergebnis',
      keep: 'Behalten',
      mergeIn: 'Übernehmen',
      added: 'Hinzugefügt',
    },
  },
)
const text = currentMessages(messages)
const sharedText = currentMessages(sharedMessages)

const toContactData = (contact: Contact) => ({ ...emptyContact, ...contact, birthdate: contact.birthdate || null })
type Data = ReturnType<typeof toContactData>
const formatAddress = (address: Data['addresses'][number]): string =>
  [
    address.addressLine ?? [address.streetAddress?.number, address.streetAddress?.name].filter(Boolean).join(' '),
    address.postalCode,
    address.city,
    address.country,
  ]
    .filter(Boolean)
    .join(', ')
const comparedFields: readonly (readonly [label: string, of: (data: Data) => readonly string[]])[] = [
  [commonWords.name, (data) => [`${data.firstName} ${data.lastName}`.trim()]],
  [commonWords.email, (data) => data.emails],
  [commonWords.phone, (data) => data.phones],
  [text.address, (data) => data.addresses.map(formatAddress)],
  [sharedText.birthday, (data) => [data.birthdate ?? '']],
  [sharedText.company, (data) => [[data.jobTitle, data.company].filter(Boolean).join(', ')]],
]

interface MergePanelProps {
  pair: readonly [Contact, Contact] | undefined
  onClose: () => void
  onDone: () => void
}
export function MergePanel({ pair, onClose, onDone }: MergePanelProps) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const merge = useApiMutation('contacts.mergeContacts')
  const [one, other] = pair ?? []
  const bothMembers = Boolean(one?.memberId && other?.memberId)
  const [target, source] = other?.memberId && !one?.memberId ? [other, one] : [one, other]
  const run = async () => {
    if (!target || !source) return
    const done = await merge.mutateAsync({ params: { id: target.id }, body: { otherId: source.id } }).catch(() => undefined)
    if (!done) return
    toast(t.done(contactName(target)))
    onDone()
  }
  return (
    <SidePanel
      open={pair !== undefined}
      onClose={onClose}
      title={t.title}
      size={640}
      footer={
        target && source && !bothMembers ? (
          <Button size="md" loading={merge.isPending} onClick={() => void run()}>
            {shared.merge}
          </Button>
        ) : undefined
      }
    >
      {target && source ? (
        <Stack gap="lg">
          <SaveError error={merge.error} />
          {bothMembers ? <Alert title={t.bothTitle}>{t.both}</Alert> : <Text>{(target.memberId ? t.keepsMember : t.keeps)(contactName(target))}</Text>}
          <ComparisonTable target={target} source={source} />
          {!bothMembers && <DryRunEffects operation="contacts.mergeContacts" input={{ params: { id: target.id }, body: { otherId: source.id } }} />}
        </Stack>
      ) : null}
    </SidePanel>
  )
}

function ComparisonTable({ target, source }: { target: Contact; source: Contact }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const [left, right] = [toContactData(target), toContactData(source)]
  const result = { ...left, ...mergeContacts(left, right) }
  return (
    <Table.ScrollContainer type="native" minWidth={520} tabIndex={0} aria-label={t.comparison}>
      <Table verticalSpacing="sm" className={css.compared}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th scope="col">{t.result}</Table.Th>
            <Table.Th scope="col">{target.memberId ? shared.member : t.keep}</Table.Th>
            <Table.Th scope="col">{t.mergeIn}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {comparedFields.map(([label, of]) =>
            [left, right].some((data) => of(data).some(Boolean)) ? (
              <Table.Tr key={label}>
                <Table.Th scope="row">{label}</Table.Th>
                {[result, left, right].map((data, index) => (
                  <Table.Td key={index} data-result={index === 0 || undefined}>
                    {of(data).map((line) => (
                      <div key={line}>{line}</div>
                    ))}
                  </Table.Td>
                ))}
              </Table.Tr>
            ) : null,
          )}
          <Table.Tr>
            <Table.Th scope="row">{t.added}</Table.Th>
            {[target, target, source].map((contact, index) => (
              <Table.Td key={index} data-result={index === 0 || undefined}>
                {formatInstant(contact.createdDate, site, 'date')}
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
