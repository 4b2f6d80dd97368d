/** The rank of a staff member: whom a booking policy prefers when customers choose no one. */
import { Button, Group, NumberInput, Skeleton, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { describeError } from '../api-helpers.ts'
import { Section } from '../parts/page.tsx'
import { ErrorState } from '../parts/query-view.tsx'

const messages = defineDashboardMessages(
  {
    saved: 'Rank saved.',
    rank: 'Rank',
    about: 'A booking policy can prefer the lowest or highest rank when customers choose no one.',
    invalid: 'Enter a whole number from 1 to 1000.',
    save: 'Save rank',
  },
  {
    de: {
      saved: 'Rang gespeichert.',
      rank: 'Rang',
      about: 'Buchungsregeln können den niedrigsten oder höchsten Rang bevorzugen, wenn Kunden niemanden wählen.',
      invalid: 'Gib eine ganze Zahl von 1 bis 1000 ein.',
      save: 'Rang speichern',
    },
  },
)

export function StaffRank({ id }: { id: string }) {
  const t = useMessages(messages)
  const found = useApiQuery('staff.getStaffRank', { params: { id } })
  const change = useApiMutation('staff.setStaffRank')
  const [typed, setTyped] = useState<number | string>()
  const rank = typed ?? found.data?.rank ?? ''
  const isValid = Number.isInteger(rank) && Number(rank) >= 1 && Number(rank) <= 1000
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isValid) return
    await change.mutateAsync({ params: { id }, body: { rank: Number(rank) } }).then(
      () => toast(t.saved),
      // Shown at the field.
      () => undefined,
    )
  }
  return (
    <Section title={t.rank}>
      {found.error ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : found.isPending ? (
        <Skeleton height={72} radius="md" />
      ) : (
        <form noValidate onSubmit={(event) => void save(event)}>
          <AllowedFields operation="staff.setStaffRank">
            <NumberInput
              size="md"
              label={t.rank}
              description={t.about}
              min={1}
              max={1000}
              allowDecimal={false}
              clampBehavior="none"
              value={rank}
              error={isValid ? undefined : t.invalid}
              onChange={setTyped}
            />
            {change.error && (
              <Text c="red" role="alert" mt="xs">
                {describeError(change.error)}
              </Text>
            )}
            <Allowed operation="staff.setStaffRank">
              <Group mt="sm">
                <Button type="submit" variant="default" loading={change.isPending} disabled={!isValid || rank === found.data?.rank}>
                  {t.save}
                </Button>
              </Group>
            </Allowed>
          </AllowedFields>
        </form>
      )}
    </Section>
  )
}
