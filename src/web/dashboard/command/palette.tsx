import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { Dialog } from '#web/kit/dialog.tsx'
import css from './command.module.css'
import { useFound } from './use-found.ts'

/** Opens anything by typing a part of its name: members, bookings, orders, services, screens and actions. `initial` was typed before it was loaded. */
export function CommandPalette({ initial, onClose }: { initial: string; onClose: () => void }) {
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
    <Dialog title="Search" onClose={onClose}>
      <Combobox store={list} onOptionSubmit={open} withinPortal={false}>
        <Combobox.EventsTarget withExpandedAttribute {...ofList}>
          <TextInput
            size="md"
            role="combobox"
            data-autofocus
            aria-label="Search members, bookings, orders, services and actions"
            placeholder="Name, email, screen or action"
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            leftSection={<IconSearch size={18} aria-hidden />}
            rightSection={isSearching ? <Loader size={16} role="img" aria-label="Searching" /> : null}
          />
        </Combobox.EventsTarget>
        {items.length > 0 ? (
          <Combobox.Options id={listId} className={css.found} aria-label="Results">
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
          {isSearching
            ? ''
            : items.length === 0
              ? `Nothing found for “${typed.trim()}”.`
              : typed.trim()
                ? `${items.length} ${items.length === 1 ? 'result' : 'results'}`
                : ''}
        </p>
      </Combobox>
    </Dialog>
  )
}
