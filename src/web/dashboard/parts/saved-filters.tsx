/** Filters of a list that one keeps under a name: applied, saved and deleted in one dialog. They follow their owner to every device. */
import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { Dialog } from '#web/kit/dialog.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { describeError } from '../api-helpers.ts'
import { QueryView } from './query-view.tsx'
import { commonWords } from './common-words.ts'
import css from './saved-filters.module.css'

const messages = defineDashboardMessages(
  {
    title: 'Saved filters',
    none: 'Filters that you save appear here. Only you see them.',
    delete: (name: string) => `Delete ${name}`,
    chooseFirst: 'Choose a filter in the list, then come back to save it.',
    saveAs: 'Save the current filter as',
  },
  {
    de: {
      title: 'Gespeicherte Filter',
      none: 'Hier erscheinen die Filter, die du speicherst. Nur du siehst sie.',
      delete: (name) => `„${name}“ löschen`,
      chooseFirst: 'Wähle in der Liste einen Filter und speichere ihn dann hier.',
      saveAs: 'Aktuellen Filter speichern als',
    },
  },
)

type Search = Record<string, string>
interface SavedFiltersProps {
  screen: 'bookings' | 'members'
  /** The search params that are a filter, as they are now; what is empty is left out. */
  current: Record<string, string | undefined>
  /** Called with the params of the chosen filter; those that it does not name are to be emptied. */
  onApply: (search: Search) => void
}

export function SavedFilters(props: SavedFiltersProps) {
  const t = useMessages(messages)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="md" leftSection={<IconBookmark size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t.title}
      </Button>
      {open && <FilterDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function FilterDialog({ screen, current, onApply, onClose }: SavedFiltersProps & { onClose: () => void }) {
  const t = useMessages(messages)
  const found = useApiQuery('collaborators.listSavedFilters', { params: { screen } })
  const remove = useApiMutation('collaborators.deleteSavedFilter')
  return (
    <Dialog title={t.title} onClose={onClose}>
      <QueryView query={found}>
        {({ filters }) =>
          filters.length === 0 ? (
            <Text c="dimmed">{t.none}</Text>
          ) : (
            <ul className={css.list} aria-label={t.title}>
              {filters.map(({ id, name, search }) => (
                <li key={id}>
                  <button
                    type="button"
                    className={css.apply}
                    onClick={() => {
                      onApply(search)
                      onClose()
                    }}
                  >
                    {name}
                  </button>
                  <ActionIcon
                    size={44}
                    variant="subtle"
                    color="gray"
                    aria-label={t.delete(name)}
                    loading={remove.isPending && remove.variables.params.id === id}
                    onClick={() => remove.mutate({ params: { screen, id } })}
                  >
                    <IconTrash size={18} aria-hidden />
                  </ActionIcon>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      {remove.error && (
        <Text c="red" role="alert">
          {describeError(remove.error)}
        </Text>
      )}
      <SaveForm screen={screen} current={current} />
    </Dialog>
  )
}

function SaveForm({ screen, current }: Pick<SavedFiltersProps, 'screen' | 'current'>) {
  const t = useMessages(messages)
  const [name, setName] = useState('')
  const save = useApiMutation('collaborators.saveFilter')
  const search = Object.fromEntries(Object.entries(current).flatMap(([key, value]) => (value ? [[key, value]] : [])))
  const isEmpty = Object.keys(search).length === 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await save.mutateAsync({ params: { screen }, body: { name: name.trim(), search } }).catch(() => undefined)) setName('')
  }
  if (isEmpty)
    return (
      <Text c="dimmed" size="sm" mt="md">
        {t.chooseFirst}
      </Text>
    )
  return (
    <form onSubmit={(event) => void submit(event)} className={css.form}>
      <TextInput
        size="md"
        label={t.saveAs}
        required
        maxLength={60}
        value={name}
        error={save.error ? describeError(save.error) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="md" disabled={name.trim() === ''} loading={save.isPending}>
        {commonWords.save}
      </Button>
    </form>
  )
}
