/** Chooses and orders the columns of a list. Each change is saved at once. */
import { ActionIcon, Button, Checkbox, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import { Dialog } from '#web/kit/dialog.tsx'
import { describeError } from '../api-helpers.ts'
import { type ColumnScreen, useChosenColumns } from './use-columns.ts'
import { orderColumns, pickColumns, type ListColumn } from './list-columns.ts'
import { moveItem } from './move-item.ts'
import css from './saved-filters.module.css'

export function ColumnsDialog({ screen, all, onClose }: { screen: ColumnScreen; all: readonly ListColumn[]; onClose: () => void }) {
  const saved = useChosenColumns(screen)
  /** What was chosen here, before the server has it. */
  const [draft, setDraft] = useState<string[]>()
  const [announcement, setAnnouncement] = useState('')
  const chosen = draft ?? saved
  const save = useApiMutation('collaborators.saveListColumns')
  const reset = useApiMutation('collaborators.resetListColumns')
  const shown = pickColumns(all, chosen).map(({ key }) => key)
  const choose = (columns: string[]) => {
    setDraft(columns)
    save.mutate({ params: { screen }, body: { columns } })
  }
  const move = (from: number, to: number, label: string) => {
    choose(moveItem(shown, from, to))
    setAnnouncement(`${label} moved to position ${to + 1} of ${shown.length}.`)
  }
  const error = save.error ?? reset.error
  return (
    <Dialog title="Columns" onClose={onClose}>
      <Text c="dimmed" mb="sm">
        Only you see them like this, on every device.
      </Text>
      <ul className={`${css.list} ${css.columns}`} aria-label="Columns">
        {orderColumns(all, chosen).map(({ key, label }) => {
          const at = shown.indexOf(key)
          const isShown = at >= 0
          return (
            <li key={key}>
              <Checkbox
                size="md"
                className={css.column}
                label={label}
                checked={isShown}
                onChange={() => choose(isShown ? shown.filter((one) => one !== key) : [...shown, key])}
              />
              <ActionIcon size={44} variant="subtle" color="gray" aria-label={`Move ${label} up`} disabled={at <= 0} onClick={() => move(at, at - 1, label)}>
                <IconArrowUp size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                size={44}
                variant="subtle"
                color="gray"
                aria-label={`Move ${label} down`}
                disabled={!isShown || at === shown.length - 1}
                onClick={() => move(at, at + 1, label)}
              >
                <IconArrowDown size={18} aria-hidden />
              </ActionIcon>
            </li>
          )
        })}
      </ul>
      <p role="status" className={css.announcement}>
        {announcement}
      </p>
      {error && (
        <Text c="red" role="alert">
          {describeError(error)}
        </Text>
      )}
      <Button
        variant="default"
        size="md"
        disabled={chosen === undefined}
        loading={reset.isPending}
        onClick={() =>
          reset.mutate(
            { params: { screen } },
            {
              onSuccess: () => {
                setDraft(pickColumns(all, undefined).map(({ key }) => key))
                setAnnouncement('Default columns are shown.')
              },
            },
          )
        }
      >
        Reset to default
      </Button>
    </Dialog>
  )
}
