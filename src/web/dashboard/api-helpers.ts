/** Helpers around the typed client: keeping the previous page while the next one loads, and readable errors. */
import { keepPreviousData } from '@tanstack/react-query'
import { ApiError, type FieldViolation } from '#web/api.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'

const text = currentMessages(
  defineDashboardMessages(
    {
      violation: (field: string, description: string) => `${field} ${description}`,
      failed: 'Something went wrong. Please try again.',
    },
    {
      de: {
        violation: (field, description) => `${field}: ${description}`,
        failed: 'Das hat nicht geklappt. Bitte versuche es noch einmal.',
      },
    },
  ),
)

/** Leaves the last page on screen while the next one is fetched. */
export const keepPrevious = { placeholderData: keepPreviousData } as const

/** `must be at most 5` → `Must be at most 5.` */
export const toSentence = (description: string): string => `${description.charAt(0).toUpperCase()}${description.slice(1)}`.replace(/[.]?$/, '.')

/** `Name is required.` Paths of the wire are never shown. */
const violationText = ({ name, description }: FieldViolation): string =>
  toSentence(name && description ? text.violation(name, description) : name || description)

/** The message to show for an error. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError) return error.violations.length > 0 ? error.violations.map(violationText).join(' ') : error.message
  // Errors of the language are mistakes of the program; what it throws for people is a plain Error.
  return error instanceof Error && error.constructor === Error ? error.message : text.failed
}
export const toastError = (error: unknown): void => toast(describeError(error))

/** Another user saved first: the data is refetched, and the action has to be confirmed again. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'REVISION_MISMATCH'
