/** Two contacts side by side, and what the one that stays will hold: worked out by the same rule that the server follows. */
import { Alert, Button, Stack, Table, Text } from '@mantine/core'
import { emptyContact, mergeContacts } from '#domains/members/rules/contact.ts'
import { useDo } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useSite } from '../business.tsx'
import { NotSaved } from '../parts/conflict.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { when } from '../parts/words.ts'
import { type Contact, contactName } from './contact-words.ts'
import css from './members.module.css'

const dataOf = (contact: Contact) => ({ ...emptyContact, ...contact, birthdate: contact.birthdate || null })
type Data = ReturnType<typeof dataOf>
const lines = (address: Data['addresses'][number]): string =>
  [
    address.addressLine ?? [address.streetAddress?.number, address.streetAddress?.name].filter(Boolean).join(' '),
    address.postalCode,
    address.city,
    address.country,
  ]
    .filter(Boolean)
    .join(', ')
const facts: readonly (readonly [label: string, of: (data: Data) => readonly string[]])[] = [
  ['Name', (data) => [`${data.firstName} ${data.lastName}`.trim()]],
  ['E-mail', (data) => data.emails],
  ['Phone', (data) => data.phones],
  ['Address', (data) => data.addresses.map(lines)],
  ['Birthday', (data) => [data.birthdate ?? '']],
  ['Company', (data) => [[data.jobTitle, data.company].filter(Boolean).join(', ')]],
]

interface MergePanelProps {
  pair: readonly [Contact, Contact] | undefined
  onClose: () => void
  onDone: () => void
}
export function MergePanel({ pair, onClose, onDone }: MergePanelProps) {
  const merge = useDo('members.mergeContacts')
  const [one, other] = pair ?? []
  const bothMembers = Boolean(one?.memberId && other?.memberId)
  const [stays, goes] = other?.memberId && !one?.memberId ? [other, one] : [one, other]
  const run = async () => {
    if (!stays || !goes) return
    const done = await merge.mutateAsync({ params: { id: stays.id }, body: { otherId: goes.id } }).catch(() => undefined)
    if (!done) return
    toast(`${contactName(stays)} is one person now.`)
    onDone()
  }
  return (
    <SidePanel
      open={pair !== undefined}
      onClose={onClose}
      title="Make two into one"
      size={640}
      footer={
        stays && goes && !bothMembers ? (
          <Button size="md" loading={merge.isPending} onClick={() => void run()}>
            Make them one
          </Button>
        ) : undefined
      }
    >
      {stays && goes ? (
        <Stack gap="lg">
          <NotSaved error={merge.error} title="They are still two" />
          {bothMembers ? (
            <Alert title="Both are members">
              Each of them signs in with an address of their own. Delete one of the two members first; then they can become one.
            </Alert>
          ) : (
            <Text>
              {`${contactName(stays)}${stays.memberId ? ', the member,' : ''} stays and keeps what is there; what is missing comes from the other. Bookings and plans of both belong to the one from then on. This cannot be taken back.`}
            </Text>
          )}
          <Compared stays={stays} goes={goes} />
        </Stack>
      ) : null}
    </SidePanel>
  )
}

function Compared({ stays, goes }: { stays: Contact; goes: Contact }) {
  const site = useSite()
  const [left, right] = [dataOf(stays), dataOf(goes)]
  const result = { ...left, ...mergeContacts(left, right) }
  return (
    <Table.ScrollContainer type="native" minWidth={520} tabIndex={0} aria-label="What both have">
      <Table verticalSpacing="sm" className={css.compared}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th scope="col">Afterwards</Table.Th>
            <Table.Th scope="col">{stays.memberId ? 'The member' : 'Stays'}</Table.Th>
            <Table.Th scope="col">Joins it</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {facts.map(([label, of]) =>
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
            <Table.Th scope="row">Known since</Table.Th>
            {[stays, stays, goes].map((contact, index) => (
              <Table.Td key={index} data-result={index === 0 || undefined}>
                {when(contact.createdDate, site, 'date')}
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
