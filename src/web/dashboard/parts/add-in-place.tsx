/** Adds what a choice lacks right where it is chosen: a name, perhaps one line more, and it is there. */
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { describeError } from '../api-helpers.ts'
import css from './add-in-place.module.css'

/** `add` makes the thing and chooses it; what it throws is shown beside the field and nothing that was typed is lost. */
export function AddInPlace({
  label,
  name,
  more,
  maxLength = 40,
  add,
}: {
  /** What the button says, such as "Add a person". */
  label: string
  /** The label of the field for its name. */
  name: string
  /** The label of a second line, such as an address. */
  more?: string
  maxLength?: number
  add: (name: string, more: string) => Promise<unknown>
}) {
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
      setProblem('Enter a name.')
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
      // The form around it is not sent.
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
      {/* Whoever pressed the button wants to type now. */}
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
          Add
        </Button>
        <Button type="button" variant="subtle" color="gray" onClick={close}>
          Cancel
        </Button>
      </Group>
    </Stack>
  )
}
