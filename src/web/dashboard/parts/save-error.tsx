/**
 * Why a form could not be saved, above it: links to the fields that are wrong, or what the server says. It takes the focus when a
 * submit fails. A conflicting change can be loaded or overwritten.
 */
import { Alert, Button, Group, Text } from '@mantine/core'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { isConflict, describeError } from '../api-helpers.ts'
import { focusField, type FormProblem, useFormProblems } from './form-problems.ts'
import css from './save-error.module.css'

const messages = defineDashboardMessages(
  {
    changed: 'Someone else changed this',
    yoursRemain: 'Your changes are still here.',
    discard: 'Discard my changes',
    overwrite: 'Overwrite with mine',
    problems: (count: number) => (count === 1 ? 'Please fix 1 problem' : `Please fix ${count} problems`),
  },
  {
    de: {
      changed: 'Das hat inzwischen jemand geändert',
      yoursRemain: 'Deine Änderungen sind noch da.',
      discard: 'Meine Änderungen verwerfen',
      overwrite: 'Mit meinen überschreiben',
      problems: (count) => (count === 1 ? 'Bitte behebe 1 Problem' : `Bitte behebe ${count} Probleme`),
    },
  },
)

export interface SaveErrorProps {
  /** What no field says. */
  error: unknown
  /** What is wrong, where a field that could say it may not be on the page: said without a link then. */
  others?: readonly string[]
  onReload?: () => void
  onOverwrite?: () => void
}
export function SaveError({ error, others = [], ...choices }: SaveErrorProps) {
  const summary = useRef<HTMLDivElement>(null)
  const { problems, attempt } = useFormProblems(summary)
  const unlinked = others.filter((text) => !problems.some((one) => one.text.endsWith(text))).map((text) => ({ text }))
  const listed = [...problems, ...unlinked]
  useEffect(() => {
    if (error || attempt > 0) summary.current?.focus()
  }, [error, attempt])
  return (
    <div ref={summary} tabIndex={-1} className={css.summary} hidden={!error && listed.length === 0} data-others={others.length || undefined}>
      {error ? <Refused error={error} {...choices} /> : null}
      {listed.length > 0 && <Problems list={listed} />}
    </div>
  )
}

function Refused({ error, onReload, onOverwrite }: SaveErrorProps) {
  const t = useMessages(messages)
  // Either choice needs what the other person saved: pressed sooner, it would load or send the old revision again.
  const isReading = useIsFetching() > 0
  if (!isConflict(error) || !onReload || !onOverwrite)
    return (
      <Alert color="red" role="alert">
        {describeError(error)}
      </Alert>
    )
  return (
    <Alert color="yellow" role="alert" title={t.changed}>
      <Text mb="sm">{t.yoursRemain}</Text>
      <Group gap="sm">
        <Button variant="default" disabled={isReading} onClick={onReload}>
          {t.discard}
        </Button>
        <Button disabled={isReading} onClick={onOverwrite}>
          {t.overwrite}
        </Button>
      </Group>
    </Alert>
  )
}

function Problems({ list }: { list: readonly (Pick<FormProblem, 'text'> & { id?: string })[] }) {
  const t = useMessages(messages)
  return (
    <Alert color="red" role="alert" title={t.problems(list.length)}>
      <ul className={css.problems}>
        {list.map(({ id, text }) => (
          <li key={`${id} ${text}`}>
            {id ? (
              <button type="button" onClick={() => focusField(document.getElementById(id))}>
                {text}
              </button>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
