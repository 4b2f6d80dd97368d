/** What an action will do, before its button: the server carries it out, says what happened, and takes it back. */
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dryRunHeader, type DryRun, type Effect, type PlannedEmail } from '#kit/pure/dry-run.ts'
import { ApiError, callUrl } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { resolveOperation } from '#web/operation-url.ts'
import type { InputOf, OperationName } from '#web/operations.ts'
import { describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { describeEmailCount, describeRunEffect, orderEffects } from './dry-run-text.ts'
import { formatInstant, formatPrice } from './format-times.ts'
import { Row } from './list.tsx'
import { List } from './page.tsx'

const messages = defineDashboardMessages(
  {
    effects: 'What will happen',
    changes: 'What will change',
    refused: (count: number) => `${count} can’t be done and would stay as they are.`,
    notShown: (count: number) => (count === 1 ? '1 more is not looked at here.' : `${count} more are not looked at here.`),
    email: (subject: string, to: string) => `“${subject}” to ${to}`,
    more: (count: number) => `and ${count} more`,
  },
  {
    de: {
      effects: 'Was geschieht',
      changes: 'Was sich ändert',
      refused: (count) => (count === 1 ? '1 ist nicht möglich und bliebe, wie es ist.' : `${count} sind nicht möglich und blieben, wie sie sind.`),
      notShown: (count) => (count === 1 ? '1 weitere ist hier nicht geprüft.' : `${count} weitere sind hier nicht geprüft.`),
      email: (subject, to) => `„${subject}“ an ${to}`,
      more: (count) => `und ${count} weitere`,
    },
  },
)

/** How many effects and emails are named; the others are counted. */
const namedEffects = 5
const namedEmails = 3
/** Of many calls, so many are tried before the button. */
const mostCalls = 20

async function fetchDryRun<N extends OperationName>(operation: N, input: InputOf<N>): Promise<DryRun> {
  const found = resolveOperation(operation, input as never)
  if (!found) throw new ApiError(501, '')
  return callUrl<DryRun>(found.method, found.url, (input as { body?: unknown }).body, false, { [dryRunHeader]: 'true' })
}

/** Calls that fail alone, one after the other: what each would do, and how many would be refused. */
async function fetchDryRuns<N extends OperationName>(operation: N, inputs: readonly InputOf<N>[]): Promise<DryRun & { refused: number }> {
  const all = { effects: [] as Effect[], emails: [] as PlannedEmail[], emailCount: 0, refused: 0 }
  for (const input of inputs.slice(0, mostCalls))
    try {
      const { effects, emails, emailCount } = await fetchDryRun(operation, input)
      all.effects.push(...effects)
      all.emails.push(...emails)
      all.emailCount += emailCount
    } catch (error) {
      if (inputs.length === 1 || !(error instanceof ApiError) || error.status >= 500) throw error
      all.refused += 1
    }
  return all
}

interface DryRunEffectsProps<N extends OperationName> {
  operation: N
  /** What the button will send; several for as many calls. */
  input: InputOf<N> | readonly InputOf<N>[]
  /** What to say of a refusal after which the dialog goes on with another question. */
  describeRefusal?: (error: ApiError) => string | undefined
}
export function DryRunEffects<N extends OperationName>({ operation, input, describeRefusal }: DryRunEffectsProps<N>) {
  // Kept while the dialog is open: once the action is done, asking again would be refused.
  const inputs: readonly InputOf<N>[] = Array.isArray(input) ? input : [input as InputOf<N>]
  const found = useQuery<DryRun & { refused: number }, ApiError>({
    queryKey: ['dry run', operation, inputs],
    queryFn: () => fetchDryRuns(operation, inputs),
    staleTime: 'static',
    gcTime: 0,
  })
  if (found.isPending) return <Skeleton height={96} radius="md" />
  const expected = found.error && describeRefusal?.(found.error)
  if (expected) return <Text role="status">{expected}</Text>
  if (found.error)
    return (
      <Text role="alert" c="red">
        {describeError(found.error)}
      </Text>
    )
  return <Effects run={found.data} notShown={Math.max(0, inputs.length - mostCalls)} />
}

function Effects({ run, notShown }: { run: DryRun & { refused: number }; notShown: number }) {
  const t = useMessages(messages)
  const site = useSite()
  const formats = {
    money: (value: string, currency: string) => formatPrice({ value, currency }, site),
    dateTime: (at: string) => formatInstant(at, site),
    day: (at: string) => formatInstant(at, site, 'date'),
  }
  const effects = orderEffects(run.effects)
  return (
    <Stack gap="xs" role="status" aria-label={t.effects}>
      {effects.length > 0 && (
        <List label={t.changes}>
          {effects.slice(0, namedEffects).map((effect) => {
            const { title, who } = describeRunEffect(effect, formats)
            return <Row key={`${effect.kind} ${effect.id} ${effect.at ?? ''} ${effect.what ?? ''}`} title={title} sub={who} />
          })}
        </List>
      )}
      <More count={effects.length - namedEffects} />
      {run.refused > 0 && <Text size="sm">{t.refused(run.refused)}</Text>}
      {notShown > 0 && <Text size="sm">{t.notShown(notShown)}</Text>}
      <Text size="sm">{describeEmailCount(run)}</Text>
      {run.emails.slice(0, namedEmails).map(({ to, template, subject }, index) => (
        <Text key={`${template} ${to} ${index}`} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t.email(subject, to)}
        </Text>
      ))}
      <More count={run.emailCount - namedEmails} />
    </Stack>
  )
}

function More({ count }: { count: number }) {
  const t = useMessages(messages)
  return count > 0 ? (
    <Text size="sm" c="dimmed">
      {t.more(count)}
    </Text>
  ) : null
}
