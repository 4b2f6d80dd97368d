/** Finds a member by name or email while typing; `PersonFilter` keeps the choice in the address. */
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { keepPrevious } from '../api-helpers.ts'
import type { Member } from '../entities.ts'
import { personSearch } from '../search-params.ts'
import { useSearchState } from './search-state.ts'
import { memberName } from './format.ts'
import { searchMembersFor } from './people.ts'

const messages = defineDashboardMessages(
  { nameOrEmail: 'Name or email', searching: 'Searching…', none: 'No members found', person: 'Person' },
  { de: { nameOrEmail: 'Name oder E-Mail', searching: 'Wird gesucht …', none: 'Keine Mitglieder gefunden', person: 'Person' } },
)

const memberLabel = (one: Member) => (one.loginEmail && one.loginEmail !== memberName(one) ? `${memberName(one)} (${one.loginEmail})` : memberName(one))

export function PersonPicker({
  label,
  description,
  value,
  onChange,
  enabled = true,
  required = false,
  bare = false,
}: {
  label: string
  /** Used as a filter: the label is for screen readers only, and members of every status are found. */
  bare?: boolean
  description?: string
  value: Member | undefined
  onChange: (member: Member | undefined) => void
  enabled?: boolean
  required?: boolean
}) {
  const t = useMessages(messages)
  const [word, setWord] = useState('')
  const [search] = useDebouncedValue(word, 250)
  const typed = value && search === memberLabel(value) ? '' : search.trim()
  const found = useApiQuery(
    'members.queryMembers',
    {
      body: {
        query: { filter: bare ? {} : { status: 'APPROVED' }, paging: { limit: 20, offset: 0 } },
        fieldsets: ['FULL'],
        ...(typed ? { search: searchMembersFor(typed) } : {}),
      },
    },
    { enabled, ...keepPrevious },
  )
  const people = found.data?.members ?? []
  const shown = value && !people.some((one) => one.id === value.id) ? [value, ...people] : people
  return (
    <Select
      size="md"
      {...(bare ? { 'aria-label': label, w: 240, wrapperProps: { 'data-wide': true } } : { label })}
      description={description}
      placeholder={t.nameOrEmail}
      searchable
      clearable
      required={required}
      value={value?.id ?? null}
      onChange={(id) => onChange(shown.find((one) => one.id === id))}
      onSearchChange={setWord}
      filter={({ options }) => options}
      nothingFoundMessage={found.isFetching ? t.searching : t.none}
      data={shown.map((one) => ({ value: one.id, label: memberLabel(one) }))}
    />
  )
}

/** Narrows a list to one person, named in the address as `person`. */
export function PersonFilter() {
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(personSearch)
  const chosen = useApiQuery('members.getMember', { params: { id: url.person ?? '' }, query: { fieldsets: ['FULL'] } }, { enabled: Boolean(url.person) })
  return <PersonPicker bare label={t.person} value={url.person ? chosen.data?.member : undefined} onChange={(member) => setUrl({ person: member?.id })} />
}
