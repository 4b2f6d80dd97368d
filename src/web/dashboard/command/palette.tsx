import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { Dialog } from '#web/kit/dialog.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import css from './command.module.css'
import { useFound } from './use-found.ts'

const messages = defineDashboardMessages(
  {
    title: 'Search',
    field: 'Search members, bookings, orders, services and actions',
    placeholder: 'Name, email, screen or action',
    searching: 'Searching',
    results: 'Results',
    none: (typed: string) => `Nothing found for “${typed}”.`,
    found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  },
  {
    de: {
      title: 'Suche',
      field: 'Mitglieder, Buchungen, Bestellungen, Angebote und Aktionen durchsuchen',
      placeholder: 'Name, E-Mail, Seite oder Aktion',
      searching: 'Suche läuft',
      results: 'Ergebnisse',
      none: (typed) => `Nichts gefunden zu „${typed}“.`,
      found: (count) => (count === 1 ? '1 Ergebnis' : `${count} Ergebnisse`),
    },
  },
)

/** Opens anything by typing a part of its name: members, bookings, orders, services, screens and actions. `initial` was typed before it was loaded. */
export function CommandPalette({ initial, onClose }: { initial: string; onClose: () => void }) {
  const t = useMessages(messages)
  const [typed, setTyped] = useState(initial)
  const { groups, isSearching } = useFound(typed)
  const navigate = useNavigate()
  const list = useCombobox({ opened: true })
  const { resetSelectedOption, selectFirstOption } = list
  const items = groups.flatMap((group) => group.items)
  // The field knows its list from the first moment; by itself it learns of it when it is drawn the next time.
  const listId = useId()
  const ofList = { 'aria-expanded': items.length > 0, 'aria-controls': items.length > 0 ? listId : undefined }
  const shown = items.map(({ id }) => id).join()
  // The best answer is chosen, so that Enter opens it; answers that arrive later begin anew.
  useEffect(() => {
    resetSelectedOption()
    if (shown) selectFirstOption()
  }, [shown, resetSelectedOption, selectFirstOption])
  const open = (id: string) => {
    const chosen = items.find((one) => one.id === id)
    if (!chosen) return
    onClose()
    void navigate({ to: chosen.link.to, search: chosen.link.search ?? {} })
  }
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Combobox store={list} onOptionSubmit={open} withinPortal={false}>
        <Combobox.EventsTarget withExpandedAttribute {...ofList}>
          <TextInput
            size="md"
            role="combobox"
            data-autofocus
            aria-label={t.field}
            placeholder={t.placeholder}
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            leftSection={<IconSearch size={18} aria-hidden />}
            rightSection={isSearching ? <Loader size={16} role="img" aria-label={t.searching} /> : null}
          />
        </Combobox.EventsTarget>
        {items.length > 0 ? (
          <Combobox.Options id={listId} className={css.found} aria-label={t.results}>
            {groups.map(({ title, items: found }) => (
              <Combobox.Group key={title} label={title}>
                {found.map(({ id, label, about }) => (
                  <Combobox.Option key={id} value={id} className={css.option}>
                    <bdi className={css.label}>{label}</bdi>
                    {about && <bdi className={css.about}>{about}</bdi>}
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        ) : null}
        <p role="status" className={items.length === 0 ? css.none : css.status}>
          {isSearching ? '' : items.length === 0 ? t.none(typed.trim()) : typed.trim() ? t.found(items.length) : ''}
        </p>
      </Combobox>
    </Dialog>
  )
}
