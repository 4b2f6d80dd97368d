/** A part of the editor of a service: a heading that can be jumped to, and its fields. */
import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ServiceForm } from '../forms/service-form.ts'
import type { ProblemField, ServiceProblems } from '../forms/service-problems.ts'
import css from '../services.module.css'
import type { Choices } from '../../parts/choices.ts'

export interface PartProps {
  form: ServiceForm
  /** A function gets the current form: for additions made meanwhile. */
  set: (change: Partial<ServiceForm> | ((form: ServiceForm) => Partial<ServiceForm>)) => void
  problems: ServiceProblems
  choices: Choices
}
/** The id of the field that a problem is about: the summary leads to it. */
export const fieldId = (field: ProblemField): string => `service-${field}`
export const partId = (name: string): string => `service-part-${name}`

export function Part({ name, title, about, children }: { name: string; title: string; about?: ReactNode; children: ReactNode }) {
  const id = partId(name)
  return (
    <section aria-labelledby={id} className={css.part}>
      <Title order={3} size="h4" id={id} tabIndex={-1}>
        {title}
      </Title>
      {about && (
        <Text c="dimmed" size="sm" mt={2}>
          {about}
        </Text>
      )}
      <Stack gap="lg" mt="md">
        {children}
      </Stack>
    </section>
  )
}

export const Problem = ({ field, problems }: { field: ProblemField; problems: ServiceProblems }) =>
  problems[field] ? (
    <Text c="red" size="sm" id={fieldId(field)} tabIndex={-1} data-problem>
      {problems[field]}
    </Text>
  ) : null
