/** Chooses and orders the columns of a list. Each change is saved at once. */
import { ActionIcon, Button, Checkbox, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import { Dialog } from '#web/kit/dialog.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { describeError } from '../api-helpers.ts'
import { type ColumnScreen, useChosenColumns } from './use-columns.ts'
import { orderColumns, pickColumns, type ListColumn } from './list-columns.ts'
import { moveItem } from './move-item.ts'
import css from './saved-filters.module.css'

const messages = defineDashboardMessages(
  {
    title: 'Columns',
    about: 'Only you see them like this, on every device.',
    moved: (label: string, position: number, of: number) => `${label} moved to position ${position} of ${of}.`,
    up: (label: string) => `Move ${label} up`,
    down: (label: string) => `Move ${label} down`,
    isReset: 'Default columns are shown.',
    reset: 'Reset to default',
  },
  {
    de: {
      title: 'Spalten',
      about: 'So siehst nur du sie, auf jedem Gerät.',
      moved: (label, position, of) => `${label} steht jetzt an Stelle ${position} von ${of}.`,
      up: (label) => `${label} nach oben verschieben`,
      down: (label) => `${label} nach unten verschieben`,
      isReset: 'Die Standardspalten werden gezeigt.',
      reset: 'Auf Standard zurücksetzen',
    },
  },
)

export function ColumnsDialog({ screen, all, onClose }: { screen: ColumnScreen; all: readonly ListColumn[]; onClose: () => void }) {
  const t = useMessages(messages)
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
    setAnnouncement(t.moved(label, to + 1, shown.length))
  }
  const error = save.error ?? reset.error
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Text c="dimmed" mb="sm">
        {t.about}
      </Text>
      <ul className={`${css.list} ${css.columns}`} aria-label={t.title}>
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
              <ActionIcon size={44} variant="subtle" color="gray" aria-label={t.up(label)} disabled={at <= 0} onClick={() => move(at, at - 1, label)}>
                <IconArrowUp size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                size={44}
                variant="subtle"
                color="gray"
                aria-label={t.down(label)}
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
                setAnnouncement(t.isReset)
              },
            },
          )
        }
      >
        {t.reset}
      </Button>
    </Dialog>
  )
}
