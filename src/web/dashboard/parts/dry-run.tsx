/** What an action will do, before its button: the server carries it out, says what happened, and takes it back. */
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dryRunHeader, type DryRun } from '#kit/pure/dry-run.ts'
import { ApiError, callUrl } from '#web/api.ts'
import { resolveOperation } from '#web/operation-url.ts'
import type { InputOf, OperationName } from '#web/operations.ts'
import { describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { describeEmailCount, describeRunEffect, orderEffects } from './dry-run-text.ts'
import { formatInstant, formatPrice } from './format.ts'
import { Row } from './list.tsx'
import { List } from './page.tsx'

/** How many effects and emails are named; the others are counted. */
const namedEffects = 5
const namedEmails = 3

async function fetchDryRun<N extends OperationName>(operation: N, input: InputOf<N>): Promise<DryRun> {
  const found = resolveOperation(operation, input as never)
  if (!found) throw new ApiError(501, '')
  return callUrl<DryRun>(found.method, found.url, (input as { body?: unknown }).body, false, { [dryRunHeader]: 'true' })
}

interface DryRunEffectsProps<N extends OperationName> {
  operation: N
  /** What the button will send. */
  input: InputOf<N>
  /** What to say of a refusal after which the dialog goes on with another question. */
  describeRefusal?: (error: ApiError) => string | undefined
}
export function DryRunEffects<N extends OperationName>({ operation, input, describeRefusal }: DryRunEffectsProps<N>) {
  // Kept while the dialog is open: once the action is done, asking again would be refused.
  const found = useQuery<DryRun, ApiError>({
    queryKey: ['dry run', operation, input],
    queryFn: () => fetchDryRun(operation, input),
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
  return <Effects run={found.data} />
}

function Effects({ run }: { run: DryRun }) {
  const site = useSite()
  const formats = {
    money: (value: string, currency: string) => formatPrice({ value, currency }, site),
    dateTime: (at: string) => formatInstant(at, site),
    day: (at: string) => formatInstant(at, site, 'date'),
  }
  const effects = orderEffects(run.effects)
  return (
    <Stack gap="xs" role="status" aria-label="What will happen">
      {effects.length > 0 && (
        <List label="What will change">
          {effects.slice(0, namedEffects).map((effect) => {
            const { title, who } = describeRunEffect(effect, formats)
            return <Row key={`${effect.kind} ${effect.id} ${effect.at ?? ''}`} title={title} sub={who} />
          })}
        </List>
      )}
      <More count={effects.length - namedEffects} />
      <Text size="sm">{describeEmailCount(run)}</Text>
      {run.emails.slice(0, namedEmails).map(({ to, template, subject }, index) => (
        <Text key={`${template} ${to} ${index}`} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          “{subject}” to {to}
        </Text>
      ))}
      <More count={run.emailCount - namedEmails} />
    </Stack>
  )
}

const More = ({ count }: { count: number }) =>
  count > 0 ? (
    <Text size="sm" c="dimmed">
      and {count} more
    </Text>
  ) : null
