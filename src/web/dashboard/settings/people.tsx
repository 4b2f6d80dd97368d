/** Who else runs the site, and what was done in it. */
import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useAsk, useDo } from '#web/api.ts'
import { keep } from '../ask.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Answered, Empty, Initials, List, Row, Section, State } from '../parts/frame.tsx'
import { when } from '../parts/words.ts'

const roleName = (role: string): string => (role === 'OWNER' ? 'Owner' : 'Colleague')

/** What a colleague at the desk needs: people, bookings, the calendar, plans; not the keys of the house. */
const dailyWork = [
  'BOOKINGS.ATTENDANCE_READ',
  'BOOKINGS.ATTENDANCE_SET',
  'BOOKINGS.AVAILABILITY_READ',
  'BOOKINGS.BOOKING_CANCEL',
  'BOOKINGS.BOOKING_CONFIRM',
  'BOOKINGS.BOOKING_CREATE',
  'BOOKINGS.BOOKING_DECLINE',
  'BOOKINGS.BOOKING_READ',
  'BOOKINGS.BOOKING_RESCHEDULE',
  'BOOKINGS.MANAGE_PAYMENTS',
  'BOOKINGS.SERVICES_READ',
  'BOOKINGS.STAFF_MEMBER_READ',
  'MEMBERS.MEMBER_APPROVE',
  'MEMBERS.MEMBER_CREATE',
  'MEMBERS.MEMBER_READ',
  'MEMBERS.MEMBER_UPDATE',
  'PRICING_PLANS.READ_ORDERS',
  'PRICING_PLANS.READ_PLANS',
  'PRICING_PLANS.REGISTER_OFFLINE_ORDERS',
]

export function Collaborators() {
  const found = useAsk('identity.listCollaborators')
  const invite = useDo('identity.inviteCollaborator')
  const withdraw = useDo('identity.withdrawInvitation')
  const remove = useDo('identity.removeCollaborator')
  const ask = useConfirm()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<'OWNER' | 'CONTRIBUTOR'>('CONTRIBUTOR')
  const send = (event: FormEvent) => {
    event.preventDefault()
    ask({
      title: `Invite ${email.trim()}?`,
      happens:
        role === 'OWNER'
          ? 'They get a letter with a link and can then do everything that you may do here, also remove you.'
          : 'They get a letter with a link and can then do the daily work here: calendar, bookings, members, plans and services.',
      verb: 'Send invitation',
      keep: 'Not now',
      done: 'The invitation is on its way.',
      run: async () => {
        // The contract's union of roles is wider than its type says.
        await invite.mutateAsync({ body: { email: email.trim(), role: role as never, ...(role === 'CONTRIBUTOR' ? { permissions: dailyWork } : {}) } })
        setEmail('')
      },
    })
  }
  return (
    <Section title="People who run the site" about="Everybody signs in with an address and a password of their own.">
      <Stack>
        <form onSubmit={send} style={{ display: 'flex', gap: 10, flexWrap: 'wrap' }}>
          <TextInput
            size="md"
            type="email"
            required
            aria-label="E-mail of the person to invite"
            placeholder="E-mail of a colleague"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            style={{ flex: '1 1 220px', maxWidth: 380 }}
          />
          <Select
            size="md"
            w={170}
            aria-label="Role"
            allowDeselect={false}
            value={role}
            onChange={(value) => setRole(value === 'OWNER' ? 'OWNER' : 'CONTRIBUTOR')}
            data={[
              { value: 'CONTRIBUTOR', label: 'Colleague' },
              { value: 'OWNER', label: 'Owner' },
            ]}
          />
          <Button type="submit" variant="light" size="md">
            Invite
          </Button>
        </form>
        <Answered ask={found}>
          {(data) => (
            <List label="People who run the site">
              {data.collaborators.map((one) => (
                <Row
                  key={one.userId}
                  lead={<Initials name={one.name || one.email} />}
                  title={one.name || one.email}
                  sub={one.email}
                  facts={<span>{roleName(one.role)}</span>}
                  actions={
                    one.you ? undefined : (
                      <Button
                        variant="subtle"
                        c="var(--bad)"
                        onClick={() =>
                          ask({
                            title: `Remove ${one.name || one.email}?`,
                            happens: 'They are signed out at once and can no longer open this dashboard.',
                            verb: 'Remove person',
                            keep: 'Keep',
                            danger: true,
                            done: 'Removed.',
                            run: () => remove.mutateAsync({ params: { id: one.userId } }),
                          })
                        }
                      >
                        Remove
                      </Button>
                    )
                  }
                />
              ))}
              {data.invitations.map((one) => (
                <Row
                  key={one.id}
                  lead={<Initials name={one.email} />}
                  title={one.email}
                  sub={`invited, ${roleName(one.role)}`}
                  facts={<State tone="wait">Invited</State>}
                  actions={
                    <Button
                      variant="subtle"
                      onClick={() =>
                        ask({
                          title: `Take back the invitation of ${one.email}?`,
                          happens: 'The link in the letter no longer works.',
                          verb: 'Take back',
                          keep: 'Leave it',
                          done: 'Taken back.',
                          run: () => withdraw.mutateAsync({ params: { id: one.id } }),
                        })
                      }
                    >
                      Take back
                    </Button>
                  }
                />
              ))}
            </List>
          )}
        </Answered>
      </Stack>
    </Section>
  )
}

/** "owner.signed-in" as words. */
const actionText = (action: string): string => {
  const words = action
    .replaceAll(/[._-]+/g, ' ')
    .toLowerCase()
    .replace(/^api\b/, 'API')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function AuditLog() {
  const site = useSite()
  const [cursors, setCursors] = useState<string[]>([])
  const [limit, setLimit] = useState('20')
  const cursor = cursors.at(-1)
  const found = useAsk('identity.listAuditLog', { query: { limit: Number(limit), ...(cursor ? { cursor } : {}) } }, keep)
  return (
    <Section
      title="What was done"
      about="Sign-ins, failed ones, and changes of passwords, keys and settings."
      action={
        <Select
          w={110}
          size="md"
          aria-label="How many at once"
          allowDeselect={false}
          value={limit}
          onChange={(value) => {
            setCursors([])
            setLimit(value ?? '20')
          }}
          data={['20', '50', '100']}
        />
      }
    >
      <Answered ask={found}>
        {(data) =>
          data.entries.length === 0 ? (
            <Empty title="Nothing yet">Sign-ins and changes appear here.</Empty>
          ) : (
            <>
              <List label="What was done">
                {data.entries.map((entry) => (
                  <Row
                    key={entry.id}
                    title={actionText(entry.action)}
                    sub={`${entry.actorKind.toLowerCase()}${entry.ip ? ` from ${entry.ip}` : ''}`}
                    facts={<span>{when(entry.date, site)}</span>}
                  />
                ))}
              </List>
              {(cursors.length > 0 || data.next) && (
                <div style={{ display: 'flex', gap: 8, marginTop: 12 }}>
                  <Button variant="default" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
                    Newer
                  </Button>
                  <Button
                    variant="default"
                    disabled={!data.next}
                    onClick={() => {
                      if (data.next) setCursors([...cursors, data.next])
                    }}
                  >
                    Older
                  </Button>
                </div>
              )}
            </>
          )
        }
      </Answered>
    </Section>
  )
}
