import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { ApiError, useApiMutation } from '#web/api.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Notice } from '../parts/notice.tsx'
import { Card, Section } from '../parts/page.tsx'

/** Where the site is reached: links in emails lead to the first address, the others show the site as well. */
export function WebAddress() {
  const { addresses } = useSite()
  const { main, others, isFixed, isUnset } = addresses
  const [draft, setDraft] = useState({ main, others: others.join('\n') })
  const [errors, setErrors] = useState<{ main?: string; others?: string }>({})
  const openConfirm = useConfirm()
  const change = useApiMutation('setup.updateSiteSettings')
  const changed = draft.main.trim() !== main || draft.others.trim() !== others.join('\n')
  const list = draft.others
    .split(/[\s,]+/)
    .map((one) => one.trim())
    .filter(Boolean)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setErrors({})
    const changesMain = main !== draft.main.trim()
    openConfirm({
      title: 'Change web address?',
      description: changesMain
        ? `Links in emails will point to ${draft.main.trim()}. Make sure your site opens there, otherwise members can’t reset their password.`
        : 'Your site opens at these addresses only. Removed addresses stop working.',
      confirmLabel: 'Change address',
      successMessage: 'Web address saved.',
      onConfirm: async () => {
        // The former address keeps working until it is removed from the list.
        const otherAddresses = changesMain && !isUnset && !list.includes(main) ? [...list, main] : list
        try {
          const saved = await change.mutateAsync({
            body: { ...(isFixed || (isUnset && !changesMain) ? {} : { siteAddress: draft.main.trim() }), otherAddresses },
          })
          setDraft({ main: saved.addresses.main, others: saved.addresses.others.join('\n') })
        } catch (error) {
          if (!(error instanceof ApiError) || error.violations.length === 0) throw error
          const about = (field: string) => error.violations.find((one) => one.field.startsWith(field))?.description
          setErrors({ ...withText('main', about('siteAddress')), ...withText('others', about('otherAddresses')) })
          throw new Error('One of the addresses is invalid. Check the form.', { cause: error })
        }
      },
    })
  }
  return (
    <Section
      title="Web address"
      about="Where your site opens and where links in emails point. Unlisted addresses don’t work when the server hosts several sites."
    >
      <Card>
        <form onSubmit={save}>
          <Stack gap="lg" maw={620}>
            {isUnset && (
              <Notice tone="wait" title="No address set">
                Links in emails point to {main}, which only works on this machine. Enter the address your members use.
              </Notice>
            )}
            <TextInput
              size="md"
              label="Site address"
              description={isFixed ? 'Set on the server (PUBLIC_URL).' : 'For example, https://studio.example'}
              required
              readOnly={isFixed}
              inputMode="url"
              autoComplete="off"
              maxLength={300}
              value={draft.main}
              error={errors.main}
              onChange={(event) => setDraft({ ...draft, main: event.currentTarget.value })}
            />
            <TextInput
              size="md"
              label="Other addresses"
              description="Your site also opens at these. Separate them with spaces. Keep a former address here while links to it are still in use."
              inputMode="url"
              autoComplete="off"
              value={draft.others.replaceAll('\n', ' ')}
              error={errors.others}
              onChange={(event) => setDraft({ ...draft, others: event.currentTarget.value.replaceAll(' ', '\n') })}
            />
            <Group gap="md">
              <Button type="submit" size="md" disabled={!changed || draft.main.trim() === ''} loading={change.isPending}>
                Save web address
              </Button>
              {location.origin !== main && !others.includes(location.origin) && (
                <Text size="sm" c="dimmed">
                  You’re viewing it at {location.origin}.
                </Text>
              )}
            </Group>
          </Stack>
        </form>
      </Card>
    </Section>
  )
}

const withText = <K extends string>(key: K, text: string | undefined): { [P in K]?: string } => (text ? ({ [key]: text } as { [P in K]: string }) : {})
