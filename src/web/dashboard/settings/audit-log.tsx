/** The activity log: sign-ins, failed sign-ins, and changes of passwords, keys and settings. */
import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { QueryView, EmptyState, NoResults } from '../parts/query-view.tsx'
import { Filters } from '../parts/list-tools.tsx'
import { Row } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatInstant, memberName } from '../parts/format.ts'
import { toMemberQuery } from '../parts/people.ts'
import { settingsSearch } from '../search-params.ts'

/** The kinds that are looked for most; each is the beginning or the whole of the name of an action. */
const kinds = [
  { value: 'member.signed-in', label: 'Members: signed in' },
  { value: 'member.sign-in-failed', label: 'Members: failed sign-in' },
  { value: 'member.locked', label: 'Members: temporarily locked' },
  { value: 'member.registered', label: 'Members: signed up' },
  { value: 'member.password-changed', label: 'Members: password changed' },
  { value: 'member.password-recovered', label: 'Members: password reset' },
  { value: 'member.email-changed', label: 'Members: email changed' },
  { value: 'member.blocked', label: 'Members: blocked' },
  { value: 'owner.signed-in', label: 'Dashboard: signed in' },
  { value: 'owner.sign-in-failed', label: 'Dashboard: failed sign-in' },
  { value: 'collaborator.changed', label: 'Team: permissions changed' },
  { value: 'credits.changed', label: 'Sessions of a plan changed' },
  { value: 'time-off.requested', label: 'Time off requested' },
  { value: 'time-off.withdrawn', label: 'Time off withdrawn' },
  { value: 'time-off.approved', label: 'Time off approved' },
  { value: 'time-off.declined', label: 'Time off declined' },
  { value: 'team-role.created', label: 'Team role added' },
  { value: 'team-role.changed', label: 'Team role changed' },
  { value: 'team-role.deleted', label: 'Team role deleted' },
  { value: 'api-key.created', label: 'API keys: created' },
  { value: 'api-key.revoked', label: 'API keys: revoked' },
  { value: 'site.archived', label: 'All data: download prepared' },
  { value: 'import.started', label: 'Import: started' },
  { value: 'import.canceled', label: 'Import: cancelled' },
  { value: 'site.archive-downloaded', label: 'All data: downloaded' },
  { value: 'sign-in-settings.changed', label: 'Sign-in settings changed' },
]
/** What an action is about, as its label begins. */
const subjects: Record<string, string> = {
  member: 'Members',
  owner: 'Dashboard',
  collaborator: 'Team',
  'api-key': 'API keys',
  app: 'Apps',
  webhook: 'Webhooks',
}
/** A readable label for an action such as "owner.signed-in". */
const actionText = (action: string): string => {
  const known = kinds.find(({ value }) => value === action)
  if (known) return known.label
  const [subject = '', ...verb] = action.toLowerCase().split('.')
  const words = (verb.length > 0 && subjects[subject] ? verb.join(' ') : action.toLowerCase()).replaceAll(/[._-]+/g, ' ')
  return verb.length > 0 && subjects[subject] ? `${subjects[subject]}: ${words}` : words.charAt(0).toUpperCase() + words.slice(1)
}
const actors: Record<string, string> = {
  MEMBER: 'Member',
  OWNER: 'Dashboard',
  USER: 'Dashboard',
  APP: 'App',
  VISITOR: 'Visitor',
  SYSTEM: 'System',
  NONE: 'Unknown',
}

type Entry = ReplyOf<'identity.listAuditLog'>['entries'][number]
/** Who did it and to whom, by name where they are members or in the team. */
function useAuditNames(entries: readonly Entry[]) {
  const team = useApiQuery('collaborators.listCollaborators').data?.collaborators ?? []
  const ids = [...new Set(entries.flatMap(({ actorId, subjectId }) => [actorId, subjectId].flatMap((id) => id ?? [])))]
  const members = useApiQuery('members.queryMembers', toMemberQuery(ids), { enabled: ids.length > 0, ...keepPrevious }).data?.members ?? []
  const names = new Map([
    ...members.map((member) => [member.id, memberName(member)] as const),
    ...team.map(({ userId, name, email }) => [userId, name || email] as const),
  ])
  return {
    actorName: ({ actorKind, actorId }: Entry) => names.get(actorId ?? '') ?? actors[actorKind.toUpperCase()] ?? actorKind.toLowerCase(),
    /** Empty when it is the actor, or has no name. */
    subjectName: ({ actorId, subjectId }: Entry) => (subjectId && subjectId !== actorId ? names.get(subjectId) : undefined) ?? '',
  }
}

export function AuditLog() {
  const site = useSite()
  const [url, setUrl] = useSearchState(settingsSearch)
  const [cursors, setCursors] = useState<string[]>([])
  const cursor = cursors.at(-1)
  const found = useApiQuery(
    'identity.listAuditLog',
    { query: { limit: 50, ...(url.action ? { action: url.action } : {}), ...(cursor ? { cursor } : {}) } },
    keepPrevious,
  )
  const { actorName, subjectName } = useAuditNames(found.data?.entries ?? [])
  return (
    <Section title="Activity log" about="Sign-ins and changes to passwords, keys and settings. Kept for one year. IP addresses are truncated after 30 days.">
      <Filters>
        <Select
          size="md"
          aria-label="Activity"
          placeholder="All activity"
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
              <EmptyState title="No activity yet">Sign-ins and changes appear here.</EmptyState>
            )
          ) : (
            <>
              <List label="Activity log">
                {data.entries.map((entry) => (
                  <Row
                    key={entry.id}
                    title={[actionText(entry.action), subjectName(entry)].filter(Boolean).join(' · ')}
                    sub={[actorName(entry), entry.ip].filter(Boolean).join(' · ')}
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
