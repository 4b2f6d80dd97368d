/** The activity log: sign-ins, failed sign-ins, and changes of passwords, keys and settings. */
import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { QueryView, EmptyState, NoResults } from '../parts/query-view.tsx'
import { Filters } from '../parts/list-tools.tsx'
import { Row } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatInstant } from '../parts/format-times.ts'
import { memberName } from '../parts/format.ts'
import { toMemberQuery } from '../parts/people.ts'
import { settingsSearch } from '../search-params.ts'
import { common } from './common.messages.ts'
import { messages } from './audit-log.messages.ts'

const text = currentMessages(messages)

/** The kinds that are looked for most; each is the beginning or the whole of the name of an action. */
const kinds = [
  'member.signed-in',
  'member.sign-in-failed',
  'member.locked',
  'member.registered',
  'member.password-changed',
  'member.password-recovered',
  'member.email-changed',
  'member.blocked',
  'owner.signed-in',
  'owner.sign-in-failed',
  'collaborator.changed',
  'credits.changed',
  'time-off.requested',
  'time-off.withdrawn',
  'time-off.approved',
  'time-off.declined',
  'team-role.created',
  'team-role.changed',
  'team-role.deleted',
  'api-key.created',
  'api-key.revoked',
  'site.archived',
  'import.started',
  'import.canceled',
  'site.archive-downloaded',
  'sign-in-settings.changed',
].map((value) => ({ value, label: text.actions[value] ?? value }))
/** A readable label for an action such as "owner.signed-in". */
const actionText = (action: string): string => {
  const known = text.actions[action]
  if (known) return known
  const [subject = '', ...verb] = action.toLowerCase().split('.')
  const words = (verb.length > 0 && text.subjects[subject] ? verb.join(' ') : action.toLowerCase()).replaceAll(/[._-]+/g, ' ')
  return verb.length > 0 && text.subjects[subject] ? `${text.subjects[subject]}: ${words}` : words.charAt(0).toUpperCase() + words.slice(1)
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
    actorName: ({ actorKind, actorId }: Entry) => names.get(actorId ?? '') ?? text.actors[actorKind.toUpperCase()] ?? actorKind.toLowerCase(),
    /** Empty when it is the actor, or has no name. */
    subjectName: ({ actorId, subjectId }: Entry) => (subjectId && subjectId !== actorId ? names.get(subjectId) : undefined) ?? '',
  }
}

export function AuditLog() {
  const t = useMessages(messages)
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
    <Section title={common.activityLog} about={t.about}>
      <Filters>
        <Select
          size="md"
          aria-label={t.activity}
          placeholder={t.all}
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
              <NoResults what={t.entries} onClear={() => setUrl({ action: undefined })} />
            ) : (
              <EmptyState title={t.none}>{t.noneHint}</EmptyState>
            )
          ) : (
            <>
              <List label={common.activityLog}>
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
                    {common.newer}
                  </Button>
                  <Button
                    variant="default"
                    disabled={!data.next}
                    onClick={() => {
                      if (data.next) setCursors([...cursors, data.next])
                    }}
                  >
                    {common.older}
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
