/** What was done: sign-ins, failed ones, and changes of passwords, keys and settings, found by kind and by person. */
import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { QueryView, EmptyState, NoResults } from '../parts/query-view.tsx'
import { Filters, Row } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatInstant } from '../parts/format.ts'

/** The kinds that are looked for most; each is the beginning or the whole of the name of an action. */
const kinds = [
  { value: 'member.signed-in', label: 'Members: signed in' },
  { value: 'member.sign-in-failed', label: 'Members: wrong password' },
  { value: 'member.locked', label: 'Members: locked for a while' },
  { value: 'member.registered', label: 'Members: signed up' },
  { value: 'member.password-changed', label: 'Members: changed the password' },
  { value: 'member.password-recovered', label: 'Members: set the password anew' },
  { value: 'member.email-changed', label: 'Members: changed the e-mail' },
  { value: 'member.blocked', label: 'Members: blocked' },
  { value: 'owner.signed-in', label: 'Dashboard: signed in' },
  { value: 'owner.sign-in-failed', label: 'Dashboard: wrong password' },
  { value: 'collaborator.changed', label: 'Colleagues: rights changed' },
  { value: 'api-key.created', label: 'Keys: made' },
  { value: 'api-key.revoked', label: 'Keys: revoked' },
  { value: 'sign-in-settings.changed', label: 'Sign-in settings changed' },
]
/** "owner.signed-in" as words. */
const actionText = (action: string): string => {
  const known = kinds.find(({ value }) => value === action)
  if (known) return known.label
  const words = action
    .replaceAll(/[._-]+/g, ' ')
    .toLowerCase()
    .replace(/^api\b/, 'API')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
const actors: Record<string, string> = {
  MEMBER: 'a member',
  OWNER: 'from the dashboard',
  USER: 'from the dashboard',
  APP: 'a program',
  VISITOR: 'a visitor',
  SYSTEM: 'the house itself',
  NONE: 'somebody unknown',
}

export function AuditLog() {
  const site = useSite()
  const [url, setUrl] = useSearchState<{ action?: string; tab?: string }>()
  const [cursors, setCursors] = useState<string[]>([])
  const cursor = cursors.at(-1)
  const found = useApiQuery(
    'identity.listAuditLog',
    { query: { limit: 50, ...(url.action ? { action: url.action } : {}), ...(cursor ? { cursor } : {}) } },
    keepPrevious,
  )
  return (
    <Section
      title="What was done"
      about="Sign-ins, failed ones, and changes of passwords, keys and settings. Kept for a year; addresses are shortened after 30 days."
    >
      <Filters>
        <Select
          size="md"
          aria-label="Only one kind"
          placeholder="Everything"
          clearable
          searchable
          data={kinds}
          value={url.action ?? null}
          onChange={(action) => {
            setCursors([])
            setUrl({ action: action ?? undefined })
          }}
        />
      </Filters>
      <QueryView query={found}>
        {(data) =>
          data.entries.length === 0 ? (
            url.action ? (
              <NoResults what="entries" onClear={() => setUrl({ action: undefined })} />
            ) : (
              <EmptyState title="Nothing yet">Sign-ins and changes appear here.</EmptyState>
            )
          ) : (
            <>
              <List label="What was done">
                {data.entries.map((entry) => (
                  <Row
                    key={entry.id}
                    title={actionText(entry.action)}
                    sub={`${actors[entry.actorKind.toUpperCase()] ?? entry.actorKind.toLowerCase()}${entry.ip ? `, ${entry.ip}` : ''}`}
                    facts={<span>{formatInstant(entry.date, site)}</span>}
                  />
                ))}
              </List>
              {(cursors.length > 0 || data.next) && (
                <Group gap="sm" mt="md">
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
                </Group>
              )}
            </>
          )
        }
      </QueryView>
    </Section>
  )
}
