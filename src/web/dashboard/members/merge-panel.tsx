/** Compares two contacts and previews the merged one, by the same rule that the server uses. */
import { Alert, Button, Stack, Table, Text } from '@mantine/core'
import { emptyContact, mergeContacts } from '#domains/members/rules/contact.ts'
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useSite } from '../business.tsx'
import { DryRunEffects } from '../parts/dry-run.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { formatInstant } from '../parts/format.ts'
import { type Contact, contactName } from './contact-name.ts'
import css from './members.module.css'

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
  ['Name', (data) => [`${data.firstName} ${data.lastName}`.trim()]],
  ['Email', (data) => data.emails],
  ['Phone', (data) => data.phones],
  ['Address', (data) => data.addresses.map(formatAddress)],
  ['Birthday', (data) => [data.birthdate ?? '']],
  ['Company', (data) => [[data.jobTitle, data.company].filter(Boolean).join(', ')]],
]

interface MergePanelProps {
  pair: readonly [Contact, Contact] | undefined
  onClose: () => void
  onDone: () => void
}
export function MergePanel({ pair, onClose, onDone }: MergePanelProps) {
  const merge = useApiMutation('contacts.mergeContacts')
  const [one, other] = pair ?? []
  const bothMembers = Boolean(one?.memberId && other?.memberId)
  const [target, source] = other?.memberId && !one?.memberId ? [other, one] : [one, other]
  const run = async () => {
    if (!target || !source) return
    const done = await merge.mutateAsync({ params: { id: target.id }, body: { otherId: source.id } }).catch(() => undefined)
    if (!done) return
    toast(`${contactName(target)} merged.`)
    onDone()
  }
  return (
    <SidePanel
      open={pair !== undefined}
      onClose={onClose}
      title="Merge contacts"
      size={640}
      footer={
        target && source && !bothMembers ? (
          <Button size="md" loading={merge.isPending} onClick={() => void run()}>
            Merge
          </Button>
        ) : undefined
      }
    >
      {target && source ? (
        <Stack gap="lg">
          <SaveError error={merge.error} />
          {bothMembers ? (
            <Alert title="Both are members">Each signs in with their own email. Delete one of the members first, then merge.</Alert>
          ) : (
            <Text>
              {`${contactName(target)}${target.memberId ? ', the member,' : ''} is kept, and missing details are filled in from the other contact. Bookings and plans of both are combined. This can’t be undone.`}
            </Text>
          )}
          <ComparisonTable target={target} source={source} />
          {!bothMembers && <DryRunEffects operation="contacts.mergeContacts" input={{ params: { id: target.id }, body: { otherId: source.id } }} />}
        </Stack>
      ) : null}
    </SidePanel>
  )
}

function ComparisonTable({ target, source }: { target: Contact; source: Contact }) {
  const site = useSite()
  const [left, right] = [toContactData(target), toContactData(source)]
  const result = { ...left, ...mergeContacts(left, right) }
  return (
    <Table.ScrollContainer type="native" minWidth={520} tabIndex={0} aria-label="Comparison">
      <Table verticalSpacing="sm" className={css.compared}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th scope="col">Result</Table.Th>
            <Table.Th scope="col">{target.memberId ? 'Member' : 'Keep'}</Table.Th>
            <Table.Th scope="col">Merge in</Table.Th>
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
            <Table.Th scope="row">Added</Table.Th>
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
