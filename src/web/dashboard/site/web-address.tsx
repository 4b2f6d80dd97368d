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
      title: 'Change where the site is reached?',
      happens: changesMain
        ? `Links in e-mails will lead to ${draft.main.trim()}. Make sure that the site opens there: nobody can set a new password behind an address that leads nowhere.`
        : 'The site opens at these addresses and no longer at those that you took off the list.',
      verb: 'Change addresses',
      done: 'The addresses are saved.',
      run: async () => {
        // The former address goes on leading here until it is taken off the list.
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
          throw new Error('One of the addresses is not complete. It is marked in the form.', { cause: error })
        }
      },
    })
  }
  return (
    <Section
      title="Web address"
      about="Links in e-mails lead here, and sign-in works here. An address that is not listed shows nothing once the server has several sites."
    >
      <Card>
        <form onSubmit={save}>
          <Stack gap="lg" maw={620}>
            {isUnset && (
              <Notice tone="wait" title="No address yet">
                Links in e-mails lead to {main}, which opens on this machine only. Enter the address that your members use.
              </Notice>
            )}
            <TextInput
              size="md"
              label="Address of the site"
              description={isFixed ? 'Set by whoever runs the server (PUBLIC_URL).' : 'Such as https://studio.example'}
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
              description="Under which the site opens, too, with spaces between them. A former address belongs here as long as links to it are about."
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
                  You are looking at it at {location.origin}.
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
