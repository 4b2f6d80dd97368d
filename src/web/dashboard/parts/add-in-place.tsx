/** Adds a missing option beside the field where it is chosen. */
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { describeError } from '../api-helpers.ts'
import { commonWords } from './common-words.ts'
import css from './add-in-place.module.css'

const messages = defineDashboardMessages({ enterName: 'Enter a name.' }, { de: { enterName: 'Gib einen Namen ein.' } })

/** `add` creates the option and selects it; its error is shown beside the field, and the input is kept. */
export function AddInPlace({
  label,
  name,
  more,
  maxLength = 40,
  add,
}: {
  /** The label of the button, such as "Add room". */
  label: string
  /** The label of the name field. */
  name: string
  /** The label of a second field, such as an address. */
  more?: string
  maxLength?: number
  add: (name: string, more: string) => Promise<unknown>
}) {
  const t = useMessages(messages)
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [second, setSecond] = useState('')
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    setText('')
    setSecond('')
    setProblem(undefined)
    requestAnimationFrame(() => opener.current?.focus())
  }
  const save = async () => {
    if (text.trim() === '') {
      setProblem(t.enterName)
      return
    }
    setPending(true)
    setProblem(undefined)
    try {
      await add(text.trim(), second.trim())
      close()
    } catch (error) {
      setProblem(describeError(error))
    } finally {
      setPending(false)
    }
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // The surrounding form must not be submitted.
      event.preventDefault()
      void save()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
  }
  if (!open)
    return (
      <div className={css.under}>
        <Button
          ref={opener}
          type="button"
          variant="subtle"
          size="sm"
          className={css.opener}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {label}
        </Button>
      </div>
    )
  return (
    <Stack gap="sm" className={css.box} role="group" aria-label={label}>
      {/* Focused when the button was pressed. */}
      <TextInput
        size="md"
        label={name}
        data-autofocus
        autoFocus
        maxLength={maxLength}
        value={text}
        onKeyDown={keys}
        onChange={(event) => setText(event.currentTarget.value)}
        error={problem && text.trim() === '' ? problem : undefined}
      />
      {more && <TextInput size="md" label={more} maxLength={500} value={second} onKeyDown={keys} onChange={(event) => setSecond(event.currentTarget.value)} />}
      {problem && text.trim() !== '' && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group gap="sm">
        <Button type="button" variant="light" loading={pending} onClick={() => void save()}>
          {commonWords.add}
        </Button>
        <Button type="button" variant="subtle" color="gray" onClick={close}>
          {commonWords.cancel}
        </Button>
      </Group>
    </Stack>
  )
}
